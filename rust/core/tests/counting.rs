//! Exact counts of the byte-pair encodings.
//!
//! The numbers are `len(encode_ordinary(text))` of Python's tiktoken 0.14, for cl100k_base and o200k_base.

// What clippy.toml allows in tests it allows where it sees this.
#![cfg(test)]
#![allow(clippy::arithmetic_side_effects, reason = "divides by the length of texts that are not empty")]

use contextthrift_core::encoding::Encoding;
use proptest::prelude::*;

const ONE_MB: usize = 1_000_000;

/// A text, its tokens in cl100k_base, and in o200k_base.
const TEXTS: [(&str, u64, u64); 48] = [
    ("", 0, 0),
    (" ", 1, 1),
    ("  ", 1, 1),
    ("     ", 1, 1),
    ("\n", 1, 1),
    ("\n\n\n", 1, 1),
    ("\t\t x", 2, 2),
    ("a  b   c    d", 7, 7),
    ("trailing   ", 3, 3),
    ("line one\r\nline two\r\n\r\n", 6, 6),
    (" \n \n ", 2, 2),
    ("hello world", 2, 2),
    ("Hello, World!", 4, 4),
    ("I'm you're he'll we've they'd it's DON'T I'LL", 17, 9),
    ("\u{2019}s isn\u{2019}t", 3, 3),
    ("1", 1, 1),
    ("12", 1, 1),
    ("123", 1, 1),
    ("1234", 2, 2),
    ("12345678901", 4, 4),
    ("3.14159 1,000,000", 10, 10),
    ("1\u{ff12}\u{ff13}\u{664}\u{96b}", 7, 5),
    ("你好\u{ff0c}世界", 6, 3),
    ("日本語のテキスト", 8, 6),
    ("한국어 텍스트", 7, 5),
    ("Привет, мир", 6, 4),
    ("\u{645}\u{631}\u{62d}\u{628}\u{627} \u{628}\u{627}\u{644}\u{639}\u{627}\u{644}\u{645}", 10, 4),
    ("नमस\u{94d}त\u{947} द\u{941}न\u{93f}य\u{93e}", 13, 5),
    ("\u{1f600}", 2, 1),
    (
        "\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466} \
         \u{1f3f3}\u{fe0f}\u{200d}\u{1f308} \u{1f44d}\u{1f3fd}",
        32,
        21,
    ),
    ("e\u{301} n\u{303} Z\u{351}\u{36b}\u{343}", 12, 11),
    ("\u{301}\u{301}", 2, 2),
    ("ǅungla Ǆ ʰʷ", 12, 12),
    ("fn main() {\n    println!(\"{}\", x[0] + 1);\n}\n", 16, 16),
    ("def f(x):\n\treturn x ** 2  # square\n", 13, 13),
    ("camelCaseHTTPServer snake_case_name SCREAMING", 10, 10),
    ("<|endoftext|>", 7, 7),
    ("<|im_start|>user<|im_end|>", 13, 13),
    ("a<|endofprompt|>b", 9, 9),
    ("https://example.com/a?b=c&d=%20#e", 14, 14),
    ("{\"a\": [1, 2, {\"b\": null}]}", 15, 15),
    ("\u{a0}\u{2003}\u{3000}x", 5, 4),
    ("\u{feff}bom", 3, 2),
    ("\u{0}\u{1}\u{7f}", 3, 3),
    ("!!!???...---", 4, 4),
    ("////\n//", 2, 2),
    ("\u{10ffff}", 4, 4),
    ("\u{2028}\u{2029}", 4, 3),
];

/// A text, how often it is repeated, and the tokens of the whole.
const RUNS: [(&str, usize, u64, u64); 9] = [
    ("a", 10000, 1250, 1250),
    ("ab", 5000, 5000, 2500),
    (" ", 10000, 79, 79),
    ("\n", 10000, 313, 625),
    ("é", 3000, 3000, 3000),
    ("你", 3000, 3000, 3000),
    ("!", 5000, 625, 313),
    ("9", 9999, 3333, 3333),
    ("\u{1f600}", 2000, 4000, 2000),
];

