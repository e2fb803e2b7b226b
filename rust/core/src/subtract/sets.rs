//! The walk over costs that are no sum: whole states, each with its own total cost.

use crate::Error;
use crate::ledger::{Ledger, walk};

/// Where a walk over states stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetWalk {
    /// How many steps were taken.
    pub steps: usize,
    /// The total after them.
    pub total: u64,
}

/// Steps through states until the total fits: step `i` swaps a part that costs `before[i]` for one of `after[i]`.
///
/// `total` counts everything, the first state included. Tools that one text describes are stepped
/// through like this (each step is the text with one tool less), and so is a long result that
/// shrinks from one cut to the next.
///
/// # Errors
/// Columns of different lengths, or a chain that leaves the range of a total.
pub fn shed_sets(total: u64, budget: u64, before: &[u64], after: &[u64]) -> Result<SetWalk, Error> {
    super::items::check_lengths("before", before.len(), &[after.len()])?;
    let chain = || before.iter().zip(after);
    let step = |total: u64, (&before, &after)| total.checked_sub(before)?.checked_add(after);
    chain().try_fold(total, step).ok_or_else(Error::total)?;
    let mut ledger = Ledger::open(total, budget);
    let steps = walk(&mut ledger, chain(), |ledger, (&before, &after)| ledger.replace(before, after));
    Ok(SetWalk { steps, total: ledger.total() })
}
