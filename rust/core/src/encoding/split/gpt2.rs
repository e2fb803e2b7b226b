//! The pattern of gpt2, r50k_base, p50k_base and p50k_edit.

use super::block::Block;
use super::class::{self, Kinds};
use super::contraction::Contractions;
use super::lanes::Lanes;
use super::run::LineBreak;
use super::{Split, contraction, run};

/// `'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s`
pub(in crate::encoding) struct Gpt2;

const SIGN: Kinds = Kinds::SYMBOL.or(Kinds::MARK);

impl Split for Gpt2 {
    #[inline]
    fn end(text: &[u8], at: usize) -> usize {
        if let Some(end) = contraction::lower(text, at) {
            return end;
        }
        let behind_blank = if text.get(at) == Some(&b' ') { at.wrapping_add(1) } else { at };
        let (kind, next) = class::at(text, behind_blank);
        if kind.is(Kinds::LETTER) {
            run::of_letters(text, next)
        } else if kind.is(Kinds::NUMBER) {
            run::of(Kinds::NUMBER, text, next)
        } else if kind.is(SIGN) {
            run::of(SIGN, text, next)
        } else {
            run::of_space(text, at, LineBreak::Nothing)
        }
    }
    #[inline]
    fn starts(block: &Block<'_>) -> Lanes {
        let [letters, digits, signs] =
            [block.letters, block.digits, block.signs].map(|kind| kind & !((kind | block.blanks) << 1));
        let contractions = Contractions::alone(block, signs, contraction::lower);
        let words = letters & !contractions.within | contractions.behind;
        let starts = words | digits | signs | block.gaps();
        block.certain(starts & contractions.certain, block.spaces)
    }
}
