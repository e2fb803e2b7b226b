//! Plain OpenAI chat messages, read in one walk over the caller's dicts.
//!
//! What a message means stands in `formats/openai.py`. Read here is only what has one meaning there: a text as
//! the content, calls of functions with a text as arguments, and each result directly behind its call. Where
//! any message is another, nothing is read here and all of it there.

use std::collections::HashMap;

use contextthrift_core::conversation::{FLAG_USER, Kind};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::column::Column;

type Text<'py> = Bound<'py, PyString>;
/// Tokens around a message, its role, its name, a call and a result.
type Framing = (u64, u64, u64, u64, u64);

/// How many calls of one message are read here; each of their results looks for its own among them.
const MOST_CALLS: usize = 64;

/// The columns of a list of plain messages.
#[pyclass(frozen, module = "contextthrift._core")]
pub(crate) struct PlainChat {
    columns: Columns,
    texts: Py<PyList>,
    tools: Vec<String>,
}

#[derive(Default)]
struct Columns {
    kinds: Vec<u8>,
    flags: Vec<u8>,
    /// What each message costs besides its texts.
    framing: Vec<u64>,
    /// The message of each text that is no content.
    owners: Vec<usize>,
    /// For each result the place of its tool's name.
    answered: Vec<Option<usize>>,
    /// Whether it can become a stub.
    is_free: Vec<bool>,
    /// Places of the user messages that open a turn.
    openings: Vec<usize>,
}

#[pymethods]
impl PlainChat {
    #[getter]
    fn kinds(&self) -> &[u8] {
        &self.columns.kinds
    }

    #[getter]
    fn flags(&self) -> &[u8] {
        &self.columns.flags
    }

    #[getter]
    fn texts(&self, py: Python<'_>) -> Py<PyList> {
        self.texts.clone_ref(py)
    }

    #[getter]
    fn tools(&self) -> &[String] {
        &self.tools
    }

    #[getter]
    fn openings(&self) -> &[usize] {
        &self.columns.openings
    }

    fn tool_of(&self, place: usize) -> Option<&str> {
        let at = self.columns.answered.get(place).copied().flatten()?;
        self.tools.get(at).map(String::as_str)
    }

    fn costs<'py>(&self, py: Python<'py>, counts: Column<u64>) -> Bound<'py, PyBytes> {
        let (contents, others) = counts.split_at_checked(self.columns.framing.len()).unwrap_or_default();
        let mut costs: Vec<u64> = contents
            .iter()
            .zip(&self.columns.framing)
            .map(|(count, around)| count.saturating_add(*around))
            .collect();
        for (owner, count) in self.columns.owners.iter().zip(others) {
            if let Some(cost) = costs.get_mut(*owner) {
                *cost = cost.saturating_add(*count);
            }
        }
        packed(py, costs.into_iter())
    }

    fn stub_costs<'py>(
        &self,
        py: Python<'py>,
        costs: Column<u64>,
        counts: Column<u64>,
        stubs: Column<u64>,
    ) -> Bound<'py, PyBytes> {
        let results = self.columns.answered.iter().zip(&self.columns.is_free);
        let rows = costs.iter().zip(counts.iter()).zip(results);
        let found = rows.map(|((cost, content), (tool, is_free))| {
            match tool.filter(|_| *is_free).and_then(|tool| stubs.get(tool)) {
                Some(stub) => cost.saturating_sub(*content).saturating_add(*stub),
                None => *cost,
            }
        });
        packed(py, found)
    }
}

/// A column for Python's `array`.
fn packed(py: Python<'_>, numbers: impl Iterator<Item = u64>) -> Bound<'_, PyBytes> {
    let bytes: Vec<u8> = numbers.flat_map(u64::to_ne_bytes).collect();
    PyBytes::new(py, &bytes)
}

/// Reads the messages; None where one of them is not plain.
///
/// A result that holds `not_run` in a short text can become no stub. A message with the id `summary_id` is not plain.
#[pyfunction]
pub(crate) fn read_chat(
    messages: &Bound<'_, PyList>,
    framing: Framing,
    not_run: &str,
    summary_id: &str,
) -> PyResult<Option<PlainChat>> {
    let mut walk = Walk::new(messages.py(), framing, not_run, summary_id);
    for message in messages.iter() {
        if walk.add(&message).is_none() {
            return Ok(None);
        }
    }
    walk.ended()
}

/// The fields of one message that mean something, where they are not None.
#[derive(Default)]
struct Fields<'py> {
    role: Option<Text<'py>>,
    content: Option<Text<'py>>,
    name: Option<Text<'py>>,
    calls: Option<Bound<'py, PyList>>,
    call_id: Option<Text<'py>>,
    refusal: Option<Text<'py>>,
    reasoning: Option<Text<'py>>,
}

