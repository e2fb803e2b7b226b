//! One message as it is read here.

use contextthrift_core::conversation::Kind;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::text;

pub(super) type Str<'py> = Bound<'py, PyString>;

/// Tokens around a message, its role, its name, a call and a result.
pub(super) type Framing = (u64, u64, u64, u64, u64);

/// One message, whoever read it; the next one takes its room.
pub(super) struct Message<'py> {
    /// A summary is here what it would be without its id.
    pub(super) kind: Kind,
    /// What it costs besides its texts.
    pub(super) framing: u64,
    /// What of that stands around the parts of its content.
    pub(super) inner: u64,
    pub(super) fields: Fields<'py>,
    /// Its texts besides the content.
    pub(super) others: Vec<Str<'py>>,
    /// Ids and tools.
    pub(super) calls: Vec<(Str<'py>, Str<'py>)>,
    /// What only the format knows of it.
    pub(super) odd: Option<Odd>,
}

#[derive(Default)]
pub(super) enum Content<'py> {
    Text(Str<'py>),
    Parts(Vec<Str<'py>>),
    #[default]
    None,
}

pub(super) struct Odd {
    pub(super) has_media: bool,
    pub(super) is_exact: bool,
}

/// What the format says of an odd message: kind, whether it is a summary, tokens besides texts, texts, calls, the id
/// that it answers, whether it has media, and whether all of that is exact.
type Reading<'py> = (u8, bool, u64, Vec<Str<'py>>, Vec<(Str<'py>, Str<'py>)>, Option<Str<'py>>, bool, bool);

impl<'py> Message<'py> {
    pub(super) fn empty() -> Self {
        let (others, calls) = (Vec::new(), Vec::new());
        Self { kind: Kind::System, framing: 0, inner: 0, fields: Fields::default(), others, calls, odd: None }
    }

    /// Reads a message; None where it is odd.
    pub(super) fn read(
        &mut self,
        message: &Bound<'py, PyAny>,
        framing: Framing,
        summary_id: &str,
    ) -> Option<()> {
        let message = message.cast_exact().ok()?;
        self.fields = Fields::default();
        if self.fields.take_usual(message, summary_id).is_none() {
            self.fields = Fields::default();
            self.fields.take_all(message, summary_id)?;
        }
        self.understand(framing)
    }

    /// Finds out what its fields say; None where that is for the format to say.
    fn understand(&mut self, framing: Framing) -> Option<()> {
        let (message, role, around_name, around_call, around_result) = framing;
        let calls = self.fields.calls.take().filter(|calls| !calls.is_empty());
        self.kind = match self.fields.role? {
            Kind::Assistant if calls.is_some() => Kind::Call,
            role => role,
        };
        self.framing = message.saturating_add(role);
        self.others.clear();
        self.calls.clear();
        self.odd = None;
        match self.kind {
            Kind::Result if self.fields.call_id.is_none() => return None,
            Kind::Result => self.frame(around_result),
            Kind::Call => self.call(&calls?, around_call)?,
            _ => {}
        }
        let must_speak = !matches!(self.kind, Kind::Assistant | Kind::Call);
        if must_speak && matches!(self.fields.content, Content::None) {
            return None;
        }
        if let Some(name) = self.fields.name.take() {
            self.others.push(name);
            self.frame(around_name);
        }
        self.others.extend(self.fields.refusal.take());
        self.others.extend(self.fields.reasoning.take());
        Some(())
    }

    /// What the format read in a message.
    pub(super) fn odd(reading: &Bound<'py, PyAny>) -> PyResult<Self> {
        let (kind, is_summary, framing, others, calls, answers, has_media, is_exact): Reading<'py> =
            reading.extract()?;
        let kind = Kind::ALL.get(usize::from(kind)).copied();
        let kind = kind.ok_or_else(|| pyo3::exceptions::PyValueError::new_err("no such kind"))?;
        let fields = Fields { is_summary, call_id: answers, ..Fields::default() };
        Ok(Self { kind, framing, inner: 0, fields, others, calls, odd: Some(Odd { has_media, is_exact }) })
    }

    pub(super) fn frame(&mut self, tokens: u64) {
        self.framing = self.framing.saturating_add(tokens);
    }

    fn call(&mut self, calls: &Bound<'py, PyList>, around: u64) -> Option<()> {
        for each in calls.iter() {
            let (id, name, arguments) = call(&each)?;
            self.others.extend([name.clone(), arguments]);
            self.calls.push((id, name));
            self.frame(around);
        }
        Some(())
    }
}

/// The fields of one message that mean something, where they are not None.
#[derive(Default)]
pub(super) struct Fields<'py> {
    /// What a message of its role is, unless it has calls.
    role: Option<Kind>,
    pub(super) content: Content<'py>,
    name: Option<Str<'py>>,
    calls: Option<Bound<'py, PyList>>,
    pub(super) call_id: Option<Str<'py>>,
    refusal: Option<Str<'py>>,
    reasoning: Option<Str<'py>>,
    pub(super) is_summary: bool,
}

