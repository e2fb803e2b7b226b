//! Where a character stands in its word or its number.

use super::classes::{NEXT, OUTSIDE, PLACES, RUN_BITS};

/// A place in a run, among those of all kinds of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(u8);

impl Place {
    /// What stands before a text.
    pub(super) const fn outside() -> Self {
        Self(OUTSIDE)
    }

    /// Where a character of such a kind of run stands behind this one. Words go on in their last place, numbers in
    /// the second three of theirs: a token has at most three digits.
    pub(super) fn then(self, run: u16) -> Self {
        // the masks keep both in the table, so that it is read without a branch
        let behind = self.number() << RUN_BITS | usize::from(run) & ((1 << RUN_BITS) - 1);
        Self(NEXT.get(behind).copied().unwrap_or(OUTSIDE))
    }

    pub(super) fn number(self) -> usize {
        usize::from(self.0) % PLACES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the places of characters of these runs.
    fn places(runs: &[u16]) -> Vec<usize> {
        let mut place = Place::outside();
        runs.iter()
            .map(|run| {
                place = place.then(*run);
                place.number()
            })
            .collect()
    }

    #[test]
    fn a_place_starts_anew_where_another_run_does() {
        assert_eq!(places(&[1, 1, 0, 1, 2, 2, 5]), [0, 1, 127, 0, 25, 26, 100]);
    }

    #[test]
    fn a_word_stays_in_its_last_place_and_a_number_in_its_second_three() {
        assert_eq!(places(&[1; 30])[24..], [24; 6]);
        assert_eq!(places(&[5; 9]), [100, 101, 102, 103, 104, 105, 103, 104, 105]);
    }
}
