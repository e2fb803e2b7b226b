//! Which tokens merging leaves side by side.

use super::edges::Edges;
use super::pairs::Pairs;
use super::{BYTES, Token};

/// No token.
const NOTHING: Token = Token::MAX;

pub(super) struct Merges {
    pairs: Pairs,
    /// What each two bytes merge to, [`NOTHING`] where they do not: the first half of what counting a short
    /// piece asks, with one look at memory.
    of_bytes: Vec<Token>,
    /// The two parts of each token behind the bytes.
    parts: Vec<(Token, Token)>,
    edges: Edges,
}

impl Merges {
    pub(super) fn new(parts: Vec<(Token, Token)>) -> Self {
        Self {
            pairs: Pairs::new(&parts, BYTES),
            of_bytes: of_bytes(&parts),
            edges: Edges::new(&parts),
            parts,
        }
    }

    /// Whether no merge crosses the border between the two tokens while they are formed.
    ///
    /// A part has a smaller number than its whole, so merges happen in the order of their numbers. The two
    /// tokens are taken apart again, the younger first, which shows the two parts at the border at every
    /// moment from the end to the beginning. A merge of those two would have happened if it comes before
    /// the one that ends their moment; of equals the left one is made first.
    pub(super) fn leave(&self, left: Token, right: Token) -> bool {
        let (mut left, mut right, mut end) = (left, right, Token::MAX);
        loop {
            if self.pairs.whole(left, right).is_some_and(|whole| whole < end) {
                return false;
            }
            if left > right {
                let Some((_, part)) = self.parts(left) else { return true };
                (left, end) = (part, left);
            } else {
                let Some((part, _)) = self.parts(right) else { return true };
                (right, end) = (part, right.wrapping_add(1));
            }
        }
    }

    /// Has fetched what [`surely_leave`](Self::surely_leave) will read.
    #[inline]
    pub(super) fn fetch(&self, token: Token) {
        self.edges.fetch(token);
    }

    /// Whether no merge crosses the border, as far as their [`Edges`] tell: a true answer is right, a false one
    /// says nothing.
    #[inline]
    pub(super) fn surely_leave(&self, left: Token, right: Token) -> bool {
        self.edges.surely_leave(left, right)
    }

    /// The token that two tokens merge to, if they do.
    #[inline]
    pub(super) fn whole(&self, left: Token, right: Token) -> Option<Token> {
        self.pairs.whole(left, right)
    }

    #[inline]
    pub(super) fn whole_of_bytes(&self, [left, right]: [u8; 2]) -> Option<Token> {
        let place = usize::from(left) << 8 | usize::from(right);
        self.of_bytes.get(place).copied().filter(|whole| *whole != NOTHING)
    }

    #[inline]
    fn parts(&self, token: Token) -> Option<(Token, Token)> {
        self.parts.get(token.checked_sub(BYTES)? as usize).copied()
    }
}

fn of_bytes(parts: &[(Token, Token)]) -> Vec<Token> {
    let mut wholes = vec![NOTHING; 1 << 16];
    for (whole, &(left, right)) in (BYTES..).zip(parts) {
        if let (true, Some(slot)) = (right < BYTES, wholes.get_mut((left << 8 | right) as usize)) {
            *slot = whole;
        }
    }
    wholes
}