impl<'py> Fields<'py> {
    /// Takes those of most chats by their names, which is faster than to look at all; None where there are others.
    fn take_usual(&mut self, message: &Bound<'py, PyDict>, summary_id: &str) -> Option<()> {
        let py = message.py();
        let mut fields = Named { of: message, others: message.len() };
        let role = spoken(fields.take(intern!(py, "role"))?)?;
        if let Some(value) = fields.take(intern!(py, "content")) {
            self.content = content(value)?;
        }
        match role {
            Kind::Assistant if fields.others > 0 => {
                if let Some(calls) = fields.take(intern!(py, "tool_calls")) {
                    self.calls = Some(calls.cast_into_exact().ok()?);
                }
            }
            Kind::Result => self.call_id = Some(text(fields.take(intern!(py, "tool_call_id"))?)?),
            _ => {}
        }
        if fields.others > 0
            && let Some(name) = fields.take(intern!(py, "name"))
        {
            self.name = Some(text(name)?);
        }
        if fields.others > 0 {
            self.is_summary = text(fields.take(intern!(py, "id"))?)?.to_str().ok()? == summary_id;
        }
        self.role = Some(role);
        (fields.others == 0).then_some(())
    }

    /// Takes all that mean something; None where one of them is read by the format, or may tell of another format.
    fn take_all(&mut self, message: &Bound<'py, PyDict>, summary_id: &str) -> Option<()> {
        for (key, value) in message.iter() {
            if value.is_none() {
                continue;
            }
            match key.cast_exact::<PyString>().ok()?.to_str().ok()? {
                "role" => self.role = Some(spoken(value)?),
                "content" => self.content = content(value)?,
                "name" => self.name = Some(text(value)?),
                "tool_calls" => self.calls = Some(value.cast_into_exact().ok()?),
                "tool_call_id" => self.call_id = Some(text(value)?),
                "refusal" => self.refusal = Some(text(value)?),
                "reasoning_content" => self.reasoning = Some(text(value)?),
                "function_call" | "audio" | "type" | "parts" => return None,
                "id" => self.is_summary = text(value)?.to_str().ok()? == summary_id,
                _ => {}
            }
        }
        Some(())
    }
}

/// What a message of a role is; None for one that is read by the format.
pub(super) fn spoken(role: Bound<'_, PyAny>) -> Option<Kind> {
    match text(role)?.to_str().ok()? {
        "system" | "developer" => Some(Kind::System),
        "user" => Some(Kind::User),
        "assistant" => Some(Kind::Assistant),
        "tool" => Some(Kind::Result),
        _ => None,
    }
}

/// A text, or the texts of parts that hold nothing else.
pub(super) fn content(value: Bound<'_, PyAny>) -> Option<Content<'_>> {
    match value.cast_into_exact::<PyString>() {
        Ok(text) => Some(Content::Text(text)),
        Err(error) => {
            let parts = error.into_inner().cast_into_exact::<PyList>().ok()?;
            parts.iter().map(|part| part_text(&part)).collect::<Option<_>>().map(Content::Parts)
        }
    }
}

fn part_text<'py>(part: &Bound<'py, PyAny>) -> Option<Str<'py>> {
    let (part, py) = (part.cast_exact().ok()?, part.py());
    let kind = text(field(part, intern!(py, "type"))?)?;
    let found = text(field(part, intern!(py, "text"))?);
    found.filter(|_| kind.to_str().is_ok_and(|kind| kind == "text"))
}

/// One call: its id, its tool's name and arguments.
fn call<'py>(call: &Bound<'py, PyAny>) -> Option<(Str<'py>, Str<'py>, Str<'py>)> {
    let (call, py) = (call.cast_exact().ok()?, call.py());
    let function = field(call, intern!(py, "function"))?;
    let function = function.cast_exact().ok()?;
    let id = text(field(call, intern!(py, "id"))?)?;
    let name = text(field(function, intern!(py, "name"))?)?;
    Some((id, name, text(field(function, intern!(py, "arguments"))?)?))
}

/// Fields of a message, taken by their names.
struct Named<'a, 'py> {
    of: &'a Bound<'py, PyDict>,
    /// How many there are besides those taken.
    others: usize,
}

impl<'py> Named<'_, 'py> {
    /// What the message has under a name, where that is not None.
    fn take(&mut self, name: &Str<'py>) -> Option<Bound<'py, PyAny>> {
        let value = field(self.of, name)?;
        self.others = self.others.saturating_sub(1);
        Some(value).filter(|value| !value.is_none())
    }
}

/// What a dict has under a name.
pub(super) fn field<'py>(of: &Bound<'py, PyDict>, name: &Str<'py>) -> Option<Bound<'py, PyAny>> {
    of.get_item(name).ok().flatten()
}

/// What a block or a part says it is.
pub(super) fn kind_of<'py>(block: &Bound<'py, PyDict>) -> Option<Str<'py>> {
    text(field(block, intern!(block.py(), "type"))?)
}

/// What a dict has under a name, where that is not None.
pub(super) fn there<'py>(of: &Bound<'py, PyDict>, name: &Str<'py>) -> Option<Bound<'py, PyAny>> {
    field(of, name).filter(|value| !value.is_none())
}

/// What an encrypted text stands for, where so many characters are taken for a token.
pub(super) fn opaque(text: &Str<'_>, per_token: usize) -> Option<u64> {
    let characters = text.code_point_len().ok()?.saturating_add(per_token.saturating_sub(1));
    u64::try_from(characters.checked_div(per_token)?).ok()
}
