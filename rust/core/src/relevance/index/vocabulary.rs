//! Terms to numbers.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

use crate::Error;

/// Distinct terms, numbered from 0 in the order in which they came.
///
/// The hash is seeded anew in every process, so nobody can prepare terms that collide; the numbers do
/// not depend on it.
#[derive(Debug, Default)]
pub struct Vocabulary {
    bytes: Vec<u8>,
    ends: Vec<u32>,
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Vocabulary {
    /// How many terms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of a term, which is taken in if it is new.
    ///
    /// # Errors
    /// All terms together would exceed four gigabytes.
    pub fn number(&mut self, term: &[u8]) -> Result<u32, Error> {
        let hash = self.hasher.hash_one(term);
        let (bytes, ends) = (&self.bytes, &self.ends);
        if let Some(number) = self.numbers.find(hash, |number| text(bytes, ends, *number) == term) {
            return Ok(*number);
        }
        let number = checked(self.ends.len(), "terms")?;
        let end = checked(self.bytes.len().saturating_add(term.len()), "bytes of terms")?;
        self.bytes.extend_from_slice(term);
        self.ends.push(end);
        let Self { bytes, ends, numbers, hasher } = self;
        numbers.insert_unique(hash, number, |number| hasher.hash_one(text(bytes, ends, *number)));
        Ok(number)
    }

    /// The number of a term, if it was taken in.
    #[must_use]
    pub fn find(&self, term: &[u8]) -> Option<u32> {
        let hash = self.hasher.hash_one(term);
        self.numbers.find(hash, |number| self.term(*number) == term).copied()
    }

    /// The term of a number; empty if there is none.
    #[must_use]
    pub fn term(&self, number: u32) -> &[u8] {
        text(&self.bytes, &self.ends, number)
    }

    /// The bytes this holds on to.
    #[must_use]
    pub fn size(&self) -> usize {
        let ends = self.ends.capacity().saturating_mul(size_of::<u32>());
        self.bytes.capacity().saturating_add(ends).saturating_add(self.numbers.allocation_size())
    }
}

fn text<'a>(bytes: &'a [u8], ends: &[u32], number: u32) -> &'a [u8] {
    let place = number as usize;
    let start = place.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or_default();
    let end = ends.get(place).copied().unwrap_or_default();
    bytes.get(start as usize..end as usize).unwrap_or_default()
}

pub(super) fn checked(count: usize, column: &'static str) -> Result<u32, Error> {
    u32::try_from(count).map_err(|_| Error::too_many(column, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_numbered_as_they_come() {
        let mut vocabulary = Vocabulary::default();
        let numbers: Vec<u32> =
            ["b", "", "a", "b", ""].iter().map(|term| vocabulary.number(term.as_bytes()).unwrap()).collect();
        assert_eq!(numbers, [0, 1, 2, 0, 1]);
        assert_eq!([0, 1, 2, 3].map(|number| vocabulary.term(number)), [&b"b"[..], b"", b"a", b""]);
        assert_eq!((vocabulary.find(b"a"), vocabulary.find(b"c")), (Some(2), None));
    }

    #[test]
    fn many_terms_are_told_apart() {
        let mut vocabulary = Vocabulary::default();
        for number in (0..10_000).chain(0..10_000) {
            assert_eq!(vocabulary.number(number.to_string().as_bytes()), Ok(number));
        }
        assert_eq!(vocabulary.len(), 10_000);
    }
}