impl<'py> Fields<'py> {
    fn of(message: &Bound<'py, PyAny>, summary_id: &str) -> Option<Self> {
        let mut found = Self::default();
        for (key, value) in message.cast_exact::<PyDict>().ok()?.iter() {
            if value.is_none() {
                continue;
            }
            match key.cast_exact::<PyString>().ok()?.to_str().ok()? {
                "role" => found.role = Some(text(value)?),
                "content" => found.content = Some(text(value)?),
                "name" => found.name = Some(text(value)?),
                "tool_calls" => found.calls = Some(value.cast_into_exact().ok()?),
                "tool_call_id" => found.call_id = Some(text(value)?),
                "refusal" => found.refusal = Some(text(value)?),
                "reasoning_content" => found.reasoning = Some(text(value)?),
                "function_call" | "audio" => return None,
                "id" if text(value)?.to_str().ok()? == summary_id => return None,
                _ => {}
            }
        }
        Some(found)
    }
}

fn text(value: Bound<'_, PyAny>) -> Option<Text<'_>> {
    value.cast_into_exact().ok()
}

/// One call: its id, its tool's name and arguments.
fn call<'py>(call: &Bound<'py, PyAny>) -> Option<[Text<'py>; 3]> {
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
    Some([id?, name?, arguments?])
}

