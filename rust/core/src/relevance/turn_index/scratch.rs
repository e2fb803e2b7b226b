//! What a query writes on while it is answered, kept from one to the next.

use super::BLOCK;
use super::bounds::Bounds;
use super::chosen::Chosen;
use super::marks::Marks;
use super::matches::Matches;
use super::narrow::Narrow;
use super::spread::Spreading;

/// A number for each turn, in blocks; behind the last turn there are zeros.
pub(super) type Column = Vec<[f32; BLOCK]>;

/// Room for the scores of all turns.
///
/// Getting it from the system anew for each query took longer than a query of few words.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The blocks that were scored, in order; what the columns hold of others means nothing.
    pub(super) scored: Vec<usize>,
    pub(super) words: Column,
    pub(super) runs: Column,
    pub(super) joined: Column,
    pub(super) word_matches: Matches,
    pub(super) run_matches: Matches,
    /// Matches of one term.
    pub(super) narrow: Narrow,
    pub(super) word_bounds: Bounds,
    pub(super) run_bounds: Bounds,
    /// Counts of one term.
    pub(super) spreading: Spreading,
    /// Turns of some kind; none between two uses.
    pub(super) marks: Marks,
    /// Blocks that are being scored; none between two uses.
    pub(super) chosen: Chosen,
}

impl Scratch {
    /// Makes it as large as so many turns need, with nothing scored.
    pub(super) fn begin(&mut self, turns: usize) {
        let blocks = turns.div_ceil(BLOCK);
        for column in [&mut self.words, &mut self.runs, &mut self.joined] {
            column.resize(blocks, [0.0; BLOCK]);
        }
        self.scored.clear();
        self.spreading.resize(turns);
        self.marks.resize(turns);
        self.chosen.resize(blocks);
    }

    pub(super) fn size(&self) -> usize {
        let columns = [&self.words, &self.runs, &self.joined]
            .map(|column| column.capacity().saturating_mul(size_of::<[f32; BLOCK]>()));
        let matches = [&self.word_matches, &self.run_matches].map(|matches| matches.size());
        let bounds = [&self.word_bounds, &self.run_bounds].map(|bounds| bounds.size());
        let scored = self.scored.capacity().saturating_mul(size_of::<usize>());
        let others =
            [self.spreading.size(), self.marks.size(), self.chosen.size(), self.narrow.size(), scored];
        columns.iter().chain(&matches).chain(&bounds).chain(&others).sum()
    }
}
