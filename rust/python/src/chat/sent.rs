//! The messages to send: the caller's own, and copies where a content became a stub or got a note.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use super::row::{Row, Shape};
use super::{Dialect, PlainChat};
use crate::column::packed;
use crate::conversation::{ConversationPlan, End};

/// The list to send, the places of its stubs, and those that are left out.
type Sent<'py> = (Bound<'py, PyList>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Vec<Left>);
/// What is left to the format: from where to where messages stand in the list to send, and their rows that stay.
pub(super) type Left = (usize, usize, Vec<usize>);

/// What a plan leaves of the rows.
#[derive(Default)]
pub(super) struct Kept<'py> {
    pub(super) messages: Vec<Bound<'py, PyAny>>,
    /// Places of messages with a stub.
    pub(super) stubbed: Vec<usize>,
    /// Places of messages of which nothing is left.
    pub(super) gone: Vec<usize>,
    pub(super) left: Vec<Left>,
}

/// What stands in place of what was taken out.
pub(super) struct Notices<'a, 'py> {
    /// A text for each tool.
    pub(super) stubs: &'a [Bound<'py, PyString>],
    /// The note about a gap.
    pub(super) note: &'a Bound<'py, PyString>,
    /// The same as it stands before a text.
    pub(super) before: &'a Bound<'py, PyString>,
}

/// The messages that a plan leaves, the places of its stubs and of what is left out, and what is still to be edited
/// or joined.
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
    let notices = Notices { stubs: &stubs, note, before };
    let kept = match chat.columns.dialect {
        Dialect::Chat | Dialect::Items => chat.kept(messages, &ends, &notices)?,
        Dialect::Claude => chat.kept_of_claude(messages, &ends, &notices)?,
    };
    let py = messages.py();
    let column = |places: Vec<usize>| packed(py, places.into_iter().map(|place| place as u64));
    Ok((PyList::new(py, kept.messages)?, column(kept.stubbed)?, column(kept.gone)?, kept.left))
}

impl PlainChat {
    /// Of OpenAI's messages, each of which is a row.
    fn kept<'py>(
        &self,
        messages: &Bound<'py, PyList>,
        ends: &[End],
        notices: &Notices<'_, 'py>,
    ) -> PyResult<Kept<'py>> {
        let mut kept = Kept { messages: Vec::with_capacity(ends.len()), ..Kept::default() };
        for (place, (end, row)) in ends.iter().zip(&self.columns.rows).enumerate() {
            if *end == End::Gone {
                kept.gone.push(place);
                continue;
            }
            let message = messages.get_item(place)?;
            let edited = match (end, row.shape) {
                (End::Stubbed, Shape::Text | Shape::Parts) => self.stubbed(&message, row, notices.stubs)?,
                (End::Noted, Shape::Text) => Some(noted_text(&message, notices.before)?),
                (End::Noted, Shape::Parts) => Some(self.noted_parts(&message, notices.note)?),
                _ => None,
            };
            if *end == End::Stubbed {
                kept.stubbed.push(place);
            }
            if *end != End::Whole && edited.is_none() {
                let at = kept.messages.len();
                kept.left.push((at, at.saturating_add(1), vec![place]));
            }
            kept.messages.push(edited.unwrap_or(message));
        }
        Ok(kept)
    }

    fn stubbed<'py>(
        &self,
        message: &Bound<'py, PyAny>,
        row: &Row,
        stubs: &[Bound<'py, PyString>],
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let stub = row.answered().and_then(|tool| stubs.get(tool));
        let name = match self.columns.dialect {
            Dialect::Items => intern!(message.py(), "output"),
            Dialect::Chat | Dialect::Claude => intern!(message.py(), "content"),
        };
        stub.map(|stub| with_field(message, name, stub)).transpose()
    }

    /// A copy of a message with the note as a part of its own, before the others.
    fn noted_parts<'py>(
        &self,
        message: &Bound<'py, PyAny>,
        note: &Bound<'py, PyString>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = message.py();
        let kind = match self.columns.dialect {
            Dialect::Items => intern!(py, "input_text"),
            Dialect::Chat | Dialect::Claude => intern!(py, "text"),
        };
        let part = PyDict::new(py);
        part.set_item(intern!(py, "type"), kind)?;
        part.set_item(intern!(py, "text"), note)?;
        let parts = content(message)?.cast_into::<PyList>()?;
        let noted = PyList::new(py, [part.into_any()])?;
        noted.as_any().add(parts).and_then(|noted| with_content(message, &noted))
    }
}

pub(super) fn noted_text<'py>(
    message: &Bound<'py, PyAny>,
    before: &Bound<'py, PyString>,
) -> PyResult<Bound<'py, PyAny>> {
    let noted = before.add(content(message)?)?;
    with_content(message, &noted)
}

pub(super) fn content<'py>(message: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    message.get_item(intern!(message.py(), "content"))
}

/// A copy of a message with another content.
pub(super) fn with_content<'py>(
    message: &Bound<'py, PyAny>,
    content: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    with_field(message, intern!(message.py(), "content"), content)
}

fn with_field<'py>(
    message: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
    value: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let copy = message.cast::<PyDict>()?.copy()?;
    copy.set_item(name, value)?;
    Ok(copy.into_any())
}
