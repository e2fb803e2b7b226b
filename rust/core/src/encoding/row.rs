//! The number of tokens of one piece, in time that grows with its length alone.
//!
//! Byte-pair encoding has one answer for a text, and so one for every beginning of it: what merging makes of
//! its first n bytes by themselves. Two neighbours of such an answer may always meet
//! ([`Vocabulary::may_meet`]), and a row of tokens in which all neighbours may meet is the answer. So it is
//! enough to find such a row from left to right. The longest token is tried first, then shorter ones;
//! where none fits, the position is a dead end and the last token is taken back. Only one row leads to
//! a position, so a dead end stays one, and no position is tried twice.

use std::iter::successors;

use super::positions::Positions;
use super::short::GOLDEN;
use super::vocabulary::{Found, Token, Vocabulary};

/// Tokens of a row that are kept as room for the next one.
const ROOM: usize = 1 << 16;

/// A row of tokens that grows over a piece; its room is used again for the next piece.
#[derive(Default)]
pub(super) struct Row {
    tokens: Vec<Token>,
    dead_ends: Positions,
    meetings: Meetings,
}

impl Row {
    /// How many tokens `piece` is.
    pub(super) fn count(&mut self, vocabulary: &Vocabulary, piece: &[u8]) -> u64 {
        self.tokens.clear();
        self.tokens.shrink_to(ROOM);
        self.dead_ends.clear();
        let (mut at, mut longest) = (0_usize, vocabulary.longest_in(piece));
        while let Some(found) = longest {
            if let Some(Found { token, length }) = self.fitting(vocabulary, at, found) {
                self.tokens.push(token);
                at = at.wrapping_add(length);
                longest = piece.get(at..).and_then(|rest| vocabulary.longest_in(rest));
            } else {
                self.dead_ends.insert(at);
                longest = self.tokens.pop().map(|token| vocabulary.found(token));
                at = at.wrapping_sub(longest.map_or(0, |found| found.length));
            }
        }
        self.tokens.len() as u64
    }

    /// The longest token that begins `found`, leads to no dead end, and may meet the last one of the row.
    #[inline]
    fn fitting(&mut self, vocabulary: &Vocabulary, at: usize, found: Found) -> Option<Found> {
        let last = self.tokens.last().copied();
        successors(Some(found), |found| vocabulary.shorter(found.token)).find(|found| {
            !self.dead_ends.contains(at.wrapping_add(found.length))
                && last.is_none_or(|last| self.meetings.may_meet(vocabulary, last, found.token))
        })
    }
}

/// Whether two tokens may meet, as it was found out lately.
#[derive(Default)]
struct Meetings {
    answers: Vec<(Token, Token, bool)>,
}

impl Meetings {
    const BITS: u32 = 11;

    #[inline]
    fn may_meet(&mut self, vocabulary: &Vocabulary, left: Token, right: Token) -> bool {
        vocabulary.surely_may_meet(left, right) || self.recall(vocabulary, left, right)
    }

    fn recall(&mut self, vocabulary: &Vocabulary, left: Token, right: Token) -> bool {
        let mixed = (u64::from(left) << 32 | u64::from(right)).wrapping_mul(GOLDEN);
        let place = (mixed >> (64 - Self::BITS)) as usize;
        match self.answers.get(place) {
            Some((known, other, answer)) if (*known, *other) == (left, right) => *answer,
            _ => {
                let answer = vocabulary.may_meet(left, right);
                self.answers.resize(1 << Self::BITS, (0, 0, false));
                if let Some(slot) = self.answers.get_mut(place) {
                    *slot = (left, right, answer);
                }
                answer
            }
        }
    }
}
