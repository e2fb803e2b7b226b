//! The part of a list that matters for some blocks.

use super::BLOCK;
use super::chosen::Chosen;
use super::matches::List;

/// Turns with counts; behind those that are kept stands what is left of longer lists.
#[derive(Debug, Default)]
pub(super) struct Narrow {
    turns: Vec<u32>,
    counts: Vec<f32>,
    kept: usize,
}

impl Narrow {
    pub(super) fn clear(&mut self) {
        self.kept = 0;
    }

    /// Adds those turns whose counts reach a block that is chosen.
    ///
    /// Each is written and then perhaps kept: whether it will be is what a processor cannot predict.
    #[inline]
    pub(super) fn add<T: Copy + Into<f32>>(&mut self, turns: &[u32], counts: &[T], chosen: &Chosen) {
        let most = self.kept.saturating_add(turns.len());
        if self.turns.len() < most {
            self.turns.resize(most, 0);
            self.counts.resize(most, 0.0);
        }
        let mut kept = self.kept;
        for (turn, count) in turns.iter().zip(counts) {
            if let Some((to_turn, to_count)) = self.turns.get_mut(kept).zip(self.counts.get_mut(kept)) {
                (*to_turn, *to_count) = (*turn, (*count).into());
            }
            kept = kept.saturating_add(usize::from(chosen.is_reached_from(*turn as usize / BLOCK)));
        }
        self.kept = kept;
    }

    pub(super) fn list(&self, worth: f32) -> List<'_> {
        let turns = self.turns.get(..self.kept).unwrap_or_default();
        List { worth, turns, counts: self.counts.get(..self.kept).unwrap_or_default() }
    }

    pub(super) fn size(&self) -> usize {
        self.turns.capacity().saturating_add(self.counts.capacity()).saturating_mul(size_of::<u32>())
    }
}
