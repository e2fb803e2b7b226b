//! Where a character stands in its word or its number.

use super::classes::{DIGITS, NUMBER, PLACES_OF_WORD};

/// The run that a character is part of and its place there.
#[derive(Clone, Copy, Default)]
pub(super) struct Run {
    /// One more than the number of the run, 0 for none.
    kind: u16,
    place: u16,
}

impl Run {
    /// Where a character of that kind of run stands behind this one. Words go on in their last place, numbers in
    /// the second three of theirs: a token has at most three digits.
    pub(super) fn then(self, kind: u16) -> Self {
        let place = match self.place {
            _ if kind != self.kind => 0,
            place if kind != NUMBER => place.saturating_add(1).min(PLACES_OF_WORD - 1),
            place if place == 2 * DIGITS - 1 => DIGITS,
            place => place.saturating_add(1),
        };
        Self { kind, place }
    }

    /// The place among those of all runs, one run behind the other; nothing outside of runs.
    pub(super) fn place(self) -> Option<usize> {
        let before = usize::from(self.kind.checked_sub(1)?).saturating_mul(usize::from(PLACES_OF_WORD));
        Some(before.saturating_add(usize::from(self.place)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of characters of these runs.
    fn places(kinds: &[u16]) -> Vec<Option<usize>> {
        kinds
            .iter()
            .scan(Run::default(), |run, kind| {
                Some({
                    *run = run.then(*kind);
                    run.place()
                })
            })
            .collect()
    }

    #[test]
    fn a_place_starts_anew_where_another_run_does() {
        assert_eq!(places(&[1, 1, 0, 1, 2, 2]), [Some(0), Some(1), None, Some(0), Some(25), Some(26)]);
    }

    #[test]
    fn a_word_stays_in_its_last_place_and_a_number_in_its_second_three() {
        assert_eq!(places(&[1; 30])[24..], [Some(24); 6]);
        assert_eq!(places(&[NUMBER; 9]), [100, 101, 102, 103, 104, 105, 103, 104, 105].map(Some));
    }
}
