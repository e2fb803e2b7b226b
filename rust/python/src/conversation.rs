//! The ladder on a conversation.

use contextthrift_core::conversation::{self as core, Action, Made, Messages, Plan, Policy, Request, Stage};
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

    #[getter]
    fn current(&self) -> &[usize] {
        &self.0.current
    }
}

/// Columns of messages, and of their smaller forms where there are any.
type Columns = (Column<u8>, Column<u8>, Column<u64>, Column<u64>, Column<u64>);
type Forms = (Column<u64>, Column<u8>, Column<u64>, Column<u64>);

fn messages(columns: &Columns, forms: &Forms) -> Result<Messages, contextthrift_core::Error> {
    let (kind, flags, cost, stub, noted) = columns;
    let (place, without, form_cost, form_noted) = forms;
    Messages::new(kind, flags, cost, stub, noted)?.with_forms(place, without, form_cost, form_noted)
}

/// From where to where each turn before the current one stands.
#[pyfunction]
pub(crate) fn earlier_turns(
    py: Python<'_>,
    kind: Column<u8>,
    flags: Column<u8>,
) -> PyResult<Vec<(usize, usize)>> {
    enter(py, || {
        let zero = vec![0; kind.len()];
        let messages = Messages::new(&kind, &flags, &zero, &zero, &zero)?;
        Ok(core::turns(&messages).into_iter().map(|places| (places.start, places.end)).collect())
    })
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the caller is one place in Python")]
pub(crate) fn plan_conversation(
    py: Python<'_>,
    budget: u64,
    fixed: u64,
    columns: Columns,
    forms: Forms,
    context: Column<u64>,
    scores: Option<Column<f64>>,
    unit_scores: Option<Column<f64>>,
    keep_first_user: bool,
    this_turn_result_keep: usize,
    keep_last_turns: usize,
) -> PyResult<ConversationPlan> {
    let policy = Policy { keep_first_user, this_turn_result_keep, keep_last_turns };
    enter(py, || {
        let messages = messages(&columns, &forms)?;
        let (scores, unit_scores) = (scores.as_deref(), unit_scores.as_deref());
        let request = Request { messages: &messages, fixed, context: &context, scores, unit_scores };
        core::plan(&request, budget, policy).map(ConversationPlan)
    })
}
