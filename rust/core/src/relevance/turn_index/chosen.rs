//! Blocks of turns that are to be scored.

/// A block that is to be scored, and one whose counts reach such a block.
const SCORED: u8 = 2;
const REACHES: u8 = 1;

/// For each block whether it is to be scored, and whether its counts matter.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    parts: Vec<u8>,
    /// The blocks to be scored, unless that is all.
    blocks: Vec<usize>,
    reach: usize,
    is_all: bool,
}

impl Chosen {
    pub(super) fn resize(&mut self, blocks: usize) {
        self.parts.resize(blocks, 0);
    }

    /// Adds a block, which counts of so many blocks before and behind reach.
    pub(super) fn add(&mut self, block: usize, reach: usize) {
        let around = block.saturating_sub(reach)..=block.saturating_add(reach);
        for part in self.parts.iter_mut().take(around.end().saturating_add(1)).skip(*around.start()) {
            *part |= REACHES;
        }
        if let Some(part) = self.parts.get_mut(block).filter(|part| **part & SCORED == 0) {
            *part |= SCORED;
            self.blocks.push(block);
        }
        self.reach = reach;
    }

    pub(super) fn add_all(&mut self) {
        self.is_all = true;
    }

    pub(super) fn clear(&mut self) {
        self.parts.fill(0);
        self.blocks.clear();
        self.is_all = false;
    }

    /// The blocks that are to be scored, and how many blocks beside each the counts that reach it are spread to;
    /// nothing if all are.
    pub(super) fn blocks(&self) -> Option<(&[usize], usize)> {
        (!self.is_all).then_some((&self.blocks, self.reach.saturating_mul(2)))
    }

    /// Whether a count in this block counts for one that is chosen.
    #[inline]
    pub(super) fn is_reached_from(&self, block: usize) -> bool {
        self.is_all || self.parts.get(block).is_some_and(|part| *part != 0)
    }

    pub(super) fn size(&self) -> usize {
        self.parts.capacity().saturating_add(self.blocks.capacity().saturating_mul(size_of::<usize>()))
    }
}
