//! The pattern of cl100k_base.

use super::block::{Block, forward};
use super::class::{self, Kinds};
use super::contraction::Contractions;
use super::lanes::Lanes;
use super::run::LineBreak;
use super::{Split, contraction, run};

/// `'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s`
pub(in crate::encoding) struct Cl100k;

const SIGN: Kinds = Kinds::SYMBOL.or(Kinds::MARK);

impl Split for Cl100k {
    #[inline]
    fn end(text: &[u8], at: usize) -> usize {
        let (first, next) = class::at(text, at);
        if first.is(Kinds::LETTER) {
            return run::of_letters(text, next);
        }
        if first.is(Kinds::NUMBER) {
            return run::of_three_numbers(text, at);
        }
        if let Some(end) = contraction::any_case(text, at) {
            return end;
        }
        let (second, behind) = class::at(text, next);
        if second.is(Kinds::LETTER) && !first.is(Kinds::NEWLINE) {
            run::of_letters(text, behind)
        } else if first.is(SIGN) || (second.is(SIGN) && text.get(at) == Some(&b' ')) {
            run::of_any(b"\r\n", text, run::of(SIGN, text, next))
        } else {
            run::of_space(text, at, LineBreak::EndsBeforeText)
        }
    }
    #[inline]
    fn starts(block: &Block<'_>) -> Lanes {
        let taken = forward(block.newlines, block.newlines & block.signs << 1);
        let free = block.spaces & !taken;
        let signs = block.signs & !((block.signs | block.blanks) << 1);
        let contractions = Contractions::alone(block, signs, contraction::any_case);
        let words = block.word_starts(signs) | contractions.behind;
        let starts = words | signs | block.threes() | block.space_starts(free);
        block.certain(starts, free)
    }
}
