//! The terms of a catalogue, numbered so that those with one stem are neighbours.

use super::rows::Rows;
use super::stem::stem;
use crate::Error;
use crate::relevance::index::Vocabulary;

/// Terms by new numbers, in the order of their stems.
#[derive(Debug)]
pub(super) struct Ordered<'a> {
    vocabulary: &'a Vocabulary,
    /// For each new number the old one.
    order: Vec<u32>,
}

impl<'a> Ordered<'a> {
    pub(super) fn new(vocabulary: &'a Vocabulary) -> Self {
        let mut text = Vec::new();
        let mut order: Vec<u32> = (0..).take(vocabulary.len()).collect();
        order.sort_by_cached_key(|old| {
            let term = vocabulary.term(*old);
            stem(term, &mut text);
            (Box::<[u8]>::from(text.as_slice()), term)
        });
        Self { vocabulary, order }
    }

    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    pub(super) fn terms(&self) -> impl Iterator<Item = &'a [u8]> {
        self.order.iter().map(|old| self.vocabulary.term(*old))
    }

    /// For each old number the new one.
    pub(super) fn numbers(&self) -> Vec<u32> {
        let mut numbers = vec![0; self.order.len()];
        for (old, new) in self.order.iter().zip(0_u32..) {
            if let Some(slot) = numbers.get_mut(*old as usize) {
                *slot = new;
            }
        }
        numbers
    }
}

/// Stems in the order of their text, each with the range of its terms.
#[derive(Debug, Default)]
pub(super) struct Stems {
    texts: Rows<u8>,
    /// For each stem the number behind its last term.
    term_ends: Vec<u32>,
}

impl Stems {
    /// Groups terms by their stems.
    pub(super) fn of_terms(terms: &Ordered<'_>) -> Result<Self, Error> {
        let mut stems = Self::default();
        let (mut text, mut last) = (Vec::new(), None);
        for (term, end) in terms.terms().zip(1_u32..) {
            stem(term, &mut text);
            if last.as_ref() == Some(&text) {
                stems.term_ends.pop();
            } else {
                stems.texts.push(&text)?;
                last = Some(text.clone());
            }
            stems.term_ends.push(end);
        }
        stems.texts.shrink();
        stems.term_ends.shrink_to_fit();
        Ok(stems)
    }

    pub(super) fn len(&self) -> usize {
        self.term_ends.len()
    }

    /// The terms of a stem: from the first to before the last.
    pub(super) fn terms(&self, number: u32) -> (u32, u32) {
        let end = |place: usize| self.term_ends.get(place).copied().unwrap_or_default();
        let start = (number as usize).checked_sub(1).map_or(0, end);
        (start, end(number as usize))
    }

    /// The stem with this text.
    pub(super) fn find(&self, text: &[u8]) -> Option<u32> {
        let (mut from, mut to) = (0_u32, u32::try_from(self.len()).unwrap_or(u32::MAX));
        while from < to {
            let middle = from.midpoint(to);
            match self.texts.row(middle).cmp(text) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => from = middle.saturating_add(1),
                std::cmp::Ordering::Greater => to = middle,
            }
        }
        None
    }

    pub(super) fn bytes(&self) -> usize {
        self.texts.bytes().saturating_add(self.term_ends.capacity().saturating_mul(size_of::<u32>()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_of_one_stem_are_neighbours() {
        let mut vocabulary = Vocabulary::default();
        for term in ["query", "issues", "queries", "query", "issue", "quer"] {
            vocabulary.number(term.as_bytes()).unwrap();
        }
        let terms = Ordered::new(&vocabulary);
        let texts: Vec<_> = terms.terms().map(|term| std::str::from_utf8(term).unwrap()).collect();
        assert_eq!(texts, ["issue", "issues", "quer", "queries", "query"]);
        assert_eq!(terms.numbers(), [4, 1, 3, 0, 2]);
        let stems = Stems::of_terms(&terms).unwrap();
        let found = ["issue", "quer", "query", "queries"].map(|text| stems.find(text.as_bytes()));
        assert_eq!(found, [Some(0), Some(1), Some(2), None]);
        assert_eq!([0, 1, 2].map(|stem| stems.terms(stem)), [(0, 2), (2, 3), (3, 5)]);
    }
}
