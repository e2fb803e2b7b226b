//! One walk over all messages: who speaks, and which call each result answers.

use std::collections::HashMap;
use std::ops::Range;

use contextthrift_core::conversation::{FLAG_CONTINUES, FLAG_PINNED, FLAG_USER, Kind};
use contextthrift_core::encoding::Encoding;
use pyo3::prelude::*;

use super::message::{Content, Message, Odd, Str};
use super::row::{Row, Shape};
use super::{Columns, Dialect, PlainChat};

/// How many calls of one message are read here; each of their results looks for its own among them.
const MOST_CALLS: usize = 64;

/// As `contains`, which takes longer to begin than most texts take to be looked through for the first character.
fn holds(text: &str, words: &str) -> bool {
    words.chars().next().is_none_or(|first| text.contains(first)) && text.contains(words)
}

/// What a message is; its texts are kept already.
pub(super) struct Said<'py> {
    /// A summary is here what it would be without its id.
    pub(super) kind: Kind,
    framing: u64,
    inner: u64,
    pub(super) content: Range<usize>,
    pub(super) shape: Shape,
    pub(super) call_id: Option<Str<'py>>,
    pub(super) is_summary: bool,
    is_told: bool,
    is_not_run: bool,
    odd: Option<Odd>,
}

impl Said<'_> {
    pub(super) fn of(kind: Kind, framing: u64) -> Self {
        Self {
            kind,
            framing,
            inner: 0,
            content: 0..0,
            shape: Shape::Text,
            call_id: None,
            is_summary: false,
            is_told: false,
            is_not_run: false,
            odd: None,
        }
    }

    pub(super) fn frame(&mut self, tokens: u64) {
        self.framing = self.framing.saturating_add(tokens);
    }
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

    /// Takes one message more, whoever read it; None where it is not where its call wants it.
    pub(super) fn add(&mut self, message: Message<'py>) -> PyResult<Option<()>> {
        let mut said = Said::of(message.kind, message.framing);
        (said.inner, said.odd) = (message.inner, message.odd);
        (said.is_summary, said.call_id) = (message.is_summary, message.call_id);
        said.content.start = self.columns.texts.len();
        match &message.content {
            Content::Text(text) => self.keep(text, &mut said)?,
            Content::Parts(parts) => {
                said.shape = Shape::Parts;
                parts.iter().try_for_each(|text| self.keep(text, &mut said))?;
            }
            Content::None => {}
        }
        said.content.end = self.columns.texts.len();
        message.others.iter().try_for_each(|text| self.keep_beside(text, &mut said))?;
        let mut calls = Vec::with_capacity(message.calls.len());
        for (id, name) in message.calls {
            let Ok(name) = id.to_str().and(name.to_str()) else { return Ok(None) };
            let tool = self.tool(name);
            calls.push((id, tool));
        }
        Ok(self.put(said, &mut calls))
    }

    /// As `say`, and a text that is no valid Unicode is mended.
    fn keep(&mut self, text: &Str<'py>, said: &mut Said<'py>) -> PyResult<()> {
        let is_user = said.kind == Kind::User;
        said.is_told |= is_user && text.to_string_lossy().starts_with(self.note);
        self.keep_beside(text, said)
    }

    fn keep_beside(&mut self, text: &Str<'py>, said: &mut Said<'py>) -> PyResult<()> {
        let is_result = said.kind == Kind::Result;
        said.is_not_run |= is_result && self.says_not_run(text, &text.to_string_lossy());
        self.columns.texts.say(text)
    }

    /// Takes what a message is whose texts are kept; `calls` are its own, ids and tools, and are taken out.
    pub(super) fn put(&mut self, said: Said<'py>, calls: &mut Vec<(Str<'py>, usize)>) -> Option<()> {
        let answers = matches!(said.kind, Kind::Assistant | Kind::Call);
        let continues = answers && self.is_answering && self.columns.dialect == Dialect::Items;
        let answered = self.pair(&said, calls, continues)?;
        self.is_answering = answers;
        let place = self.columns.kinds.len();
        self.speak(&said, place, continues);
        let columns = &mut self.columns;
        if let Some(odd) = said.odd {
            columns.odd.push(place);
            columns.is_inexact |= !odd.is_exact;
            columns.media.extend(odd.has_media.then_some(place));
        }
        let mut row = Row::of(said.framing, said.inner, &said.content, columns.texts.len())?;
        if let Some(tool) = answered {
            row.answers(tool)?;
            row.is_free = said.odd.is_none() && !said.is_not_run;
        }
        row.shape = if said.odd.is_some() { Shape::Odd } else { said.shape };
        row.is_told = said.is_told;
        columns.rows.push(row);
        Some(())
    }

    /// Gives a result to its call, and tells the place of its tool's name; None where that is not so simple.
    fn pair(
        &mut self,
        said: &Said<'py>,
        calls: &mut Vec<(Str<'py>, usize)>,
        continues: bool,
    ) -> Option<Option<usize>> {
        if said.kind == Kind::Result {
            let id = said.call_id.as_ref()?.to_str().ok()?;
            let at = self.pending.iter().position(|(call, _)| call.to_str().is_ok_and(|call| call == id))?;
            let (_, tool) = self.pending.remove(at);
            self.is_begun = true;
            return Some(Some(tool));
        }
        let most = self.pending.len().saturating_add(calls.len());
        if (!self.pending.is_empty() && !continues) || most > MOST_CALLS {
            return None;
        }
        self.is_begun = false;
        if !calls.is_empty() {
            self.pending.append(calls);
        }
        Some(None)
    }

    /// The place of a tool's name.
    pub(super) fn tool(&mut self, name: &str) -> usize {
        let (last, place) = &self.last_tool;
        if last == name && *place != usize::MAX {
            return *place;
        }
        let next = self.tools.len();
        let place = *self.tools.entry(name.to_owned()).or_insert(next);
        self.last_tool = (name.to_owned(), place);
        place
    }

    /// Keeps a text of the content; None, and nothing is kept, where it is no valid Unicode.
    pub(super) fn say(&mut self, text: &Str<'py>, said: &mut Said<'py>) -> Option<()> {
        let read = self.columns.texts.hear(text)?;
        said.is_told |= said.kind == Kind::User && read.starts_with(self.note);
        said.is_not_run |= said.kind == Kind::Result && self.says_not_run(text, read);
        Some(())
    }

    /// Keeps a text besides the content; None, and nothing is kept, where it is no valid Unicode.
    pub(super) fn say_beside(&mut self, text: &Str<'py>, said: &mut Said<'py>) -> Option<()> {
        let read = self.columns.texts.hear(text)?;
        said.is_not_run |= said.kind == Kind::Result && self.says_not_run(text, read);
        Some(())
    }

    /// Whether a text is short and says that a call was not run.
    fn says_not_run(&self, text: &Str<'py>, read: &str) -> bool {
        let (words, least) = self.not_run;
        let lengths = least..least.saturating_mul(2);
        text.code_point_len().is_ok_and(|length| lengths.contains(&length)) && holds(read, words)
    }

    fn speak(&mut self, said: &Said<'py>, place: usize, continues: bool) {
        let works = matches!(said.kind, Kind::Call | Kind::Result);
        self.columns.is_inexact |= works; // what is around calls and results is not published
        let kind = if said.is_summary && !works { Kind::Summary } else { said.kind };
        self.columns.kinds.push(kind.code());
        let user = if said.kind == Kind::User { FLAG_USER } else { 0 };
        let pinned = if said.is_summary && works { FLAG_PINNED } else { 0 };
        let goes_on = if continues { FLAG_CONTINUES } else { 0 };
        self.columns.flags.push(user | pinned | goes_on);
        if kind == Kind::User && !self.user_spoke {
            self.columns.openings.push(place);
        }
        if !matches!(kind, Kind::System | Kind::Summary) {
            self.user_spoke = kind == Kind::User;
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
