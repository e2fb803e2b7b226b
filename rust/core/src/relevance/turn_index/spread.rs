//! Counts of a turn that count for its neighbours, too.

use super::{BLOCK, Spread};

/// Weights are multiples of this, so that sums of counts times weights are exact, up to 4,096, in any order.
const STEP: f64 = 1.0 / 4_096.0;

/// So many weights are added at once.
const LANES: usize = 4;

/// So many blocks are passed over at once.
const EIGHT: usize = 8;

/// What a count in a turn is worth in the turns around it.
#[derive(Debug)]
pub(super) struct Kernel {
    /// From the farthest turn before to the farthest behind; the turn's own weight, in the middle, is 1.
    weights: Vec<f32>,
    /// The same, filled up with zeros.
    lanes: Vec<[f32; LANES]>,
    reach: usize,
}

impl Kernel {
    pub(super) fn new(spread: Spread) -> Self {
        let faded = |weight: &mut f64| {
            *weight *= spread.decay;
            Some(((*weight / STEP).round() * STEP) as f32)
        };
        let side: Vec<f32> = (0..spread.reach).scan(spread.weight, |weight, _| faded(weight)).collect();
        let weights: Vec<f32> = side.iter().rev().chain([&1.0]).chain(&side).copied().collect();
        let mut lanes = vec![[0.0; LANES]; weights.len().div_ceil(LANES)];
        lanes.as_flattened_mut().iter_mut().zip(&weights).for_each(|(lane, weight)| *lane = *weight);
        Self { weights, lanes, reach: side.len() }
    }

    pub(super) fn reach(&self) -> usize {
        self.reach
    }

    /// The weight at a distance.
    pub(super) fn at(&self, distance: usize) -> f64 {
        self.weights.get(self.reach.saturating_add(distance)).copied().unwrap_or_default().into()
    }

