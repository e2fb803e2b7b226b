//! Counts by character, for models without a public tokenizer.
//!
//! An ASCII letter or digit has a weight that depends on the two characters before it, a Cyrillic, Arabic, Armenian,
//! Georgian or accented Latin letter one by the character before it, any other character one that depends on its class
//! and on what stands before it; a place in a word or a number has one of its own. A text costs their sum and something
//! for its shortness. The weights were fitted so that real tokenizers seldom count more.

mod character;
mod classes;
mod claude;
mod gemini;
mod han;
mod pair;
mod pairs;
mod run;
mod weights;

use character::Traits;
use classes::{BLANK, BLANKS, CONTEXTS, LINE, LOOSE, OTHER, SAME, SCRIPT, SQUARE_ROOT, TARGETS};
use run::Place;
use weights::{SORT_BITS, Weights};

/// The first byte of a character outside ASCII is this or more, and no other byte of it is.
const FIRST_OF_SEVERAL: u8 = 0xC0;

/// UTF-8 takes at most four bytes for a code point.
const BYTES_OF_FOUR_CODE_POINTS: u64 = 16;

/// Code points divided by four, rounded up, or nothing where that is more than `limit`.
pub(super) fn chars4(text: &str, limit: u64) -> Option<u64> {
    if limit.saturating_mul(BYTES_OF_FOUR_CODE_POINTS) < text.len() as u64 {
        return None;
    }
    Some((text.chars().count() as u64).div_ceil(4)).filter(|count| *count <= limit)
}

/// At least what the Claude models are known to count, for nearly every text; nothing where that is more than `limit`.
pub(super) fn claude(text: &str, limit: u64) -> Option<u64> {
    weigh(text, &claude::WEIGHTS, limit)
}

/// At least what the Gemini models are known to count, for nearly every text; nothing where that is more than `limit`.
pub(super) fn gemini(text: &str, limit: u64) -> Option<u64> {
    weigh(text, &gemini::WEIGHTS, limit)
}

/// The weights of all characters in one pass, but no more tokens than `at_most`. Every step adds, so a longer text
/// never costs less, and one that costs too much already is read no further. What has no more bytes than the limit
/// is read to its end, as it may have no more tokens than bytes.
fn weigh(text: &str, weights: &Weights, limit: u64) -> Option<u64> {
    let most = if text.len() as u64 <= limit { u64::MAX } else { limit.saturating_mul(1000) };
    let (mut total, mut place, mut before, mut context) = (0_u64, Place::outside(), BLANK, BLANKS);
    let (mut last, mut one_before, mut sort_before) = (None, None, BLANKS % (OTHER + 1));
    for character in text.chars() {
        let traits = Traits::of(character);
        let sort = traits.sort();
        let is_same = last == Some(character) && (one_before == last || traits.group() == LINE);
        let cost = if is_same {
            weights.of(traits, SAME)
        } else if sort < TARGETS {
            weights.letter(sort, context)
        } else if sort > OTHER {
            weights.pair(sort, sort_before)
        } else {
            weights.of(traits, behind(last, character, before))
        };
        place = place.then(traits.run());
        total = total.saturating_add(u64::from(cost.saturating_add(weights.at(place))));
        if total > most {
            return None;
        }
        context = (context << SORT_BITS | sort.min(OTHER)) % CONTEXTS;
        (before, sort_before, one_before, last) = (traits.group(), sort, last, Some(character));
    }
    Some(tokens(total).min(at_most(text, weights.beyond))).filter(|count| *count <= limit)
}

/// The bytes of a text, and so many tokens more for each character outside ASCII.
fn at_most(text: &str, beyond: u64) -> u64 {
    let bytes = text.len() as u64;
    if beyond == 0 {
        return bytes;
    }
    let several = text.bytes().filter(|byte| *byte >= FIRST_OF_SEVERAL).count() as u64;
    bytes.saturating_add(several.saturating_mul(beyond))
}

