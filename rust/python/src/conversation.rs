//! The ladder on a conversation.

use std::collections::HashSet;
use std::sync::Arc;

use contextthrift_core::conversation::{self as core, Action, Made, Messages, Plan, Policy, Request, Stage};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::column::Column;
use crate::enter::enter;

/// How far the ladder was walked.
#[pyclass(frozen, module = "contextthrift._core")]
pub(crate) struct ConversationPlan(pub(crate) Arc<Plan>);

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
            let (stage, action) = (code(&Stage::ALL, &made.stage), code(&Action::ALL, &made.action));
            (stage, made.cut, made.place, action, made.before, made.after)
        };
        self.0.made.iter().map(row).collect()
    }

    /// The stages that cut something: code, messages and items changed, tokens before and after of all its changes.
    #[getter]
    fn stages(&self) -> Vec<(usize, usize, u64, u64)> {
        self.0.made.chunk_by(|a, b| a.stage == b.stage).filter_map(stage).collect()
    }

    /// For each of `messages` 1 where it stays and 0 where it was left out.
    fn kept<'py>(&self, py: Python<'py>, messages: usize) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.staying(messages))
    }

    /// The changes to messages that stay: place, action code, in the order made.
    fn edits(&self, messages: usize) -> Vec<(usize, usize)> {
        let kept = self.staying(messages);
        let edits = self.0.made.iter().filter(|made| made.action != Action::LeaveOut);
        let edits = edits.filter(|made| kept.get(made.place) == Some(&1));
        edits.map(|made| (made.place, code(&Action::ALL, &made.action))).collect()
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

impl ConversationPlan {
    fn staying(&self, messages: usize) -> Vec<u8> {
        let mut kept = vec![1; messages];
        for made in self.0.made.iter().filter(|made| made.action == Action::Drop) {
            if let Some(slot) = kept.get_mut(made.place) {
                *slot = 0;
            }
        }
        kept
    }
}

/// The place of a value among all of its kind.
fn code<T: PartialEq>(all: &[T], value: &T) -> usize {
    all.iter().position(|each| each == value).unwrap_or_default()
}

/// What one stage did; its notes come along with its cuts, and are none.
fn stage(made: &[Made]) -> Option<(usize, usize, u64, u64)> {
    let stage = made.first()?.stage;
    let is_cut =
        |made: &&Made| stage == Stage::GapNotes || !matches!(made.action, Action::Note | Action::Unnote);
    let places: HashSet<usize> = made.iter().filter(is_cut).map(|made| made.place).collect();
    let sum = |tokens: fn(&Made) -> u64| made.iter().map(tokens).fold(0, u64::saturating_add);
    Some((code(&Stage::ALL, &stage), places.len(), sum(|made| made.before), sum(|made| made.after)))
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
        core::plan(&request, budget, policy).map(|plan| ConversationPlan(Arc::new(plan)))
    })
}
