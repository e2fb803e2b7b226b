//! Which token was right behind another, where the longest was not: what to try first next time.
//!
//! A run of one sign, such as a line of dashes, has dozens of tokens to try at each place and comes to the
//! same choice again and again.

use super::short::GOLDEN;
use super::vocabulary::Token;

#[derive(Default)]
pub(super) struct Choices {
    slots: Vec<Choice>,
}

/// Behind `last`, where `longest` is the longest token of the text, `chosen` was right.
#[derive(Debug, Clone, Copy)]
struct Choice {
    last: Option<Token>,
    longest: Token,
    chosen: Token,
}

/// 2^11 choices are 32 KB.
const BITS: u32 = 11;

impl Choices {
    #[inline]
    pub(super) fn get(&self, last: Option<Token>, longest: Token) -> Option<Token> {
        let choice = self.slots.get(place(last, longest))?;
        (choice.last == last && choice.longest == longest).then_some(choice.chosen)
    }

    pub(super) fn set(&mut self, last: Option<Token>, longest: Token, chosen: Token) {
        // An empty slot says that a byte may begin a text, which is true.
        self.slots.resize(1 << BITS, Choice { last: None, longest: 0, chosen: 0 });
        if let Some(choice) = self.slots.get_mut(place(last, longest)) {
            *choice = Choice { last, longest, chosen };
        }
    }
}

#[inline]
fn place(last: Option<Token>, longest: Token) -> usize {
    let pair = u64::from(last.unwrap_or(Token::MAX)) << 32 | u64::from(longest);
    (pair.wrapping_mul(GOLDEN) >> (64 - BITS)) as usize
}