/// Thousandths in tokens, with 0.4 times the root of the tokens more: words are off by chance, which evens out in
/// long texts and not in short ones.
fn tokens(total: u64) -> u64 {
    total.saturating_add(total.saturating_mul(SQUARE_ROOT).isqrt()).div_ceil(1000)
}

/// What stands before a character: the group of that, or within a script with pairs what their level is.
fn behind(last: Option<char>, character: char, before: u16) -> u16 {
    if before != SCRIPT {
        return before;
    }
    last.and_then(|last| pair::level(last, character)).map_or(SCRIPT, |level| LOOSE.saturating_add(level))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::classes::{CLASSES, GROUPS};
    use super::weights::LETTERS;
    use super::*;

    /// The same from the rules as they are told, looking back from each character anew.
    fn told(text: &[char], weights: &Weights) -> u64 {
        let total: u64 = (0..text.len()).map(|at| u64::from(cost(&text[..=at], weights))).sum();
        let more = (total as f64 / 1000.0).sqrt() * 0.4 * 1000.0 + 1e-6;
        let most: u64 = text.iter().map(|character| most_of(*character, weights)).sum();
        total.saturating_add(more as u64).div_ceil(1000).min(most)
    }

    /// The most tokens of a character: its bytes, and for Claude two more where it is not ASCII.
    fn most_of(character: char, weights: &Weights) -> u64 {
        let beyond = if character.is_ascii() { 0 } else { weights.beyond };
        beyond.saturating_add(character.len_utf8() as u64)
    }

    /// What the last character costs.
    fn cost(text: &[char], weights: &Weights) -> u16 {
        let every: Vec<Traits> = text.iter().copied().map(Traits::of).collect();
        let traits = *every.last().unwrap();
        let before = match text {
            [.., second, third] if second == third && traits.group() == LINE => SAME,
            [.., first, second, third] if first == second && second == third => SAME,
            [.., second, third] => pair::level(*second, *third)
                .map_or(Traits::of(*second).group(), |level| LOOSE.saturating_add(level)),
            _ => BLANK,
        };
        let sorts: Vec<u16> = every.iter().map(|traits| traits.sort()).collect();
        let own = match (&sorts[..], before) {
            ([.., sort], before) if before == SAME || (TARGETS..=OTHER).contains(sort) => {
                weights.rows[traits.row().saturating_add(usize::from(before))]
            }
            ([.., second, third], _) if *third > OTHER => of_alphabet(weights, *second, *third),
            ([.., first, second, third], _) => units(weights, [*first, *second, *third]),
            ([third], _) if *third > OTHER => of_alphabet(weights, BLANK_SORT, *third),
            ([first, second], _) => units(weights, [BLANK_SORT, *first, *second]),
            ([first], _) => units(weights, [BLANK_SORT, BLANK_SORT, *first]),
            ([], _) => 0,
        };
        own.saturating_add(of_place(&every, weights))
    }

    /// What the last of these characters costs more by its place in a word or a number.
    fn of_place(every: &[Traits], weights: &Weights) -> u16 {
        let kind = every.last().unwrap().run();
        let place = every.iter().rev().skip(1).take_while(|traits| traits.run() == kind).count();
        let in_number = [0, 1, 2].get(place).copied().unwrap_or([3, 4, 5][place % 3]);
        let within = if kind == NUMBER { in_number } else { place.min(24) };
        let first = |run: u16| usize::from(run).saturating_mul(25);
        kind.checked_sub(1).map_or(0, |run| weights.places[first(run).saturating_add(within)])
    }

    /// The kind of run of a number.
    const NUMBER: u16 = 5;

    /// The sort of blanks, which stand before a text.
    const BLANK_SORT: u16 = BLANKS % 64;

    /// What the last of three sorts costs.
    fn units(weights: &Weights, [first, second, third]: [u16; 3]) -> u16 {
        let at = [third, first.min(OTHER), second.min(OTHER)]
            .into_iter()
            .fold(0_usize, |at, sort| at.saturating_mul(64).saturating_add(usize::from(sort)));
        u16::from(weights.letters[at]).saturating_mul(8)
    }

    /// What a letter of an alphabet costs behind a character of that sort.
    fn of_alphabet(weights: &Weights, before: u16, sort: u16) -> u16 {
        let (own, other) = (sort.saturating_sub(64), before.checked_sub(64));
        let same_table = other.filter(|other| other / 128 == own / 128);
        let column = same_table.map_or(before.min(OTHER), |other| (other % 128).saturating_add(64));
        let place = usize::from(own).saturating_mul(192).saturating_add(usize::from(column));
        u16::from(weights.letters[LETTERS.saturating_add(place)]).saturating_mul(16)
    }

    /// Texts of what people and programs write, next to any characters.
    fn texts() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            "[a-z]{1,40}",
            "[A-Za-z0-9+/]{1,60}",
            "[ \\t\\n]{1,5}",
            "[0-9.,:]{1,12}",
            "[=\\-*#─│├]{1,9}",
            "[а-яёΑ-ω你好こんに안녕🔥👨\u{200d}]{1,6}",
            "[А-яґӹәا-يەéışŋ]{1,30}",
            "[\u{900}-\u{97f}\u{e00}-\u{e7f}]{1,9}",
            any::<String>(),
        ];
        prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
    }

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

    #[test]
    fn every_code_point_has_a_class_and_costs_something_but_no_more_than_it_may() {
        for weights in [&claude::WEIGHTS, &gemini::WEIGHTS] {
            for character in '\0'..=char::MAX {
                let traits = Traits::of(character);
                assert!(traits.row() < CLASSES * GROUPS, "{character:?}");
                for before in 0..GROUPS as u16 {
                    let cost = u64::from(weights.of(traits, before));
                    let for_others = 2; // an emoji that begins a line pays for its name
                    assert!(
                        (20..=1000 * (most_of(character, weights) + for_others)).contains(&cost),
                        "{character:?} behind {before}: {cost}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_code_point_outside_the_basic_plane_costs_a_token_or_more() {
        for weights in [&claude::WEIGHTS, &gemini::WEIGHTS] {
            for character in '\u{10000}'..=char::MAX {
                assert!(
                    (0..GROUPS as u16).all(|before| weights.of(Traits::of(character), before) >= 1000),
                    "{character:?}"
                );
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn one_pass_gives_what_the_rules_say(text in texts()) {
            let characters: Vec<char> = text.chars().collect();
            for weights in [&claude::WEIGHTS, &gemini::WEIGHTS] {
                prop_assert_eq!(weigh(&text, weights, u64::MAX), Some(told(&characters, weights)));
            }
        }

        #[test]
        fn a_text_costs_one_token_or_more_and_no_more_than_it_may(text in texts()) {
            let bytes = text.len() as u64;
            let several = text.chars().filter(|character| !character.is_ascii()).count() as u64;
            let most = [bytes.saturating_add(several.saturating_mul(2)), bytes];
            for (estimate, most) in [claude, gemini].into_iter().zip(most) {
                let count = estimate(&text, u64::MAX).unwrap_or_default();
                prop_assert!((u64::from(!text.is_empty())..=most).contains(&count));
            }
        }

        #[test]
        fn more_text_never_costs_less(text in texts(), more in texts()) {
            let longer = format!("{text}{more}");
            for estimate in [claude, gemini] {
                prop_assert!(estimate(&longer, u64::MAX) >= estimate(&text, u64::MAX));
            }
        }

        #[test]
        fn a_limit_is_kept_to_the_token(text in texts()) {
            for estimate in [claude, gemini] {
                let count = estimate(&text, u64::MAX).unwrap_or_default();
                prop_assert_eq!(estimate(&text, count), Some(count));
                prop_assert_eq!(count.checked_sub(1).and_then(|less| estimate(&text, less)), None);
            }
        }

        #[test]
        fn every_character_more_never_costs_less(text in texts()) {
            for estimate in [claude, gemini] {
                let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
                prop_assert!(ends.map(|end| estimate(&text[..end], u64::MAX)).is_sorted());
            }
        }
    }
}
