//! What is remembered by key, the younger and the older half.

use hashbrown::HashTable;

use super::block::Counts;
use super::key::{Key, Source};

/// A key with what is remembered. The key is taken apart so that 24 bytes are enough for the count of a text.
pub(in crate::encoding) struct Entry<V> {
    hash: [u64; 2],
    source: Source,
    value: V,
}

impl<V> Entry<V> {
    fn key(&self) -> Key {
        Key { hash: self.hash, source: self.source }
    }
}

/// What can be remembered: the count of a text, or those of a block of short texts.
pub(in crate::encoding) trait Value: Copy {
    /// The entries of this kind in a half.
    fn of(half: &mut Half) -> &mut HashTable<Entry<Self>>;
}

impl Value for u32 {
    fn of(half: &mut Half) -> &mut HashTable<Entry<Self>> {
        &mut half.texts
    }
}

impl Value for Counts {
    fn of(half: &mut Half) -> &mut HashTable<Entry<Self>> {
        &mut half.blocks
    }
}

/// Entries of both kinds, which share the room of a half.
pub(in crate::encoding) struct Half {
    texts: HashTable<Entry<u32>>,
    blocks: HashTable<Entry<Counts>>,
}

impl Half {
    const fn new() -> Self {
        Self { texts: HashTable::new(), blocks: HashTable::new() }
    }

    fn len(&self) -> usize {
        self.texts.len().saturating_add(self.blocks.len())
    }

    fn size(&self) -> usize {
        self.texts.allocation_size().saturating_add(self.blocks.allocation_size())
    }
}

/// When the younger half is full the older one is forgotten as a whole, and a new one is begun.
///
/// Forgetting costs nothing for a single entry. What is asked for returns to the younger half and stays.
pub(super) struct Generations {
    young: Half,
    old: Half,
}

impl Generations {
    pub(super) const fn new() -> Self {
        Self { young: Half::new(), old: Half::new() }
    }

    pub(super) fn get<V: Value>(&mut self, key: Key, room: usize) -> Option<V> {
        if let Some(entry) = V::of(&mut self.young).find(key.place(), |entry| entry.key() == key) {
            return Some(entry.value);
        }
        let found = V::of(&mut self.old).find_entry(key.place(), |entry| entry.key() == key).ok()?;
        let (entry, _) = found.remove();
        let value = entry.value;
        self.insert(key, value, room);
        Some(value)
    }

    /// Takes in what is to be remembered; `room` is the most bytes that each half may take.
    pub(super) fn insert<V: Value>(&mut self, key: Key, value: V, room: usize) {
        let size = self.young.size();
        let table = V::of(&mut self.young);
        if table.len() == table.capacity() && size.saturating_add(table.allocation_size()) > room {
            self.old = std::mem::replace(&mut self.young, Half::new());
        }
        V::of(&mut self.young)
            .entry(key.place(), |entry| entry.key() == key, |entry| entry.key().place())
            .insert(Entry { hash: key.hash, source: key.source, value });
    }

    pub(super) fn len(&self) -> usize {
        self.young.len().saturating_add(self.old.len())
    }

    /// The bytes of all tables.
    pub(super) fn size(&self) -> usize {
        self.young.size().saturating_add(self.old.size())
    }
}
