//! Counts of few among many turns, found again without looking at all.

use std::mem::take;

/// A count for each turn, and a mark where it is not 0.
#[derive(Debug)]
pub(super) struct Counted {
    counts: Vec<u32>,
    marks: Vec<u64>,
}

impl Counted {
    pub(super) fn new(turns: usize) -> Self {
        let marks = turns.div_ceil(u64::BITS as usize);
        Self { counts: vec![0; turns], marks: vec![0; marks] }
    }

    /// Adds to the count of a turn.
    pub(super) fn add(&mut self, turn: u32, count: u32) {
        let slots = (self.counts.get_mut(turn as usize), self.marks.get_mut((turn / u64::BITS) as usize));
        if let (Some(slot), Some(marks)) = slots {
            *slot = slot.saturating_add(count);
            *marks |= 1 << (turn % u64::BITS);
        }
    }

    /// How many turns have a count.
    pub(super) fn turns(&self) -> usize {
        self.marks.iter().map(|marks| marks.count_ones() as usize).sum()
    }

    /// Takes out all counts, in the order of the turns.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = (u32, f64)> {
        let Self { counts, marks } = self;
        let bases = (0_u32..).step_by(u64::BITS as usize);
        marks.iter_mut().zip(bases).flat_map(|(marks, base)| places(take(marks), base)).map(|turn| {
            let count = counts.get_mut(turn as usize).map(take).unwrap_or_default();
            (turn, f64::from(count))
        })
    }
}

/// Where the bits that are set stand, counted from a base.
fn places(bits: u64, base: u32) -> impl Iterator<Item = u32> {
    let mut left = bits;
    std::iter::from_fn(move || {
        let place = (left != 0).then(|| base.saturating_add(left.trailing_zeros()));
        left &= left.wrapping_sub(1);
        place
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_come_out_once_in_the_order_of_the_turns() {
        let mut counted = Counted::new(130);
        for (turn, count) in [(129, 2), (0, 1), (64, 3), (63, 4), (129, 5), (500, 9)] {
            counted.add(turn, count);
        }
        assert_eq!(counted.turns(), 4);
        let drained: Vec<_> = counted.drain().collect();
        assert_eq!(drained, [(0, 1.0), (63, 4.0), (64, 3.0), (129, 7.0)]);
        assert_eq!((counted.turns(), counted.drain().count()), (0, 0));
    }
}
