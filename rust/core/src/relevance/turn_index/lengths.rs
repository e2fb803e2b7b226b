//! How long turns are, alone and with what their neighbours spread to them.

use super::BLOCK;
use super::renew::kept;
use super::spread::{Kernel, Near};
use crate::relevance::index::make_room;

/// One length for each turn, and their sum; all are exact, so that it does not matter in which order they came.
#[derive(Debug, Default)]
pub(super) struct Lengths {
    alone: Vec<u32>,
    spread: Vec<f64>,
    /// The spread ones in single precision, in blocks, the last filled up with zeros.
    rounded: Vec<[f32; BLOCK]>,
    /// The shortest of each block.
    shortest: Vec<f32>,
    total: f64,
}

impl Lengths {
    /// Adds the newest turn, which has so many before it in reach.
    pub(super) fn push(&mut self, length: u32, before: usize, kernel: &Kernel) {
        let mut own = f64::from(length);
        let neighbours = self.alone.iter().rev().zip(self.spread.iter_mut().rev()).take(before);
        for ((alone, spread), distance) in neighbours.zip(1..) {
            let weight = kernel.at(distance);
            own += weight * f64::from(*alone);
            *spread += weight * f64::from(length);
            self.total += weight * f64::from(length);
        }
        self.alone.push(length);
        self.spread.push(own);
        self.total += own;
        self.round(self.spread.len().saturating_sub(before).saturating_sub(1));
    }

    /// Rounds again from a place on, up to the last.
    fn round(&mut self, from: usize) {
        let blocks = self.spread.len().div_ceil(BLOCK);
        let missing = blocks.saturating_sub(self.rounded.len());
        make_room(&mut self.rounded, missing);
        self.rounded.resize(blocks, [0.0; BLOCK]);
        let rounded = self.rounded.as_flattened_mut().get_mut(from..).unwrap_or_default();
        let spread = self.spread.get(from..).unwrap_or_default();
        rounded.iter_mut().zip(spread).for_each(|(rounded, spread)| *rounded = *spread as f32);
        make_room(&mut self.shortest, missing);
        self.shortest.resize(blocks, 0.0);
        self.shorten(from, self.spread.len());
    }

    /// Finds the shortest again for the blocks of the turns between two places.
    fn shorten(&mut self, from: usize, to: usize) {
        let blocks = from / BLOCK..to.div_ceil(BLOCK);
        let lengths = self.rounded.iter().zip(&mut self.shortest);
        for (lengths, shortest) in lengths.take(blocks.end).skip(blocks.start) {
            *shortest = lengths.iter().copied().fold(f32::MAX, f32::min);
        }
    }

    /// Leaves out the turns between two places, which have been the oldest.
    pub(super) fn leave(&mut self, from: usize, to: usize, near: &[Near], kernel: &Kernel) {
        let behind = to.saturating_add(kernel.reach()).min(self.spread.len());
        for place in to..behind {
            let before = near.get(place).map_or(0, |near| near.before).into();
            for distance in place.saturating_sub(to).saturating_add(1)..=before {
                let lost = place.checked_sub(distance).and_then(|place| self.alone.get(place)).copied();
                let lost = kernel.at(distance) * f64::from(lost.unwrap_or_default());
                self.spread.get_mut(place).into_iter().for_each(|spread| *spread -= lost);
                self.total -= lost;
            }
        }
        let changed = self.rounded.as_flattened_mut().iter_mut().zip(&self.spread).take(behind).skip(to);
        changed.for_each(|(rounded, spread)| *rounded = *spread as f32);
        self.shorten(to, behind);
        self.total -= self.spread.get(from..to).unwrap_or_default().iter().sum::<f64>();
    }

    pub(super) fn drop_oldest(&mut self, count: usize) {
        self.alone = kept(&self.alone, count);
        self.spread = kept(&self.spread, count);
        (self.rounded, self.shortest) = (Vec::new(), Vec::new());
        self.round(0);
    }

    pub(super) fn rounded(&self) -> &[[f32; BLOCK]] {
        &self.rounded
    }

    pub(super) fn shortest(&self) -> &[f32] {
        &self.shortest
    }

    /// The mean of so many turns.
    pub(super) fn mean(&self, turns: usize) -> f64 {
        if turns == 0 { 0.0 } else { self.total / turns as f64 }
    }

    pub(super) fn size(&self) -> usize {
        let each = size_of::<u32>().saturating_add(size_of::<f64>());
        let rounded = self.rounded.capacity().saturating_mul(size_of::<[f32; BLOCK]>());
        let shortest = self.shortest.capacity().saturating_mul(size_of::<f32>());
        self.spread.capacity().saturating_mul(each).saturating_add(rounded).saturating_add(shortest)
    }
}
