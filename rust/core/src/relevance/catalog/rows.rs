//! Many short lists in two flat arrays.

use crate::Error;

/// Lists by number; a list ends where the next one begins.
#[derive(Debug, Default)]
pub(super) struct Rows<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Default> Rows<T> {
    /// Deals items to the lists they belong to; in each they stay in the order given.
    ///
    /// # Errors
    /// There are more items than 32 bits can count.
    pub(super) fn dealt(lists: usize, dealt: &[(u32, T)]) -> Result<Self, Error> {
        size(dealt.len())?;
        let mut ends = vec![0_u32; lists];
        for (list, _) in dealt {
            add(&mut ends, *list, 1);
        }
        // Each place where a list begins moves on to its end while the list is filled.
        let mut start = 0_u32;
        for end in &mut ends {
            (*end, start) = (start, start.saturating_add(*end));
        }
        let mut items = vec![T::default(); dealt.len()];
        for (list, item) in dealt {
            let place = add(&mut ends, *list, 1);
            if let Some(slot) = items.get_mut(place) {
                *slot = *item;
            }
        }
        Ok(Self { ends, items })
    }

    /// Adds a list behind the others.
    ///
    /// # Errors
    /// There are more items than 32 bits can count.
    pub(super) fn push(&mut self, items: &[T]) -> Result<(), Error> {
        self.items.extend_from_slice(items);
        self.ends.push(size(self.items.len())?);
        Ok(())
    }
}

impl<T> Rows<T> {
    /// Gives back the room that was kept for more lists.
    pub(super) fn shrink(&mut self) {
        self.ends.shrink_to_fit();
        self.items.shrink_to_fit();
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// A list; an empty one where no list has the number.
    pub(super) fn row(&self, number: u32) -> &[T] {
        self.rows(number, number.saturating_add(1))
    }

    /// The lists from one to before another, in one.
    pub(super) fn rows(&self, from: u32, to: u32) -> &[T] {
        self.items.get(self.start(from)..self.start(to)).unwrap_or_default()
    }

    fn start(&self, number: u32) -> usize {
        let before = (number as usize).checked_sub(1).and_then(|place| self.ends.get(place));
        before.map_or(0, |end| *end as usize)
    }

    pub(super) fn bytes(&self) -> usize {
        let items = self.items.capacity().saturating_mul(size_of::<T>());
        self.ends.capacity().saturating_mul(size_of::<u32>()).saturating_add(items)
    }
}

/// A count of things that are numbered with 32 bits.
pub(super) fn size(count: usize) -> Result<u32, Error> {
    u32::try_from(count).map_err(|_| Error::too_many("terms", count))
}

/// Raises one number of a column and tells what it was before.
fn add(column: &mut [u32], place: u32, by: u32) -> usize {
    let Some(number) = column.get_mut(place as usize) else { return usize::MAX };
    let before = *number;
    *number = number.saturating_add(by);
    before as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stand_in_their_lists_in_the_order_given() {
        let rows = Rows::dealt(4, &[(2, 'a'), (0, 'b'), (2, 'c'), (3, 'd')]).unwrap();
        let all: Vec<&[char]> = (0..5).map(|list| rows.row(list)).collect();
        assert_eq!(all, [&['b'][..], &[], &['a', 'c'], &['d'], &[]]);
        assert_eq!(rows.rows(1, 4), ['a', 'c', 'd']);
    }

    #[test]
    fn lists_can_be_added_one_by_one() {
        let mut rows = Rows::default();
        for list in [&b"ab"[..], b"", b"c"] {
            rows.push(list).unwrap();
        }
        assert_eq!((rows.len(), rows.row(0), rows.row(1), rows.row(2)), (3, &b"ab"[..], &b""[..], &b"c"[..]));
    }
}
