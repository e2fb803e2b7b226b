//! Blocks of turns that are to be scored.

/// A block that is to be scored, and one whose counts reach such a block.
const SCORED: u8 = 2;
const REACHES: u8 = 1;

/// For each block whether it is to be scored, and whether its counts matter.
#[derive(Debug, Default)]
pub(super) struct Chosen(Vec<u8>);

impl Chosen {
    pub(super) fn resize(&mut self, blocks: usize) {
        self.0.resize(blocks, 0);
    }

    /// Adds a block, which counts of so many blocks before and behind reach.
    pub(super) fn add(&mut self, block: usize, reach: usize) {
        let around = block.saturating_sub(reach)..=block.saturating_add(reach);
        for slot in self.0.iter_mut().take(around.end().saturating_add(1)).skip(*around.start()) {
            *slot |= REACHES;
        }
        self.0.get_mut(block).into_iter().for_each(|slot| *slot |= SCORED);
    }

    pub(super) fn add_all(&mut self) {
        self.0.fill(SCORED | REACHES);
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline]
    pub(super) fn has(&self, block: usize) -> bool {
        self.0.get(block).is_some_and(|slot| slot & SCORED != 0)
    }

    /// Whether a count in this block counts for one that is chosen.
    #[inline]
    pub(super) fn is_reached_from(&self, block: usize) -> bool {
        self.0.get(block).is_some_and(|slot| *slot != 0)
    }

    pub(super) fn size(&self) -> usize {
        self.0.capacity()
    }
}
