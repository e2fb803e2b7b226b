//! Counts by character, for models without a public tokenizer.
//!
//! Each character has a weight that depends on its class and on what stands before it; a text costs their sum.
//! Words, digits, marks, blanks and each script have classes of their own, and the weights were fitted so that
//! real tokenizers seldom count more.

mod classes;
mod claude;
mod gemini;

use classes::{ASCII, BLANK, CLASSES, GROUP_BITS, IN_WORDS, LONG_RUN, RANGES, ROW, SAME};

/// Thousandths of a token.
struct Weights {
    /// For each class what one of its characters costs, by the group of what stands before it.
    rows: [[u16; ROW]; CLASSES],
    /// What a letter or a digit costs more so far into a run of them that it is no word.
    beyond_long_run: u16,
}

/// Code points divided by four, rounded up.
pub(super) fn chars4(text: &str) -> u64 {
    (text.chars().count() as u64).div_ceil(4)
}

/// At least what the Claude models are known to count, for nearly every text.
pub(super) fn claude(text: &str) -> u64 {
    weigh(text, &claude::WEIGHTS)
}

/// At least what the Gemini models are known to count, for nearly every text.
pub(super) fn gemini(text: &str) -> u64 {
    weigh(text, &gemini::WEIGHTS)
}

/// The weights of all characters in one pass. Every step adds, so a longer text never costs less.
fn weigh(text: &str, weights: &Weights) -> u64 {
    let (mut total, mut run, mut before) = (0_u64, 0_u64, BLANK);
    let (mut last, mut one_before) = (None, None);
    for character in text.chars() {
        let kind = kind_of(character);
        let is_same = last == Some(character) && one_before == last;
        let place = if is_same { SAME } else { before };
        total = total.saturating_add(u64::from(weights.of(kind, place)));
        before = group(kind);
        run = if IN_WORDS >> before & 1 == 1 { run.saturating_add(1) } else { 0 };
        if run > LONG_RUN {
            total = total.saturating_add(u64::from(weights.beyond_long_run));
        }
        (one_before, last) = (last, Some(character));
    }
    total.div_ceil(1000)
}

impl Weights {
    /// What a character of that kind costs behind that group.
    fn of(&self, kind: u16, before: u16) -> u16 {
        let row = self.rows.get(usize::from(kind) / ROW);
        row.and_then(|row| row.get(usize::from(before))).copied().unwrap_or(0)
    }
}

/// The class of a character times `ROW`, plus its group.
fn kind_of(character: char) -> u16 {
    let point = u32::from(character);
    if let Some(&kind) = ASCII.get(point as usize) {
        return kind;
    }
    let after = RANGES.partition_point(|&(first, _)| first <= point);
    RANGES.get(after.saturating_sub(1)).map_or(0, |&(_, kind)| kind)
}

/// The group of a kind.
fn group(kind: u16) -> u16 {
    kind & GROUP_BITS
}
