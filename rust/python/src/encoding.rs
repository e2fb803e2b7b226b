//! Counting.

use contextthrift_core::encoding::Encoding;
use pyo3::prelude::*;

use crate::enter::{enter, exception};
use crate::text::Text;

#[pyfunction]
pub(crate) fn is_exact(name: &str) -> PyResult<bool> {
    Encoding::named(name).map(Encoding::is_exact).map_err(|error| exception(&error))
}

#[pyfunction]
pub(crate) fn count(py: Python<'_>, name: &str, text: Text) -> PyResult<u64> {
    enter(py, || Encoding::named(name)?.count(text.as_ref()))
}

#[pyfunction]
pub(crate) fn count_up_to(py: Python<'_>, name: &str, text: Text, limit: u64) -> PyResult<Option<u64>> {
    enter(py, || Encoding::named(name)?.count_up_to(text.as_ref(), limit))
}

#[pyfunction]
pub(crate) fn count_batch(py: Python<'_>, name: &str, texts: Vec<Text>) -> PyResult<Vec<u64>> {
    enter(py, || Encoding::named(name)?.count_batch(&texts))
}
