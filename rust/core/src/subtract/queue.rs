//! One bucket's items in the order in which they would go.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::items::{Dated, Scored};
use crate::ledger::{Bucket, Ledger, walk};

/// Columns in shedding order: the first goes first. Sorted input is borrowed, not copied.
#[derive(Debug, Clone)]
pub(super) struct Queue<'a> {
    /// Where each item stood in the input; nothing where it stands there still.
    index: Option<Vec<u32>>,
    cost: Cow<'a, [u64]>,
    flags: Cow<'a, [u8]>,
    is_out: Vec<bool>,
}

impl<'a> Queue<'a> {
    /// Oldest first; equal times in the order given.
    pub(super) fn oldest_first(items: &Dated<'a>) -> Self {
        let is_out = vec![false; items.cost.len()];
        if items.at_ms.is_sorted() {
            let (cost, flags) = (Cow::Borrowed(items.cost), Cow::Borrowed(items.flags));
            return Self { index: None, cost, flags, is_out };
        }
        let columns = items.at_ms.iter().zip(items.cost).zip(items.flags);
        let mut sorted: Vec<_> = (0_u32..)
            .zip(columns)
            .map(|(index, ((&at_ms, &cost), &flags))| (at_ms, index, cost, flags))
            .collect();
        sorted.sort_by_key(|(at_ms, ..)| *at_ms);
        Self {
            index: Some(sorted.iter().map(|(_, index, ..)| *index).collect()),
            cost: sorted.iter().map(|(_, _, cost, _)| *cost).collect(),
            flags: sorted.iter().map(|(.., flags)| *flags).collect(),
            is_out,
        }
    }

    /// Lowest score first; of equal scores the one listed later goes first.
    pub(super) fn lowest_first(items: &Scored<'a>) -> Self {
        let columns = items.score.iter().zip(items.cost);
        let mut sorted: Vec<_> =
            (0_u32..).zip(columns).map(|(index, (&score, &cost))| (score, index, cost)).collect();
        sorted.reverse();
        sorted.sort_by(|(a, ..), (b, ..)| by_number(*a, *b));
        Self {
            index: Some(sorted.iter().map(|(_, index, _)| *index).collect()),
            cost: sorted.iter().map(|(.., cost)| *cost).collect(),
            flags: Cow::Owned(vec![0; sorted.len()]),
            is_out: vec![false; sorted.len()],
        }
    }

    /// Takes items out from the front for as long as the total is over the budget, of those that
    /// are eligible by their place and their flags.
    pub(super) fn shed(&mut self, ledger: &mut Ledger, bucket: Bucket, eligible: impl Fn(usize, u8) -> bool) {
        let columns = self.cost.iter().zip(self.flags.iter()).zip(&mut self.is_out).enumerate();
        let cuts = columns.filter(|(place, ((_, flags), is_out))| !**is_out && eligible(*place, **flags));
        walk(ledger, cuts, |ledger, (_, ((cost, _), is_out))| {
            ledger.take(bucket, *cost);
            *is_out = true;
        });
    }

    /// The place of the `nth` newest item still in that has such flags, 0 being the newest.
    pub(super) fn nth_newest(&self, nth: usize, concerns: impl Fn(u8) -> bool) -> Option<usize> {
        let columns = self.flags.iter().zip(&self.is_out).enumerate().rev();
        columns.filter(|(_, (flags, is_out))| !**is_out && concerns(**flags)).map(|(place, _)| place).nth(nth)
    }

    /// Where the items still in stood in the input, in shedding order.
    pub(super) fn survivors(&self, concerns: impl Fn(u8) -> bool) -> Vec<u32> {
        let columns = self.flags.iter().zip(&self.is_out);
        let stays = columns.map(|(flags, is_out)| !is_out && concerns(*flags));
        match &self.index {
            None => (0_u32..).zip(stays).filter(|(_, stays)| *stays).map(|(index, _)| index).collect(),
            Some(index) => {
                index.iter().zip(stays).filter(|(_, stays)| *stays).map(|(index, _)| *index).collect()
            }
        }
    }
}

/// The order of numbers, in which 0 and -0 are equal.
pub(crate) fn by_number(a: f64, b: f64) -> Ordering {
    (a + 0.0).total_cmp(&(b + 0.0))
}
