//! How long turns are, alone and with what their neighbours spread to them.

use super::renew::kept;
use super::spread::{Kernel, Near};

/// One length for each turn, and their sum; all are exact, so that it does not matter in which order they came.
#[derive(Debug, Default)]
pub(super) struct Lengths {
    alone: Vec<u32>,
    spread: Vec<f64>,
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
        self.total -= self.spread.get(from..to).unwrap_or_default().iter().sum::<f64>();
    }

    pub(super) fn drop_oldest(&mut self, count: usize) {
        self.alone = kept(&self.alone, count);
        self.spread = kept(&self.spread, count);
    }

    pub(super) fn all(&self) -> &[f64] {
        &self.spread
    }

    /// The mean of so many turns.
    pub(super) fn mean(&self, turns: usize) -> f64 {
        if turns == 0 { 0.0 } else { self.total / turns as f64 }
    }

    pub(super) fn size(&self) -> usize {
        let each = size_of::<u32>().saturating_add(size_of::<f64>());
        self.spread.capacity().saturating_mul(each)
    }
}