/// What is known while the messages are read.
struct Walk<'a, 'py> {
    py: Python<'py>,
    framing: Framing,
    not_run: (&'a str, usize),
    summary_id: &'a str,
    columns: Columns,
    contents: Vec<Text<'py>>,
    others: Vec<Text<'py>>,
    tools: HashMap<String, usize>,
    /// The calls of the assistant's message before that have no result yet.
    pending: Vec<(Text<'py>, usize)>,
    /// Whether one of them has one.
    is_begun: bool,
    /// The last message that was not the system's was the user's.
    user_spoke: bool,
}

impl<'a, 'py> Walk<'a, 'py> {
    fn new(py: Python<'py>, framing: Framing, not_run: &'a str, summary_id: &'a str) -> Self {
        Self {
            py,
            framing,
            not_run: (not_run, not_run.chars().count().saturating_mul(2)),
            summary_id,
            columns: Columns::default(),
            contents: Vec::new(),
            others: Vec::new(),
            tools: HashMap::new(),
            pending: Vec::new(),
            is_begun: false,
            user_spoke: false,
        }
    }

    /// Reads one message more; None where it is not plain, or not where its call wants it.
    fn add(&mut self, message: &Bound<'py, PyAny>) -> Option<()> {
        let fields = Fields::of(message, self.summary_id)?;
        let kind = match fields.role.as_ref()?.to_str().ok()? {
            "system" | "developer" => Kind::System,
            "user" => Kind::User,
            "tool" => Kind::Result,
            "assistant" if fields.calls.as_ref().is_some_and(|calls| !calls.is_empty()) => Kind::Call,
            "assistant" => Kind::Assistant,
            _ => return None,
        };
        let (message, role, around_name, ..) = self.framing;
        let place = self.contents.len();
        self.columns.framing.push(message.saturating_add(role));
        let answered = if kind == Kind::Result { Some(self.answer(&fields)?) } else { None };
        if kind != Kind::Result && !self.pending.is_empty() {
            return None;
        }
        if kind == Kind::Call {
            self.call(fields.calls.as_ref()?, place)?;
        }
        self.speak(kind, place);
        self.columns.answered.push(answered);
        self.columns.is_free.push(answered.is_some() && !self.says_not_run(&fields)?);
        let content = match fields.content {
            Some(content) => content,
            None if matches!(kind, Kind::Assistant | Kind::Call) => intern!(self.py, "").clone(),
            None => return None,
        };
        self.contents.push(content);
        if let Some(name) = fields.name {
            self.say(name, place, around_name);
        }
        for said in [fields.refusal, fields.reasoning].into_iter().flatten() {
            self.say(said, place, 0);
        }
        Some(())
    }

    /// A text of a message besides its content, and the tokens around it.
    fn say(&mut self, text: Text<'py>, place: usize, around: u64) {
        self.others.push(text);
        self.columns.owners.push(place);
        if let Some(cost) = self.columns.framing.get_mut(place) {
            *cost = cost.saturating_add(around);
        }
    }

    /// Gives a result to its call, and tells the place of its tool's name.
    fn answer(&mut self, fields: &Fields<'py>) -> Option<usize> {
        let id = fields.call_id.as_ref()?.to_str().ok()?;
        let at = self.pending.iter().position(|(call, _)| call.to_str().is_ok_and(|call| call == id))?;
        let (_, tool) = self.pending.remove(at);
        self.is_begun = true;
        let (.., around) = self.framing;
        let cost = self.columns.framing.last_mut()?;
        *cost = cost.saturating_add(around);
        Some(tool)
    }

    fn call(&mut self, calls: &Bound<'py, PyList>, place: usize) -> Option<()> {
        let (.., around, _) = self.framing;
        self.is_begun = false;
        if calls.len() > MOST_CALLS {
            return None;
        }
        for each in calls.iter() {
            let [id, name, arguments] = call(&each)?;
            id.to_str().ok()?;
            let tool = self.tool(name.to_str().ok()?);
            self.pending.push((id, tool));
            self.say(name, place, around);
            self.say(arguments, place, 0);
        }
        Some(())
    }

    fn tool(&mut self, name: &str) -> usize {
        if let Some(known) = self.tools.get(name) {
            return *known;
        }
        let place = self.tools.len();
        self.tools.insert(name.to_owned(), place);
        place
    }

    fn speak(&mut self, kind: Kind, place: usize) {
        let code = Kind::ALL.iter().position(|each| *each == kind).and_then(|code| u8::try_from(code).ok());
        self.columns.kinds.push(code.unwrap_or_default());
        self.columns.flags.push(if kind == Kind::User { FLAG_USER } else { 0 });
        if kind == Kind::User && !self.user_spoke {
            self.columns.openings.push(place);
        }
        if kind != Kind::System {
            self.user_spoke = kind == Kind::User;
        }
    }

    /// Whether a short text of the message says that a call was not run.
    fn says_not_run(&self, fields: &Fields<'py>) -> Option<bool> {
        let (words, limit) = self.not_run;
        let texts = [&fields.content, &fields.name, &fields.refusal, &fields.reasoning];
        for text in texts.into_iter().flatten() {
            if text.len().ok()? < limit && text.to_string_lossy().contains(words) {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Everything read; None where only some of the last message's calls have a result.
    fn ended(mut self) -> PyResult<Option<PlainChat>> {
        if self.is_begun && !self.pending.is_empty() {
            return Ok(None);
        }
        self.contents.append(&mut self.others);
        let texts = PyList::new(self.py, self.contents)?.unbind();
        let mut tools: Vec<_> = self.tools.into_iter().collect();
        tools.sort_unstable_by_key(|(_, place)| *place);
        let tools = tools.into_iter().map(|(name, _)| name).collect();
        Ok(Some(PlainChat { columns: self.columns, texts, tools }))
    }
}

/// The first message from `start` on that is more than a role and a text, or has a role that is none of `roles`; the
/// number of messages where there is none.
#[pyfunction]
pub(crate) fn next_odd(messages: &Bound<'_, PyList>, start: usize, roles: Vec<String>) -> usize {
    let rest = messages.iter().enumerate().skip(start);
    let mut odd = rest.filter(|(_, message)| !is_bare(message, &roles).unwrap_or_default());
    odd.next().map_or(messages.len(), |(place, _)| place)
}

fn is_bare(message: &Bound<'_, PyAny>, roles: &[String]) -> Option<bool> {
    let (mut has_role, mut has_content) = (false, false);
    for (key, value) in message.cast_exact::<PyDict>().ok()?.iter() {
        match key.cast_exact::<PyString>().ok()?.to_str().ok()? {
            "role" => {
                let role = text(value)?;
                let role = role.to_str().ok()?;
                has_role = roles.iter().any(|each| each == role);
            }
            "content" => has_content = text(value).is_some(),
            "name" => {}
            _ => return Some(false),
        }
    }
    Some(has_role && has_content)
}
