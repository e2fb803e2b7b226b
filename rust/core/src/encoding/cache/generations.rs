//! Counts by key, the younger and the older half.

use hashbrown::HashTable;

use super::key::{Key, Source};

/// A key with its count. The key is taken apart because 24 bytes are enough for what is in it.
struct Entry {
    hash: [u64; 2],
    source: Source,
    count: u32,
}

impl Entry {
    fn key(&self) -> Key {
        Key { hash: self.hash, source: self.source }
    }
}

/// When the younger half is full the older one is forgotten as a whole, and takes its place.
///
/// Forgetting costs nothing for a single entry. What is asked for returns to the younger half and stays.
pub(super) struct Generations {
    young: HashTable<Entry>,
    old: HashTable<Entry>,
}

impl Generations {
    pub(super) const fn new() -> Self {
        Self { young: HashTable::new(), old: HashTable::new() }
    }

    pub(super) fn get(&mut self, key: Key, room: usize) -> Option<u32> {
        if let Some(entry) = self.young.find(key.place(), |entry| entry.key() == key) {
            return Some(entry.count);
        }
        let found = self.old.find_entry(key.place(), |entry| entry.key() == key).ok()?;
        let (entry, _) = found.remove();
        let count = entry.count;
        self.insert(key, count, room);
        Some(count)
    }

    /// Takes in a count; `room` is the most bytes that each half may take.
    pub(super) fn insert(&mut self, key: Key, count: u32, room: usize) {
        if self.young.len() == self.young.capacity() && self.young.allocation_size() > room / 2 {
            std::mem::swap(&mut self.young, &mut self.old);
            self.young.clear();
        }
        self.young
            .entry(key.place(), |entry| entry.key() == key, |entry| entry.key().place())
            .insert(Entry { hash: key.hash, source: key.source, count });
    }

    pub(super) fn len(&self) -> usize {
        self.young.len().saturating_add(self.old.len())
    }

    /// The bytes of both tables.
    pub(super) fn size(&self) -> usize {
        self.young.allocation_size().saturating_add(self.old.allocation_size())
    }
}
