//! Two letters of one script, where syllables are of several: which pairs one token mostly has.

use super::pairs::{BLOCK, LEVELS, SCRIPTS};

/// Levels in a word of a table, and the bits of one.
const IN_WORD: u32 = 32;
const BITS: u32 = 2;

/// From 0, where a token mostly starts at the second of two letters, to 3, where seldom; nothing for letters of two
/// scripts or of one without pairs.
pub(super) fn level(first: char, second: char) -> Option<u16> {
    let (first, second) = (u32::from(first), u32::from(second));
    if first / BLOCK != second / BLOCK {
        return None;
    }
    let script = LEVELS.get(usize::from(*SCRIPTS.get((second / BLOCK) as usize)?))?;
    let place = second % BLOCK;
    let word = script.get((first % BLOCK) as usize)?.get((place / IN_WORD) as usize)?;
    word.checked_shr((place % IN_WORD).saturating_mul(BITS)).map(|levels| (levels & 3) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vowel_sign_is_bound_to_a_frequent_consonant_and_a_consonant_to_no_vowel() {
        assert_eq!([('क', 'ा'), ('ा', 'अ')].map(|(first, second)| level(first, second)), [Some(3), Some(0)]);
    }

    #[test]
    fn letters_of_two_scripts_or_of_one_without_pairs_are_no_pair() {
        for (first, second) in [('क', 'ক'), ('a', 'b'), ('я', 'я'), ('ກ', 'ຂ'), ('你', '好'), ('क', '🔥')]
        {
            assert_eq!(level(first, second), None, "{first}{second}");
        }
    }

    #[test]
    fn every_script_with_pairs_has_some_that_are_bound_and_some_that_are_not() {
        for (script, rows) in LEVELS.iter().enumerate() {
            let mut words = rows.iter().flatten();
            assert!(words.any(|word| *word == 0) && words.any(|word| *word > 0), "{script}");
        }
    }
}
