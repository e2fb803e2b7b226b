//! The number of tokens of a short piece, by making its merges one after the other.
//!
//! Quadratic, and for up to 15 letters faster than a [`Row`](super::row::Row), because common pairs of
//! letters are close at hand in memory and rare tokens are not.

use super::vocabulary::{Token, Vocabulary};

/// The most bytes of a piece.
pub(super) const MOST: usize = 15;

/// One place more than bytes, which no token ever takes.
const PLACES: usize = MOST + 1;

/// What two tokens make that do not merge: comes after every merge.
const NOTHING: u32 = u32::MAX;

/// Bits of a place.
const PLACE: u32 = PLACES.trailing_zeros();

/// How many tokens `piece` is; of a longer piece only the front is counted.
pub(super) fn count(vocabulary: &Vocabulary, piece: &[u8]) -> u64 {
    let mut parts = Parts::new(vocabulary, piece);
    while let Some((place, whole)) = parts.first_merge() {
        parts.merge(place, whole);
    }
    parts.begins.count_ones().into()
}

/// A piece in tokens, each of which stands at the place of its first byte.
struct Parts<'a> {
    vocabulary: &'a Vocabulary,
    tokens: [Token; PLACES],
    /// What each token and the next one merge to, and the place of the former in the lowest bits: the smallest
    /// is the merge that comes first, of equals the leftmost.
    merges: [u32; PLACES],
    /// The places where tokens begin.
    begins: u32,
}

impl<'a> Parts<'a> {
    #[inline]
    fn new(vocabulary: &'a Vocabulary, piece: &[u8]) -> Self {
        let (mut tokens, mut merges) = ([0; PLACES], [NOTHING; PLACES]);
        tokens.iter_mut().zip(piece.iter().take(MOST)).for_each(|(token, byte)| *token = Token::from(*byte));
        for ((place, slot), pair) in (0..).zip(&mut merges).zip(piece.windows(2).take(MOST - 1)) {
            let whole = pair.first_chunk().and_then(|pair| vocabulary.whole_of_bytes(*pair));
            *slot = merge(place, whole);
        }
        Self { vocabulary, tokens, merges, begins: !(u32::MAX << piece.len().min(MOST)) }
    }

    #[inline]
    fn first_merge(&self) -> Option<(u32, Token)> {
        let (mut rest, mut first) = (self.begins, NOTHING);
        while rest != 0 {
            let merge = self.merges.get(rest.trailing_zeros() as usize).copied().unwrap_or(NOTHING);
            first = first.min(merge);
            rest &= rest.wrapping_sub(1);
        }
        (first != NOTHING).then_some((first & !(u32::MAX << PLACE), first >> PLACE))
    }

    #[inline]
    fn merge(&mut self, place: u32, whole: Token) {
        let next = self.next(place);
        self.begins &= !(1 << next);
        self.set(next, NOTHING);
        if let Some(token) = self.tokens.get_mut(place as usize) {
            *token = whole;
        }
        self.look_up(place);
        let before = self.begins & !(u32::MAX << place);
        if before != 0 {
            self.look_up(before.ilog2());
        }
    }

    /// The first place behind `place` where a token begins; 32 for none.
    #[inline]
    fn next(&self, place: u32) -> u32 {
        (self.begins & (u32::MAX << 1 << place)).trailing_zeros()
    }

    /// Looks up what the token at `place` and the next one merge to.
    #[inline]
    fn look_up(&mut self, place: u32) {
        let token = |place: u32| self.tokens.get(place as usize).copied();
        let pair = token(place).zip(token(self.next(place)));
        let whole = pair.and_then(|(left, right)| self.vocabulary.whole(left, right));
        self.set(place, merge(place, whole));
    }

    #[inline]
    fn set(&mut self, place: u32, merge: u32) {
        if let Some(slot) = self.merges.get_mut(place as usize) {
            *slot = merge;
        }
    }
}

#[inline]
fn merge(place: u32, whole: Option<Token>) -> u32 {
    whole.map_or(NOTHING, |whole| whole << PLACE | place)
}
