//! Terms and ranks on random text.

// What clippy.toml allows in tests it allows where it sees this.
#![cfg(test)]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are small, and an overflow fails the test")]

use contextthrift_core::relevance::index::Bm25;
use contextthrift_core::relevance::segment::{LONGEST_TERM, Options, terms};
use contextthrift_core::relevance::turn_index::{Feedback, Ranking, Spread, TurnIndex};
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization;

const PARTS: Options = Options { parts: true };

/// Text of any characters, and text in which words are likely to meet.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[a-dA-D0-9_ é\u{301}日本ฝนς?\u{ad}]{0,40}"]
}

fn everything() -> Ranking {
    Ranking {
        bm25: Bm25 { k1: 0.9, b: 0.9 },
        spread: Spread { weight: 0.83, decay: 0.6, reach: 5 },
        stemming: true,
        parts: true,
        common: 0.5,
        grams: 4,
        feedback: Feedback { turns: 20, terms: 40, weight: 0.8 },
        named_author: 1.25,
        question: 0.8,
    }
}

fn index(turns: &[(String, bool)]) -> TurnIndex {
    let mut index = TurnIndex::new(everything()).unwrap();
    for (text, begins) in turns {
        index.push(text, Some(text), *begins).unwrap();
    }
    index
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn terms_are_their_own_terms(text in text()) {
        for term in terms(&text, PARTS) {
            prop_assert!(!term.is_empty() && term.len() <= LONGEST_TERM);
            prop_assert_eq!(terms(&term, Options { parts: false }), [term.as_str()]);
        }
    }

    #[test]
    fn parts_are_added_to_the_words(text in text()) {
        let (words, all) = (terms(&text, Options { parts: false }), terms(&text, PARTS));
        let mut rest = all.iter();
        prop_assert!(words.iter().all(|word| rest.any(|term| term == word)));
    }

    #[test]
    fn composed_and_decomposed_text_has_the_same_terms(text in text()) {
        let (composed, decomposed): (String, String) = (text.nfc().collect(), text.nfd().collect());
        prop_assert_eq!(terms(&composed, PARTS), terms(&decomposed, PARTS));
    }

    #[test]
    fn scores_are_numbers_and_the_best_are_in_order(
        turns in prop::collection::vec((text(), any::<bool>()), 0..20), query in text(), limit in 0_usize..25
    ) {
        let index = index(&turns);
        let scores = index.scores(&query);
        prop_assert_eq!(scores.len(), turns.len());
        prop_assert!(scores.iter().all(|score| score.is_finite() && *score >= 0.0));
        let mut expected: Vec<_> = scores.into_iter().enumerate().filter(|(_, score)| *score > 0.0).collect();
        expected.sort_by(|one, other| other.1.total_cmp(&one.1).then(other.0.cmp(&one.0)));
        expected.truncate(limit);
        prop_assert_eq!(index.best(&query, limit), expected);
    }

    #[test]
    fn an_index_built_twice_scores_to_the_last_bit_alike(
        turns in prop::collection::vec((text(), any::<bool>()), 0..20), query in text()
    ) {
        let bits = |index: TurnIndex| index.scores(&query).into_iter().map(f64::to_bits).collect::<Vec<_>>();
        prop_assert_eq!(bits(index(&turns)), bits(index(&turns)));
    }
}

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    /// A word; the lower its number, the more often it comes.
    fn word(&mut self) -> String {
        let most = self.roll(3_000) + 1;
        let number = self.roll(most);
        format!("{}{number}", ["paint", "lake", "disk", "colour"][(number % 4) as usize])
    }

    fn words(&mut self, most: u64) -> String {
        let count = self.roll(most) + 1;
        (0..count).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }
}

/// Turns of many lengths, in sessions of many lengths; of some words there are many in one turn.
fn long_dialogue(ranking: Ranking, dice: &mut Dice) -> TurnIndex {
    let mut index = TurnIndex::new(ranking).unwrap();
    for _ in 0..5_000 {
        let mut text = dice.words(40);
        match dice.roll(40) {
            0 => text.clear(),
            1 => text = format!("{} ", dice.word()).repeat(dice.roll(6_000) as usize),
            2..12 => text.push('?'),
            _ => {}
        }
        let author = ["Mia", "Ben", "Mia Ben", "Ann"][dice.roll(4) as usize];
        index.push(&text, Some(author), dice.roll(30) == 0).unwrap();
    }
    index
}

#[test]
fn the_best_of_many_turns_are_those_that_all_scores_show() {
    let rankings = [
        everything(),
        Ranking { named_author: 7.0, question: 3.0, ..everything() },
        Ranking { grams: 0, question: 0.0, ..everything() },
        Ranking { spread: Spread { weight: 2.5, decay: 0.9, reach: 8 }, common: 1.0, ..everything() },
        Ranking { spread: Spread { weight: 0.5, decay: 0.5, reach: 9 }, ..everything() },
        Ranking { feedback: Feedback { turns: 3, terms: 9, weight: 5.0 }, grams: 3, ..everything() },
        Ranking { feedback: Feedback { turns: 0, terms: 0, weight: 0.0 }, ..everything() },
        Ranking { bm25: Bm25 { k1: 0.0, b: 0.0 }, ..everything() },
        Ranking::plain(1.5, 0.75),
    ];
    for (ranking, seed) in rankings.into_iter().zip(1..) {
        let mut dice = Dice(seed);
        let mut index = long_dialogue(ranking, &mut dice);
        for round in 0..4_u64 {
            let query = format!(
                "{} {}",
                dice.words(1 + round * 8),
                ["", "Mia", "by Ann or Ben"][(round % 3) as usize]
            );
            let scores = index.scores(&query);
            let mut all: Vec<_> = scores.into_iter().enumerate().filter(|(_, score)| *score > 0.0).collect();
            all.sort_by(|one, other| other.1.total_cmp(&one.1).then(other.0.cmp(&one.0)));
            for limit in [1, 10, 210, 290] {
                let found = index.best(&query, limit);
                assert_eq!(found, all[..limit.min(all.len())], "{ranking:?}, {query}, {limit}");
            }
            index.remove_oldest(dice.roll(40) as usize).unwrap();
        }
    }
}

#[test]
fn a_ranking_that_cannot_be_meant_is_refused() {
    let rankings = [
        (Ranking::plain(-1.0, 0.5), "k1 must lie between 0 and 1,000,000"),
        (Ranking::plain(f64::NAN, 0.5), "k1 must lie between 0 and 1,000,000"),
        (Ranking::plain(1.0, 1.5), "b must lie between 0 and 1"),
        (Ranking { common: -0.5, ..everything() }, "common must lie between 0 and 1"),
        (Ranking { question: f64::INFINITY, ..everything() }, "question must lie between 0 and 1,000,000"),
    ];
    for (ranking, message) in rankings {
        assert_eq!(TurnIndex::new(ranking).unwrap_err().to_string(), message);
    }
}
