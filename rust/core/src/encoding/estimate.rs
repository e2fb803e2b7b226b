//! Counts by character, for models without a public tokenizer.
//!
//! An ASCII letter or digit has a weight that depends on the two characters before it, any other character one that
//! depends on its class and on what stands before it, and a place in a word has one of its own; a text costs their
//! sum and something for its shortness. The weights were fitted so that real tokenizers seldom count more.

mod classes;
mod claude;
mod gemini;
mod han;
mod pair;
mod pairs;

use classes::{
    BLANK, BLANKS, CLASSES, CONTEXTS, GROUPS, IN_WORDS, LOOSE, LOW, OTHER, PLACES, RANGES, SAME, SCRIPT,
    SORTS, SQUARE_ROOT, STEP, TARGETS,
};

/// The bytes of a table of letters.
const LETTERS: usize = TARGETS as usize * CONTEXTS as usize;

/// Thousandths that one of its bytes counts.
const UNIT: u16 = 8;

/// Thousandths of a token.
struct Weights {
    /// For each class what one of its characters costs, by the group of what stands before it.
    rows: [[u16; GROUPS]; CLASSES],
    /// What a letter or a digit costs more by its place in a run of them.
    places: [u16; PLACES],
    /// For each sort that has weights what one of its characters costs, by the sorts of the two before it, in units.
    letters: &'static [u8; LETTERS],
    /// Whole tokens that a character outside ASCII may cost more than its bytes.
    beyond: u64,
}

