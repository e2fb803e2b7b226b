//! What each term weighs in each tool.

use super::rows::Rows;
use crate::Error;

/// A tool that has a term, and what the term weighs in it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Posting {
    pub(super) holder: u32,
    pub(super) weight: f32,
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
        for Posting { holder, weight } in postings {
            self.raise(*holder, *weight);
        }
    }

    /// Adds a weight above 0 to one sum.
    pub(super) fn raise(&mut self, holder: u32, weight: f32) {
        if let Some(sum) = self.sums.get_mut(holder as usize) {
            if *sum == 0.0 {
                self.holders.push(holder);
            }
            *sum += f64::from(weight);
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
