//! The messages to send: the caller's own, and copies where a content became a stub or got a note.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::{PlainChat, Row, Shape};
use crate::conversation::{ConversationPlan, End};

/// The list to send, the places of its stubs, and those that are left out.
type Sent<'py> = (Bound<'py, PyList>, Vec<usize>, Bound<'py, PyTuple>, Left);
/// What is left to the format: where a message stands in the list to send, and where in the caller's.
type Left = Vec<(usize, usize)>;

/// The messages that a plan leaves, the places of its stubs and of what is left out, and what is still to be edited.
///
/// `stubs` has a text for each tool; where a note is due, `before` stands before a text and `note` before parts. Still
/// to be edited is what stands at one of the places `others`, and what is odd.
#[pyfunction]
pub(crate) fn messages_sent<'py>(
    chat: &PlainChat,
    messages: &Bound<'py, PyList>,
    plan: &ConversationPlan,
    stubs: Vec<Bound<'py, PyString>>,
    note: &Bound<'py, PyString>,
    before: &Bound<'py, PyString>,
    others: Vec<usize>,
) -> PyResult<Sent<'py>> {
    let mut ends = plan.ends(chat.columns.rows.len());
    for place in others {
        if let Some(end) = ends.get_mut(place).filter(|end| **end != End::Gone) {
            *end = End::Edited;
        }
    }
    let (mut sent, mut stubbed, mut left) = (Vec::with_capacity(ends.len()), Vec::new(), Vec::new());
    for (place, (end, row)) in ends.iter().zip(&chat.columns.rows).enumerate() {
        if *end == End::Gone {
            continue;
        }
        let message = messages.get_item(place)?;
        let edited = match (end, row.shape) {
            (End::Stubbed, Shape::Text | Shape::Parts) => chat.stubbed(&message, row, &stubs)?,
            (End::Noted, Shape::Text) => Some(noted_text(&message, before)?),
            (End::Noted, Shape::Parts) => Some(noted_parts(&message, note)?),
            _ => None,
        };
        if *end == End::Stubbed {
            stubbed.push(place);
        }
        if *end != End::Whole && edited.is_none() {
            left.push((sent.len(), place));
        }
        sent.push(edited.unwrap_or(message));
    }
    let gone = ends.iter().enumerate().filter(|(_, end)| **end == End::Gone);
    let gone: Vec<_> = gone.map(|(place, _)| place).collect();
    let py = messages.py();
    Ok((PyList::new(py, sent)?, stubbed, PyTuple::new(py, gone)?, left))
}

impl PlainChat {
    fn stubbed<'py>(
        &self,
        message: &Bound<'py, PyAny>,
        row: &Row,
        stubs: &[Bound<'py, PyString>],
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let stub = row.answered.and_then(|tool| stubs.get(tool));
        stub.map(|stub| with_content(message, stub)).transpose()
    }
}

fn noted_text<'py>(
    message: &Bound<'py, PyAny>,
    before: &Bound<'py, PyString>,
) -> PyResult<Bound<'py, PyAny>> {
    let noted = before.add(content(message)?)?;
    with_content(message, &noted)
}

fn noted_parts<'py>(message: &Bound<'py, PyAny>, note: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    let py = message.py();
    let part = PyDict::new(py);
    part.set_item(intern!(py, "type"), intern!(py, "text"))?;
    part.set_item(intern!(py, "text"), note)?;
    let parts = content(message)?.cast_into::<PyList>()?;
    let noted = PyList::new(py, [part.into_any()])?;
    noted.as_any().add(parts).and_then(|noted| with_content(message, &noted))
}

fn content<'py>(message: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    message.get_item(intern!(message.py(), "content"))
}

/// A copy of a message with another content.
fn with_content<'py>(
    message: &Bound<'py, PyAny>,
    content: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let copy = message.cast::<PyDict>()?.copy()?;
    copy.set_item(intern!(message.py(), "content"), content)?;
    Ok(copy.into_any())
}
