//! The index of a catalogue of tools.

use contextthrift_core::relevance::catalog::{Catalog, Hit, Parts};
use pyo3::prelude::*;

use crate::enter::enter;
use crate::text::Text;

/// An index of the tools of a catalogue.
#[pyclass(frozen, module = "contextthrift._core")]
pub(crate) struct ToolCatalog(Catalog);

#[pymethods]
impl ToolCatalog {
    #[new]
    fn new(py: Python<'_>, tools: Vec<[Text; 5]>, weights: [f64; 5]) -> PyResult<Self> {
        enter(py, || Catalog::build(&tools, weights)).map(Self)
    }

    fn search(
        &self,
        py: Python<'_>,
        query: Text,
        limit: usize,
        without: Vec<usize>,
        parts: [f64; 3],
    ) -> PyResult<Vec<(usize, f64)>> {
        let [grams, name, server] = parts;
        let hits =
            enter(py, || self.0.search(query.as_ref(), limit, &without, Parts { grams, name, server }))?;
        Ok(hits.into_iter().map(|Hit { tool, score }| (tool, score)).collect())
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}
