//! The ladder on a conversation.

use contextthrift_core::conversation::{self as core, Action, Made, Messages, Plan, Policy, Stage};
use pyo3::prelude::*;

use crate::column::Column;
use crate::enter::enter;

/// How far the ladder was walked.
#[pyclass(frozen, module = "contextthrift._core")]
pub(crate) struct ConversationPlan(Plan);

#[pymethods]
impl ConversationPlan {
    #[getter]
    fn total_before(&self) -> u64 {
        self.0.total_before
    }

    #[getter]
    fn total_after(&self) -> u64 {
        self.0.total_after
    }

    /// Every change: stage code, number of the cut, place, action code, tokens before, tokens after.
    #[getter]
    fn made(&self) -> Vec<(usize, usize, usize, usize, u64, u64)> {
        let row = |made: &Made| {
            let stage = Stage::ALL.iter().position(|stage| *stage == made.stage).unwrap_or_default();
            let action = Action::ALL.iter().position(|action| *action == made.action).unwrap_or_default();
            (stage, made.cut, made.place, action, made.before, made.after)
        };
        self.0.made.iter().map(row).collect()
    }

    #[getter]
    fn newest_results(&self) -> &[usize] {
        &self.0.newest_results
    }
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one argument a column; the caller is one place in Python")]
pub(crate) fn plan_conversation(
    py: Python<'_>,
    budget: u64,
    fixed: u64,
    kind: Column<u8>,
    flags: Column<u8>,
    cost: Column<u64>,
    stub: Column<u64>,
    noted: Column<u64>,
    keep_first_user: bool,
    this_turn_result_keep: usize,
) -> PyResult<ConversationPlan> {
    let policy = Policy { keep_first_user, this_turn_result_keep };
    enter(py, || {
        let messages = Messages::new(&kind, &flags, &cost, &stub, &noted)?;
        core::plan(&messages, fixed, budget, policy).map(ConversationPlan)
    })
}