    fn around(&self, near: Near) -> &[f32] {
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

/// Counts of one term, spread over turns; empty between two terms.
#[derive(Debug, Default)]
pub(super) struct Spreading {
    counts: Vec<[f32; BLOCK]>,
    /// For each block 1 if it is not all 0.
    ///
    /// Bytes and not bits: setting one needs not wait until the one before it is set.
    touched: Vec<[u8; EIGHT]>,
}

impl Spreading {
    pub(super) fn resize(&mut self, turns: usize) {
        // One block more: the zeros that fill up a kernel reach beyond the last turn.
        let blocks = turns.div_ceil(BLOCK).saturating_add(1);
        self.counts.resize(blocks, [0.0; BLOCK]);
        self.touched.resize(blocks.div_ceil(EIGHT), [0; EIGHT]);
    }

    /// Adds a count of a turn, to the turn and those near it.
    #[inline]
    pub(super) fn add(&mut self, kernel: &Kernel, near: Near, turn: usize, count: f32) {
        let from = turn.saturating_sub(near.before.into());
        let last = turn.saturating_add(near.behind.into());
        let slots = self.counts.as_flattened_mut().get_mut(from..).unwrap_or_default();
        if last.saturating_sub(from) == kernel.reach.saturating_mul(2) {
            for (slots, lanes) in slots.as_chunks_mut::<LANES>().0.iter_mut().zip(&kernel.lanes) {
                // All are read before one is written, so that it is one addition.
                let mut sums = *slots;
                for (sum, weight) in sums.iter_mut().zip(lanes) {
                    *sum += weight * count;
                }
                *slots = sums;
            }
        } else {
            for (slot, weight) in slots.iter_mut().zip(kernel.around(near)) {
                *slot += weight * count;
            }
        }
        self.touch(kernel.reach, [from / BLOCK, turn / BLOCK, last / BLOCK]);
    }

    /// Marks the blocks from the first to the last.
    #[inline]
    fn touch(&mut self, reach: usize, [first, own, last]: [usize; 3]) {
        let touched = self.touched.as_flattened_mut();
        if reach > BLOCK {
            let blocks = touched.iter_mut().take(last.saturating_add(1)).skip(first);
            return blocks.for_each(|touched| *touched = 1);
        }
        // No others lie between them. Some may be one; how many is not to be foreseen, so all are written.
        for block in [first, own, last] {
            touched.get_mut(block).into_iter().for_each(|touched| *touched = 1);
        }
    }

    /// Hands over each block that has counts, with its number, and empties it.
    #[inline]
    pub(super) fn drain(&mut self, mut take: impl FnMut(usize, &[f32; BLOCK])) {
        let Self { counts, touched } = self;
        for (eights, base) in touched.chunks_mut(EIGHT).zip((0_usize..).step_by(EIGHT.saturating_mul(EIGHT)))
        {
            // Most terms are in few turns, so there is little to find: it is looked for at once.
            if eights.iter().fold(0, |all, eight| all | u64::from_ne_bytes(*eight)) == 0 {
                continue;
            }
            for (eight, base) in eights.iter_mut().zip((base..).step_by(EIGHT)) {
                if *eight == [0; EIGHT] {
                    continue;
                }
                for (touched, block) in std::mem::take(eight).into_iter().zip(base..) {
                    if let Some(counts) = counts.get_mut(block).filter(|_| touched == 1) {
                        take(block, counts);
                        *counts = [0.0; BLOCK];
                    }
                }
            }
        }
    }

    /// Hands over these blocks, also those without counts, and empties them and so many beside each.
    ///
    /// Which of a few blocks have counts is not to be foreseen, and adding zeros takes less time than a wrong guess.
    #[inline]
    pub(super) fn drain_some(
        &mut self,
        blocks: &[usize],
        beside: usize,
        mut take: impl FnMut(usize, &[f32; BLOCK]),
    ) {
        for block in blocks {
            self.counts.get(*block).into_iter().for_each(|counts| take(*block, counts));
        }
        for block in blocks {
            let end = block.saturating_add(beside).saturating_add(1).min(self.counts.len());
            let around = self.counts.get_mut(block.saturating_sub(beside)..end);
            around.into_iter().flatten().for_each(|counts| *counts = [0.0; BLOCK]);
        }
        self.touched.fill([0; EIGHT]);
    }

    pub(super) fn size(&self) -> usize {
        self.counts
            .capacity()
            .saturating_mul(size_of::<[f32; BLOCK]>())
            .saturating_add(self.touched.capacity().saturating_mul(EIGHT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(kernel: &Kernel, near: &[Near], entries: &[(usize, f32)]) -> Vec<(usize, [f32; BLOCK])> {
        let mut spreading = Spreading::default();
        spreading.resize(near.len());
        for (turn, count) in entries {
            spreading.add(kernel, near[*turn], *turn, *count);
        }
        let mut seen = Vec::new();
        spreading.drain(|block, counts| seen.push((block, *counts)));
        spreading.drain(|_, _| panic!("nothing may be left"));
        seen
    }

    fn filled(counts: &[f32]) -> [f32; BLOCK] {
        let mut block = [0.0; BLOCK];
        block[..counts.len()].copy_from_slice(counts);
        block
    }

    #[test]
    fn a_count_fades_with_distance_and_ends_with_the_session() {
        let kernel = Kernel::new(Spread { weight: 0.5, decay: 0.5, reach: 2 });
        let near = [(0, 1), (1, 0), (0, 2), (1, 1), (2, 0)].map(|(before, behind)| Near { before, behind });
        assert_eq!(spread(&kernel, &near, &[(0, 4.0), (4, 8.0)]), [(0, filled(&[4.0, 1.0, 1.0, 2.0, 8.0]))]);
        let counts = spread(&kernel, &near, &[(1, 1.0), (2, 1.0)]);
        assert_eq!(counts, [(0, filled(&[0.25, 1.0, 1.0, 0.25, 0.125]))]);
    }

    #[test]
    fn counts_reach_from_block_to_block_and_leave_others_alone() {
        let kernel = Kernel::new(Spread { weight: 1.0, decay: 0.5, reach: 1 });
        let near = [Near { before: 1, behind: 1 }; 64];
        let mut second = [0.0; BLOCK];
        second[BLOCK - 1] = 0.5;
        assert_eq!(spread(&kernel, &near, &[(32, 1.0)]), [(3, second), (4, filled(&[1.0, 0.5]))]);
    }
}
