//! What two tokens merge to: a hash table that is filled once, with a filter before it.

use super::Token;

/// Most pairs that are asked for merge to nothing. A filter of eight bits for each entry, one of them set,
/// answers seven of eight such questions and is small enough to stay in a core's own cache.
pub(super) struct Pairs {
    filter: Vec<u64>,
    filter_bits: u32,
    slots: Vec<u64>,
    slot_bits: u32,
}

/// Bits of a token. A slot is a left token, a right token and their whole.
const TOKEN: u32 = 20;
const EMPTY: u64 = u64::MAX;

impl Pairs {
    /// The merges in the order of their wholes, the first of which is `first`.
    pub(super) fn new(pairs: &[(Token, Token)], first: Token) -> Self {
        let slots = pairs.len().saturating_mul(3).div_ceil(2).next_power_of_two().max(64);
        let filter = pairs.len().saturating_mul(8).next_power_of_two().max(64);
        let mut map = Self {
            filter: vec![0; filter / 64],
            filter_bits: filter.trailing_zeros(),
            slots: vec![EMPTY; slots],
            slot_bits: slots.trailing_zeros(),
        };
        for (whole, &(left, right)) in (first..).zip(pairs) {
            map.insert(left, right, whole);
        }
        map
    }

    #[inline]
    pub(super) fn whole(&self, left: Token, right: Token) -> Option<Token> {
        let (key, spread) = spread(left, right);
        let bit = place(spread, self.filter_bits);
        if self.filter.get(bit / 64)? >> (bit % 64) & 1 == 0 {
            return None;
        }
        let mut at = place(spread, self.slot_bits);
        loop {
            let slot = *self.slots.get(at)?;
            if slot >> TOKEN == key {
                return Some(slot as Token & ((1 << TOKEN) - 1));
            }
            if slot == EMPTY {
                return None;
            }
            at = self.behind(at);
        }
    }

    fn insert(&mut self, left: Token, right: Token, whole: Token) {
        let (key, spread) = spread(left, right);
        let bit = place(spread, self.filter_bits);
        if let Some(word) = self.filter.get_mut(bit / 64) {
            *word |= 1 << (bit % 64);
        }
        let mut at = place(spread, self.slot_bits);
        while self.slots.get(at).is_some_and(|slot| *slot != EMPTY) {
            at = self.behind(at);
        }
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = key << TOKEN | u64::from(whole);
        }
    }

    #[inline]
    fn behind(&self, at: usize) -> usize {
        at.wrapping_add(1) & self.slots.len().wrapping_sub(1)
    }
}

/// Two tokens as one number, and that number spread over 64 bits.
#[inline]
fn spread(left: Token, right: Token) -> (u64, u64) {
    let key = u64::from(left) << TOKEN | u64::from(right);
    (key, key.wrapping_mul(crate::encoding::short::GOLDEN))
}

/// The highest bits.
#[inline]
fn place(spread: u64, bits: u32) -> usize {
    (spread >> 64_u32.wrapping_sub(bits)) as usize
}
