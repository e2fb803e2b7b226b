//! For each term the documents it is in, and how often, in two flat arrays.

use super::room::make_room;
use super::vocabulary::checked;
use crate::Error;

/// Entries of a term's first block; each further block has twice as many, up to the largest.
///
/// Most terms of a text occur once or twice.
const FIRST_BLOCK: u16 = 2;
const LARGEST_BLOCK: u16 = 2048;

/// Lists that grow at their end, all at once: every list is a chain of blocks in the same two arrays.
///
/// A count is at most 65,535. Behind the entries of a block stands the place of the next one.
#[derive(Debug, Default)]
pub struct Postings {
    chains: Vec<Chain>,
    documents: Vec<u32>,
    counts: Vec<u16>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Chain {
    head: u32,
    /// Where the last block begins.
    tail: u32,
    /// Entries in the last block, and how many it has room for.
    used: u16,
    room: u16,
    entries: u32,
}

impl Postings {
    /// Counts a term once more in a document, which is the newest one; whether it is its first time there.
    ///
    /// # Errors
    /// The lists would have more than four billion entries.
    pub fn count(&mut self, term: u32, document: u32) -> Result<bool, Error> {
        self.add(term, document, 1)
    }

    /// Counts a term so many times more in a document, which is the newest one; whether it is its first time there.
    ///
    /// # Errors
    /// The lists would have more than four billion entries.
    pub fn add(&mut self, term: u32, document: u32, times: u16) -> Result<bool, Error> {
        let place = term as usize;
        if place >= self.chains.len() {
            self.chains.resize(place.saturating_add(1), Chain::default());
        }
        let Some(chain) = self.chains.get_mut(place) else { return Ok(false) };
        if let Some(last) = chain.used.checked_sub(1) {
            let last = (chain.tail as usize).saturating_add(last.into());
            if self.documents.get(last) == Some(&document) {
                self.counts.get_mut(last).into_iter().for_each(|count| *count = count.saturating_add(times));
                return Ok(false);
            }
        }
        if chain.used == chain.room {
            chain.grow(&mut self.documents, &mut self.counts)?;
        }
        let next = (chain.tail as usize).saturating_add(chain.used.into());
        self.documents.get_mut(next).into_iter().for_each(|slot| *slot = document);
        self.counts.get_mut(next).into_iter().for_each(|slot| *slot = times);
        chain.used = chain.used.saturating_add(1);
        chain.entries = chain.entries.saturating_add(1);
        Ok(true)
    }

    /// The entries of a term from a document on, oldest first.
    #[must_use]
    pub fn since(&self, term: u32, first: u32) -> Run<'_> {
        let chain = self.chains.get(term as usize).copied().unwrap_or_default();
        let start = chain.head as usize;
        let mut run = Run { postings: self, start, room: FIRST_BLOCK, left: chain.entries as usize, skip: 0 };
        while first > 0 && run.left > 0 {
            let (documents, _) = run.block();
            let before = documents.partition_point(|document| *document < first);
            if before < documents.len() {
                run.skip = before;
                break;
            }
            run.pass();
        }
        run
    }

    /// How many terms have a list.
    #[must_use]
    pub fn len(&self) -> usize {
        self.chains.len()
    }

    /// Whether no term has one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.chains.is_empty()
    }

    /// The bytes this holds on to.
    #[must_use]
    pub fn size(&self) -> usize {
        let entries = size_of::<u32>().saturating_mul(self.documents.capacity());
        let counts = size_of::<u16>().saturating_mul(self.counts.capacity());
        let chains = size_of::<Chain>().saturating_mul(self.chains.capacity());
        entries.saturating_add(counts).saturating_add(chains)
    }
}

impl Chain {
    /// Adds a block, and writes its place behind the entries of the block before.
    fn grow(&mut self, documents: &mut Vec<u32>, counts: &mut Vec<u16>) -> Result<(), Error> {
        let room = larger(self.room);
        let start = documents.len();
        let end = start.saturating_add(room.into()).saturating_add(1);
        checked(end, "postings")?;
        let start = checked(start, "postings")?;
        make_room(documents, end.saturating_sub(documents.len()));
        make_room(counts, end.saturating_sub(counts.len()));
        documents.resize(end, 0);
        counts.resize(end, 0);
        if self.room == 0 {
            self.head = start;
        } else {
            let link = (self.tail as usize).saturating_add(self.room.into());
            documents.get_mut(link).into_iter().for_each(|next| *next = start);
        }
        (self.tail, self.used, self.room) = (start, 0, room);
        Ok(())
    }
}