/// Bits of a sort in a context.
const SORT_BITS: u16 = 6;

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
    let (mut total, mut place, mut before) = (0_u64, 0_usize, BLANK);
    let (mut last, mut one_before, mut context) = (None, None, BLANKS);
    for character in text.chars() {
        let (kind, sort) = (kind_of(character), sort_of(character));
        let is_same = last == Some(character) && one_before == last;
        let cost = if is_same {
            weights.of(kind, SAME)
        } else if sort < TARGETS {
            weights.letter(sort, context)
        } else {
            weights.of(kind, behind(last, character, before))
        };
        total = total.saturating_add(u64::from(cost));
        context = (context << SORT_BITS | sort) % CONTEXTS;
        before = kind % STEP;
        if IN_WORDS >> before & 1 == 1 {
            total = total.saturating_add(u64::from(weights.at(place)));
            place = place.saturating_add(1);
        } else {
            place = 0;
        }
        if total > most {
            return None;
        }
        (one_before, last) = (last, Some(character));
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

impl Weights {
    /// What a character of that kind costs behind that group.
    fn of(&self, kind: u16, before: u16) -> u16 {
        let row = self.rows.get(usize::from(kind / STEP));
        row.and_then(|row| row.get(usize::from(before))).copied().unwrap_or(0)
    }

    /// What a letter or a digit of that sort costs behind those two.
    fn letter(&self, sort: u16, context: u16) -> u16 {
        let place = usize::from(sort) << (2 * SORT_BITS) | usize::from(context);
        self.letters.get(place).map_or(0, |units| u16::from(*units).saturating_mul(UNIT))
    }

    /// What a letter or a digit costs more at that place of its run.
    fn at(&self, place: usize) -> u16 {
        self.places.get(place).or(self.places.last()).copied().unwrap_or(0)
    }
}

/// What stands before a character: the group of that, or within a script with pairs what their level is.
fn behind(last: Option<char>, character: char, before: u16) -> u16 {
    if before != SCRIPT {
        return before;
    }
    last.and_then(|last| pair::level(last, character)).map_or(SCRIPT, |level| LOOSE.saturating_add(level))
}

/// The sort of a character for the table of letters.
fn sort_of(character: char) -> u16 {
    u16::from(SORTS.get(character as usize).copied().unwrap_or(OTHER))
}

/// The class of a character times `STEP`, plus its group.
fn kind_of(character: char) -> u16 {
    let point = u32::from(character);
    if let Some(&kind) = LOW.get(point as usize) {
        return kind;
    }
    let after = RANGES.partition_point(|&(first, _)| first <= point);
    match RANGES.get(after.saturating_sub(1)) {
        Some(&(_, han::COMMON)) if is_frequent(point) => han::FREQUENT,
        range => range.map_or(0, |&(_, kind)| kind),
    }
}

/// Whether a Han character is one of the frequent.
fn is_frequent(point: u32) -> bool {
    let place = point.saturating_sub(han::FIRST);
    han::BITS.get(place as usize / 64).is_some_and(|bits| bits >> (place % 64) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
        let kind = kind_of(*text.last().unwrap());
        let before = match text {
            [.., first, second, third] if first == second && second == third => SAME,
            [.., second, third] => pair::level(*second, *third)
                .map_or(kind_of(*second) % STEP, |level| LOOSE.saturating_add(level)),
            _ => BLANK,
        };
        let run = text.iter().rev().take_while(|c| IN_WORDS >> (kind_of(**c) % STEP) & 1 == 1).count();
        let extra = run.min(PLACES).checked_sub(1).map_or(0, |place| weights.places[place]);
        let sorts: Vec<usize> = text.iter().map(|c| usize::from(sort_of(*c))).collect();
        let own = match (&sorts[..], before) {
            ([.., sort], before) if before == SAME || *sort >= usize::from(TARGETS) => {
                weights.rows[usize::from(kind / STEP)][usize::from(before)]
            }
            ([.., first, second, third], _) => units(weights, [*first, *second, *third]),
            ([first, second], _) => units(weights, [BLANK_SORT, *first, *second]),
            ([first], _) => units(weights, [BLANK_SORT, BLANK_SORT, *first]),
            ([], _) => 0,
        };
        own.saturating_add(extra)
    }

    /// The sort of blanks, which stand before a text.
    const BLANK_SORT: usize = BLANKS as usize % 64;

    /// What the last of three sorts costs.
    fn units(weights: &Weights, [first, second, third]: [usize; 3]) -> u16 {
        let at = [third, first, second]
            .into_iter()
            .fold(0_usize, |at, sort| at.saturating_mul(64).saturating_add(sort));
        u16::from(weights.letters[at]).saturating_mul(UNIT)
    }

    /// Texts of what people and programs write, next to any characters.
    fn texts() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            "[a-z]{1,40}",
            "[A-Za-z0-9+/]{1,60}",
            "[ \\t\\n]{1,5}",
            "[0-9.,:]{1,12}",
            "[=\\-*#]{1,9}",
            "[а-яёΑ-ω你好こんに안녕🔥👨\u{200d}]{1,6}",
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
                let kind = kind_of(character);
                assert!(usize::from(kind / STEP) < CLASSES, "{character:?}");
                for before in 0..GROUPS as u16 {
                    let cost = u64::from(weights.of(kind, before));
                    let for_others = 2; // an emoji that begins a line pays for its name, a letter of Uyghur for its word
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
                    (0..GROUPS as u16).all(|before| weights.of(kind_of(character), before) >= 1000),
                    "{character:?}"
                );
            }
        }
    }

    #[test]
    fn a_han_character_is_frequent_or_not() {
        let kinds = ['的', '龘', '一', '\u{9fff}', '\u{a000}', 'あ'].map(kind_of);
        assert_eq!(kinds[..4], [han::FREQUENT, han::COMMON, han::FREQUENT, han::COMMON]);
        assert!(kinds[4..].iter().all(|kind| ![han::FREQUENT, han::COMMON].contains(kind)));
    }

    #[test]
    fn ranges_are_in_order() {
        assert!(RANGES.is_sorted_by(|(one, _), (other, _)| one < other));
        assert_eq!(RANGES.first().map(|(first, _)| *first), Some(LOW.len() as u32));
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
