//! Text to words: an ASCII letter with at least three ASCII letters or digits behind it, in lower case.

use std::collections::HashSet;

use super::runs::runs;

/// A shorter run is no word.
const SHORTEST: usize = 4;

/// The distinct words of a text, in the order in which they first occur.
///
/// The text is lower-cased as Unicode has it, so the Kelvin sign is a `k`; other letters beyond ASCII
/// end a word.
///
/// ```
/// use contextthrift_core::relevance::words;
///
/// assert_eq!(words("Snake_CASE, 123abcd and a naïve case"), ["snake", "case", "abcd"]);
/// ```
#[must_use]
pub fn words(text: &str) -> Vec<String> {
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    Reader::default().read(text, |word| {
        let word: String = word.iter().copied().map(char::from).collect();
        if seen.insert(word.clone()) {
            found.push(word);
        }
    });
    found
}

/// Reads one text after another, in one buffer.
#[derive(Debug, Default)]
pub(super) struct Reader {
    lowered: Vec<u8>,
}

impl Reader {
    /// Hands over each word of a text as they follow each other.
    pub(super) fn read(&mut self, text: &str, mut take: impl FnMut(&[u8])) {
        self.lower(text);
        let lowered = &self.lowered;
        runs(
            lowered,
            |byte| byte.is_ascii_lowercase() || byte.is_ascii_digit(),
            |start, end| {
                if let Some(word) = lowered.get(start..end).and_then(word) {
                    take(word);
                }
            },
        );
    }

    /// Fills the buffer, with a gap at its end.
    ///
    /// Only ASCII matters to words, so only characters that become ASCII need Unicode's tables.
    fn lower(&mut self, text: &str) {
        self.lowered.clear();
        if !text.is_ascii() && text.contains(becomes_ascii) {
            self.lowered.extend_from_slice(text.to_lowercase().as_bytes());
        } else {
            self.lowered.extend_from_slice(text.as_bytes());
            self.lowered.make_ascii_lowercase();
        }
        self.lowered.push(b' ');
    }
}

/// The two characters beyond ASCII whose lower case holds an ASCII letter: dotted I, and the Kelvin sign.
fn becomes_ascii(letter: char) -> bool {
    matches!(letter, '\u{130}' | '\u{212a}')
}

/// The word in a run of letters and digits: from its first letter on, if that is long enough.
fn word(run: &[u8]) -> Option<&[u8]> {
    if run.len() < SHORTEST {
        return None;
    }
    let start = run.iter().position(u8::is_ascii_alphabetic)?;
    run.get(start..).filter(|word| word.len() >= SHORTEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relevance::runs::BLOCK;

    #[test]
    fn no_other_character_becomes_ascii() {
        let others =
            (char::from(128)..=char::MAX).filter(|letter| letter.to_lowercase().any(|c| c.is_ascii()));
        assert!(others.eq(['\u{130}', '\u{212a}']));
    }

    #[test]
    fn a_run_counts_from_its_first_letter() {
        assert_eq!(words("1ab2cdef 12345 a1b2 abc 9abc"), ["ab2cdef", "a1b2"]);
    }

    #[test]
    fn words_stand_once_in_the_order_they_occur() {
        assert_eq!(words("beta alpha BETA alpha gamma"), ["beta", "alpha", "gamma"]);
    }

    #[test]
    fn a_word_may_cross_the_end_of_a_block_or_end_with_it() {
        for before in 0..2 * BLOCK {
            let text = format!("{}word {}", "-".repeat(before), "x".repeat(2 * BLOCK));
            assert_eq!(words(&text), ["word", &"x".repeat(2 * BLOCK)], "behind {before} bytes");
        }
    }

    #[test]
    fn what_becomes_ascii_is_part_of_a_word() {
        assert_eq!(words("\u{212a}elvin D\u{130}GIT na\u{17f}ty"), ["kelvin"]);
    }
}
