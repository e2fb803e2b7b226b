//! What the turns of each block can score at most, found without scoring them.

use super::lengths::Lengths;
use super::matches::List;
use super::spread::Kernel;
use super::{BLOCK, TurnIndex};
use crate::relevance::index::Saturation;

/// A list with fewer turns than one for so many blocks is added turn by turn.
const SPARSE: usize = 8;

/// How far a bound may lie below the score that it bounds, by rounding, for each term and for each bound.
const ROUNDING: f32 = 1.0 / 4_194_304.0;
const TERMS: usize = 16;

/// A bound for each block.
///
/// It is what the turn would score that has all counts of its block, and those of the blocks beside it as far as
/// they reach its nearest turn, at the length of the shortest turn there. A match is worth more in a shorter
/// turn, and the more the more counts there are, so no turn of the block scores more.
#[derive(Debug, Default)]
pub(super) struct Bounds {
    highest: Vec<f32>,
    /// Counts of one term; a block more at either end.
    counts: Vec<f32>,
}

/// What a count at each place of a block comes to in the block before, its own, and the one behind.
#[derive(Debug)]
pub(super) struct Spill([[f32; 3]; BLOCK]);

impl Spill {
    pub(super) fn new(kernel: &Kernel) -> Self {
        let mut spill = [[0.0; 3]; BLOCK];
        for (place, [before, own, behind]) in spill.iter_mut().enumerate() {
            *before = kernel.at(place.saturating_add(1)) as f32;
            *behind = kernel.at(BLOCK.saturating_sub(place)) as f32;
            *own = kernel.at(1).max(1.0) as f32;
        }
        Self(spill)
    }

    #[inline]
    fn of(&self, turn: usize) -> [f32; 3] {
        self.0.get(turn % BLOCK).copied().unwrap_or_default()
    }
}

impl Bounds {
    pub(super) fn fill<'a>(
        &mut self,
        index: &TurnIndex,
        lengths: &Lengths,
        lists: impl Iterator<Item = List<'a>>,
    ) {
        let shortest = lengths.shortest();
        self.highest.clear();
        self.highest.resize(index.turns.words.shortest().len(), 0.0);
        let saturation = index.ranking.bm25.saturation(lengths.mean(index.len()));
        let mut terms = TERMS;
        for list in lists {
            if list.turns.len() < shortest.len() / SPARSE {
                self.add_each(index, list, saturation, shortest);
            } else {
                self.add_together(index, list, saturation, shortest);
            }
            terms = terms.saturating_add(1);
        }
        let slack = 1.0 + terms as f32 * ROUNDING;
        self.highest.iter_mut().for_each(|bound| *bound *= slack);
    }

    /// Turn by turn: the sum of what two counts are worth is no less than what their sum is worth.
    fn add_each(&mut self, index: &TurnIndex, list: List<'_>, saturation: Saturation, shortest: &[f32]) {
        for (turn, count) in list.entries() {
            let block = turn / BLOCK;
            for (weight, place) in index.spill.of(turn).iter().zip(block..) {
                let place = place.checked_sub(1);
                let slots = place.and_then(|place| self.highest.get_mut(place).zip(shortest.get(place)));
                if let Some((bound, length)) = slots {
                    *bound += list.worth * saturation.of(weight * count, *length);
                }
            }
        }
    }

    fn add_together(&mut self, index: &TurnIndex, list: List<'_>, saturation: Saturation, shortest: &[f32]) {
        self.counts.clear();
        self.counts.resize(shortest.len().saturating_add(2), 0.0);
        for (turn, count) in list.entries() {
            let slots = self.counts.get_mut(turn / BLOCK..).and_then(|slots| slots.first_chunk_mut::<3>());
            if let Some([before, own, behind]) = slots {
                let [to_before, to_own, to_behind] = index.spill.of(turn);
                *before += to_before * count;
                *own += to_own * count;
                *behind += to_behind * count;
            }
        }
        let counts = self.counts.get(1..).unwrap_or_default();
        for ((bound, length), count) in self.highest.iter_mut().zip(shortest).zip(counts) {
            *bound += list.worth * saturation.of(*count, *length);
        }
    }

    /// Makes the bound of a block 0, which needs none because it is scored.
    pub(super) fn close(&mut self, block: usize) {
        self.highest.get_mut(block).into_iter().for_each(|bound| *bound = 0.0);
    }

    /// The highest of all.
    pub(super) fn highest(&self) -> f32 {
        let (chunks, others) = self.highest.as_chunks::<BLOCK>();
        let mut highest = [0.0_f32; BLOCK];
        for bounds in chunks {
            for (highest, bound) in highest.iter_mut().zip(bounds) {
                *highest = if bound > highest { *bound } else { *highest };
            }
        }
        highest.iter().chain(others).copied().fold(0.0, f32::max)
    }

    pub(super) fn of(&self) -> &[f32] {
        &self.highest
    }

    pub(super) fn size(&self) -> usize {
        self.highest.capacity().saturating_add(self.counts.capacity()).saturating_mul(size_of::<f32>())
    }
}
