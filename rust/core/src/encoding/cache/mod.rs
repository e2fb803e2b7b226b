//! Counts of texts that were counted before in this process.
//!
//! A text is known by a keyed hash of 128 bits, so the texts themselves are not kept. Nothing in here
//! waits: a process forked while another thread holds a shard counts the texts of that shard without it.

mod block;
mod generations;
mod key;
mod shard;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::Error;
use generations::Value;
use key::{Key, Secret};
use shard::Shard;

pub(super) use block::{Block, Counts};
pub(super) use key::Source;

/// Shorter texts are looked up by the block: a look-up that finds nothing adds a tenth to counting 200 bytes,
/// a twentieth here.
const SHORTEST: usize = 512;

/// More bytes for each token of a limit are not hashed, because a count that stops at the limit reads less.
const BYTES_FOR_A_TOKEN: u64 = 8;

/// So many that two threads seldom want the same one; more would only be more tables.
const SHARDS: usize = 32;

/// Bytes of tables the cache may hold until it is told otherwise: some 450,000 to 900,000 long texts.
pub const DEFAULT_MAX_BYTES: usize = 32 * 1024 * 1024;

/// The smallest cache: a generation of a shard then has room for 28 texts.
pub const LEAST_MAX_BYTES: usize = 64 * 1024;

pub(super) static CACHE: Cache = Cache::new(DEFAULT_MAX_BYTES);

/// What the cache did, and what it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CacheInfo {
    /// Texts whose count was found.
    pub hits: u64,
    /// Texts that were looked for and not found.
    pub misses: u64,
    /// Texts, and blocks of short texts, whose counts are remembered.
    pub entries: u64,
    /// Bytes of the tables they are in.
    pub size_bytes: u64,
    /// What `size_bytes` may be at most; 0 where the cache is off.
    pub max_bytes: u64,
}

/// What the cache of this process did since it was emptied, and what it holds.
#[must_use]
pub fn cache_info() -> CacheInfo {
    CACHE.info()
}

/// Forgets all counts and gives their memory back.
pub fn cache_clear() {
    CACHE.clear();
}

/// Lets the cache hold this many bytes, or switches it off with 0; it begins empty.
///
/// # Errors
/// It is neither 0 nor [`LEAST_MAX_BYTES`] or more.
pub fn set_cache_size(max_bytes: usize) -> Result<(), Error> {
    CACHE.resize(max_bytes)
}

/// A bounded number of counts, in shards.
pub(super) struct Cache {
    shards: [Shard; SHARDS],
    secret: Secret,
    max_bytes: AtomicUsize,
    emptied: AtomicU64,
}

impl Cache {
    const fn new(max_bytes: usize) -> Self {
        Self {
            shards: [const { Shard::new() }; SHARDS],
            secret: Secret::new(),
            max_bytes: AtomicUsize::new(max_bytes),
            emptied: AtomicU64::new(0),
        }
    }

    /// Where the count of a text stands or can be put, unless counting it is no dearer than looking.
    pub(super) fn place(&self, source: Source, text: &str, limit: u64) -> Option<Place<'_>> {
        if text.len() < SHORTEST || text.len() as u64 / BYTES_FOR_A_TOKEN > limit {
            return None;
        }
        self.at(source, self.hash(text.as_bytes())?, 1)
    }

    /// Gathers short texts of a batch.
    pub(super) fn block(&self, source: Source) -> Block<'_> {
        Block::new(self, source)
    }

    /// The hash of some bytes; none where the cache is off.
    #[inline]
    fn hash(&self, bytes: &[u8]) -> Option<u128> {
        (self.max_bytes.load(Ordering::Relaxed) > 0).then(|| self.secret.hash(bytes)).flatten()
    }

    fn at(&self, source: Source, hash: u128, texts: usize) -> Option<Place<'_>> {
        let key = Key::new(source, hash);
        let shard = self.shards.get(key.shard(SHARDS))?;
        Some(Place { shard, key, texts: texts as u64, state: self.state() })
    }

    fn info(&self) -> CacheInfo {
        let max_bytes = self.max_bytes.load(Ordering::Relaxed) as u64;
        self.shards
            .iter()
            .fold(CacheInfo { max_bytes, ..CacheInfo::default() }, |total, shard| shard.added_to(total))
    }

    fn clear(&self) {
        self.emptied.fetch_add(1, Ordering::Release);
        let state = self.state();
        for shard in &self.shards {
            shard.follow(state);
        }
    }

    fn resize(&self, max_bytes: usize) -> Result<(), Error> {
        if max_bytes != 0 && max_bytes < LEAST_MAX_BYTES {
            return Err(Error::cache_size(max_bytes, LEAST_MAX_BYTES));
        }
        self.max_bytes.store(max_bytes, Ordering::Relaxed);
        self.clear();
        Ok(())
    }

    fn state(&self) -> State {
        let emptied = self.emptied.load(Ordering::Acquire);
        State { emptied, room: self.max_bytes.load(Ordering::Relaxed) / (2 * SHARDS) }
    }
}

