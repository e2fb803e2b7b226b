//! What characters cost, by what stands before them.

use super::character::Traits;
use super::classes::{
    CLASSES, COLUMNS, CONTEXTS, GROUPS, LETTERS_BEFORE, OTHER, PLACES, TABLE, TABLES, TARGETS,
};
use super::run::Place;

/// Costs by class and group.
const ROWS: usize = CLASSES * GROUPS;

/// The bytes of a table of ASCII letters, and of the tables of alphabets behind it.
pub(super) const LETTERS: usize = TARGETS as usize * CONTEXTS as usize;
const PAIRS: usize = TABLES as usize * TABLE as usize * COLUMNS as usize;

/// Thousandths that a byte counts of either.
const UNIT: u16 = 8;
const UNIT_OF_PAIRS: u16 = 16;

/// Thousandths of a token.
pub(super) struct Weights {
    /// For each class what one of its characters costs, by the group of what stands before it: a row of each.
    pub(super) rows: [u16; ROWS],
    /// What a letter or a digit costs more by its place in a run of them; nothing outside of runs.
    pub(super) places: [u16; PLACES],
    /// For each sort that has weights what one of its characters costs, by the sorts of the two before it; then for
    /// each letter of an alphabet, by the one before it. In units.
    pub(super) letters: &'static [u8; LETTERS + PAIRS],
    /// Whole tokens that a character outside ASCII may cost more than its bytes.
    pub(super) beyond: u64,
}

/// Bits of a sort in a context.
pub(super) const SORT_BITS: u16 = 6;

impl Weights {
    /// What a character of that class costs behind that group.
    pub(super) fn of(&self, traits: Traits, before: u16) -> u16 {
        self.rows.get(traits.row().saturating_add(usize::from(before))).copied().unwrap_or(0)
    }

    /// What an ASCII letter or a digit of that sort costs behind those two.
    pub(super) fn letter(&self, sort: u16, context: u16) -> u16 {
        self.units(usize::from(sort) << (2 * SORT_BITS) | usize::from(context)).saturating_mul(UNIT)
    }

    /// What a letter of an alphabet costs behind a character of that sort.
    pub(super) fn pair(&self, sort: u16, before: u16) -> u16 {
        let row = usize::from(number(sort)).saturating_mul(usize::from(COLUMNS));
        let place = row.saturating_add(usize::from(column(sort, before)));
        self.units(LETTERS.saturating_add(place)).saturating_mul(UNIT_OF_PAIRS)
    }

    fn units(&self, place: usize) -> u16 {
        self.letters.get(place).copied().map_or(0, u16::from)
    }

    /// What a letter or a digit costs more at that place of its run.
    pub(super) fn at(&self, place: Place) -> u16 {
        self.places.get(place.number()).copied().unwrap_or(0)
    }
}

/// The number of a letter of an alphabet, all tables one behind the other.
fn number(sort: u16) -> u16 {
    sort.saturating_sub(OTHER + 1)
}

/// What stands before a letter of an alphabet: a letter of the same table, or else a sort.
fn column(sort: u16, before: u16) -> u16 {
    if before > OTHER && number(before) / TABLE == number(sort) / TABLE {
        LETTERS_BEFORE.saturating_add(number(before) % TABLE)
    } else {
        before.min(OTHER)
    }
}
