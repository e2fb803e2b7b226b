//! Runs of five characters, and the terms they stand in: `forecast` and `forecasting` share four of them.

use super::rows::{Rows, size};
use crate::Error;

/// Characters of a gram. A blank before a term and one behind it count, so that `get` is a gram as well.
const LENGTH: usize = 5;

/// Bits that hold any character.
const BITS: u32 = 21;

/// The grams of a catalogue's terms, in the order of their characters.
#[derive(Debug, Default)]
pub(super) struct Grams {
    keys: Vec<u128>,
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
        let (mut keys, mut dealt): (Vec<u128>, Vec<(u32, u32)>) = (Vec::new(), Vec::new());
        for (key, term) in pairs {
            if keys.last() != Some(&key) {
                keys.push(key);
            }
            dealt.push((size(keys.len().saturating_sub(1))?, term));
        }
        keys.shrink_to_fit();
        Ok(Self { terms: Rows::dealt(keys.len(), &dealt)?, keys })
    }

    pub(super) fn find(&self, key: u128) -> Option<u32> {
        self.keys.binary_search(&key).ok().and_then(|place| u32::try_from(place).ok())
    }

    /// The terms a gram stands in, in order.
    pub(super) fn terms(&self, gram: u32) -> &[u32] {
        self.terms.row(gram)
    }

    pub(super) fn bytes(&self) -> usize {
        self.keys.capacity().saturating_mul(size_of::<u128>()).saturating_add(self.terms.bytes())
    }
}

/// Reads one term after another, in one buffer.
#[derive(Debug, Default)]
pub(super) struct Reader {
    characters: Vec<char>,
}

impl Reader {
    /// Hands over the grams of a term, in order; a shorter term is one gram.
    pub(super) fn read(&mut self, term: &[u8], mut take: impl FnMut(u128)) {
        self.characters.clear();
        self.characters.push(' ');
        self.characters.extend(std::str::from_utf8(term).unwrap_or_default().chars());
        self.characters.push(' ');
        if self.characters.len() < LENGTH {
            return take(packed(&self.characters));
        }
        self.characters.windows(LENGTH).for_each(|gram| take(packed(gram)));
    }
}

fn packed(gram: &[char]) -> u128 {
    gram.iter().fold(0, |key, character| key << BITS | u128::from(u32::from(*character)))
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
        assert_eq!(shared("get", "gets"), 0);
        assert_eq!(shared("東京", "東京"), 1);
    }
}
