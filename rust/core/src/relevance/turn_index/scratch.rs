//! What a query writes on while it is answered, kept from one to the next.

use super::BLOCK;
use super::marks::Marks;
use super::spread::Spreading;

/// A number for each turn, in blocks; behind the last turn there are zeros.
pub(super) type Column = Vec<[f32; BLOCK]>;

/// Room for the scores of all turns.
///
/// Getting it from the system anew for each query took longer than a query of few words.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) words: Column,
    pub(super) runs: Column,
    pub(super) joined: Column,
    /// Counts of one term.
    pub(super) spreading: Spreading,
    /// Turns of some kind; none between two uses.
    pub(super) marks: Marks,
}

impl Scratch {
    /// Makes it as large as so many turns need, with all scores 0.
    pub(super) fn clear(&mut self, turns: usize) {
        for column in [&mut self.words, &mut self.runs, &mut self.joined] {
            clear(column, turns);
        }
        self.spreading.resize(turns);
        self.marks.resize(turns);
    }

    pub(super) fn size(&self) -> usize {
        let columns = [&self.words, &self.runs, &self.joined]
            .map(|column| column.capacity().saturating_mul(size_of::<[f32; BLOCK]>()));
        columns.iter().sum::<usize>().saturating_add(self.spreading.size()).saturating_add(self.marks.size())
    }
}

/// So many zeros.
pub(super) fn clear(column: &mut Column, turns: usize) {
    column.clear();
    column.resize(turns.div_ceil(BLOCK), [0.0; BLOCK]);
}
