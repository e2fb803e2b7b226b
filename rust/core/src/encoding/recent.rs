//! The counts of short pieces that came by lately.

use super::short::Short;

/// A table with one place for a piece, which forgets what was there before.
///
/// An entry is a piece with its count, at most 15, in the bits that a piece leaves free.
#[derive(Default)]
pub(super) struct Recent {
    entries: Vec<u128>,
}

/// 2^16 entries are a megabyte.
const BITS: u32 = 16;

impl Recent {
    /// The count of a piece, from `count` if it is not remembered.
    #[inline]
    pub(super) fn count(&mut self, piece: Short, count: impl FnOnce() -> u64) -> u64 {
        let place = piece.place(BITS);
        let known = self.entries.get(place).copied().unwrap_or_default() ^ piece.bits();
        if known << (128 - Short::FREE) == 0 {
            return (known >> Short::FREE) as u64;
        }
        let counted = count();
        if self.entries.is_empty() {
            self.entries = vec![0; 1 << BITS];
        }
        if let Some(entry) = self.entries.get_mut(place) {
            *entry = piece.bits() | u128::from(counted) << Short::FREE;
        }
        counted
    }
}
