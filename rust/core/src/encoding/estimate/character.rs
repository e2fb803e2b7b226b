//! What the estimates know of a character.

use super::classes::{GROUP_BITS, LOW, RANGES, ROW_BITS, SORT_BITS};
use super::han;

/// Its group, the row of its class, its sort and the run that it is part of, the first in the lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Traits(u32);

impl Traits {
    pub(super) fn of(character: char) -> Self {
        let point = u32::from(character);
        if let Some(&traits) = LOW.get(point as usize) {
            return Self(traits);
        }
        let after = RANGES.partition_point(|&(first, _)| first <= point);
        match RANGES.get(after.saturating_sub(1)) {
            Some(&(_, han::COMMON)) if is_frequent(point) => Self(han::FREQUENT),
            range => Self(range.map_or(0, |&(_, traits)| traits)),
        }
    }

    /// What it is for the character behind it.
    pub(super) fn group(self) -> u16 {
        (self.0 & ((1 << GROUP_BITS) - 1)) as u16
    }

    /// Where the costs of its class start among those of all classes.
    pub(super) fn row(self) -> usize {
        (self.0 >> GROUP_BITS & ((1 << ROW_BITS) - 1)) as usize
    }

    /// What it is in the tables of letters.
    pub(super) fn sort(self) -> u16 {
        (self.0 >> (GROUP_BITS + ROW_BITS) & ((1 << SORT_BITS) - 1)) as u16
    }

    /// One more than the number of its run; 0 for none.
    pub(super) fn run(self) -> u16 {
        (self.0 >> (GROUP_BITS + ROW_BITS + SORT_BITS)) as u16
    }
}

/// Whether a Han character is one of the frequent.
fn is_frequent(point: u32) -> bool {
    let place = point.saturating_sub(han::FIRST);
    han::BITS.get(place as usize / 64).is_some_and(|bits| bits >> (place % 64) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_han_character_is_frequent_or_not() {
        let kinds = ['的', '龘', '一', '\u{9fff}', '\u{a000}', 'あ'].map(Traits::of);
        assert_eq!(kinds[..4], [han::FREQUENT, han::COMMON, han::FREQUENT, han::COMMON].map(Traits));
        assert!(kinds[4..].iter().all(|kind| ![han::FREQUENT, han::COMMON].contains(&kind.0)));
    }

    #[test]
    fn ranges_are_in_order() {
        assert!(RANGES.is_sorted_by(|(one, _), (other, _)| one < other));
        assert_eq!(RANGES.first().map(|(first, _)| *first), Some(LOW.len() as u32));
    }
}
