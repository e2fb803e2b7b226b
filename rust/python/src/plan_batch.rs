//! The ladder on many conversations at once.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;

use contextthrift_core::conversation::{Action, Batch, Plan, Policy, plan_batch};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::column::Column;
use crate::conversation::ConversationPlan;
use crate::enter::enter;

/// What became of a message; its place here is its code.
pub(crate) const CHANGES: [&str; 4] = ["stays", "stub", "note", "left-out"];

const STAYS: u8 = 0;
const STUB: u8 = 1;
const NOTE: u8 = 2;
const LEFT_OUT: u8 = 3;

/// How far the ladder was walked on each conversation.
#[pyclass(frozen, module = "contextthrift._core")]
pub(crate) struct PlanBatch {
    plans: Vec<Arc<Plan>>,
    places: Vec<Range<usize>>,
}

#[pymethods]
impl PlanBatch {
    fn __len__(&self) -> usize {
        self.plans.len()
    }

    fn plan(&self, conversation: usize) -> PyResult<ConversationPlan> {
        let found = self.plans.get(conversation).map(|plan| ConversationPlan(Arc::clone(plan)));
        found.ok_or_else(|| PyIndexError::new_err("no such conversation"))
    }

    #[getter]
    fn totals_before<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.totals(py, |plan| plan.total_before)
    }

    #[getter]
    fn totals_after<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.totals(py, |plan| plan.total_after)
    }

    /// One code of [`CHANGES`] for each message of all conversations.
    #[getter]
    fn changes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let changes = py.detach(|| self.codes());
        PyBytes::new(py, &changes)
    }
}

impl PlanBatch {
    fn totals<'py>(&self, py: Python<'py>, total: fn(&Plan) -> u64) -> Bound<'py, PyBytes> {
        let bytes: Vec<u8> = self.plans.iter().flat_map(|plan| total(plan).to_ne_bytes()).collect();
        PyBytes::new(py, &bytes)
    }

    fn codes(&self) -> Vec<u8> {
        let mut codes = vec![STAYS; self.places.last().map_or(0, |last| last.end)];
        for (plan, places) in self.plans.iter().zip(&self.places) {
            let Some(mine) = codes.get_mut(places.clone()) else { continue };
            for made in &plan.made {
                if let (Some(slot), Some(code)) = (mine.get_mut(made.place), code(made.action)) {
                    *slot = code;
                }
            }
        }
        codes
    }
}

/// What a change makes of its message; a message has a note or is a stub, never both.
fn code(action: Action) -> Option<u8> {
    match action {
        Action::Stub => Some(STUB),
        Action::Note => Some(NOTE),
        Action::Unnote => Some(STAYS),
        Action::Drop => Some(LEFT_OUT),
        Action::Trim | Action::LeaveOut => None,
    }
}

type Columns = (Column<u8>, Column<u8>, Column<u64>, Column<u64>, Column<u64>);

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the callers are two places in Python")]
pub(crate) fn plan_conversations(
    py: Python<'_>,
    offsets: Column<u64>,
    columns: Columns,
    fixed: Column<u64>,
    budget: Column<u64>,
    keep_first_user: bool,
    this_turn_result_keep: usize,
    keep_last_turns: usize,
    threads: NonZeroUsize,
) -> PyResult<PlanBatch> {
    let policy = Policy { keep_first_user, this_turn_result_keep, keep_last_turns };
    enter(py, || {
        let (kind, flags, cost, stub, noted) = &columns;
        let batch =
            Batch { offsets: &offsets, kind, flags, cost, stub, noted, fixed: &fixed, budget: &budget };
        let plans = plan_batch(&batch, policy, threads)?.into_iter().map(Arc::new).collect();
        let place = |offset: &u64| usize::try_from(*offset).unwrap_or(usize::MAX);
        let places = offsets.iter().zip(offsets.iter().skip(1)).map(|(a, b)| place(a)..place(b)).collect();
        Ok(PlanBatch { plans, places })
    })
}
