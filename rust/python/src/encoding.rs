//! Counting.

use contextthrift_core::encoding::{self, CacheInfo, Encoding};
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

/// The same in the caller's thread alone.
#[pyfunction]
pub(crate) fn count_batch_here(py: Python<'_>, name: &str, texts: Vec<Text>) -> PyResult<Vec<u64>> {
    enter(py, || Encoding::named(name)?.count_batch_here(&texts))
}

/// Hits, misses, entries, bytes, and the most bytes.
#[pyfunction]
pub(crate) fn cache_info() -> (u64, u64, u64, u64, u64) {
    let CacheInfo { hits, misses, entries, size_bytes, max_bytes } = encoding::cache_info();
    (hits, misses, entries, size_bytes, max_bytes)
}

#[pyfunction]
pub(crate) fn cache_clear(py: Python<'_>) {
    py.detach(encoding::cache_clear);
}

#[pyfunction]
pub(crate) fn set_cache_size(py: Python<'_>, max_bytes: usize) -> PyResult<()> {
    enter(py, || encoding::set_cache_size(max_bytes))
}
