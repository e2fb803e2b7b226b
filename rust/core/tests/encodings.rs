//! Every encoding against its slow twin, on random texts made of what the patterns look at.

// What clippy.toml allows in tests it allows where it sees this.
#![cfg(test)]
#![allow(
    clippy::arithmetic_side_effects,
    reason = "the twin reads small files, and an overflow fails the test"
)]

#[path = "encodings/patterns.rs"]
mod patterns;
#[path = "encodings/texts.rs"]
mod texts;
#[path = "encodings/twin.rs"]
mod twin;

use std::time::{Duration, Instant};

use contextthrift_core::encoding::{Encoding, set_cache_size};
use proptest::prelude::*;
use serde_json::Value;
use texts::text;
use twin::Twin;

const CASES: u32 = 2_000;

const EXACT: [Encoding; 7] = [
    Encoding::Cl100kBase,
    Encoding::O200kBase,
    Encoding::O200kHarmony,
    Encoding::P50kBase,
    Encoding::P50kEdit,
    Encoding::R50kBase,
    Encoding::Gpt2,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn every_encoding_counts_as_its_twin(text in text()) {
        for encoding in EXACT {
            prop_assert_eq!(encoding.count(&text).unwrap(), Twin::of(encoding.name()).count(&text), "{}", encoding.name());
        }
    }

    #[test]
    fn a_count_up_to_a_limit_is_the_count_or_nothing(text in text(), limit in 0..40_u64) {
        for encoding in Encoding::ALL {
            let count = encoding.count(&text).unwrap();
            let expected = (count <= limit).then_some(count);
            prop_assert_eq!(encoding.count_up_to(&text, limit).unwrap(), expected, "{}", encoding.name());
        }
    }
}

/// As `tests/tokens/test_counts.py` reads them.
#[test]
fn recorded_texts_count_as_in_tiktoken() {
    let file = include_str!("../../../tests/data/token_counts.json");
    let recorded: Value = serde_json::from_str(file).unwrap();
    let encodings = recorded["encodings"].as_array().unwrap();
    for row in recorded["texts"].as_array().unwrap() {
        let row = row.as_array().unwrap();
        for (encoding, count) in encodings.iter().zip(&row[1..]) {
            let encoding = Encoding::named(encoding.as_str().unwrap()).unwrap();
            assert_eq!(
                Some(encoding.count(row[0].as_str().unwrap()).unwrap()),
                count.as_u64(),
                "{encoding:?} {row:?}"
            );
        }
    }
}

/// The counting of a long piece rests on this: of a token that merges do not make, a row of tokens could
/// hold one where merging leaves its parts.
#[test]
fn merges_make_every_token_out_of_its_bytes() {
    for encoding in ["cl100k_base", "o200k_base", "p50k_base", "r50k_base"] {
        let twin = Twin::of(encoding);
        let unmade: Vec<_> = twin.ranks.keys().filter(|token| twin.merged(token) != 1).collect();
        assert_eq!(unmade, Vec::<&Vec<u8>>::new(), "{encoding}");
    }
}

#[test]
fn every_token_that_is_text_counts_as_its_twin_says() {
    for encoding in EXACT {
        let twin = Twin::of(encoding.name());
        for token in twin.ranks.keys().filter_map(|token| str::from_utf8(token).ok()) {
            assert_eq!(encoding.count(token).unwrap(), twin.count(token), "{} {token:?}", encoding.name());
        }
    }
}

/// What hardly breaks into pieces, or is looked at more than once by a pattern.
const UNBROKEN: [&str; 12] = [
    "a",
    "A",
    "aB",
    " ",
    "\n",
    " \n",
    "^",
    "語",
    "日A",
    "\u{301}",
    "thequickbrown",
    "👩\u{200d}👩\u{200d}👧",
];

#[test]
fn time_grows_with_the_length_of_a_text_alone() {
    for encoding in [Encoding::Cl100kBase, Encoding::O200kBase, Encoding::R50kBase] {
        encoding.count("laid out").unwrap();
        for unit in UNBROKEN {
            let long = unit.repeat(60_000 / unit.len());
            let short = unit.repeat(6_000 / unit.len());
            let growth = quickest(encoding, &long).as_secs_f64() / quickest(encoding, &short).as_secs_f64();
            assert!(
                growth < 40.0,
                "{} of {unit:?}: ten times the text took {growth} times as long",
                encoding.name()
            );
        }
    }
}

#[test]
fn a_count_up_to_a_limit_does_not_read_what_is_far_beyond_it() {
    for encoding in [Encoding::Chars4, Encoding::Cl100kBase] {
        for text in ["word ".repeat(400_000), "word".repeat(500_000)] {
            let whole = quickest(encoding, &text);
            let started = Instant::now();
            assert_eq!(encoding.count_up_to(&text, 10), Ok(None));
            assert!(started.elapsed() * 10 < whole, "{}", encoding.name());
        }
    }
}

/// The quickest of nine counts, none of them remembered.
fn quickest(encoding: Encoding, text: &str) -> Duration {
    set_cache_size(0).unwrap();
    let run = |_| {
        let started = Instant::now();
        encoding.count(text).unwrap();
        started.elapsed()
    };
    (0..9).map(run).min().unwrap()
}
