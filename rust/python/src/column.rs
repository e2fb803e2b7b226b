//! Flat arrays from Python: anything with a contiguous buffer, such as `array.array`, `bytes` or a numpy array.

use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;

/// A copy of a buffer, so that the core can read it without the GIL while Python owns the original.
pub(crate) struct Column<T>(pub(crate) Vec<T>);

impl<'py, T: Element> FromPyObject<'_, 'py> for Column<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // The pointer of an empty buffer may be unaligned, which PyBuffer refuses.
        if object.len()? == 0 {
            return Ok(Self(Vec::new()));
        }
        let buffer: PyBuffer<T> = PyBuffer::get(&object)?;
        buffer.to_vec(object.py()).map(Self)
    }
}

impl<T> std::ops::Deref for Column<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}
