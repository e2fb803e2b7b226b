//! Counts by character, for models without a public tokenizer.

/// UTF-8 takes at most four bytes for a code point.
const BYTES_OF_FOUR_CODE_POINTS: u64 = 16;

/// Code points divided by four, rounded up, or nothing where that is more than `limit`.
pub(super) fn chars4(text: &str, limit: u64) -> Option<u64> {
    if limit.saturating_mul(BYTES_OF_FOUR_CODE_POINTS) < text.len() as u64 {
        return None;
    }
    Some((text.chars().count() as u64).div_ceil(4)).filter(|count| *count <= limit)
}

#[cfg(test)]
mod tests {
    use super::chars4;

    #[test]
    fn counts_code_points_and_rounds_up() {
        let texts = ["", "abcd", "abcde", "語語語語語"];
        assert_eq!(texts.map(|text| chars4(text, u64::MAX)), [0, 1, 2, 2].map(Some));
    }

    #[test]
    fn more_than_the_limit_is_nothing() {
        assert_eq!([1, 2, 3].map(|limit| chars4("語語語語語", limit)), [None, Some(2), Some(2)]);
        assert_eq!([0, 1, 3, 4].map(|limit| chars4(&"😀".repeat(16), limit)), [None, None, None, Some(4)]);
    }
}
