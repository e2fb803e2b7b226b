//! Counting by a Hugging Face `tokenizer.json`.

use contextthrift_core::encoding;
use pyo3::prelude::*;

use crate::enter::enter;
use crate::text::Text;

/// A tokenizer read from a file's bytes.
#[pyclass(frozen, module = "contextthrift._core")]
pub(crate) struct TokenizerJson(encoding::TokenizerJson);

#[pymethods]
impl TokenizerJson {
    #[new]
    fn new(py: Python<'_>, file: &[u8]) -> PyResult<Self> {
        enter(py, || encoding::TokenizerJson::from_bytes(file)).map(Self)
    }

    fn count(&self, py: Python<'_>, text: Text) -> PyResult<u64> {
        enter(py, || self.0.count(text.as_ref()))
    }

    fn count_batch(&self, py: Python<'_>, texts: Vec<Text>) -> PyResult<Vec<u64>> {
        enter(py, || self.0.count_batch(&texts))
    }
}
