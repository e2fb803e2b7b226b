//! Plural to singular, so that `issues` finds `issue`.

/// A shorter term is its own stem: `is`, `bus`, `ls`.
const SHORTEST: usize = 4;

/// Writes the stem of a term: Harman's "S" stemmer, the three rules for English plurals.
///
/// D. Harman, "How effective is suffixing?" (1991): -ies becomes -y, unless behind e or a; -es becomes -e,
/// unless behind a, e or o; -s goes, unless behind u or s. Terms beyond ASCII stay as they are. A stronger
/// stemmer did not find more tools: character grams join what has a beginning in common.
pub(super) fn stem(term: &[u8], into: &mut Vec<u8>) {
    into.clear();
    into.extend_from_slice(term);
    if term.len() < SHORTEST || !term.is_ascii() {
        return;
    }
    match term {
        [.., before, b'i', b'e', b's'] if !b"ea".contains(before) => {
            into.truncate(term.len().saturating_sub(3));
            into.push(b'y');
        }
        [.., before, b'e', b's'] if !b"aeo".contains(before) => into.truncate(term.len().saturating_sub(1)),
        [.., before, b's'] if !b"us".contains(before) => into.truncate(term.len().saturating_sub(1)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_have_the_stem_of_their_singular() {
        let pairs = [
            ("issues", "issue"),
            ("queries", "query"),
            ("files", "file"),
            ("bees", "bee"),
            ("movies", "movy"),
            ("status", "status"),
            ("address", "address"),
            ("ids", "ids"),
            ("señores", "señores"),
            ("caches", "cache"),
            ("echoes", "echoe"),
        ];
        let mut found = Vec::new();
        for (term, expected) in pairs {
            stem(term.as_bytes(), &mut found);
            assert_eq!(std::str::from_utf8(&found), Ok(expected), "{term}");
        }
    }
}
