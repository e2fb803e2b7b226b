//! What each term weighs in each tool.

use super::rows::Rows;
use crate::Error;

/// A tool that has a term, and what the term weighs in it, in six bytes.
///
/// The weight is the upper half of a 32-bit float: eight significant bits tell more than term counts do.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Posting {
    holder: [u16; 2],
    weight: u16,
}

impl Posting {
    /// One with a weight above 0, which is rounded.
    pub(super) fn new(holder: u32, weight: f64) -> Self {
        let [low, high] = [holder as u16, (holder >> 16) as u16];
        let rounded = (weight as f32).to_bits().saturating_add(1 << 15) >> 16;
        Self { holder: [low, high], weight: (rounded as u16).max(1) }
    }

    fn holder(self) -> u32 {
        let [low, high] = self.holder;
        u32::from(low) | u32::from(high) << 16
    }

    fn weight(self) -> f64 {
        f32::from_bits(u32::from(self.weight) << 16).into()
    }
}

/// The tools of each term, in order, each with the term's weight in it.
#[derive(Debug, Default)]
pub(super) struct Postings {
    rows: Rows<Posting>,
}

impl Postings {
    pub(super) fn dealt(terms: usize, dealt: &[(u32, Posting)]) -> Result<Self, Error> {
        Ok(Self { rows: Rows::dealt(terms, dealt)? })
    }

    /// The postings of the terms from one to before another.
    pub(super) fn of_terms(&self, from: u32, to: u32) -> &[Posting] {
        self.rows.rows(from, to)
    }

    pub(super) fn bytes(&self) -> usize {
        self.rows.bytes()
    }
}

/// Sums weights by what holds them: those of a set of terms by tools, those of a tool's texts by terms.
#[derive(Debug)]
pub(super) struct Tally {
    sums: Vec<f64>,
    holders: Vec<u32>,
}

impl Tally {
    pub(super) fn new(holders: usize) -> Self {
        Self { sums: vec![0.0; holders], holders: Vec::new() }
    }

    pub(super) fn add(&mut self, postings: &[Posting]) {
        for posting in postings {
            self.raise(posting.holder(), posting.weight());
        }
    }

    /// Adds a weight above 0 to one sum.
    pub(super) fn raise(&mut self, holder: u32, weight: f64) {
        if let Some(sum) = self.sums.get_mut(holder as usize) {
            if *sum == 0.0 {
                self.holders.push(holder);
            }
            *sum += weight;
        }
    }

    /// How many hold any.
    pub(super) fn holders(&self) -> usize {
        self.holders.len()
    }

    /// Hands over each holder with its sum, and begins anew.
    pub(super) fn drain(&mut self, mut take: impl FnMut(u32, f64)) {
        for holder in self.holders.drain(..) {
            if let Some(sum) = self.sums.get_mut(holder as usize) {
                take(holder, std::mem::take(sum));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_is_kept_with_eight_significant_bits() {
        let kept = [1.0, 0.75, 2.000_001, 1.003, 1.005, 1e-45, 4_000.0];
        let kept = kept.map(|weight| Posting::new(70_000, weight).weight());
        assert_eq!(kept.map(|weight| weight > 0.0), [true; 7]);
        assert_eq!(kept[..5], [1.0, 0.75, 2.0, 1.0, 1.007_812_5]);
        assert_eq!(Posting::new(70_000, 1.0).holder(), 70_000);
        assert_eq!(size_of::<Posting>(), 6);
    }
}
