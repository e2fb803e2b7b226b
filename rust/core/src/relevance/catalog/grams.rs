//! Runs of five characters, and the terms they stand in: `forecast` and `forecasting` share five of them.

use super::rows::{Rows, size};
use crate::Error;

/// Characters of a gram; a blank before a term and one behind it count.
const LENGTH: usize = 5;

/// A shorter term has no grams: it would be one, and that only itself has.
const SHORTEST: usize = 4;

/// Bits of each character that are looked at. Characters that share them are taken for the same, which
/// those of one alphabet never do.
const BITS: u32 = 12;
const MASK: u32 = (1 << BITS) - 1;

/// The grams of a catalogue's terms, in the order of their characters.
#[derive(Debug, Default)]
pub(super) struct Grams {
    keys: Vec<u64>,
    terms: Rows<u32>,
}

impl Grams {
    pub(super) fn of_terms<'a>(terms: impl Iterator<Item = &'a [u8]>) -> Result<Self, Error> {
        let (mut pairs, mut reader) = (Vec::new(), Reader::default());
        for (term, number) in terms.zip(0_u32..) {
            reader.read(term, |key| pairs.push((key, number)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        let (mut keys, mut dealt): (Vec<u64>, Vec<(u32, u32)>) = (Vec::new(), Vec::new());
        for (key, term) in pairs {
            if keys.last() != Some(&key) {
                keys.push(key);
            }
            dealt.push((size(keys.len().saturating_sub(1))?, term));
        }
        keys.shrink_to_fit();
        Ok(Self { terms: Rows::dealt(keys.len(), &dealt)?, keys })
    }

    pub(super) fn find(&self, key: u64) -> Option<u32> {
        self.keys.binary_search(&key).ok().and_then(|place| u32::try_from(place).ok())
    }

    /// The terms a gram stands in, in order.
    pub(super) fn terms(&self, gram: u32) -> &[u32] {
        self.terms.row(gram)
    }

    pub(super) fn bytes(&self) -> usize {
        self.keys.capacity().saturating_mul(size_of::<u64>()).saturating_add(self.terms.bytes())
    }
}

/// Reads one term after another, in one buffer.
#[derive(Debug, Default)]
pub(super) struct Reader {
    characters: Vec<char>,
}

impl Reader {
    /// Hands over the grams of a term, in order. An identifier of several parts has none: its parts have.
    pub(super) fn read(&mut self, term: &[u8], mut take: impl FnMut(u64)) {
        if term.len() < SHORTEST || term.contains(&b'_') {
            return;
        }
        self.characters.clear();
        self.characters.push(' ');
        self.characters.extend(std::str::from_utf8(term).unwrap_or_default().chars());
        self.characters.push(' ');
        if self.characters.len() > LENGTH {
            self.characters.windows(LENGTH).for_each(|gram| take(packed(gram)));
        }
    }
}

fn packed(gram: &[char]) -> u64 {
    gram.iter().fold(0, |key, character| key << BITS | u64::from(u32::from(*character) & MASK))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(one: &str, other: &str) -> usize {
        let grams = Grams::of_terms([one.as_bytes(), other.as_bytes()].into_iter()).unwrap();
        (0..grams.keys.len()).filter(|gram| grams.terms(u32::try_from(*gram).unwrap()).len() == 2).count()
    }

    #[test]
    fn words_with_one_beginning_share_grams() {
        assert_eq!(shared("forecast", "forecasting"), 5);
        assert_eq!(shared("прогноз", "прогноза"), 4);
        assert_eq!((shared("get", "get"), shared("to_city", "to_city"), shared("東京", "東京")), (0, 0, 0));
    }
}
