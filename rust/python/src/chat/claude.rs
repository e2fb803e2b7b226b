//! Claude's messages: texts, thinking, calls and results.

use contextthrift_core::conversation::Kind;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::ahead::look_ahead;
use super::json::json;
use super::message::{Content, Message, Str, field, kind_of, opaque, there};
use super::walk::Walk;
use super::{Dialect, Part, PlainChat, text};

/// Tokens around a block, a call and a result; characters of what is encrypted for a token.
type Framing = (u64, u64, u64, usize);

/// Reads the messages, each result of one as a row of its own.
///
/// None where the results of a call do not stand right behind it, and where somebody speaks before the user. `read`
/// reads an odd message by its place; it is None, and so is the answer here, for what is no single row or stands apart
/// from what is beside it. `written` is the JSON of what is no plain value. The rest is as for `read_chat`.
#[pyfunction]
pub(crate) fn read_claude_chat(
    messages: &Bound<'_, PyList>,
    framing: Framing,
    words: (&str, &str, &str),
    encoding: Option<&str>,
    read: &Bound<'_, PyAny>,
    written: &Bound<'_, PyAny>,
) -> PyResult<Option<PlainChat>> {
    let (not_run, note, summary_id) = words;
    let mut walk = Walk::new(messages.len(), (not_run, note), encoding, Dialect::Claude);
    walk.columns.is_inexact = !messages.is_empty(); // what is around a message is not published
    walk.columns.around_part = framing.0;
    let reader = Reader { framing, summary_id, written };
    for (place, each) in messages.iter().enumerate() {
        look_ahead(messages, place);
        let parts = match reader.read(&each) {
            Some(parts) => parts,
            None => match read.call1((each, place))? {
                odd if odd.is_none() => return Ok(None),
                odd => vec![Message::odd(&odd)?],
            },
        };
        for (at, part) in parts.into_iter().enumerate() {
            if walk.add(part)?.is_none() {
                return Ok(None);
            }
            walk.columns.parts.push(Part { message: place, at });
        }
    }
    let begins = begins_with_user(&walk.columns.kinds);
    Ok(walk.ended().filter(|_| begins))
}

/// Whether the user speaks first, or never.
fn begins_with_user(kinds: &[u8]) -> bool {
    let is_users = |code: &u8| Kind::ALL.get(usize::from(*code)) == Some(&Kind::User);
    kinds.first().is_none_or(is_users) || !kinds.iter().any(is_users)
}

struct Reader<'a, 'py> {
    framing: Framing,
    summary_id: &'a str,
    written: &'a Bound<'py, PyAny>,
}

