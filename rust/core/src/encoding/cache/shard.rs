//! A part of the cache, with a lock of its own that nobody waits for.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use super::generations::{Generations, Value};
use super::key::Key;
use super::{CacheInfo, State};

/// A shard is held for a few dozen nanoseconds; who finds it held looks again this often, then counts.
const TRIES: usize = 8;

/// On lines of its own in the processor's cache, so that threads at different shards do not disturb each other.
#[repr(align(128))]
pub(super) struct Shard {
    held: Mutex<Held>,
    /// As of the last time it was held: what is in there can be told without holding it.
    told: Told,
}

struct Held {
    counts: Generations,
    emptied: u64,
}

struct Told {
    hits: AtomicU64,
    misses: AtomicU64,
    entries: AtomicU64,
    size_bytes: AtomicU64,
}

impl Shard {
    pub(super) const fn new() -> Self {
        Self {
            held: Mutex::new(Held { counts: Generations::new(), emptied: 0 }),
            told: Told {
                hits: AtomicU64::new(0),
                misses: AtomicU64::new(0),
                entries: AtomicU64::new(0),
                size_bytes: AtomicU64::new(0),
            },
        }
    }

    /// What is remembered by a key that stands for so many texts.
    pub(super) fn get<V: Value>(&self, key: Key, texts: u64, state: State) -> Option<V> {
        let mut held = self.followed(state)?;
        let found = held.counts.get(key, state.room);
        let seen = if found.is_some() { &self.told.hits } else { &self.told.misses };
        tell(seen, seen.load(Ordering::Relaxed).saturating_add(texts));
        found
    }

    pub(super) fn insert<V: Value>(&self, key: Key, value: V, state: State) {
        let Some(mut held) = self.followed(state) else { return };
        held.counts.insert(key, value, state.room);
        self.tell_size(&held.counts);
    }

    /// Forgets everything if that was asked for since it was last held.
    pub(super) fn follow(&self, state: State) {
        drop(self.followed(state));
    }

    pub(super) fn added_to(&self, total: CacheInfo) -> CacheInfo {
        let plus = |sum: u64, part: &AtomicU64| sum.saturating_add(part.load(Ordering::Relaxed));
        CacheInfo {
            hits: plus(total.hits, &self.told.hits),
            misses: plus(total.misses, &self.told.misses),
            entries: plus(total.entries, &self.told.entries),
            size_bytes: plus(total.size_bytes, &self.told.size_bytes),
            ..total
        }
    }

    /// The shard, emptied if that was asked for since; nothing for who began before it was.
    fn followed(&self, state: State) -> Option<MutexGuard<'_, Held>> {
        let mut held = self.hold()?;
        if held.emptied < state.emptied {
            *held = Held { counts: Generations::new(), emptied: state.emptied };
            tell(&self.told.hits, 0);
            tell(&self.told.misses, 0);
            self.tell_size(&held.counts);
        }
        (held.emptied == state.emptied).then_some(held)
    }

    /// Never waits, since what holds it may be a thread that a fork has left behind.
    fn hold(&self) -> Option<MutexGuard<'_, Held>> {
        (0..TRIES).find_map(|tried| {
            if tried > 0 {
                spin_loop();
            }
            self.held.try_lock().ok()
        })
    }

    fn tell_size(&self, counts: &Generations) {
        tell(&self.told.entries, counts.len() as u64);
        tell(&self.told.size_bytes, counts.size() as u64);
    }

    #[cfg(test)]
    pub(super) fn held(&self) -> impl Drop {
        self.held.lock().unwrap()
    }
}

/// Only who holds the shard writes, so a plain store is enough.
fn tell(what: &AtomicU64, value: u64) {
    what.store(value, Ordering::Relaxed);
}
