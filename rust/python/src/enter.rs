//! The one way into the core: without the GIL, and out again with a Python exception.

use contextthrift_core::{Error, ErrorClass};
use pyo3::exceptions::{PyKeyError, PyOverflowError, PyRuntimeError, PyValueError};
use pyo3::marker::Ungil;
use pyo3::prelude::*;

/// Runs `work` with the GIL released and maps its error.
pub(crate) fn enter<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T, Error> + Ungil) -> PyResult<T> {
    py.detach(work).map_err(|error| exception(&error))
}

pub(crate) fn exception(error: &Error) -> PyErr {
    let message = error.to_string();
    match error.class() {
        ErrorClass::Input => PyValueError::new_err(message),
        ErrorClass::Overflow => PyOverflowError::new_err(message),
        ErrorClass::Unknown => PyKeyError::new_err(message),
        ErrorClass::Internal => PyRuntimeError::new_err(message),
    }
}