/// A text that fills one megabyte, and the tokens of that.
const HOSTILE: [(&str, u64, u64); 14] = [
    (" ", 7_813, 7_813),
    ("\n", 31_250, 62_500),
    (" \n", 250_000, 250_000),
    ("\t", 62_500, 62_500),
    ("\r\n", 125_000, 125_000),
    ("a", 125_000, 125_000),
    ("ab", 500_000, 250_000),
    ("\u{e9}", 500_000, 500_000),
    ("a ", 500_001, 500_001),
    ("0", 333_334, 333_334),
    ("word ", 200_001, 200_001),
    ("!", 125_000, 62_500),
    ("()", 500_000, 500_000),
    ("\u{3000}", 166_667, 20_834),
];

#[test]
fn texts_count_as_in_tiktoken() {
    let wrong: Vec<_> =
        TEXTS.into_iter().filter(|(text, cl100k, o200k)| both(text) != (*cl100k, *o200k)).collect();
    assert!(wrong.is_empty(), "{:?}", wrong.iter().map(|(text, ..)| (text, both(text))).collect::<Vec<_>>());
}

#[test]
fn long_runs_count_as_in_tiktoken() {
    for (text, times, cl100k, o200k) in RUNS {
        assert_eq!(both(&text.repeat(times)), (cl100k, o200k), "{times} times {text:?}");
    }
}

#[test]
fn a_megabyte_of_anything_is_counted() {
    for (text, cl100k, o200k) in HOSTILE {
        assert_eq!(both(&text.repeat(ONE_MB / text.len())), (cl100k, o200k), "1 MB of {text:?}");
    }
}

#[test]
fn a_batch_counts_as_its_texts_do() {
    let mut texts: Vec<String> = TEXTS.into_iter().map(|(text, ..)| text.to_owned()).collect();
    texts.extend(RUNS.into_iter().map(|(text, times, ..)| text.repeat(times)));
    texts.extend(["".to_owned(), "long ".repeat(ONE_MB / 5), "".to_owned()]);
    for encoding in Encoding::ALL {
        assert_eq!(
            encoding.count_batch(&texts).unwrap(),
            one_by_one(encoding, &texts),
            "{}",
            encoding.name()
        );
    }
}

#[test]
fn every_encoding_is_found_by_its_name_and_no_other() {
    for encoding in Encoding::ALL {
        assert_eq!(Encoding::named(encoding.name()), Ok(encoding));
    }
    for name in ["", "CL100K_BASE", "p50k", "o200k_base "] {
        assert_eq!(Encoding::named(name).unwrap_err().to_string(), format!("no encoding is called {name:?}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_batch_of_any_texts_counts_as_they_do(texts in prop::collection::vec(any::<String>(), 0..12)) {
        for encoding in Encoding::ALL {
            prop_assert_eq!(encoding.count_batch(&texts).unwrap(), one_by_one(encoding, &texts));
        }
    }

    #[test]
    fn only_no_text_has_no_tokens_and_no_byte_has_two_but_with_claude(text in any::<String>()) {
        for encoding in Encoding::ALL {
            let count = encoding.count(&text).unwrap();
            prop_assert_eq!(count == 0, text.is_empty());
            let beyond = if encoding == Encoding::Claude { 2 } else { 0 };
            let several = text.chars().filter(|character| !character.is_ascii()).count();
            prop_assert!(count <= (text.len() + beyond * several) as u64);
        }
    }
}

fn both(text: &str) -> (u64, u64) {
    (Encoding::Cl100kBase.count(text).unwrap(), Encoding::O200kBase.count(text).unwrap())
}

fn one_by_one(encoding: Encoding, texts: &[String]) -> Vec<u64> {
    texts.iter().map(|text| encoding.count(text).unwrap()).collect()
}
