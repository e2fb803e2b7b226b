//! Short pieces that wait to be looked up while the memory they are looked up in is fetched.

use super::short::Short;

/// First come, first served. There is no room at first, since these are made and moved for nothing now and then.
#[derive(Default)]
pub(super) struct Waiting {
    pieces: Vec<Short>,
    count: usize,
}

/// The most that wait.
const ROOM: usize = 128;

impl Waiting {
    #[inline]
    pub(super) fn make_room(&mut self) {
        if self.pieces.is_empty() {
            self.pieces.resize(ROOM, Short::default());
        }
    }

    #[inline]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    #[inline]
    pub(super) fn get(&self, place: usize) -> Option<Short> {
        self.pieces.get(place).copied()
    }

    /// Puts a piece in the place of one that waits.
    #[inline]
    pub(super) fn set(&mut self, place: usize, piece: Short) {
        if let Some(slot) = self.pieces.get_mut(place) {
            *slot = piece;
        }
    }

    /// Lets a piece wait, if there is room.
    #[inline]
    #[must_use]
    pub(super) fn push(&mut self, piece: Short) -> bool {
        let Some(slot) = self.pieces.get_mut(self.count) else { return false };
        *slot = piece;
        self.count = self.count.wrapping_add(1);
        true
    }

    /// Lets go the first ones.
    #[inline]
    pub(super) fn drop_first(&mut self, count: usize) {
        if let Some(pieces) = self.pieces.get_mut(..self.count) {
            pieces.copy_within(count.min(self.count).., 0);
        }
        self.count = self.count.saturating_sub(count);
    }
}
