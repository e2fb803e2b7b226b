//! The counts of pieces that came by lately.

use super::long::Long;
use super::prefetch::prefetch;
use super::short::Short;

/// Two tables that forget: of short pieces, two of which share a place, and of longer ones.
///
/// An entry is a piece with its count in the bits that a piece leaves free.
#[derive(Default)]
pub(super) struct Recent {
    short: Vec<[u128; 2]>,
    long: Vec<[u128; 2]>,
}

/// 2^16 places of 32 bytes are two megabytes. Texts of a million tokens have some 50,000 short pieces.
const SHORT_BITS: u32 = 16;

/// 2^15 places of 32 bytes are a megabyte.
const LONG_BITS: u32 = 15;

impl Recent {
    /// Has fetched what [`get`](Self::get) will read.
    #[inline]
    pub(super) fn fetch(&self, piece: Short) {
        prefetch(&self.short, piece.place(SHORT_BITS));
    }

    /// The count of a piece, if it is remembered.
    #[inline]
    pub(super) fn get(&self, piece: Short) -> Option<u64> {
        let [newer, older] = self.short.get(piece.place(SHORT_BITS)).copied().unwrap_or_default();
        let (newer, older) = (newer ^ piece.bits(), older ^ piece.bits());
        let known = if newer << (128 - Short::FREE) == 0 { newer } else { older };
        (known << (128 - Short::FREE) == 0).then_some((known >> Short::FREE) as u64)
    }

    /// Remembers the count of a piece instead of the older one of its place.
    pub(super) fn put(&mut self, piece: Short, count: u64) {
        let place = piece.place(SHORT_BITS);
        let [newer, _] = self.short.get(place).copied().unwrap_or_default();
        let entry = piece.bits() | u128::from(count) << Short::FREE;
        put(&mut self.short, SHORT_BITS, place, [entry, newer]);
    }

    /// The count of a longer piece, from `count` if it is not remembered.
    #[inline]
    pub(super) fn count_long(&mut self, piece: Long, count: impl FnOnce() -> u64) -> u64 {
        let place = piece.place(LONG_BITS);
        let [front, back] = self.long.get(place).copied().unwrap_or_default();
        let known = back ^ piece.back();
        if front == piece.front() && known << (128 - Long::FREE) == 0 {
            return (known >> Long::FREE) as u64;
        }
        let counted = count();
        put(
            &mut self.long,
            LONG_BITS,
            place,
            [piece.front(), piece.back() | u128::from(counted) << Long::FREE],
        );
        counted
    }
}

/// Writes an entry, after making room for all of them at the first time.
#[inline]
fn put(table: &mut Vec<[u128; 2]>, bits: u32, place: usize, entry: [u128; 2]) {
    if table.is_empty() {
        *table = vec![[0; 2]; 1 << bits];
    }
    if let Some(slot) = table.get_mut(place) {
        *slot = entry;
    }
}
