//! A set of places, a bit each.

/// Bits of a word.
const BITS: usize = 64;

/// Places that are marked.
#[derive(Debug, Default)]
pub(super) struct Marks(Vec<u64>);

impl Marks {
    /// Makes room for places below a number.
    pub(super) fn resize(&mut self, places: usize) {
        self.0.resize(places.div_ceil(BITS), 0);
    }

    #[inline]
    pub(super) fn add(&mut self, place: usize) {
        if let Some(marks) = self.0.get_mut(place / BITS) {
            *marks |= 1 << (place % BITS);
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|marks| marks.count_ones() as usize).sum()
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    pub(super) fn size(&self) -> usize {
        self.0.capacity().saturating_mul(size_of::<u64>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_marked_once() {
        let mut marks = Marks::default();
        marks.resize(130);
        for place in [129, 0, 64, 63, 129, 500] {
            marks.add(place);
        }
        assert_eq!(marks.count(), 4);
        marks.clear();
        assert_eq!(marks.count(), 0);
    }
}
