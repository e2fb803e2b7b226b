//! Text to words: an ASCII letter with at least three ASCII letters or digits behind it, in lower case.

use std::collections::HashSet;

/// A shorter run is no word.
const SHORTEST: usize = 4;

/// As many bytes as a word of the machine has bits.
const BLOCK: usize = 64;

/// Times eight bytes that are 0 or 1, the highest byte has their bits, the first byte's lowest.
const GATHER: u64 = 0x0102_0408_1020_4080;

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
    ///
    /// Finding the gaps of a block without a branch made this four times as fast as looking for the
    /// end of each run: where words end is what a processor cannot predict.
    pub(super) fn read(&mut self, text: &str, mut take: impl FnMut(&[u8])) {
        self.lower(text);
        let mut start = 0;
        for (block, base) in self.lowered.chunks(BLOCK).zip((0_usize..).step_by(BLOCK)) {
            let mut gaps = gaps(block);
            while gaps != 0 {
                let end = base.saturating_add(gaps.trailing_zeros() as usize);
                if let Some(word) = self.lowered.get(start..end).and_then(word) {
                    take(word);
                }
                start = end.saturating_add(1);
                gaps &= gaps.wrapping_sub(1);
            }
        }
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

/// A bit for each place of a block that holds no letter or digit, the first place lowest.
fn gaps(block: &[u8]) -> u64 {
    let mut marks = [1_u8; BLOCK];
    for (mark, byte) in marks.iter_mut().zip(block) {
        *mark = u8::from(!(byte.is_ascii_lowercase() || byte.is_ascii_digit()));
    }
    let (eights, _) = marks.as_chunks::<8>();
    let bits = |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(GATHER) >> 56;
    eights.iter().rev().fold(0, |all, eight| all << 8 | bits(eight))
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
