//! The pass on a working set.

use contextthrift_core::subtract::{self as core, Dated, Items, Plan, Scored};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyRange};

use crate::column::Column;
use crate::enter::enter;

type DatedColumns = (Column<u64>, Column<i64>, Column<u8>);
type ScoredColumns = (Column<u64>, Column<f64>);

/// What the pass decided; its lists are made when they are asked for.
#[pyclass(frozen, module = "contextthrift._core")]
pub(crate) struct SubtractPlan(Plan);

#[pymethods]
impl SubtractPlan {
    #[getter]
    fn total_before(&self) -> u64 {
        self.0.total_before
    }

    #[getter]
    fn total_after(&self) -> u64 {
        self.0.total_after
    }

    #[getter]
    fn rows(&self) -> Vec<(u64, u64, u64, u64)> {
        let row = |row: &contextthrift_core::Row| {
            (row.tokens_before, row.tokens_after, row.count_before, row.count_after)
        };
        self.0.rows.iter().map(row).collect()
    }

    #[getter]
    fn image_kept(&self) -> Option<bool> {
        self.0.image_kept
    }

    #[getter]
    fn tool_calls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        places(py, &self.0.tool_calls)
    }

    #[getter]
    fn retrievables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        places(py, &self.0.retrievables)
    }

    #[getter]
    fn memories<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        places(py, &self.0.memories)
    }

    #[getter]
    fn messages<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        places(py, &self.0.messages)
    }

    #[getter]
    fn thoughts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        places(py, &self.0.thoughts)
    }

    #[getter]
    fn tools_shed(&self) -> usize {
        self.0.tools_shed
    }
}

/// A `range` where the places stand next to each other, so that Python can take a slice; otherwise a list.
fn places<'py>(py: Python<'py>, places: &[u32]) -> PyResult<Bound<'py, PyAny>> {
    match (places.first(), places.last()) {
        (Some(&first), Some(&last)) if (first..=last).eq(places.iter().copied()) => {
            let end = i64::from(last).saturating_add(1);
            PyRange::new(py, first.try_into()?, end.try_into()?).map(Bound::into_any)
        }
        _ => PyList::new(py, places).map(Bound::into_any),
    }
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one argument a bucket; the caller is one place in Python")]
pub(crate) fn subtract(
    py: Python<'_>,
    budget: u64,
    fixed: u64,
    image: Option<u64>,
    tool_calls: DatedColumns,
    this_turn_result_keep: usize,
    retrievables: ScoredColumns,
    memories: ScoredColumns,
    messages: DatedColumns,
    thoughts: DatedColumns,
    tools: Column<u64>,
) -> PyResult<SubtractPlan> {
    enter(py, || {
        let items = Items {
            fixed,
            image,
            tool_calls: dated("tool_calls", &tool_calls)?,
            this_turn_result_keep,
            retrievables: Scored::new("retrievables", &retrievables.0, &retrievables.1)?,
            memories: Scored::new("memories", &memories.0, &memories.1)?,
            messages: dated("messages", &messages)?,
            thoughts: dated("thoughts", &thoughts)?,
            tools: &tools,
        };
        core::subtract(&items, budget).map(SubtractPlan)
    })
}

#[pyfunction]
pub(crate) fn shed_sets(
    py: Python<'_>,
    total: u64,
    budget: u64,
    before: Column<u64>,
    after: Column<u64>,
) -> PyResult<(usize, u64)> {
    enter(py, || core::shed_sets(total, budget, &before, &after).map(|walk| (walk.steps, walk.total)))
}

fn dated<'a>(name: &'static str, columns: &'a DatedColumns) -> Result<Dated<'a>, contextthrift_core::Error> {
    Dated::new(name, &columns.0, &columns.1, &columns.2)
}
