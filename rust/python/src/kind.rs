//! One question about many Python values, answered without a Python loop.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

/// Whether every value is of exactly this type, so that `True` is no `int`.
#[pyfunction]
pub(crate) fn all_of(values: &Bound<'_, PyList>, kind: &Bound<'_, PyType>) -> bool {
    values.iter().all(|value| value.get_type_ptr() == kind.as_type_ptr())
}
