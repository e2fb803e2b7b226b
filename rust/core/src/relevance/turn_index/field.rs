//! The scores by one kind of term, as they are added up.

use super::chosen::Chosen;
use super::lengths::Lengths;
use super::matches::List;
use super::scratch::Column;
use super::spread::Spreading;
use super::{BLOCK, TurnIndex};
use crate::relevance::index::{Run, Saturation};

/// Scores of turns, and what is needed to add to them.
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

    /// Adds what a term is worth in the turns that have it, and in no others.
    pub(super) fn add_alone(&mut self, worth: f32, run: Run<'_>) {
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

    /// Adds what a list is worth in the turns it has, and in those around, where they are chosen.
    pub(super) fn add(&mut self, list: List<'_>, chosen: &Chosen) {
        let (kernel, nears) = (&self.index.kernel, &self.index.turns.near);
        for (turn, count) in list.entries() {
            self.spreading.add(kernel, nears.get(turn).copied().unwrap_or_default(), turn, count);
        }
        self.collect(list.worth, chosen);
    }

    /// Adds what the counts that were spread are worth.
    fn collect(&mut self, worth: f32, chosen: &Chosen) {
        let Self { lengths, saturation, spreading, scores, .. } = self;
        let take = |block: usize, counts: &[f32; BLOCK]| {
            let Some((scores, lengths)) = scores.get_mut(block).zip(lengths.get(block)) else { return };
            // All are read before one is written, so that several are divided at once.
            let mut sums = *scores;
            for ((sum, length), count) in sums.iter_mut().zip(lengths).zip(counts) {
                *sum += worth * saturation.of(*count, *length);
            }
            *scores = sums;
        };
        match chosen.blocks() {
            Some((blocks, beside)) => spreading.drain_some(blocks, beside, take),
            None => spreading.drain(take),
        }
    }
}
