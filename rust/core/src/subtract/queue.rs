//! One bucket's items in the order in which they would go.

use std::cmp::Ordering;

use super::items::{Dated, Scored};
use crate::ledger::{Bucket, Ledger, walk};

/// An item with what the walk needs of it, so that sorting and shedding touch one array.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<K> {
    pub(super) index: u32,
    pub(super) flags: u8,
    pub(super) cost: u64,
    key: K,
}

/// Items in shedding order: the first goes first.
#[derive(Debug, Clone)]
pub(super) struct Queue<K>(Vec<Entry<K>>);

impl Queue<i64> {
    /// Oldest first; equal times in the order given.
    pub(super) fn oldest_first(items: &Dated<'_>) -> Self {
        let columns = items.cost.iter().zip(items.at_ms).zip(items.flags);
        let mut entries: Vec<_> = (0_u32..)
            .zip(columns)
            .map(|(index, ((&cost, &key), &flags))| Entry { index, flags, cost, key })
            .collect();
        entries.sort_by_key(|entry| entry.key);
        Self(entries)
    }
}

impl Queue<f64> {
    /// Lowest score first; of equal scores the one listed later goes first.
    pub(super) fn lowest_first(items: &Scored<'_>) -> Self {
        let columns = items.cost.iter().zip(items.score);
        let mut entries: Vec<_> = (0_u32..)
            .zip(columns)
            .map(|(index, (&cost, &key))| Entry { index, flags: 0, cost, key })
            .collect();
        entries.reverse();
        entries.sort_by(|a, b| by_number(a.key, b.key));
        Self(entries)
    }
}

impl<K: Copy> Queue<K> {
    pub(super) fn entries(&self) -> &[Entry<K>] {
        &self.0
    }

    pub(super) fn partition(self, goes_left: impl Fn(&Entry<K>) -> bool) -> (Self, Self) {
        let (left, right) = self.0.into_iter().partition(goes_left);
        (Self(left), Self(right))
    }

    /// Takes eligible items out from the front for as long as the total is over the budget.
    ///
    /// `eligible` is told the place in the queue as it is now, and the item.
    pub(super) fn shed(
        &mut self,
        ledger: &mut Ledger,
        bucket: Bucket,
        eligible: impl Fn(usize, &Entry<K>) -> bool,
    ) -> usize {
        let cuts = self.0.iter().enumerate().filter(|(place, entry)| eligible(*place, entry));
        let mut last = 0_usize;
        let made = walk(ledger, cuts, |ledger, (place, entry)| {
            ledger.take(bucket, entry.cost);
            last = place;
        });
        if made > 0 {
            let mut place = 0_usize..;
            self.0.retain(|entry| !place.next().is_some_and(|place| place <= last && eligible(place, entry)));
        }
        made
    }

    pub(super) fn indices(&self) -> Vec<u32> {
        self.0.iter().map(|entry| entry.index).collect()
    }

    pub(super) fn indices_reversed(&self) -> Vec<u32> {
        self.0.iter().rev().map(|entry| entry.index).collect()
    }
}

/// Compares numbers that were checked not to be NaN; unlike `total_cmp`, 0 and -0 are equal.
fn by_number(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}
