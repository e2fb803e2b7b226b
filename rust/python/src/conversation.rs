//! The ladder on a conversation.

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
        let most = self.0.made.iter().map(|made| made.place).max().unwrap_or_default();
        let mut seen = vec![0; most.saturating_add(1)];
        let stages = self.0.made.chunk_by(|a, b| a.stage == b.stage).zip(1..);
        stages.filter_map(|(made, number)| stage(made, number, &mut seen)).collect()
    }

    /// For each of `messages` 1 where it stays and 0 where it was left out.
    fn kept<'py>(&self, py: Python<'py>, messages: usize) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.staying(messages))
    }

    /// The changes to those of `places` that stay: place, action code, in the order made.
    fn edits(&self, places: Vec<usize>) -> Vec<(usize, usize)> {
        let most = self.0.made.iter().map(|made| made.place).max().unwrap_or_default();
        let ends = self.ends(most.saturating_add(1));
        let mut is_asked = vec![false; ends.len()];
        for place in places {
            if let Some(asked) = is_asked.get_mut(place) {
                *asked = ends.get(place) != Some(&End::Gone);
            }
        }
        let edits = self.0.made.iter().filter(|made| made.action != Action::LeaveOut);
        let edits = edits.filter(|made| is_asked.get(made.place) == Some(&true));
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

    /// What each of `messages` is in the end.
    pub(crate) fn ends(&self, messages: usize) -> Vec<End> {
        let mut ends = vec![End::Whole; messages];
        for made in self.0.made.iter().filter(|made| made.action != Action::LeaveOut) {
            if let Some(end) = ends.get_mut(made.place) {
                *end = end.after(made.action);
            }
        }
        ends
    }
}

/// What a plan makes of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Whole,
    Gone,
    Stubbed,
    /// It has the note about a gap, and nothing else happened to it.
    Noted,
    /// Anything else.
    Edited,
}

impl End {
    fn after(self, action: Action) -> Self {
        match (self, action) {
            (_, Action::Drop) => Self::Gone,
            (_, Action::Stub) => Self::Stubbed,
            (Self::Whole, Action::Note) => Self::Noted,
            (Self::Noted, Action::Unnote) => Self::Whole,
            _ => Self::Edited,
        }
    }
}

/// The place of a value among all of its kind.
fn code<T: PartialEq>(all: &[T], value: &T) -> usize {
    all.iter().position(|each| each == value).unwrap_or_default()
}

/// What one stage did; its notes come along with its cuts, and are none.
///
/// `seen` has for each place the number of the last stage that changed it.
fn stage(made: &[Made], number: usize, seen: &mut [usize]) -> Option<(usize, usize, u64, u64)> {
    let stage = made.first()?.stage;
    let is_cut =
        |made: &&Made| stage == Stage::GapNotes || !matches!(made.action, Action::Note | Action::Unnote);
    let is_new =
        |made: &&Made| seen.get_mut(made.place).is_some_and(|seen| std::mem::replace(seen, number) != number);
    let places = made.iter().filter(is_cut).filter(is_new).count();
    let sum = |tokens: fn(&Made) -> u64| made.iter().map(tokens).fold(0, u64::saturating_add);
    Some((code(&Stage::ALL, &stage), places, sum(|made| made.before), sum(|made| made.after)))
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
