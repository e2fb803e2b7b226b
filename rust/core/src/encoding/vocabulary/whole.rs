//! The short tokens as a set: most pieces of a text are one of them.

use super::texts::Texts;
use crate::encoding::prefetch::prefetch;
use crate::encoding::short::Short;

pub(super) struct Whole {
    slots: Vec<u128>,
    bits: u32,
}

const EMPTY: u128 = 0;

impl Whole {
    pub(super) fn new(texts: &Texts) -> Self {
        let slots = (texts.count() as usize).saturating_mul(5).div_ceil(4).next_power_of_two();
        let mut set = Self { slots: vec![EMPTY; slots], bits: slots.trailing_zeros() };
        texts.short().for_each(|token| set.insert(token));
        set
    }

    #[inline]
    pub(super) fn contains(&self, piece: Short) -> bool {
        let mut place = piece.place(self.bits);
        loop {
            match self.slots.get(place) {
                Some(slot) if *slot == piece.bits() => return true,
                None | Some(&EMPTY) => return false,
                Some(_) => place = self.behind(place),
            }
        }
    }

    #[inline]
    pub(super) fn fetch(&self, piece: Short) {
        prefetch(&self.slots, piece.place(self.bits));
    }

    fn insert(&mut self, piece: Short) {
        let mut place = piece.place(self.bits);
        while self.slots.get(place).is_some_and(|slot| *slot != EMPTY) {
            place = self.behind(place);
        }
        if let Some(slot) = self.slots.get_mut(place) {
            *slot = piece.bits();
        }
    }

    #[inline]
    fn behind(&self, place: usize) -> usize {
        place.wrapping_add(1) & self.slots.len().wrapping_sub(1)
    }
}
