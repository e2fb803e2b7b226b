//! Random texts made of what the patterns look at.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// One of every kind that the patterns tell apart, of one to four bytes.
const KINDS: [&str; 24] = [
    "a",
    "s",
    "B",
    "S",
    "é",
    "É",
    "ſ",
    "ǅ",
    "ʰ",
    "語",
    "한",
    "𝒜",
    "\u{301}",
    "\u{1d165}",
    "7",
    "٣",
    "½",
    "𝟘",
    " ",
    "\t",
    "\u{3000}",
    "\n",
    "\r",
    "'",
];

/// What a contraction is made of, and what is like it.
const CONTRACTIONS: [&str; 20] = [
    "'", "'", "'", "’", "s", "S", "ſ", "t", "re", "VE", "lL", "l", "d", "m", "K", "x", "É", "\u{301}", " ",
    "\n",
];

/// White space, and what takes some of it.
const BLANKS: [&str; 16] = [
    " ", " ", "  ", "\n", "\r\n", "\r", "\t", "\u{a0}", "\u{85}", "\u{2028}", "\u{200b}", "x", "1", "!", "/",
    "語",
];

/// Pieces that merge, in texts without any cut.
const PARTS: [&str; 16] = [
    "a",
    "e",
    "th",
    "er",
    "ing",
    "ation",
    "un",
    "tokenizer",
    "q",
    "zx",
    "の",
    "的",
    "中国",
    "ы",
    "ен",
    "\u{ac00}",
];

/// Marks, slashes and line breaks, as in code.
const MARKS: [&str; 16] =
    ["!", "/", "//", "\n", "\r", " ", "\t", "(", ");", "=", "==", "-", "—", "😀", "\u{fe0f}", "\u{0}"];

/// What is of ASCII and has a way of its own, in texts of several blocks.
const ASCII: [&str; 32] = [
    " ",
    " ",
    " ",
    "  ",
    "\n",
    "\n",
    "\r\n",
    "\t",
    "'",
    "'s",
    "'ll",
    "'Re",
    "don't",
    "'",
    "/",
    "//",
    "(",
    ");",
    "a",
    "word",
    "Word",
    "WORDS",
    "camelCase",
    "x",
    "1",
    "12",
    "123",
    "\u{0}",
    "\u{b}",
    "_",
    "é",
    "\u{a0}",
];

pub(crate) fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        of(&KINDS, 24),
        of(&CONTRACTIONS, 12),
        of(&BLANKS, 24),
        of(&PARTS, 40),
        of(&MARKS, 24),
        of(&ASCII, 100),
        of(&ASCII, 100),
        any::<String>(),
        "[a-e]{0,60}",
        "[ -~\n]{0,60}",
        "[ -~\n]{60,200}",
        "[ \n\r\t(/'tlL]{60,200}",
    ]
}

fn of(parts: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
    vec(select(parts), 0..most).prop_map(|parts| parts.concat())
}
