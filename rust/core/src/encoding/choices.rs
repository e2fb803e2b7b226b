//! Which token was right behind another, where the longest was not or might not be: what to try first next time.
//!
//! A run of one sign, such as a line of dashes, has dozens of tokens to try at each place and comes to the
//! same choice again and again.

use super::short::GOLDEN;
use super::vocabulary::Token;

#[derive(Default)]
pub(super) struct Choices {
    /// The last token of the row, [`NOTHING`] of an empty one, the longest of the text behind it, and the chosen one.
    slots: Vec<u64>,
}

/// 2^13 choices are 64 KB.
const BITS: u32 = 13;

/// Bits of a token.
const TOKEN: u32 = 20;

const EMPTY: u64 = u64::MAX;

/// No token, and more than there may be.
const NOTHING: Token = (1 << TOKEN) - 1;

impl Choices {
    #[inline]
    pub(super) fn get(&self, last: Option<Token>, longest: Token) -> Option<Token> {
        let pair = pair(last, longest);
        let choice = *self.slots.get(place(pair))?;
        (choice >> TOKEN == pair).then_some(choice as Token & NOTHING)
    }

    pub(super) fn set(&mut self, last: Option<Token>, longest: Token, chosen: Token) {
        self.slots.resize(1 << BITS, EMPTY);
        let pair = pair(last, longest);
        if let Some(choice) = self.slots.get_mut(place(pair)) {
            *choice = pair << TOKEN | u64::from(chosen);
        }
    }
}

#[inline]
fn pair(last: Option<Token>, longest: Token) -> u64 {
    u64::from(last.unwrap_or(NOTHING)) << TOKEN | u64::from(longest)
}

#[inline]
fn place(pair: u64) -> usize {
    (pair.wrapping_mul(GOLDEN) >> 64_u32.saturating_sub(BITS)) as usize
}