/// What a shard has to follow: how often everything was to be forgotten, and the bytes of a generation.
#[derive(Clone, Copy)]
struct State {
    emptied: u64,
    room: usize,
}

/// Where the count of a text stands, or where those of a block stand.
pub(super) struct Place<'a> {
    shard: &'a Shard,
    key: Key,
    texts: u64,
    state: State,
}

impl Place<'_> {
    pub(super) fn known<V: Value>(&self) -> Option<V> {
        self.shard.get(self.key, self.texts, self.state)
    }

    pub(super) fn remember<V: Value>(&self, value: V) {
        self.shard.insert(self.key, value, self.state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: Source = Source::CL100K;

    fn text(number: usize) -> String {
        format!("{number:>SHORTEST$}")
    }

    fn put(cache: &Cache, number: usize) {
        cache.place(SOURCE, &text(number), u64::MAX).unwrap().remember(number as u32);
    }

    fn known(cache: &Cache, number: usize) -> Option<u32> {
        cache.place(SOURCE, &text(number), u64::MAX).unwrap().known()
    }

    #[test]
    fn a_count_is_known_for_its_text_and_its_source_alone() {
        let cache = Cache::new(DEFAULT_MAX_BYTES);
        put(&cache, 7);
        assert_eq!((known(&cache, 7), known(&cache, 8)), (Some(7), None));
        assert_eq!(cache.place(Source::O200K, &text(7), u64::MAX).unwrap().known::<u32>(), None);
        let CacheInfo { hits, misses, entries, .. } = cache.info();
        assert_eq!((hits, misses, entries), (1, 2, 1));
    }

    #[test]
    fn short_texts_and_those_that_a_limit_cuts_off_are_not_looked_up() {
        let cache = Cache::new(DEFAULT_MAX_BYTES);
        assert!(cache.place(SOURCE, &"x".repeat(SHORTEST - 1), u64::MAX).is_none());
        assert!(cache.place(SOURCE, &"x".repeat(8_000), 999).is_none());
        assert!(cache.place(SOURCE, &"x".repeat(8_000), 1_000).is_some());
    }

    #[test]
    fn it_never_holds_more_than_it_may_and_remembers_the_newest() {
        let cache = Cache::new(LEAST_MAX_BYTES);
        let mut block = cache.block(SOURCE);
        for number in 0..20_000 {
            if block.takes(number, &text(number)[1..]) && block.is_complete() {
                block.place().unwrap().remember(Counts::default());
                block.clear();
            }
            assert!(cache.info().size_bytes <= LEAST_MAX_BYTES as u64);
        }
        for number in 0..20_000 {
            put(&cache, number);
            assert!(cache.info().size_bytes <= LEAST_MAX_BYTES as u64);
        }
        assert_eq!(known(&cache, 19_999), Some(19_999));
        assert_eq!(known(&cache, 0), None);
        let entries = cache.info().entries;
        assert!((28 * SHARDS as u64..=2 * 28 * SHARDS as u64).contains(&entries), "{entries}");
    }

    #[test]
    fn what_is_asked_for_again_and_again_stays() {
        let cache = Cache::new(LEAST_MAX_BYTES);
        put(&cache, 0);
        for number in 1..20_000 {
            put(&cache, number);
            if number % 100 == 0 {
                assert_eq!(known(&cache, 0), Some(0));
            }
        }
    }

    #[test]
    fn a_text_remembered_twice_is_one_entry() {
        let cache = Cache::new(DEFAULT_MAX_BYTES);
        put(&cache, 1);
        put(&cache, 1);
        assert_eq!(cache.info().entries, 1);
    }

    #[test]
    fn after_clearing_it_is_as_new() {
        let cache = Cache::new(DEFAULT_MAX_BYTES);
        (0..1_000).for_each(|number| put(&cache, number));
        cache.clear();
        assert_eq!(cache.info(), CacheInfo { max_bytes: DEFAULT_MAX_BYTES as u64, ..CacheInfo::default() });
        assert_eq!(known(&cache, 1), None);
    }

    #[test]
    fn size_zero_switches_it_off_and_sizes_too_small_to_be_meant_are_refused() {
        let cache = Cache::new(DEFAULT_MAX_BYTES);
        put(&cache, 1);
        cache.resize(0).unwrap();
        assert!(cache.place(SOURCE, &text(1), u64::MAX).is_none());
        assert_eq!(cache.info(), CacheInfo::default());
        let error = cache.resize(1).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a cache of 1 bytes is too small: 0 switches it off, 65536 is the least"
        );
    }

    #[test]
    fn who_finds_a_shard_locked_does_not_wait() {
        let cache = Cache::new(DEFAULT_MAX_BYTES);
        put(&cache, 1);
        let place = cache.place(SOURCE, &text(1), u64::MAX).unwrap();
        let locked = place.shard.held();
        assert_eq!(place.known::<u32>(), None);
        place.remember(2_u32);
        cache.clear();
        drop(locked);
        assert_eq!(known(&cache, 1), None);
    }
}
