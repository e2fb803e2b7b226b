//! The terms of a catalogue, numbered so that those with one stem are neighbours.

use std::collections::HashMap;

use super::rows::{Rows, size};
use super::stem::stem;
use crate::Error;

/// Numbers terms in the order in which they are first seen.
#[derive(Debug, Default)]
pub(super) struct Seen {
    numbers: HashMap<Box<[u8]>, u32>,
}

impl Seen {
    pub(super) fn number(&mut self, term: &[u8]) -> Result<u32, Error> {
        if let Some(number) = self.numbers.get(term) {
            return Ok(*number);
        }
        let number = size(self.numbers.len())?;
        self.numbers.insert(term.into(), number);
        Ok(number)
    }

    /// The terms in order of stem and text, and the new number of each old one.
    pub(super) fn ordered(self) -> (Vec<Box<[u8]>>, Vec<u32>) {
        let mut text = Vec::new();
        let mut order: Vec<(Box<[u8]>, Box<[u8]>, u32)> = Vec::with_capacity(self.numbers.len());
        for (term, number) in self.numbers {
            stem(&term, &mut text);
            order.push((text.as_slice().into(), term, number));
        }
        order.sort_unstable();
        let mut renumbered = vec![0; order.len()];
        for ((_, _, old), new) in order.iter().zip(0_u32..) {
            if let Some(slot) = renumbered.get_mut(*old as usize) {
                *slot = new;
            }
        }
        (order.into_iter().map(|(_, term, _)| term).collect(), renumbered)
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
    /// Groups terms in the order that [`Seen::ordered`] gives.
    pub(super) fn of_terms(terms: &[Box<[u8]>]) -> Result<Self, Error> {
        let mut stems = Self::default();
        let (mut text, mut last) = (Vec::new(), None);
        for (term, end) in terms.iter().zip(1_u32..) {
            stem(term, &mut text);
            if last.as_ref() == Some(&text) {
                stems.term_ends.pop();
            } else {
                stems.texts.push(&text)?;
                last = Some(text.clone());
            }
            stems.term_ends.push(end);
        }
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
        let mut seen = Seen::default();
        for term in ["query", "issues", "queries", "query", "issue", "quer"] {
            seen.number(term.as_bytes()).unwrap();
        }
        let (terms, renumbered) = seen.ordered();
        let texts: Vec<_> = terms.iter().map(|term| std::str::from_utf8(term).unwrap()).collect();
        assert_eq!(texts, ["issue", "issues", "quer", "queries", "query"]);
        assert_eq!(renumbered, [4, 1, 3, 0, 2]);
        let stems = Stems::of_terms(&terms).unwrap();
        let found = ["issue", "quer", "query", "queries"].map(|text| stems.find(text.as_bytes()));
        assert_eq!(found, [Some(0), Some(1), Some(2), None]);
        assert_eq!([0, 1, 2].map(|stem| stems.terms(stem)), [(0, 2), (2, 3), (3, 5)]);
    }
}
