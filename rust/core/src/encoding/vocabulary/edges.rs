//! What each token shows at its two ends, in few bits: a quick answer to whether two may stand side by side.
//!
//! While two neighbours are formed, a merge across their border is of a part at the right end of the one with
//! a part at the left end of the other, and comes before each of them is merged into something larger. Where no
//! such merge can be, they may meet. Sets of tokens have 64 bits, of which many tokens share one, so a
//! merge can seem to be where none is, but none is overlooked.

use super::{BYTES, Token};
use crate::encoding::prefetch::prefetch;
use crate::encoding::short::GOLDEN;

pub(super) struct Edges {
    edges: Vec<Edge>,
}

type Set = u64;

#[derive(Clone, Copy, Default)]
struct Edge {
    /// Its parts at the left end, itself included, and at the right end.
    leftmost: Set,
    rightmost: Set,
    /// What merges with one of them from outside before that is part of something larger.
    before: Set,
    behind: Set,
}

impl Edges {
    /// The edges of the bytes and of what their merges make, in the order of their numbers.
    ///
    /// When the merge that makes a token comes by, all earlier merges of its parts have come by. These are the
    /// ones that could have happened to a part while it stood at an end.
    pub(super) fn new(merges: &[(Token, Token)]) -> Self {
        let mut edges: Vec<Edge> = (0..BYTES).map(Edge::of).collect();
        let mut own = vec![Edge::default(); edges.len().saturating_add(merges.len())];
        for (whole, &(left, right)) in (BYTES..).zip(merges) {
            let mut edge = Edge::of(whole);
            if let Some((part, own)) = edges.get(left as usize).zip(own.get_mut(left as usize)) {
                edge.leftmost |= part.leftmost;
                edge.before |= part.before | own.before | bit(left);
                own.behind |= bit(right);
            }
            if let Some((part, own)) = edges.get(right as usize).zip(own.get_mut(right as usize)) {
                edge.rightmost |= part.rightmost;
                edge.behind |= part.behind | own.behind;
                own.before |= bit(left);
            }
            edges.push(edge);
        }
        for (edge, own) in edges.iter_mut().zip(own) {
            edge.before |= own.before;
            edge.behind |= own.behind;
        }
        Self { edges }
    }

    #[inline]
    pub(super) fn fetch(&self, token: Token) {
        prefetch(&self.edges, token as usize);
    }

    #[inline]
    pub(super) fn surely_leave(&self, left: Token, right: Token) -> bool {
        let edges = self.edges.get(left as usize).zip(self.edges.get(right as usize));
        edges.is_some_and(|(left, right)| {
            left.behind & right.leftmost == 0 || left.rightmost & right.before == 0
        })
    }
}

impl Edge {
    fn of(token: Token) -> Self {
        Self { leftmost: bit(token), rightmost: bit(token), ..Self::default() }
    }
}

/// A token as a set.
fn bit(token: Token) -> Set {
    1 << (u64::from(token).wrapping_mul(GOLDEN) >> 58)
}
