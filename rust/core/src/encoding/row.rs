//! The number of tokens of one piece, in time that grows with its length alone.
//!
//! Byte-pair encoding has one answer for a text, and so one for every beginning of it: what merging makes of
//! its first n bytes by themselves. Two neighbours of such an answer may always meet
//! ([`Vocabulary::may_meet`]), and a row of tokens in which all neighbours may meet is the answer. So it is
//! enough to find such a row from left to right. What was right lately is tried first, then every token from
//! the longest on; where none fits, the position is a dead end and the last token is taken back. Only one row
//! leads to a position, so a dead end stays one, and no position is tried twice.

use std::iter::successors;

use super::choices::Choices;
use super::positions::Positions;
use super::vocabulary::{Found, Token, Vocabulary};

/// Tokens that there is room for between two pieces.
const ROOM: usize = 1 << 16;

/// A row of tokens that grows over a piece; its room is used again for the next piece.
#[derive(Default)]
pub(super) struct Row {
    tokens: Vec<Token>,
    dead_ends: Positions,
    choices: Choices,
}

impl Row {
    /// How many tokens `piece` is.
    pub(super) fn count(&mut self, vocabulary: &Vocabulary, piece: &[u8]) -> u64 {
        let mut at = 0_usize;
        while let Some(longest) = piece.get(at..).and_then(|rest| vocabulary.longest_in(rest)) {
            if let Some(Found { token, length }) = self.fitting(vocabulary, at, longest) {
                self.tokens.push(token);
                at = at.wrapping_add(length);
            } else {
                self.dead_ends.insert(at);
                let Some(token) = self.tokens.pop() else { break };
                at = at.wrapping_sub(vocabulary.found(token).length);
            }
        }
        let tokens = self.tokens.len() as u64;
        self.clear();
        tokens
    }

    /// Leaves nothing for the next piece but some room.
    fn clear(&mut self) {
        self.tokens.clear();
        self.tokens.shrink_to(ROOM);
        self.dead_ends.clear();
    }

    /// A token that begins `longest`, may meet the last one of the row, and leads to no dead end.
    #[inline]
    fn fitting(&mut self, vocabulary: &Vocabulary, at: usize, longest: Found) -> Option<Found> {
        let last = self.tokens.last().copied();
        let leads_on = |found: &Found| !self.dead_ends.contains(at.wrapping_add(found.length));
        if last.is_some_and(|last| vocabulary.surely_may_meet(last, longest.token)) && leads_on(&longest) {
            return Some(longest);
        }
        let chosen = self.choices.get(last, longest.token).map(|token| vocabulary.found(token));
        if chosen.as_ref().is_some_and(leads_on) {
            return chosen;
        }
        let mut shorter = successors(Some(longest), |found| vocabulary.shorter(found.token));
        let may_meet = |found: &Found| last.is_none_or(|last| vocabulary.may_meet(last, found.token));
        let found = shorter.find(|found| leads_on(found) && may_meet(found))?;
        self.choices.set(last, longest.token, found.token);
        Some(found)
    }
}
