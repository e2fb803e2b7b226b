//! Compact JSON of plain values, as `formats/json_text.py` has it.

use std::fmt::Write;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};

/// How deep values may be nested here.
const DEEPEST: usize = 64;

/// The JSON of a value; None of one that is left to Python, such as a subclass or a number that is none.
pub(super) fn json(value: &Bound<'_, PyAny>) -> Option<String> {
    let mut out = String::new();
    write(value, &mut out, DEEPEST)?;
    Some(out)
}

fn write(value: &Bound<'_, PyAny>, out: &mut String, depth: usize) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    if let Ok(text) = value.cast_exact::<PyString>() {
        quote(text.to_str().ok()?, out);
    } else if let Ok(dict) = value.cast_exact::<PyDict>() {
        let items = dict.iter().map(|(key, value)| Some((key.cast_into_exact::<PyString>().ok()?, value)));
        enclose(out, ['{', '}'], items, |item, out| {
            let (key, value) = item?;
            quote(key.to_str().ok()?, out);
            out.push(':');
            write(&value, out, depth)
        })?;
    } else if let Ok(list) = value.cast_exact::<PyList>() {
        enclose(out, ['[', ']'], list.iter(), |item, out| write(&item, out, depth))?;
    } else if value.is_none() {
        out.push_str("null");
    } else if let Ok(truth) = value.cast_exact::<PyBool>() {
        out.push_str(if truth.is_true() { "true" } else { "false" });
    } else {
        let is_finite = value.cast_exact::<PyFloat>().is_ok_and(|number| number.value().is_finite());
        if !is_finite && value.cast_exact::<PyInt>().is_err() {
            return None;
        }
        out.push_str(value.repr().ok()?.to_str().ok()?);
    }
    Some(())
}

fn enclose<T>(
    out: &mut String,
    [open, close]: [char; 2],
    items: impl Iterator<Item = T>,
    mut write: impl FnMut(T, &mut String) -> Option<()>,
) -> Option<()> {
    out.push(open);
    for (place, item) in items.enumerate() {
        if place > 0 {
            out.push(',');
        }
        write(item, out)?;
    }
    out.push(close);
    Some(())
}

/// Escapes what Python's `json` escapes where it leaves what is not ASCII as it is.
fn quote(text: &str, out: &mut String) {
    out.push('"');
    for part in text.split_inclusive(|sign: char| matches!(sign, '"' | '\\' | '\0'..='\x1f')) {
        let Some(last) = part.chars().next_back().filter(|sign| matches!(sign, '"' | '\\' | '\0'..='\x1f'))
        else {
            out.push_str(part);
            continue;
        };
        out.push_str(part.strip_suffix(last).unwrap_or_default());
        match last {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x08' => out.push_str("\\b"),
            '\x0c' => out.push_str("\\f"),
            other => drop(write!(out, "\\u{:04x}", u32::from(other))),
        }
    }
    out.push('"');
}
