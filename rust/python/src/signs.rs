//! Signs by which the format of a list of messages is told.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

/// Whether no message from `start` on can show a sign of a format other than OpenAI chat.
///
/// Looked at are all messages up to the first that has a sign of OpenAI chat, and `behind` more. What is told here
/// in one walk is what `sign` of the formats in Python says message by message.
#[pyfunction]
pub(crate) fn shows_only_chat(messages: &Bound<'_, PyList>, start: usize, behind: usize) -> bool {
    let mut end = messages.len();
    for (place, message) in messages.iter().enumerate().skip(start) {
        if place > end {
            break;
        }
        match sign(&message) {
            Some(Sign::Chat) => end = end.min(place.saturating_add(behind)),
            Some(Sign::Nothing) => {}
            None => return false,
        }
    }
    true
}

enum Sign {
    Chat,
    Nothing,
}

/// What a message shows whose content is a text; None where its type or its parts must be known.
fn sign(message: &Bound<'_, PyAny>) -> Option<Sign> {
    let (mut has_role, mut is_chat) = (false, false);
    for (key, value) in message.cast_exact::<PyDict>().ok()?.iter() {
        match key.cast_exact::<PyString>().ok()?.to_str().ok()? {
            "role" => match value.cast_exact::<PyString>().ok()?.to_str().ok()? {
                "tool" | "function" => (has_role, is_chat) = (true, true),
                "system" | "developer" | "user" | "assistant" => has_role = true,
                _ => return None,
            },
            "content" if !value.is_none() => drop(value.cast_exact::<PyString>().ok()?),
            "tool_calls" | "function_call" | "refusal" | "reasoning_content" => is_chat |= !value.is_none(),
            "type" | "parts" if !value.is_none() => return None,
            _ => {}
        }
    }
    has_role.then_some(if is_chat { Sign::Chat } else { Sign::Nothing })
}
