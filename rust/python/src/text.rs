//! Text from Python, also text that is not valid Unicode.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyString;

/// A Python string as UTF-8: borrowed where it can be, repaired where it holds half a surrogate pair.
pub(crate) enum Text {
    Borrowed(PyBackedStr),
    Repaired(String),
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        match self {
            Self::Borrowed(text) => text,
            Self::Repaired(text) => text,
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = object.cast::<PyString>()?;
        Self::of(&text)
    }
}

impl Text {
    pub(crate) fn of(text: &Bound<'_, PyString>) -> PyResult<Self> {
        match PyBackedStr::try_from(text.clone()) {
            Ok(text) => Ok(Self::Borrowed(text)),
            Err(_) => repaired(text).map(Self::Repaired),
        }
    }

    /// How many code points a text has.
    pub(crate) fn chars(text: &Bound<'_, PyString>) -> PyResult<usize> {
        if text.to_str().is_ok() { text.code_point_len() } else { Ok(repaired(text)?.chars().count()) }
    }
}

/// Half a surrogate pair becomes U+FFFD and two halves become their character, as tiktoken does it.
fn repaired(text: &Bound<'_, PyString>) -> PyResult<String> {
    let encoded = text.call_method1("encode", ("utf-16-le", "surrogatepass"))?;
    let bytes: Vec<u8> = encoded.extract()?;
    let (units, _) = bytes.as_chunks::<2>();
    let units: Vec<u16> = units.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
    Ok(String::from_utf16_lossy(&units))
}
