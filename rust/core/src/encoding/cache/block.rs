//! Short texts of a batch, one behind the other, that are known by one key.
//!
//! To look up one short text takes a good part of what counting it takes; to look up a block of them takes no
//! longer. A history grows at its end and loses at its front, so where a block ends must not depend on where
//! a batch begins: it ends behind a text whose own hash says so, as files are cut into pieces where copies
//! are looked for (content-defined chunking, LBFS 2001).

use super::key::Source;
use super::{Cache, Place, SHORTEST};

/// The most texts of a block.
const MOST: usize = 32;

/// One text in 16 ends its block, if that has at least [`SHORTEST`] bytes.
const ENDS: u128 = 15;

/// Shorter texts are counted: to hash one takes a tenth of that.
pub(super) const SHORTEST_IN_BLOCK: usize = 24;

/// The counts of a block. A text has no more tokens than bytes, which are fewer than [`SHORTEST`].
pub(in crate::encoding) type Counts = [u16; MOST];

/// A block that is being gathered.
pub(in crate::encoding) struct Block<'a> {
    cache: &'a Cache,
    source: Source,
    /// Where its texts stand in the batch.
    places: [usize; MOST],
    hashes: [[u8; 16]; MOST],
    texts: usize,
    bytes: usize,
    is_complete: bool,
}

impl<'a> Block<'a> {
    pub(super) fn new(cache: &'a Cache, source: Source) -> Self {
        let (places, hashes) = ([0; MOST], [[0; 16]; MOST]);
        Self { cache, source, places, hashes, texts: 0, bytes: 0, is_complete: false }
    }

    /// Takes in the text at a place of the batch, unless it is one to look up or to count by itself.
    #[inline]
    pub(in crate::encoding) fn takes(&mut self, place: usize, text: &str) -> bool {
        if !(SHORTEST_IN_BLOCK..SHORTEST).contains(&text.len()) {
            return false;
        }
        let Some(hash) = self.cache.hash(text.as_bytes()) else { return false };
        let (places, hashes) = (self.places.get_mut(self.texts), self.hashes.get_mut(self.texts));
        let (Some(to), Some(hashed)) = (places, hashes) else { return false };
        (*to, *hashed) = (place, hash.to_le_bytes());
        self.texts = self.texts.saturating_add(1);
        self.bytes = self.bytes.saturating_add(text.len());
        self.is_complete = self.texts == MOST || (self.bytes >= SHORTEST && hash & ENDS == 0);
        true
    }

    #[inline]
    pub(in crate::encoding) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Where its texts stand in the batch, in order.
    pub(in crate::encoding) fn places(&self) -> &[usize] {
        self.places.get(..self.texts).unwrap_or_default()
    }

    /// Where its counts stand or can be put, unless it is so short that counting is no dearer than looking.
    pub(in crate::encoding) fn place(&self) -> Option<Place<'a>> {
        if self.bytes < SHORTEST {
            return None;
        }
        let hashes = self.hashes.get(..self.texts)?.as_flattened();
        self.cache.at(self.source, self.cache.hash(hashes)?, self.texts)
    }

    /// Begins the next one.
    pub(in crate::encoding) fn clear(&mut self) {
        (self.texts, self.bytes, self.is_complete) = (0, 0, false);
    }
}

#[cfg(test)]
mod tests {
    use super::super::DEFAULT_MAX_BYTES;
    use super::*;

    fn text(number: usize) -> String {
        format!("{number:>100}")
    }

    /// The texts of each block of a batch, by their numbers.
    fn blocks(cache: &Cache, numbers: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
        let (mut block, mut blocks) = (Block::new(cache, Source::CL100K), Vec::new());
        for number in numbers {
            assert!(block.takes(number, &text(number)));
            if block.is_complete() {
                blocks.push(block.places().to_vec());
                block.clear();
            }
        }
        blocks
    }

    #[test]
    fn blocks_are_found_again_where_a_batch_begins_elsewhere_and_ends_later() {
        let cache = Cache::new(DEFAULT_MAX_BYTES);
        let (before, after) = (blocks(&cache, 0..5_000), blocks(&cache, 33..5_200));
        let again = after.iter().filter(|block| before.contains(block)).count();
        assert!(again + 40 > before.len(), "{again} of {}", before.len());
        assert!(before.iter().all(|block| (6..=MOST).contains(&block.len())));
        assert!((5_000 / 30..5_000 / 10).contains(&before.len()), "{}", before.len());
    }

    #[test]
    fn the_counts_of_a_block_are_known_for_its_texts_in_their_order_alone() {
        let cache = Cache::new(DEFAULT_MAX_BYTES);
        let known = |numbers: &[usize], source| {
            let mut block = Block::new(&cache, source);
            numbers.iter().for_each(|&number| assert!(block.takes(number, &text(number))));
            block.place().unwrap().known::<Counts>()
        };
        let mut block = Block::new(&cache, Source::CL100K);
        (0..6).for_each(|number| assert!(block.takes(number, &text(number))));
        block.place().unwrap().remember([7; MOST]);
        assert_eq!(known(&[0, 1, 2, 3, 4, 5], Source::CL100K), Some([7; MOST]));
        assert_eq!(known(&[0, 1, 2, 3, 4, 5], Source::O200K), None);
        assert_eq!(known(&[0, 1, 2, 3, 5, 4], Source::CL100K), None);
        assert_eq!(known(&[0, 1, 2, 3, 4, 5, 6], Source::CL100K), None);
        let told = cache.info();
        assert_eq!((told.hits, told.misses, told.entries), (6, 6 + 6 + 7, 1));
    }

    #[test]
    fn it_takes_no_text_that_is_looked_up_or_counted_by_itself() {
        let cache = Cache::new(DEFAULT_MAX_BYTES);
        let mut block = Block::new(&cache, Source::CL100K);
        for length in [0, SHORTEST_IN_BLOCK - 1, SHORTEST] {
            assert!(!block.takes(0, &"x".repeat(length)));
        }
        for length in [SHORTEST_IN_BLOCK, SHORTEST - 1] {
            assert!(block.takes(0, &"x".repeat(length)));
        }
        cache.resize(0).unwrap();
        assert!(!block.takes(0, &text(1)));
    }

    #[test]
    fn the_rest_of_a_batch_is_not_looked_up_if_it_is_short() {
        let cache = Cache::new(DEFAULT_MAX_BYTES);
        let mut block = Block::new(&cache, Source::CL100K);
        (0..5).for_each(|number| assert!(block.takes(number, &text(number))));
        assert!(block.place().is_none());
        assert!(block.takes(5, &text(5)));
        assert!(block.place().is_some());
    }
}
