//! Counts by character, for models without a public tokenizer.

/// Code points divided by four, rounded up.
pub(super) fn chars4(text: &str) -> u64 {
    (text.chars().count() as u64).div_ceil(4)
}

#[cfg(test)]
mod tests {
    use super::chars4;

    #[test]
    fn counts_code_points_and_rounds_up() {
        assert_eq!([chars4(""), chars4("abcd"), chars4("abcde"), chars4("語語語語語")], [0, 1, 2, 2]);
    }
}
