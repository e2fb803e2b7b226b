//! What stands for a text.

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use xxhash_rust::xxh3::xxh3_128_with_secret;

/// As long as the secret that XXH3 has by default; 136 is the least.
const BYTES: usize = 192;

/// What counts: a text has as many counts as there are sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::encoding) struct Source(u32);

impl Source {
    pub(in crate::encoding) const CL100K: Self = Self(0);
    pub(in crate::encoding) const O200K: Self = Self(1);
    pub(in crate::encoding) const P50K: Self = Self(2);
    pub(in crate::encoding) const R50K: Self = Self(3);
}

/// A text, or a block of texts, and what counts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) hash: [u64; 2],
    pub(super) source: Source,
}

impl Key {
    pub(super) fn new(source: Source, hash: u128) -> Self {
        Self { hash: [hash as u64, (hash >> 64) as u64], source }
    }

    /// Where it stands in a table.
    pub(super) fn place(self) -> u64 {
        self.hash[0]
    }

    /// Which shard it belongs to, of a power of two.
    pub(super) fn shard(self, shards: usize) -> usize {
        self.hash[1] as usize & shards.saturating_sub(1)
    }
}

/// Random bytes, drawn at the first use and the same from then on.
///
/// Whoever comes while another thread draws goes without: a process forked in that moment would wait for ever.
pub(super) struct Secret {
    bytes: OnceLock<[u8; BYTES]>,
    claimed: AtomicBool,
}

impl Secret {
    pub(super) const fn new() -> Self {
        Self { bytes: OnceLock::new(), claimed: AtomicBool::new(false) }
    }

    /// What stands for some bytes, unless the secret is just being drawn.
    ///
    /// Two texts have the same hash of 128 bits with probability 2^-128. XXH3 is no cipher; what stands between it
    /// and somebody who makes up texts to collide is that they do not know the secret.
    #[inline]
    pub(super) fn hash(&self, bytes: &[u8]) -> Option<u128> {
        Some(xxh3_128_with_secret(bytes, self.get()?))
    }

    fn get(&self) -> Option<&[u8; BYTES]> {
        self.bytes.get().or_else(|| self.draw())
    }

    #[cold]
    fn draw(&self) -> Option<&[u8; BYTES]> {
        let is_mine = !self.claimed.swap(true, Ordering::Relaxed);
        is_mine.then(|| self.bytes.get_or_init(random))
    }
}

/// The operating system's randomness, as the standard library stretches it.
fn random() -> [u8; BYTES] {
    let stretch = RandomState::new();
    let mut bytes = [0; BYTES];
    let (words, _) = bytes.as_chunks_mut::<8>();
    for (place, word) in words.iter_mut().enumerate() {
        *word = stretch.hash_one(place).to_le_bytes();
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_stays_and_no_two_are_alike() {
        let (one, other) = (Secret::new(), Secret::new());
        assert!(one.get().is_some());
        assert_eq!(one.get(), one.get());
        assert_ne!(one.get(), other.get());
    }

    #[test]
    fn while_another_thread_draws_there_is_no_hash() {
        let secret = Secret { bytes: OnceLock::new(), claimed: AtomicBool::new(true) };
        assert_eq!(secret.hash(b"text"), None);
    }

    #[test]
    fn texts_that_differ_in_one_byte_or_in_length_have_other_hashes() {
        let secret = Secret::new();
        let hash = |text: &str| secret.hash(text.as_bytes()).unwrap();
        let text = "a".repeat(300);
        assert_eq!(hash(&text), hash(&text));
        for place in 0..text.len() {
            let mut other = text.clone();
            other.replace_range(place..=place, "b");
            assert_ne!(hash(&text), hash(&other));
            assert_ne!(hash(&text), hash(text.get(..place).unwrap()));
        }
    }

    #[test]
    fn another_secret_gives_other_hashes() {
        let hash = || Secret::new().hash(&[b'a'; 300]);
        assert_ne!(hash(), hash());
    }
}
