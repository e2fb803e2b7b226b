//! One message as it is read here.

use contextthrift_core::conversation::Kind;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::text;

pub(super) type Str<'py> = Bound<'py, PyString>;

/// Tokens around a message, its role, its name, a call and a result.
pub(super) type Framing = (u64, u64, u64, u64, u64);

/// One message, whoever read it.
pub(super) struct Message<'py> {
    /// A summary is here what it would be without its id.
    pub(super) kind: Kind,
    pub(super) is_summary: bool,
    /// What it costs besides its texts.
    pub(super) framing: u64,
    pub(super) content: Content<'py>,
    /// Its texts besides the content.
    pub(super) others: Vec<Str<'py>>,
    /// Ids and tools.
    pub(super) calls: Vec<(Str<'py>, Str<'py>)>,
    /// The id of the call that it answers.
    pub(super) answers: Option<Str<'py>>,
    /// What only the format knows of it.
    pub(super) odd: Option<Odd>,
}

pub(super) enum Content<'py> {
    Text(Str<'py>),
    Parts(Vec<Str<'py>>),
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
    /// Reads a message; None where it is odd.
    pub(super) fn of(message: &Bound<'py, PyAny>, framing: Framing, summary_id: &str) -> Option<Self> {
        let fields = Fields::of(message, summary_id)?;
        let calls = fields.calls.as_ref().filter(|calls| !calls.is_empty());
        let kind = match fields.role.as_ref()?.to_str().ok()? {
            "system" | "developer" => Kind::System,
            "user" => Kind::User,
            "tool" => Kind::Result,
            "assistant" if calls.is_some() => Kind::Call,
            "assistant" => Kind::Assistant,
            _ => return None,
        };
        let (message, role, around_name, around_call, around_result) = framing;
        let mut read = Self {
            kind,
            is_summary: fields.is_summary,
            framing: message.saturating_add(role),
            content: fields.content,
            others: Vec::new(),
            calls: Vec::new(),
            answers: None,
            odd: None,
        };
        match kind {
            Kind::Result => {
                read.answers = Some(fields.call_id?);
                read.frame(around_result);
            }
            Kind::Call => read.call(calls?, around_call)?,
            _ => {}
        }
        let must_speak = !matches!(kind, Kind::Assistant | Kind::Call);
        if must_speak && matches!(read.content, Content::None) {
            return None;
        }
        if let Some(name) = fields.name {
            read.others.push(name);
            read.frame(around_name);
        }
        read.others.extend([fields.refusal, fields.reasoning].into_iter().flatten());
        Some(read)
    }

    /// What the format read in a message.
    pub(super) fn odd(reading: &Bound<'py, PyAny>) -> PyResult<Self> {
        let (kind, is_summary, framing, others, calls, answers, has_media, is_exact): Reading<'py> =
            reading.extract()?;
        let kind = Kind::ALL.get(usize::from(kind)).copied();
        let kind = kind.ok_or_else(|| pyo3::exceptions::PyValueError::new_err("no such kind"))?;
        let odd = Some(Odd { has_media, is_exact });
        Ok(Self { kind, is_summary, framing, content: Content::None, others, calls, answers, odd })
    }

    fn frame(&mut self, tokens: u64) {
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
struct Fields<'py> {
    role: Option<Str<'py>>,
    content: Content<'py>,
    name: Option<Str<'py>>,
    calls: Option<Bound<'py, PyList>>,
    call_id: Option<Str<'py>>,
    refusal: Option<Str<'py>>,
    reasoning: Option<Str<'py>>,
    is_summary: bool,
}

impl<'py> Fields<'py> {
    fn of(message: &Bound<'py, PyAny>, summary_id: &str) -> Option<Self> {
        let mut found = Self {
            role: None,
            content: Content::None,
            name: None,
            calls: None,
            call_id: None,
            refusal: None,
            reasoning: None,
            is_summary: false,
        };
        for (key, value) in message.cast_exact::<PyDict>().ok()?.iter() {
            if value.is_none() {
                continue;
            }
            match key.cast_exact::<PyString>().ok()?.to_str().ok()? {
                "role" => found.role = Some(text(value)?),
                "content" => found.content = content(value)?,
                "name" => found.name = Some(text(value)?),
                "tool_calls" => found.calls = Some(value.cast_into_exact().ok()?),
                "tool_call_id" => found.call_id = Some(text(value)?),
                "refusal" => found.refusal = Some(text(value)?),
                "reasoning_content" => found.reasoning = Some(text(value)?),
                "function_call" | "audio" => return None,
                "id" => found.is_summary = text(value)?.to_str().ok()? == summary_id,
                _ => {}
            }
        }
        Some(found)
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
    let (mut is_text, mut found) = (false, None);
    for (key, value) in part.cast_exact::<PyDict>().ok()?.iter() {
        match key.cast_exact::<PyString>().ok()?.to_str().ok()? {
            "type" => is_text = text(value)?.to_str().ok()? == "text",
            "text" => found = Some(text(value)?),
            _ => {}
        }
    }
    found.filter(|_| is_text)
}

/// One call: its id, its tool's name and arguments.
fn call<'py>(call: &Bound<'py, PyAny>) -> Option<(Str<'py>, Str<'py>, Str<'py>)> {
    let (mut id, mut function) = (None, None);
    for (key, value) in call.cast_exact::<PyDict>().ok()?.iter() {
        match key.cast_exact::<PyString>().ok()?.to_str().ok()? {
            "id" => id = Some(text(value)?),
            "function" => function = Some(value),
            _ => {}
        }
    }
    let (mut name, mut arguments) = (None, None);
    for (key, value) in function?.cast_exact::<PyDict>().ok()?.iter() {
        match key.cast_exact::<PyString>().ok()?.to_str().ok()? {
            "name" => name = Some(text(value)?),
            "arguments" => arguments = Some(text(value)?),
            _ => {}
        }
    }
    Some((id?, name?, arguments?))
}
