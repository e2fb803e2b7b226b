//! Every cut against the published patterns. A wrong one seldom changes a count, since merges hardly cross it.

use std::sync::LazyLock;

use fancy_regex::Regex;
use proptest::prelude::*;

use super::{Block, Cl100k, Gpt2, O200k, Split, Window};

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

/// The same as [`by_hand`], but for blocks first, as counting does it.
fn by_blocks<S: Split>(text: &str) -> Vec<&str> {
    let (mut at, mut pieces) = (0, Vec::new());
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        let mut window: Window = [0; 80];
        window.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
        let starts = S::starts(&Block::new(&window, rest.len()).unwrap());
        let start = at;
        for place in (1..64).filter(|place| starts >> place & 1 == 1) {
            let end = start.strict_add(place);
            pieces.push(&text[at..end]);
            at = end;
        }
        if at == start {
            at = S::end(text.as_bytes(), start);
            pieces.push(&text[start..at]);
        }
    }
    pieces
}

fn check(text: &str) -> Result<(), TestCaseError> {
    for (name, pattern, by_hand, by_blocks) in [
        ("gpt2", &GPT2, by_hand::<Gpt2>(text), by_blocks::<Gpt2>(text)),
        ("cl100k", &CL100K, by_hand::<Cl100k>(text), by_blocks::<Cl100k>(text)),
        ("o200k", &O200K, by_hand::<O200k>(text), by_blocks::<O200k>(text)),
    ] {
        let expected = by_pattern(pattern, text);
        prop_assert_eq!(&by_hand, &expected, "{}", name);
        prop_assert_eq!(&by_blocks, &expected, "{} by blocks", name);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn a_text_is_cut_where_its_pattern_cuts_it(text in texts::text()) {
        check(&text)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000_000))]

    /// `cargo test -p contextthrift-core a_million_texts -- --ignored`, whose outcome is in `benches/results`.
    #[test]
    #[ignore = "takes minutes"]
    fn a_million_texts_are_cut_where_their_patterns_cut_them(text in texts::text()) {
        check(&text)?;
    }
}
