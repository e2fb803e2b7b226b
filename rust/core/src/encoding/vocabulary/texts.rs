//! The bytes of every token, needed only while a vocabulary is laid out.

use std::ops::Range;

use super::{BYTES, MOST, Token};
use crate::encoding::short::Short;

pub(super) struct Texts {
    bytes: Vec<u8>,
    /// Where each token begins in `bytes`, and where the last one ends.
    bounds: Vec<usize>,
}

impl Texts {
    /// Each token's text out of those of its two parts; none where a part comes only later, or too many come.
    pub(super) fn new(merges: &[(Token, Token)]) -> Option<Self> {
        let mut texts = Self { bytes: (0..=u8::MAX).collect(), bounds: (0..=BYTES as usize).collect() };
        for &(left, right) in merges {
            for part in [left, right] {
                let range = texts.range(part)?;
                texts.bytes.extend_from_within(range);
            }
            texts.bounds.push(texts.bytes.len());
        }
        (texts.bounds.len() <= MOST).then_some(texts)
    }

    /// How many tokens there are.
    pub(super) fn count(&self) -> Token {
        self.bounds.len().saturating_sub(1) as Token
    }

    /// The bytes of a token.
    pub(super) fn get(&self, token: Token) -> &[u8] {
        self.range(token).and_then(|range| self.bytes.get(range)).unwrap_or_default()
    }

    /// The length of each token; none where one is longer than 255 bytes.
    pub(super) fn lengths(&self) -> Option<Vec<u8>> {
        (0..self.count()).map(|token| self.get(token).len().try_into().ok()).collect()
    }

    /// The tokens of up to 15 bytes.
    pub(super) fn short(&self) -> impl Iterator<Item = Short> {
        (0..self.count())
            .filter_map(|token| self.range(token))
            .filter_map(|range| Short::of(self.bytes.get(range.start..)?, range.len()))
    }

    /// All tokens in the order of their texts.
    pub(super) fn sorted(&self) -> Vec<Token> {
        let mut tokens: Vec<_> = (0..self.count()).map(|token| (front(self.get(token)), token)).collect();
        tokens.sort_unstable_by(|(a, one), (b, other)| {
            a.cmp(b).then_with(|| self.get(*one).cmp(self.get(*other)))
        });
        tokens.into_iter().map(|(_, token)| token).collect()
    }

    fn range(&self, token: Token) -> Option<Range<usize>> {
        let place = token as usize;
        Some(*self.bounds.get(place)?..*self.bounds.get(place.checked_add(1)?)?)
    }
}

/// The first 16 bytes as a number that sorts as they do, but for zeros at the end.
fn front(text: &[u8]) -> u128 {
    let mut front = [0; 16];
    front.iter_mut().zip(text).for_each(|(to, from)| *to = *from);
    u128::from_be_bytes(front)
}
