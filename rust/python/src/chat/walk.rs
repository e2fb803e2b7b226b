//! One walk over all messages: who speaks, and which call each result answers.

use std::collections::HashMap;

use contextthrift_core::conversation::{FLAG_CONTINUES, FLAG_PINNED, FLAG_USER, Kind};
use contextthrift_core::encoding::Encoding;
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::ahead::look_ahead;
use super::message::{Content, Framing, Message, Str};
use super::{Columns, Dialect, PlainChat, Row, Shape};

/// How many calls of one message are read here; each of their results looks for its own among them.
const MOST_CALLS: usize = 64;

/// Reads the messages; None where a result does not stand directly behind its call, or a call has none.
///
/// `read` reads an odd message by its place; without it None is returned where there is one. A result that holds `not_run` in a short text can become no stub, and `note` is what the note about a
/// gap says. Where texts are all counted by `encoding`, and it asks for nothing but their lengths, they are not kept.
#[pyfunction]
pub(crate) fn read_chat(
    messages: &Bound<'_, PyList>,
    framing: Framing,
    words: (&str, &str, &str),
    encoding: Option<&str>,
    read: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<PlainChat>> {
    let (not_run, note, summary_id) = words;
    let mut walk = Walk::new(messages.len(), (not_run, note), encoding, Dialect::Chat);
    let mut message = Message::empty();
    for (place, each) in messages.iter().enumerate() {
        look_ahead(messages, place);
        if message.read(&each, framing, summary_id).is_none() {
            let Some(read) = read else { return Ok(None) };
            message = Message::odd(&read.call1((each, place))?)?;
        }
        if walk.add(&mut message)?.is_none() {
            return Ok(None);
        }
    }
    Ok(walk.ended())
}

/// As `contains`, which takes longer to begin than most texts take to be looked through for the first character.
fn holds(text: &str, words: &str) -> bool {
    words.chars().next().is_none_or(|first| text.contains(first)) && text.contains(words)
}

/// What is known while the messages are read.
pub(super) struct Walk<'a, 'py> {
    not_run: (&'a str, usize),
    note: &'a str,
    pub(super) columns: Columns,
    tools: HashMap<String, usize>,
    /// The tool that was called last, and its place.
    last_tool: (String, usize),
    /// The calls of the assistant's message before that have no result yet.
    pending: Vec<(Str<'py>, usize)>,
    /// Whether one of them has one.
    is_begun: bool,
    /// The last message that was not the system's was the user's.
    user_spoke: bool,
    /// The message before is one that goes on here, where an answer may be several items.
    is_answering: bool,
}

impl<'a, 'py> Walk<'a, 'py> {
    pub(super) fn new(
        messages: usize,
        (not_run, note): (&'a str, &'a str),
        encoding: Option<&str>,
        dialect: Dialect,
    ) -> Self {
        let encoding = encoding.and_then(|name| Encoding::named(name).ok());
        let is_by_length = encoding.is_some_and(|encoding| encoding.count_of_length(0).is_some());
        Self {
            not_run: (not_run, not_run.chars().count()),
            note,
            columns: Columns::with_room(messages, is_by_length, dialect),
            tools: HashMap::new(),
            last_tool: (String::new(), usize::MAX),
            pending: Vec::new(),
            is_begun: false,
            user_spoke: false,
            is_answering: false,
        }
    }

    /// Takes one message more; None where it is not where its call wants it.
    pub(super) fn add(&mut self, message: &mut Message<'py>) -> PyResult<Option<()>> {
        let answers = matches!(message.kind, Kind::Assistant | Kind::Call);
        let continues = answers && self.is_answering && self.columns.dialect == Dialect::Items;
        let Some(answered) = self.pair(message, continues) else { return Ok(None) };
        self.is_answering = answers;
        let is_told = message.kind == Kind::User && self.is_told(message);
        let is_free = message.odd.is_none() && answered.is_some() && !self.says_not_run(message);
        let place = self.columns.kinds.len();
        self.speak(message, place, continues);
        let columns = &mut self.columns;
        if let Some(odd) = &message.odd {
            columns.odd.push(place);
            columns.is_inexact |= !odd.is_exact;
            columns.media.extend(odd.has_media.then_some(place));
        }
        let shape = match &message.fields.content {
            _ if message.odd.is_some() => Shape::Odd,
            Content::Parts(_) => Shape::Parts,
            _ => Shape::Text,
        };
        let begin = columns.texts.len();
        match &message.fields.content {
            Content::Text(text) => columns.texts.say(text)?,
            Content::Parts(parts) => parts.iter().try_for_each(|text| columns.texts.say(text))?,
            Content::None => {}
        }
        let content = begin..columns.texts.len();
        message.others.iter().try_for_each(|text| columns.texts.say(text))?;
        let (framing, inner, end) = (message.framing, message.inner, columns.texts.len());
        columns.rows.push(Row { framing, inner, content, end, answered, shape, is_free, is_told });
        Ok(Some(()))
    }

    /// Gives a result to its call, and tells the place of its tool's name; None where that is not so simple.
    fn pair(&mut self, message: &mut Message<'py>, continues: bool) -> Option<Option<usize>> {
        if message.kind == Kind::Result {
            let id = message.fields.call_id.as_ref()?.to_str().ok()?;
            let at = self.pending.iter().position(|(call, _)| call.to_str().is_ok_and(|call| call == id))?;
            let (_, tool) = self.pending.remove(at);
            self.is_begun = true;
            return Some(Some(tool));
        }
        let calls = self.pending.len().saturating_add(message.calls.len());
        if (!self.pending.is_empty() && !continues) || calls > MOST_CALLS {
            return None;
        }
        self.is_begun = false;
        for (id, name) in message.calls.drain(..) {
            id.to_str().ok()?;
            let tool = self.tool(name.to_str().ok()?);
            self.pending.push((id, tool));
        }
        Some(None)
    }

    fn tool(&mut self, name: &str) -> usize {
        let (last, place) = &self.last_tool;
        if last == name && *place != usize::MAX {
            return *place;
        }
        let next = self.tools.len();
        let place = *self.tools.entry(name.to_owned()).or_insert(next);
        self.last_tool = (name.to_owned(), place);
        place
    }

    fn speak(&mut self, message: &Message<'py>, place: usize, continues: bool) {
        let works = matches!(message.kind, Kind::Call | Kind::Result);
        self.columns.is_inexact |= works; // what is around calls and results is not published
        let kind = if message.fields.is_summary && !works { Kind::Summary } else { message.kind };
        let code = Kind::ALL.iter().position(|each| *each == kind).and_then(|code| u8::try_from(code).ok());
        self.columns.kinds.push(code.unwrap_or_default());
        let user = if message.kind == Kind::User { FLAG_USER } else { 0 };
        let pinned = if message.fields.is_summary && works { FLAG_PINNED } else { 0 };
        let goes_on = if continues { FLAG_CONTINUES } else { 0 };
        self.columns.flags.push(user | pinned | goes_on);
        if kind == Kind::User && !self.user_spoke {
            self.columns.openings.push(place);
        }
        if !matches!(kind, Kind::System | Kind::Summary) {
            self.user_spoke = kind == Kind::User;
        }
    }

    /// Whether a short text of the message says that a call was not run.
    fn says_not_run(&self, message: &Message<'py>) -> bool {
        let (words, least) = self.not_run;
        let lengths = least..least.saturating_mul(2);
        let says = |text: &Str<'py>| {
            let is_short = text.code_point_len().is_ok_and(|length| lengths.contains(&length));
            is_short && holds(&text.to_string_lossy(), words)
        };
        let content = match &message.fields.content {
            Content::Text(text) => says(text),
            Content::Parts(parts) => parts.iter().any(says),
            Content::None => false,
        };
        content || message.others.iter().any(says)
    }

    /// Whether the user's message tells of a gap.
    fn is_told(&self, message: &Message<'py>) -> bool {
        let tells = |text: &Str<'py>| text.to_string_lossy().starts_with(self.note);
        match &message.fields.content {
            Content::Text(text) => tells(text),
            Content::Parts(parts) => parts.iter().any(tells),
            Content::None => false,
        }
    }

    /// Everything read; None where only some of the last message's calls have a result.
    pub(super) fn ended(self) -> Option<PlainChat> {
        if self.is_begun && !self.pending.is_empty() {
            return None;
        }
        let mut tools: Vec<_> = self.tools.into_iter().collect();
        tools.sort_unstable_by_key(|(_, place)| *place);
        let tools = tools.into_iter().map(|(name, _)| name).collect();
        Some(PlainChat { columns: self.columns, tools })
    }
}
