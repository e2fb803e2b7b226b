//! Every cut against the published patterns. A wrong one seldom changes a count, since merges hardly cross it.

use std::sync::LazyLock;

use fancy_regex::Regex;
use proptest::prelude::*;

use super::{Cl100k, Gpt2, O200k, Split};

#[path = "../../../tests/encodings/patterns.rs"]
mod patterns;
#[path = "../../../tests/encodings/texts.rs"]
mod texts;

static GPT2: LazyLock<Regex> = LazyLock::new(|| Regex::new(patterns::GPT2).unwrap());
static CL100K: LazyLock<Regex> = LazyLock::new(|| Regex::new(patterns::CL100K).unwrap());
static O200K: LazyLock<Regex> = LazyLock::new(|| Regex::new(patterns::O200K).unwrap());

fn by_pattern<'a>(pattern: &Regex, text: &'a str) -> Vec<&'a str> {
    pattern.find_iter(text).map(|found| found.unwrap().as_str()).collect()
}

fn by_hand<S: Split>(text: &str) -> Vec<&str> {
    let (mut at, mut pieces) = (0, Vec::new());
    while at < text.len() {
        let end = S::end(text.as_bytes(), at);
        pieces.push(&text[at..end]);
        at = end;
    }
    pieces
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn a_text_is_cut_where_its_pattern_cuts_it(text in texts::text()) {
        prop_assert_eq!(by_hand::<Gpt2>(&text), by_pattern(&GPT2, &text));
        prop_assert_eq!(by_hand::<Cl100k>(&text), by_pattern(&CL100K, &text));
        prop_assert_eq!(by_hand::<O200k>(&text), by_pattern(&O200K, &text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000_000))]

    /// `cargo test -p contextthrift-core a_million_texts -- --ignored`, whose outcome is in `benches/results`.
    #[test]
    #[ignore = "takes minutes"]
    fn a_million_texts_are_cut_where_their_patterns_cut_them(text in texts::text()) {
        prop_assert_eq!(by_hand::<Gpt2>(&text), by_pattern(&GPT2, &text));
        prop_assert_eq!(by_hand::<Cl100k>(&text), by_pattern(&CL100K, &text));
        prop_assert_eq!(by_hand::<O200k>(&text), by_pattern(&O200K, &text));
    }
}
