//! Words, shared words, and turns.

use contextthrift_core::relevance as core;
use pyo3::prelude::*;

use crate::column::Column;
use crate::enter::enter;
use crate::text::Text;

#[pyfunction]
pub(crate) fn words(py: Python<'_>, text: Text) -> PyResult<Vec<String>> {
    enter(py, || Ok(core::words(text.as_ref())))
}

#[pyfunction]
pub(crate) fn coverage(py: Python<'_>, terms: Vec<Text>, texts: Vec<Text>) -> PyResult<Vec<f64>> {
    enter(py, || core::coverage(&terms, &texts))
}

#[pyfunction]
pub(crate) fn group_turns(
    py: Python<'_>,
    closes: Column<u8>,
    message_times: Vec<Text>,
    call_times: Vec<Text>,
) -> PyResult<(Vec<usize>, Vec<usize>, Vec<usize>)> {
    enter(py, || {
        let grouping = core::group(&closes, &message_times, &call_times)?;
        Ok((grouping.ends, grouping.calls, grouping.call_ends))
    })
}

#[pyfunction]
pub(crate) fn identifiers(py: Python<'_>, text: Text) -> PyResult<Vec<String>> {
    enter(py, || Ok(core::identifiers(text.as_ref()).map(str::to_owned).collect()))
}

#[pyfunction]
pub(crate) fn fill_by_identifiers(
    py: Python<'_>,
    texts: Vec<Text>,
    costs: Column<u64>,
    recent: usize,
    budget: u64,
) -> PyResult<Vec<usize>> {
    enter(py, || core::fill_by_identifiers(&texts, &costs, recent, budget))
}
