//! What each term weighs in each tool.

use super::rows::Rows;
use crate::Error;

/// The tools of each term, in order, each with the term's weight in it.
#[derive(Debug, Default)]
pub(super) struct Postings {
    rows: Rows<(u32, f32)>,
}

impl Postings {
    pub(super) fn dealt(terms: usize, dealt: &[(u32, (u32, f32))]) -> Result<Self, Error> {
        Ok(Self { rows: Rows::dealt(terms, dealt)? })
    }

    /// The postings of the terms from one to before another.
    pub(super) fn of_terms(&self, from: u32, to: u32) -> &[(u32, f32)] {
        self.rows.rows(from, to)
    }

    pub(super) fn bytes(&self) -> usize {
        self.rows.bytes()
    }
}

/// Sums the weights of a set of terms, tool by tool.
#[derive(Debug)]
pub(super) struct Tally {
    sums: Vec<f64>,
    holders: Vec<u32>,
}

impl Tally {
    pub(super) fn new(tools: usize) -> Self {
        Self { sums: vec![0.0; tools], holders: Vec::new() }
    }

    pub(super) fn add(&mut self, postings: &[(u32, f32)]) {
        for (tool, weight) in postings {
            if let Some(sum) = self.sums.get_mut(*tool as usize) {
                if *sum == 0.0 {
                    self.holders.push(*tool);
                }
                *sum += f64::from(*weight);
            }
        }
    }

    /// How many tools hold any of the terms.
    pub(super) fn holders(&self) -> usize {
        self.holders.len()
    }

    /// Hands over each tool with its sum, and begins anew.
    pub(super) fn drain(&mut self, mut take: impl FnMut(u32, f64)) {
        for tool in self.holders.drain(..) {
            if let Some(sum) = self.sums.get_mut(tool as usize) {
                take(tool, std::mem::take(sum));
            }
        }
    }
}
