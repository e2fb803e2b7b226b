//! The number of tokens of a short piece, by making its merges one after the other.
//!
//! Quadratic, and for up to 15 letters faster than a [`Row`](super::row::Row), because common pairs of
//! letters are close at hand in memory and rare tokens are not.

use super::vocabulary::{Token, Vocabulary};

/// The most bytes of a piece.
pub(super) const MOST: usize = 15;

/// What two tokens make that do not merge: comes after every token.
const NOTHING: Token = Token::MAX;

/// How many tokens `piece` is; of a longer piece only the front is counted.
pub(super) fn count(vocabulary: &Vocabulary, piece: &[u8]) -> u64 {
    let mut parts = Parts::new(vocabulary, piece);
    while let Some((at, whole)) = parts.first_merge() {
        parts.merge(at, whole);
    }
    parts.count as u64
}

struct Parts<'a> {
    vocabulary: &'a Vocabulary,
    tokens: [Token; MOST],
    /// What each token and the one behind it merge to.
    wholes: [Token; MOST],
    count: usize,
}

impl<'a> Parts<'a> {
    fn new(vocabulary: &'a Vocabulary, piece: &[u8]) -> Self {
        let count = piece.len().min(MOST);
        let mut parts = Self { vocabulary, tokens: [0; MOST], wholes: [NOTHING; MOST], count };
        parts.tokens.iter_mut().zip(piece).for_each(|(token, byte)| *token = Token::from(*byte));
        for (slot, pair) in parts.wholes.iter_mut().zip(piece.windows(2)) {
            let whole = pair.first_chunk().and_then(|pair| vocabulary.whole_of_bytes(*pair));
            *slot = whole.unwrap_or(NOTHING);
        }
        parts
    }

    /// The merge with the smallest number, of equals the leftmost.
    #[inline]
    fn first_merge(&self) -> Option<(usize, Token)> {
        let wholes = self.wholes.iter().take(self.count);
        let (at, whole) = wholes.enumerate().min_by_key(|(_, whole)| **whole)?;
        (*whole != NOTHING).then_some((at, *whole))
    }

    #[inline]
    fn merge(&mut self, at: usize, whole: Token) {
        let behind = at.wrapping_add(1);
        for parts in [&mut self.tokens, &mut self.wholes] {
            if let Some(rest @ [_, ..]) = parts.get_mut(behind..self.count) {
                rest.copy_within(1.., 0);
            }
        }
        self.count = self.count.wrapping_sub(1);
        if let Some(token) = self.tokens.get_mut(at) {
            *token = whole;
        }
        self.look_up(at);
        if at > 0 {
            self.look_up(at.wrapping_sub(1));
        }
    }

    /// Looks up what the tokens at `at` and behind it merge to.
    #[inline]
    fn look_up(&mut self, at: usize) {
        let pair = self.tokens.get(..self.count).and_then(|tokens| tokens.get(at..)?.first_chunk());
        let whole = pair.and_then(|[left, right]| self.vocabulary.whole(*left, *right));
        if let Some(slot) = self.wholes.get_mut(at) {
            *slot = whole.unwrap_or(NOTHING);
        }
    }
}
