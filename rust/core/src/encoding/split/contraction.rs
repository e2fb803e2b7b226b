//! English contractions: `'s`, `'t`, `'re`, `'ve`, `'m`, `'ll`, `'d`.

use super::block::Block;
use super::lanes::{Lanes, Places};

/// The end of a contraction whose apostrophe is at `at`, in lower case alone.
#[inline]
pub(super) fn lower(text: &[u8], at: usize) -> Option<usize> {
    let length = match text.get(at..)? {
        [b'\'', b's' | b'd' | b'm' | b't', ..] => 2,
        [b'\'', b'l', b'l', ..] | [b'\'', b'v' | b'r', b'e', ..] => 3,
        _ => return None,
    };
    Some(at.wrapping_add(length))
}

/// The same in any case, which takes in U+017F, the long s (`\xc5\xbf`), because it folds to `s`.
#[inline]
pub(super) fn any_case(text: &[u8], at: usize) -> Option<usize> {
    let length = match text.get(at..)? {
        [b'\'', b's' | b'd' | b'm' | b't' | b'S' | b'D' | b'M' | b'T', ..] => 2,
        [b'\'', b'l' | b'L', b'l' | b'L', ..]
        | [b'\'', b'v' | b'V' | b'r' | b'R', b'e' | b'E', ..]
        | [b'\'', 0xc5, 0xbf, ..] => 3,
        _ => return None,
    };
    Some(at.wrapping_add(length))
}

/// The contractions of a block.
#[derive(Default)]
pub(super) struct Contractions {
    /// The places that begin no piece because a contraction goes on there.
    pub(super) within: Lanes,
    /// The places behind, where the next piece begins.
    pub(super) behind: Lanes,
    /// All places but those from an apostrophe on that may have a contraction behind the end of the block.
    pub(super) certain: Lanes,
}

type End = fn(&[u8], usize) -> Option<usize>;

impl Contractions {
    /// Contractions that are pieces: their apostrophes are among `starts`.
    #[inline]
    pub(super) fn alone(block: &Block<'_>, starts: Lanes, end: End) -> Self {
        let mut found = Self { certain: Lanes::MAX, ..Self::default() };
        for place in Places(block.all(b'\'') & starts & block.letters >> 1) {
            let (next, length) = (place.wrapping_add(1), end(block.from(place), 0));
            found.take(block, next, place, length);
        }
        found
    }

    /// Contractions that end words, but not those behind another contraction.
    #[inline]
    pub(super) fn of_words(block: &Block<'_>) -> Self {
        let mut found = Self { certain: Lanes::MAX, ..Self::default() };
        for place in Places(block.all(b'\'') & block.letters << 1) {
            let length = if found.behind & bit(place) == 0 { any_case(block.from(place), 0) } else { None };
            found.take(block, place, place, length);
        }
        found
    }

    /// A contraction at `place`, of so many bytes or maybe of more than are in the block, which takes the places
    /// from `first` on.
    #[inline]
    fn take(&mut self, block: &Block<'_>, first: u32, place: u32, length: Option<usize>) {
        if let Some(length) = length {
            let behind = bit(place.wrapping_add(length as u32));
            self.behind |= behind;
            self.within |= behind.wrapping_sub(bit(first));
        } else if place.wrapping_add(2) >= block.length {
            self.certain &= bit(first).wrapping_sub(1);
        }
    }
}

/// The number with that bit; none behind the block.
#[inline]
fn bit(place: u32) -> Lanes {
    1_u64.checked_shl(place).unwrap_or_default()
}
