//! The scores by one kind of term, as they are added up.

use super::lengths::Lengths;
use super::scratch::Column;
use super::spread::{Near, Spreading};
use super::{BLOCK, TurnIndex};
use crate::relevance::index::{Run, Saturation};

/// Scores of all turns, and what is needed to add to them.
///
/// They are in single precision: a division of four numbers at once takes as long as one of two in double.
/// Each operation is exact by IEEE 754 and has its place in the order, so they are the same on every machine.
pub(super) struct Field<'a> {
    index: &'a TurnIndex,
    lengths: &'a [[f32; BLOCK]],
    saturation: Saturation,
    spreading: &'a mut Spreading,
    scores: &'a mut Column,
}

impl<'a> Field<'a> {
    pub(super) fn new(
        index: &'a TurnIndex,
        lengths: &'a Lengths,
        spreading: &'a mut Spreading,
        scores: &'a mut Column,
    ) -> Self {
        let saturation = index.ranking.bm25.saturation(lengths.mean(index.len()));
        Self { index, lengths: lengths.rounded(), saturation, spreading, scores }
    }

    /// Adds what a term is worth in the turns that have it, and in those around.
    pub(super) fn add(&mut self, worth: f32, run: Run<'_>) {
        if self.index.kernel.reach() == 0 {
            return self.add_alone(worth, run);
        }
        self.spread(run, 1.0, |_| true);
        self.collect(worth);
    }

    fn add_alone(&mut self, worth: f32, run: Run<'_>) {
        let (scores, lengths) = (self.scores.as_flattened_mut(), self.lengths.as_flattened());
        for (turns, counts) in run {
            for (turn, count) in turns.iter().zip(counts) {
                let turn = *turn as usize;
                if let (Some(score), Some(length)) = (scores.get_mut(turn), lengths.get(turn)) {
                    *score += worth * self.saturation.of(f32::from(*count), *length);
                }
            }
        }
    }

    /// Spreads the counts of a term, so many times, from the turns that are wanted.
    #[inline]
    pub(super) fn spread(&mut self, run: Run<'_>, times: f32, mut wanted: impl FnMut(usize) -> bool) {
        let (kernel, nears) = (&self.index.kernel, &self.index.turns.near);
        for (turns, counts) in run {
            for (turn, count) in turns.iter().zip(counts) {
                let turn = *turn as usize;
                if wanted(turn) {
                    let near: Near = nears.get(turn).copied().unwrap_or_default();
                    self.spreading.add(kernel, near, turn, f32::from(*count) * times);
                }
            }
        }
    }

    /// Adds what the counts that were spread are worth.
    pub(super) fn collect(&mut self, worth: f32) {
        let Self { lengths, saturation, spreading, scores, .. } = self;
        spreading.drain(|block, counts| {
            let Some((scores, lengths)) = scores.get_mut(block).zip(lengths.get(block)) else { return };
            for ((score, length), count) in scores.iter_mut().zip(lengths).zip(counts) {
                *score += worth * saturation.of(*count, *length);
            }
        });
    }
}
