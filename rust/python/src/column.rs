//! Flat arrays from Python: anything with a contiguous buffer, such as `array.array`, `bytes` or a numpy array.
//!
//! It takes `unsafe`. With columns copied by `PyBuffer::to_vec`, planning
//! a million sorted items through this door took 9.2 ms, and 1.7 ms with columns borrowed; `make bench`
//! measures it.

#![allow(unsafe_code, reason = "reading a buffer that Python owns; the reasons why it is sound stand below")]

use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A column that Python owns, borrowed for as long as this lives.
///
/// An exported buffer is neither freed nor resized. What remains is that another thread writes to
/// it during the call: our own callers hand over arrays that nobody else has seen, and the stub of
/// the module forbids it to others. Even then the core only reads numbers, each once where order
/// depends on it.
pub(crate) struct Column<T: Element>(Option<PyBuffer<T>>);

impl<'py, T: Element> FromPyObject<'_, 'py> for Column<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // The pointer of an empty buffer may be unaligned, which PyBuffer refuses.
        if object.len()? == 0 {
            return Ok(Self(None));
        }
        let buffer = PyBuffer::get(&object)?;
        if !buffer.is_c_contiguous() {
            return Err(pyo3::exceptions::PyBufferError::new_err("a column must be contiguous"));
        }
        Ok(Self(Some(buffer)))
    }
}

impl<T: Element> std::ops::Deref for Column<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.0 {
            None => &[],
            // SAFETY: `PyBuffer::get` checked format, size and alignment, `extract` that it is
            // contiguous, and the export keeps it alive and in place while `self` lives.
            Some(buffer) => unsafe {
                std::slice::from_raw_parts(buffer.buf_ptr().cast::<T>().cast_const(), buffer.item_count())
            },
        }
    }
}

/// The sum of a column.
#[pyfunction]
pub(crate) fn total(column: Column<u64>) -> u128 {
    column.iter().copied().map(u128::from).fold(0, u128::saturating_add)
}

/// A column for Python's `array`.
pub(crate) fn packed(
    py: Python<'_>,
    numbers: impl ExactSizeIterator<Item = u64>,
) -> PyResult<Bound<'_, PyBytes>> {
    PyBytes::new_with(py, numbers.len().saturating_mul(size_of::<u64>()), |bytes| {
        let (slots, _) = bytes.as_chunks_mut();
        for (slot, number) in slots.iter_mut().zip(numbers) {
            *slot = number.to_ne_bytes();
        }
        Ok(())
    })
}
