//! The pattern of o200k_base and o200k_harmony.

use super::block::{Block, forward};
use super::class::{self, Kinds};
use super::contraction::Contractions;
use super::lanes::Lanes;
use super::run::LineBreak;
use super::{Split, contraction, run};

/// ```text
/// [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
/// [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
/// \p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
/// ```
pub(in crate::encoding) struct O200k;

const SIGN: Kinds = Kinds::SYMBOL.or(Kinds::MARK);
const WORD: Kinds = Kinds::LETTER.or(Kinds::MARK);
const WITHOUT_CASE: Kinds = Kinds::CASELESS.or(Kinds::MARK);

impl Split for O200k {
    #[inline]
    fn end(text: &[u8], at: usize) -> usize {
        let (first, next) = class::at(text, at);
        if first.is(WORD) {
            return word(text, first, next);
        }
        if first.is(Kinds::NUMBER) {
            return run::of_three_numbers(text, at);
        }
        let (second, behind) = class::at(text, next);
        if second.is(WORD) && !first.is(Kinds::NEWLINE) {
            word(text, second, behind)
        } else if first.is(SIGN) || (second.is(SIGN) && text.get(at) == Some(&b' ')) {
            run::of_any(b"\r\n/", text, run::of(SIGN, text, next))
        } else {
            run::of_space(text, at, LineBreak::Ends)
        }
    }

    #[inline]
    fn starts(block: &Block<'_>) -> Lanes {
        let taken = forward(block.newlines | block.all(b'/'), block.newlines & block.signs << 1);
        let (free, signs, upper) = (block.spaces & !taken, block.signs & !taken, block.upper());
        let contractions = Contractions::of_words(block);
        let signs = signs & !((signs | block.blanks) << 1) & !contractions.within;
        let words = block.word_starts(signs) | upper & (block.letters & !upper) << 1;
        let words = words & !contractions.within | contractions.behind;
        let starts = words | signs | block.threes() | block.space_starts(free);
        block.certain(starts & contractions.certain, free)
    }
}

/// The end of a word: capitals, then small letters, then a contraction; a letter without case and a mark are
/// both. `first` is the kind of its first character, `behind` where the next one begins.
///
/// Where no small letter follows the capitals, the pattern's first line gives capitals back until the last
/// one can stand for a small letter. Only a word of capitals alone is left to its second line.
///
/// A mark could also be taken as the sign before a word. That ends at the same place, because a mark may
/// begin a word itself, so it is not tried.
#[inline]
fn word(text: &[u8], first: Kinds, behind: usize) -> usize {
    let (mut kind, mut next, mut end, mut without_case) = (first, behind, behind, None);
    let end = loop {
        if kind.is(Kinds::LOWER) {
            break run::of_lower(text, next);
        }
        if kind.is(WITHOUT_CASE) {
            without_case = Some(next);
        } else if !kind.is(Kinds::UPPER) {
            break without_case.unwrap_or(end);
        }
        end = next;
        (kind, next) = class::at(text, end);
    };
    contraction::any_case(text, end).unwrap_or(end)
}
