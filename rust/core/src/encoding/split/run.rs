//! How far characters of some kinds go.

use super::class::{self, Kinds};

/// The end of the characters from `at` on that are of `kinds`.
#[inline]
pub(super) fn of(kinds: Kinds, text: &[u8], mut at: usize) -> usize {
    loop {
        let (kind, next) = class::at(text, at);
        if !kind.is(kinds) {
            return at;
        }
        at = next;
    }
}

/// As [`of`] for `\p{L}`; ASCII letters go by eight.
#[inline]
pub(super) fn of_letters(text: &[u8], mut at: usize) -> usize {
    while let Some(word) = word(text, at) {
        let letters = leading(ascii_letters(word));
        at = at.wrapping_add(letters);
        if letters < 8 {
            break;
        }
    }
    of(Kinds::LETTER, text, at)
}

/// As [`of`] for letters without upper case and marks; ASCII letters go by eight.
#[inline]
pub(super) fn of_lower(text: &[u8], mut at: usize) -> usize {
    while let Some(word) = word(text, at) {
        let letters = leading(between(word, b'a', b'z'));
        at = at.wrapping_add(letters);
        if letters < 8 {
            break;
        }
    }
    of(Kinds::LOWER.or(Kinds::CASELESS).or(Kinds::MARK), text, at)
}

/// At most three numbers.
#[inline]
pub(super) fn of_three_numbers(text: &[u8], mut at: usize) -> usize {
    for _ in 0..3 {
        let (kind, next) = class::at(text, at);
        if !kind.is(Kinds::NUMBER) {
            break;
        }
        at = next;
    }
    at
}

/// The end of any of three ASCII characters from `at` on.
#[inline]
pub(super) fn of_any(signs: &[u8], text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(|byte| signs.contains(byte)) {
        at = at.wrapping_add(1);
    }
    at
}

/// What a line break does in white space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineBreak {
    /// No more than a blank.
    Nothing,
    /// The last one ends the piece.
    Ends,
    /// The last one ends the piece, unless only white space is left of the text.
    EndsBeforeText,
}

/// What all patterns do with white space that no word or sign claims: it stays together, but for the last
/// character before something else, which is left to that.
#[inline]
pub(super) fn of_space(text: &[u8], start: usize, line_break: LineBreak) -> usize {
    let (mut end, mut last, mut line) = (start, start, start);
    loop {
        let (kind, next) = class::at(text, end);
        if !kind.is(Kinds::SPACE) {
            break;
        }
        (last, end) = (end, next);
        if kind.is(Kinds::NEWLINE) {
            line = next;
        }
    }
    let is_last = end == text.len();
    let ends_line = match line_break {
        LineBreak::Nothing => false,
        LineBreak::Ends => line > start,
        LineBreak::EndsBeforeText => line > start && !is_last,
    };
    if ends_line {
        line
    } else if is_last || last == start {
        end
    } else {
        last
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = ONES << 7;

#[inline]
fn word(text: &[u8], at: usize) -> Option<u64> {
    text.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

/// The high bit of each byte that is an ASCII letter.
#[inline]
fn ascii_letters(word: u64) -> u64 {
    between(word | ONES << 5, b'a', b'z')
}

/// The high bit of each byte between `low` and `high`, both ASCII.
#[inline]
fn between(word: u64, low: u8, high: u8) -> u64 {
    let bits = word & !HIGH;
    let from = bits.wrapping_add(ONES.wrapping_mul(u64::from(0x80_u8.wrapping_sub(low))));
    let beyond = bits.wrapping_add(ONES.wrapping_mul(u64::from(0x7f_u8.wrapping_sub(high))));
    from & !beyond & !word & HIGH
}

/// How many bytes from the front have their high bit set.
#[inline]
fn leading(bits: u64) -> usize {
    ((!bits & HIGH).trailing_zeros() >> 3) as usize
}