fn larger(room: u16) -> u16 {
    if room == 0 { FIRST_BLOCK } else { room.saturating_mul(2).min(LARGEST_BLOCK) }
}

/// The entries of one term, block by block: documents in rising order, and the count in each.
#[derive(Debug, Clone)]
pub struct Run<'a> {
    postings: &'a Postings,
    start: usize,
    room: u16,
    /// Entries from the beginning of the block on, and how many of its first are not meant.
    left: usize,
    skip: usize,
}

impl<'a> Run<'a> {
    /// How many documents are left.
    #[must_use]
    pub fn documents(&self) -> usize {
        self.left.saturating_sub(self.skip)
    }

    /// Reads where the list begins.
    ///
    /// Lists stand far apart, and a processor waits for several at once only if nothing depends on what it reads:
    /// so a loop that does this for many makes the next loop, which goes through them, several times as fast.
    #[inline]
    #[must_use]
    pub fn fetch(&self) -> u32 {
        let document = self.postings.documents.get(self.start).copied().unwrap_or_default();
        let count = self.postings.counts.get(self.start).copied().unwrap_or_default();
        document ^ u32::from(count)
    }

    /// All entries that are left, one by one.
    pub fn entries(self) -> impl Iterator<Item = (u32, u16)> + 'a {
        self.flat_map(|(documents, counts)| documents.iter().copied().zip(counts.iter().copied()))
    }

    fn block(&self) -> (&'a [u32], &'a [u16]) {
        let end = self.start.saturating_add(self.left.min(self.room.into()));
        let of = self.start..end;
        (
            self.postings.documents.get(of.clone()).unwrap_or_default(),
            self.postings.counts.get(of).unwrap_or_default(),
        )
    }

    fn pass(&mut self) {
        self.left = self.left.saturating_sub(self.room.into());
        if self.left > 0 {
            let link = self.start.saturating_add(self.room.into());
            self.start = self.postings.documents.get(link).copied().unwrap_or_default() as usize;
        }
        self.room = larger(self.room);
        self.skip = 0;
    }
}

impl<'a> Iterator for Run<'a> {
    type Item = (&'a [u32], &'a [u16]);

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        let (documents, counts) = self.block();
        let skip = self.skip;
        self.pass();
        Some((documents.get(skip..)?, counts.get(skip..)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(postings: &Postings, term: u32, first: u32) -> Vec<(u32, u16)> {
        let run = postings.since(term, first);
        let promised = run.documents();
        let entries: Vec<_> = run.entries().collect();
        assert_eq!(promised, entries.len());
        entries
    }

    #[test]
    fn lists_keep_their_own_entries_in_order() {
        let mut postings = Postings::default();
        for document in 0..3_000_u32 {
            for term in (0..5).filter(|term| document % (term + 1) == 0) {
                assert_eq!(postings.count(term, document), Ok(true));
            }
        }
        for (term, first) in
            (0..5).flat_map(|term| [0, 1, 5, 6, 7, 62, 2_999, 3_000].map(|first| (term, first)))
        {
            let expected: Vec<_> = (first..3_000).filter(|n| n % (term + 1) == 0).map(|n| (n, 1)).collect();
            assert_eq!(entries(&postings, term, first), expected, "term {term} from {first}");
        }
    }

    #[test]
    fn a_term_counts_up_to_a_limit_in_one_document() {
        let mut postings = Postings::default();
        let first_times = (0..70_000).filter(|_| postings.count(3, 9).unwrap()).count();
        assert_eq!((first_times, entries(&postings, 3, 0)), (1, vec![(9, u16::MAX)]));
        assert!(entries(&postings, 2, 0).is_empty() && entries(&postings, 8, 0).is_empty());
    }
}
