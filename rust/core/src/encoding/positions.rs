//! A set of positions in a text, which costs nothing while it is empty.

#[derive(Default)]
pub(super) struct Positions {
    words: Vec<u64>,
}

/// Words that are kept as room.
const ROOM: usize = 1 << 12;

impl Positions {
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.words.shrink_to(ROOM);
    }

    #[inline]
    pub(super) fn contains(&self, position: usize) -> bool {
        self.words.get(position / 64).is_some_and(|word| word >> (position % 64) & 1 == 1)
    }

    pub(super) fn insert(&mut self, position: usize) {
        let place = position / 64;
        if place >= self.words.len() {
            self.words.resize(place.saturating_add(1), 0);
        }
        if let Some(word) = self.words.get_mut(place) {
            *word |= 1 << (position % 64);
        }
    }
}
