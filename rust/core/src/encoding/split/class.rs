//! What kind of character stands at a place: all that the patterns ask of Unicode.
//!
//! The table is that of Unicode 16, as `regex-syntax` has it, because tiktoken's own patterns are compiled
//! with it. A test below compares every code point.

/// A set of kinds, one bit each. A character is of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kinds(u8);

impl Kinds {
    /// Symbols, punctuation, control characters, unassigned code points.
    pub(super) const SYMBOL: Self = Self(1);
    /// `\p{Lu}` and `\p{Lt}`.
    pub(super) const UPPER: Self = Self(2);
    /// `\p{Ll}`.
    pub(super) const LOWER: Self = Self(4);
    /// `\p{Lm}` and `\p{Lo}`: letters without case.
    pub(super) const CASELESS: Self = Self(8);
    /// `\p{M}`.
    pub(super) const MARK: Self = Self(16);
    /// `\p{N}`.
    pub(super) const NUMBER: Self = Self(32);
    /// `\s` but for the next.
    pub(super) const BLANK: Self = Self(64);
    /// Carriage return and line feed.
    pub(super) const NEWLINE: Self = Self(128);

    /// No kind: what stands behind the end of a text.
    pub(super) const NONE: Self = Self(0);
    /// `\p{L}`.
    pub(super) const LETTER: Self = Self::UPPER.or(Self::LOWER).or(Self::CASELESS);
    /// `\s`.
    pub(super) const SPACE: Self = Self::BLANK.or(Self::NEWLINE);

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the kind of a character is among `kinds`.
    #[inline]
    pub(super) const fn is(self, kinds: Self) -> bool {
        self.0 & kinds.0 != 0
    }
}

/// For each 128 code points the number of their block, then the blocks.
static TABLE: &[u8; BLOCKS + 128 * 256] = include_bytes!("classes.bin");
const BLOCKS: usize = 0x11_0000 / 128;

/// The kind of the character at `at` and where the next one begins; no kind at the end.
#[inline]
pub(super) fn at(text: &[u8], at: usize) -> (Kinds, usize) {
    match text.get(at) {
        None => (Kinds::NONE, at),
        Some(&byte) if byte < 0x80 => (of(u32::from(byte)), at.wrapping_add(1)),
        Some(&byte) => beyond_ascii(text, at, byte),
    }
}

/// Text is UTF-8, so the first byte tells how many follow.
fn beyond_ascii(text: &[u8], at: usize, first: u8) -> (Kinds, usize) {
    let next = |n: usize| u32::from(text.get(at.wrapping_add(n)).copied().unwrap_or_default() & 0x3f);
    let first = u32::from(first);
    match first {
        0..0xe0 => (of((first & 0x1f) << 6 | next(1)), at.wrapping_add(2)),
        0xe0..0xf0 => (of((first & 0x0f) << 12 | next(1) << 6 | next(2)), at.wrapping_add(3)),
        _ => (of((first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3)), at.wrapping_add(4)),
    }
}

#[inline]
fn of(code: u32) -> Kinds {
    let block = TABLE.get((code >> 7) as usize).copied().map_or(0, usize::from);
    Kinds(TABLE.get(BLOCKS.wrapping_add(block << 7 | (code & 127) as usize)).copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use regex_syntax::hir::{Class, HirKind};

    use super::*;

    /// Every code point's kind, by `regex-syntax`.
    fn kinds() -> Vec<Kinds> {
        let mut kinds = vec![Kinds::SYMBOL; 0x11_0000];
        for (pattern, kind) in [
            (r"[\p{Lu}\p{Lt}]", Kinds::UPPER),
            (r"\p{Ll}", Kinds::LOWER),
            (r"[\p{Lm}\p{Lo}]", Kinds::CASELESS),
            (r"\p{M}", Kinds::MARK),
            (r"\p{N}", Kinds::NUMBER),
            (r"[\s--[\r\n]]", Kinds::BLANK),
            (r"[\r\n]", Kinds::NEWLINE),
        ] {
            let HirKind::Class(Class::Unicode(class)) = regex_syntax::parse(pattern).unwrap().into_kind()
            else {
                panic!("{pattern} is no class")
            };
            for range in class.ranges() {
                kinds[range.start() as usize..=range.end() as usize].fill(kind);
            }
        }
        kinds
    }

    #[test]
    fn every_code_point_is_of_the_kind_that_regex_syntax_says() {
        for (code, kind) in kinds().into_iter().enumerate() {
            let Some(character) = char::from_u32(code as u32) else { continue };
            let text = character.to_string();
            assert_eq!(at(text.as_bytes(), 0), (kind, text.len()), "U+{code:04X}");
        }
    }

    /// `cargo test -p contextthrift-core write_the_table -- --ignored` after an update of `regex-syntax`.
    #[test]
    #[ignore = "writes classes.bin"]
    fn write_the_table() {
        let (kinds, mut numbers) = (kinds(), HashMap::new());
        let (mut numbered, mut blocks) = (Vec::new(), Vec::<u8>::new());
        for block in kinds.chunks(128) {
            let block: Vec<u8> = block.iter().map(|kind| kind.0).collect();
            let number = *numbers.entry(block).or_insert_with_key(|block| {
                blocks.extend(block);
                u8::try_from(blocks.len() / 128 - 1).unwrap()
            });
            numbered.push(number);
        }
        numbered.extend(blocks);
        numbered.resize(TABLE.len(), 0);
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/encoding/split/classes.bin");
        std::fs::write(file, numbered).unwrap();
    }
}