impl<'py> Reader<'_, 'py> {
    /// The rows that a message is; None where it is odd.
    fn read(&self, message: &Bound<'py, PyAny>) -> Option<Vec<Message<'py>>> {
        let (message, py) = (message.cast_exact::<PyDict>().ok()?, message.py());
        let role = text(field(message, intern!(py, "role"))?)?;
        let content = field(message, intern!(py, "content"))?;
        if message.len() > 2 && field(message, intern!(py, "id")).is_some_and(|id| self.is_summary(&id)) {
            return None;
        }
        match role.to_str().ok()? {
            "user" => self.user(content),
            "assistant" => self.assistant(content).map(|message| vec![message]),
            _ => None,
        }
    }

    /// Anything but another text may be equal to the id of a summary.
    fn is_summary(&self, id: &Bound<'py, PyAny>) -> bool {
        let id = id.cast_exact::<PyString>().ok().and_then(|id| id.to_str().ok());
        id.is_none_or(|id| id == self.summary_id)
    }

    fn user(&self, content: Bound<'py, PyAny>) -> Option<Vec<Message<'py>>> {
        let results = content.cast_exact::<PyList>().ok().filter(|blocks| first_is_result(blocks));
        if let Some(blocks) = results {
            return blocks.iter().map(|block| self.result(&block)).collect();
        }
        let mut message = Message::empty();
        message.kind = Kind::User;
        message.content = self.texts(content, &mut message.framing)?;
        Some(vec![message])
    }

    /// A text, or the texts of a list of text blocks; `framing` is raised by what stands around each.
    fn texts(&self, content: Bound<'py, PyAny>, framing: &mut u64) -> Option<Content<'py>> {
        let content = match content.cast_into_exact::<PyString>() {
            // the note in a text of no characters would make a block of what is none
            Ok(text) if is_empty(&text) => return None,
            Ok(text) => {
                *framing = framing.saturating_add(self.framing.0);
                return Some(Content::Text(text));
            }
            Err(other) => other.into_inner().cast_into_exact::<PyList>().ok()?,
        };
        let texts = content.iter().map(|block| {
            let block = block.cast_into_exact::<PyDict>().ok()?;
            self.text_of(&block, &kind_of(&block)?, framing)
        });
        texts.collect::<Option<_>>().map(Content::Parts)
    }

    /// The text of a text block.
    fn text_of(&self, block: &Bound<'py, PyDict>, kind: &Str<'py>, framing: &mut u64) -> Option<Str<'py>> {
        let found = text(field(block, intern!(block.py(), "text"))?)?;
        if kind.to_str().ok()? != "text" {
            return None;
        }
        if !is_empty(&found) {
            *framing = framing.saturating_add(self.framing.0);
        }
        Some(found)
    }

    fn result(&self, block: &Bound<'py, PyAny>) -> Option<Message<'py>> {
        let (block, py) = (block.cast_exact::<PyDict>().ok()?, block.py());
        if kind_of(block)?.to_str().ok()? != "tool_result" {
            return None;
        }
        let (around, _, around_result, _) = self.framing;
        let mut message = Message::empty();
        message.kind = Kind::Result;
        message.call_id = Some(text(field(block, intern!(py, "tool_use_id"))?)?);
        match field(block, intern!(py, "content")).filter(|content| !content.is_none()) {
            None => message.content = Content::Parts(Vec::new()),
            Some(content) => match content.cast_into_exact::<PyString>() {
                Ok(text) => message.content = Content::Text(text),
                Err(other) => message.content = self.texts(other.into_inner(), &mut message.inner)?,
            },
        }
        message.framing = around.saturating_add(around_result).saturating_add(message.inner);
        Some(message)
    }

    fn assistant(&self, content: Bound<'py, PyAny>) -> Option<Message<'py>> {
        let mut message = Message::empty();
        message.kind = Kind::Assistant;
        let Ok(blocks) = content.cast_exact::<PyList>() else {
            message.content = self.texts(content, &mut message.framing)?;
            return Some(message);
        };
        let mut texts = Vec::new();
        for block in blocks.iter() {
            let block = block.cast_exact::<PyDict>().ok()?;
            let kind = kind_of(block)?;
            match kind.to_str().ok()? {
                "text" => texts.push(self.text_of(block, &kind, &mut message.framing)?),
                "thinking" | "redacted_thinking" => self.think(block, &mut message)?,
                "tool_use" => self.call(block, &mut message)?,
                _ => return None,
            }
        }
        message.content = Content::Parts(texts);
        if !message.calls.is_empty() {
            message.kind = Kind::Call;
        }
        Some(message)
    }

    /// Thinking as it is shown, and what it was by the length of its signature or of what is hidden.
    fn think(&self, block: &Bound<'py, PyDict>, message: &mut Message<'py>) -> Option<()> {
        let py = block.py();
        if let Some(shown) = there(block, intern!(py, "thinking")) {
            message.others.extend(Some(text(shown)?).filter(|shown| !is_empty(shown)));
        }
        let hidden = there(block, intern!(py, "signature")).or_else(|| there(block, intern!(py, "data")));
        if let Some(hidden) = hidden {
            message.frame(opaque(&text(hidden)?, self.framing.3)?);
        }
        message.frame(self.framing.0);
        Some(())
    }

    fn call(&self, block: &Bound<'py, PyDict>, message: &mut Message<'py>) -> Option<()> {
        let py = block.py();
        if there(block, intern!(py, "toolset_name")).is_some() {
            return None;
        }
        let id = text(field(block, intern!(py, "id"))?)?;
        let name = text(field(block, intern!(py, "name"))?)?;
        let input = match there(block, intern!(py, "input")) {
            None => PyDict::new(py),
            Some(input) => input.cast_into_exact().ok()?,
        };
        let input = match json(&input) {
            Some(written) => PyString::new(py, &written),
            None => text(self.written.call1((input,)).ok()?)?,
        };
        message.others.extend([name.clone(), input]);
        message.calls.push((id, name));
        message.frame(self.framing.0.saturating_add(self.framing.1));
        Some(())
    }
}

fn first_is_result(blocks: &Bound<'_, PyList>) -> bool {
    let kind = blocks.get_item(0).ok().and_then(|block| kind_of(block.cast_exact().ok()?));
    kind.is_some_and(|kind| kind.to_str().is_ok_and(|kind| kind == "tool_result"))
}

fn is_empty(text: &Str<'_>) -> bool {
    text.code_point_len().is_ok_and(|length| length == 0)
}
