//! Counts of a turn that count for its neighbours, too.

use std::ops::Range;

use super::Spread;

/// Weights are multiples of this, so that sums of counts times weights are exact in any order.
const STEP: f64 = 1.0 / 65_536.0;

/// What a count in a turn is worth in the turns around it.
#[derive(Debug)]
pub(super) struct Kernel {
    /// From the farthest turn before to the farthest behind; the turn's own weight, in the middle, is 1.
    weights: Vec<f64>,
    reach: usize,
}

impl Kernel {
    pub(super) fn new(spread: Spread) -> Self {
        let faded = |weight: &mut f64| {
            *weight *= spread.decay;
            Some((*weight / STEP).round() * STEP)
        };
        let side: Vec<f64> = (0..spread.reach).scan(spread.weight, |weight, _| faded(weight)).collect();
        let weights = side.iter().rev().chain([&1.0]).chain(&side).copied().collect();
        Self { weights, reach: side.len() }
    }

    pub(super) fn reach(&self) -> usize {
        self.reach
    }

    /// The weight at a distance.
    pub(super) fn at(&self, distance: usize) -> f64 {
        self.weights.get(self.reach.saturating_add(distance)).copied().unwrap_or_default()
    }

    fn around(&self, near: Near) -> &[f64] {
        let from = self.reach.saturating_sub(near.before.into());
        let to = self.reach.saturating_add(near.behind.into()).saturating_add(1);
        self.weights.get(from..to).unwrap_or_default()
    }
}

/// How many turns of the same session are in reach.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Near {
    pub(super) before: u8,
    pub(super) behind: u8,
}

/// Counts spread over turns, and the ranges of turns they reach.
#[derive(Debug)]
pub(super) struct Spreading<'a> {
    kernel: &'a Kernel,
    near: &'a [Near],
    counts: Vec<f64>,
    ranges: Vec<Range<usize>>,
}

impl<'a> Spreading<'a> {
    pub(super) fn new(kernel: &'a Kernel, near: &'a [Near]) -> Self {
        Self { kernel, near, counts: vec![0.0; near.len()], ranges: Vec::new() }
    }

    /// Spreads counts of turns in rising order, and hands over each range with its counts.
    pub(super) fn each_range(
        &mut self,
        entries: impl Iterator<Item = (u32, f64)>,
        mut take: impl FnMut(Range<usize>, &[f64]),
    ) {
        for (turn, count) in entries {
            self.add(turn as usize, count);
        }
        for range in self.ranges.drain(..) {
            if let Some(counts) = self.counts.get_mut(range.clone()) {
                take(range, counts);
                counts.fill(0.0);
            }
        }
    }

    fn add(&mut self, turn: usize, count: f64) {
        let near = self.near.get(turn).copied().unwrap_or_default();
        let from = turn.saturating_sub(near.before.into());
        let to = turn.saturating_add(near.behind.into()).saturating_add(1);
        let slots = self.counts.get_mut(from..to).unwrap_or_default();
        for (slot, weight) in slots.iter_mut().zip(self.kernel.around(near)) {
            *slot += weight * count;
        }
        match self.ranges.last_mut() {
            Some(last) if from <= last.end => last.end = to.max(last.end),
            _ => self.ranges.push(from..to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_fades_with_distance_and_ends_with_the_session() {
        let kernel = Kernel::new(Spread { weight: 0.5, decay: 0.5, reach: 2 });
        let near = [(0, 1), (1, 0), (0, 2), (1, 1), (2, 0)].map(|(before, behind)| Near { before, behind });
        let mut spreading = Spreading::new(&kernel, &near);
        let mut seen = Vec::new();
        for entries in [vec![(0, 4.0), (4, 8.0)], vec![(1, 1.0), (2, 1.0)]] {
            spreading.each_range(entries.into_iter(), |range, counts| seen.push((range, counts.to_vec())));
        }
        assert_eq!(seen, [(0..5, vec![4.0, 1.0, 1.0, 2.0, 8.0]), (0..5, vec![0.25, 1.0, 1.0, 0.25, 0.125]),]);
    }

    #[test]
    fn without_a_reach_counts_stay_where_they_are() {
        let kernel = Kernel::new(Spread { weight: 1.0, decay: 1.0, reach: 0 });
        let mut seen = Vec::new();
        let near = [Near::default(); 3];
        Spreading::new(&kernel, &near)
            .each_range([(1, 2.0)].into_iter(), |range, counts| seen.push((range, counts.to_vec())));
        assert_eq!(seen, [(1..2, vec![2.0])]);
    }
}
