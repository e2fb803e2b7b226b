//! Messages that show no sign of any format.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::message::{field, kind_of};
use super::text;

/// The first message from `start` to before `end` that is more than one of `roles` and texts, or has a field that may
/// be a sign; `end` where there is none.
#[pyfunction]
pub(crate) fn next_odd(
    messages: &Bound<'_, PyList>,
    start: usize,
    end: usize,
    roles: Vec<String>,
    signs: Vec<String>,
) -> usize {
    let is_odd = |place: &usize| {
        let message = messages.get_item(*place).ok();
        message.is_some_and(|message| !is_bare(&message, &roles, &signs).unwrap_or_default())
    };
    (start..end).find(is_odd).unwrap_or(end)
}

fn is_bare(message: &Bound<'_, PyAny>, roles: &[String], signs: &[String]) -> Option<bool> {
    let mut has_role = false;
    for (key, value) in message.cast_exact::<PyDict>().ok()?.iter() {
        match key.cast_exact::<PyString>().ok()?.to_str().ok()? {
            "role" => {
                let role = text(value)?;
                let role = role.to_str().ok()?;
                has_role = roles.iter().any(|each| each == role);
            }
            _ if value.is_none() => {}
            "content" => is_content(&value).then_some(())?,
            name if signs.iter().any(|each| each == name) => return Some(false),
            _ => {}
        }
    }
    Some(has_role)
}

/// Whether it is a text, or parts that hold nothing else.
fn is_content(value: &Bound<'_, PyAny>) -> bool {
    let is_part = |part: Bound<'_, PyAny>| part.cast_into_exact().is_ok_and(|part| is_text(&part).is_some());
    match value.cast_exact::<PyList>() {
        Ok(parts) => parts.iter().all(is_part),
        Err(_) => value.cast_exact::<PyString>().is_ok(),
    }
}

fn is_text(part: &Bound<'_, PyDict>) -> Option<()> {
    text(field(part, intern!(part.py(), "text"))?)?;
    (kind_of(part)?.to_str().ok()? == "text").then_some(())
}
