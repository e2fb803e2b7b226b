//! Items of OpenAI Responses: messages, reasoning, calls of functions and their results.

use contextthrift_core::conversation::Kind;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::ahead::look_ahead;
use super::message::{Content, Message, Str, field, kind_of, opaque, spoken, there};
use super::walk::Walk;
use super::{Dialect, PlainChat, text};

/// Tokens around a message or reasoning, a call and a result; characters of what is encrypted for a token.
type Framing = (u64, u64, u64, usize);

/// Reads the items; None where a result does not stand right behind its answer, or a call has none.
///
/// `read` reads an odd item by its place, and is None where others have to be known for that. The other arguments are
/// those of `read_chat`.
#[pyfunction]
pub(crate) fn read_items(
    items: &Bound<'_, PyList>,
    framing: Framing,
    words: (&str, &str, &str),
    encoding: Option<&str>,
    read: &Bound<'_, PyAny>,
) -> PyResult<Option<PlainChat>> {
    let (not_run, note, summary_id) = words;
    let mut walk = Walk::new(items.len(), (not_run, note), encoding, Dialect::Items);
    walk.columns.is_inexact = !items.is_empty(); // what is around an item is not published
    for (place, each) in items.iter().enumerate() {
        look_ahead(items, place);
        let message = match item(&each, framing, summary_id) {
            Some(message) => message,
            None => match read.call1((each, place))? {
                odd if odd.is_none() => return Ok(None),
                odd => Message::odd(&odd)?,
            },
        };
        if walk.add(message)?.is_none() {
            return Ok(None);
        }
    }
    Ok(walk.ended())
}

/// One item; None of one that is odd.
fn item<'py>(item: &Bound<'py, PyAny>, framing: Framing, summary_id: &str) -> Option<Message<'py>> {
    let (item, py) = (item.cast_exact::<PyDict>().ok()?, item.py());
    let mut message = Message::empty();
    let (around, around_call, around_result, _) = framing;
    let kind = there(item, intern!(py, "type")).map(text).map_or(Some(None), |kind| kind.map(Some))?;
    match kind.as_ref().map_or(Ok("message"), |kind| kind.to_str()).ok()? {
        "message" => {
            message.kind =
                spoken(&text(field(item, intern!(py, "role"))?)?).filter(|kind| *kind != Kind::Result)?;
            message.framing = around;
            message.content = content(there(item, intern!(py, "content")))?;
            // the note in no content makes parts of it
            if message.kind == Kind::User && matches!(message.content, Content::None) {
                return None;
            }
        }
        "function_call" => {
            message.kind = Kind::Call;
            message.framing = around_call;
            call(item, &mut message)?;
        }
        "function_call_output" => {
            message.kind = Kind::Result;
            message.framing = around_result;
            message.call_id = Some(text(field(item, intern!(py, "call_id"))?)?);
            message.content = content(there(item, intern!(py, "output")))?;
        }
        "reasoning" => {
            message.kind = Kind::Assistant;
            message.framing = around;
            think(item, &mut message, framing.3)?;
        }
        _ => return None,
    }
    if let Some(id) = there(item, intern!(py, "id")) {
        message.is_summary = text(id)?.to_str().ok()? == summary_id;
    }
    Some(message)
}

/// A text, the texts of parts that hold nothing else, or nothing.
fn content(content: Option<Bound<'_, PyAny>>) -> Option<Content<'_>> {
    let Some(content) = content else { return Some(Content::None) };
    match content.cast_into_exact::<PyString>() {
        Ok(text) => Some(Content::Text(text)),
        Err(other) => {
            let parts = other.into_inner().cast_into_exact::<PyList>().ok()?;
            texts(&parts).map(Content::Parts)
        }
    }
}

fn texts<'py>(parts: &Bound<'py, PyList>) -> Option<Vec<Str<'py>>> {
    let texts = parts.iter().map(|part| {
        let part = part.cast_exact::<PyDict>().ok()?;
        let is_text = matches!(
            kind_of(part)?.to_str().ok()?,
            "text" | "input_text" | "output_text" | "summary_text" | "reasoning_text"
        );
        text(field(part, intern!(part.py(), "text"))?).filter(|_| is_text)
    });
    texts.collect()
}

/// A function's call; those of a server or of a program are odd.
fn call<'py>(item: &Bound<'py, PyDict>, message: &mut Message<'py>) -> Option<()> {
    let py = item.py();
    let others = [intern!(py, "namespace"), intern!(py, "server_label"), intern!(py, "caller")];
    if item.len() > 4 && others.iter().any(|name| there(item, name).is_some()) {
        return None;
    }
    let name = text(field(item, intern!(py, "name"))?).filter(|name| !name.is_empty().unwrap_or(true))?;
    let id = there(item, intern!(py, "call_id")).or_else(|| there(item, intern!(py, "id")))?;
    message.others.extend([name.clone(), text(field(item, intern!(py, "arguments"))?)?]);
    message.calls.push((text(id)?, name));
    Some(())
}

/// The summary and the text of reasoning, and what is encrypted of it by its length.
fn think<'py>(item: &Bound<'py, PyDict>, message: &mut Message<'py>, per_token: usize) -> Option<()> {
    let py = item.py();
    for name in [intern!(py, "summary"), intern!(py, "content")] {
        if let Some(parts) = there(item, name) {
            message.others.extend(texts(parts.cast_exact().ok()?)?);
        }
    }
    if let Some(hidden) = there(item, intern!(py, "encrypted_content")) {
        message.frame(opaque(&text(hidden)?, per_token)?);
    }
    Some(())
}
