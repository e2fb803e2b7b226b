//! The ladder on many conversations at once.

use std::num::NonZeroUsize;
use std::sync::Arc;

use contextthrift_core::conversation::{Batch, Policy, plan_batch};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::column::{Column, packed};
use crate::conversation::ConversationPlan;
use crate::enter::enter;

type Columns = (Column<u8>, Column<u8>, Column<u64>, Column<u64>, Column<u64>);

fn batch<'a>(offsets: &'a [u64], columns: &'a Columns, fixed: &'a [u64], budget: &'a [u64]) -> Batch<'a> {
    let (kind, flags, cost, stub, noted) = columns;
    Batch { offsets, kind, flags, cost, stub, noted, fixed, budget }
}

/// The plans of all conversations, made in this thread.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the caller is one place in Python")]
pub(crate) fn plan_conversations(
    py: Python<'_>,
    offsets: Column<u64>,
    columns: Columns,
    fixed: Column<u64>,
    budget: Column<u64>,
    keep_first_user: bool,
    this_turn_result_keep: usize,
    keep_last_turns: usize,
) -> PyResult<Vec<ConversationPlan>> {
    let policy = Policy { keep_first_user, this_turn_result_keep, keep_last_turns };
    enter(py, || {
        let batch = batch(&offsets, &columns, &fixed, &budget);
        plan_batch(&batch, policy, NonZeroUsize::MIN, |plan, _| ConversationPlan(Arc::new(plan)))
    })
}

/// What becomes of each message, and the totals of each conversation before and after; there are no more plans then.
type Changed<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>);

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the caller is one place in Python")]
pub(crate) fn change_conversations(
    py: Python<'_>,
    offsets: Column<u64>,
    columns: Columns,
    fixed: Column<u64>,
    budget: Column<u64>,
    keep_first_user: bool,
    this_turn_result_keep: usize,
    keep_last_turns: usize,
    threads: NonZeroUsize,
) -> PyResult<Changed<'_>> {
    let policy = Policy { keep_first_user, this_turn_result_keep, keep_last_turns };
    let (codes, totals) = enter(py, || {
        let batch = batch(&offsets, &columns, &fixed, &budget);
        let told = plan_batch(&batch, policy, threads, |plan, messages| {
            let codes: Vec<u8> = plan.changes(messages).into_iter().map(|change| change as u8).collect();
            (codes, (plan.total_before, plan.total_after))
        })?;
        let (codes, totals): (Vec<_>, Vec<_>) = told.into_iter().unzip();
        Ok((codes.concat(), totals))
    })?;
    let before = packed(py, totals.iter().map(|(before, _)| *before))?;
    let after = packed(py, totals.iter().map(|(_, after)| *after))?;
    Ok((PyBytes::new(py, &codes), before, after))
}
