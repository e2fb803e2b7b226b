//! Messages of OpenAI and of Claude, read in one walk over the caller's list.
//!
//! What a message means stands in `formats/openai.py`, `formats/responses.py` and `formats/anthropic.py`. Read here is
//! what has one meaning there, as a text, parts of text, or a call of a function. Every other message is odd, and is read there.
//! Where a result does not stand directly behind its call the list is to be mended, and nothing of it is read here.

mod ahead;
mod claude;
mod claude_sent;
mod fields;
mod items;
mod json;
mod message;
mod names;
mod openai;
mod row;
mod sent;
mod sign;
mod still;
mod texts;
mod walk;

use std::ops::Range;

use contextthrift_core::Error;
use contextthrift_core::encoding::Encoding;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

pub(crate) use claude::read_claude_chat;
pub(crate) use items::read_items;
pub(crate) use openai::read_chat;
pub(crate) use sent::messages_sent;
pub(crate) use sign::next_odd;

use crate::column::{Column, packed};
use crate::enter::enter;
use crate::text::Text;
use row::{Row, Shape};
use texts::Texts;

/// The columns of a list of messages whose results stand where they belong.
#[pyclass(frozen, module = "contextthrift._core")]
pub(crate) struct PlainChat {
    columns: Columns,
    tools: Vec<String>,
}

struct Columns {
    dialect: Dialect,
    kinds: Vec<u8>,
    flags: Vec<u8>,
    rows: Vec<Row>,
    /// Those of all messages, one message behind the other, those of the content first.
    texts: Texts,
    /// For each row the part of a message that it is; none where each row is a message.
    parts: Vec<Part>,
    /// What a part of a content costs besides its text.
    around_part: u64,
    /// Places of the user messages that open a turn.
    openings: Vec<usize>,
    /// Places of the messages that were read by the format.
    odd: Vec<usize>,
    /// Places of those that hold images, files or recordings.
    media: Vec<usize>,
    /// One of those holds an estimate that is not published.
    is_inexact: bool,
}

/// Whose messages they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dialect {
    /// OpenAI chat.
    Chat,
    /// OpenAI Responses: an answer may be several items.
    Items,
    /// Claude's: a message may hold several results.
    Claude,
}

/// A message, or one result of a message of several.
#[derive(Debug, Clone, Copy)]
struct Part {
    /// The place of the message.
    message: usize,
    /// Which of its results it is.
    at: usize,
}

impl Columns {
    fn with_room(messages: usize, is_by_length: bool, dialect: Dialect) -> Self {
        Self {
            dialect,
            kinds: Vec::with_capacity(messages),
            flags: Vec::with_capacity(messages),
            rows: Vec::with_capacity(messages),
            texts: Texts::with_room(messages, is_by_length),
            parts: Vec::new(),
            around_part: 0,
            openings: Vec::new(),
            odd: Vec::new(),
            media: Vec::new(),
            is_inexact: false,
        }
    }
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
    fn texts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.columns.texts.kept().iter().map(AsRef::<str>::as_ref))
    }

    #[getter]
    fn tools(&self) -> &[String] {
        &self.tools
    }

    #[getter]
    fn openings(&self) -> &[usize] {
        &self.columns.openings
    }

    #[getter]
    fn odd(&self) -> &[usize] {
        &self.columns.odd
    }

    #[getter]
    fn media(&self) -> &[usize] {
        &self.columns.media
    }

    #[getter]
    fn is_inexact(&self) -> bool {
        self.columns.is_inexact
    }

    /// Whether a message may be several rows.
    #[getter]
    fn has_parts(&self) -> bool {
        self.columns.dialect == Dialect::Claude
    }

    /// For each row the place of its message; none where each row is a message.
    fn sources<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        packed(py, self.columns.parts.iter().map(|part| part.message as u64))
    }

    /// For each row the place of its message, and which of the results there it is; none where each row is a message.
    #[getter]
    fn parts(&self) -> Vec<(usize, usize)> {
        self.columns.parts.iter().map(|part| (part.message, part.at)).collect()
    }

    fn tool_of(&self, place: usize) -> Option<&str> {
        let tool = self.columns.rows.get(place)?.answered()?;
        self.tools.get(tool).map(String::as_str)
    }

    fn costs<'py>(&self, py: Python<'py>, counts: Column<u64>) -> PyResult<Bound<'py, PyBytes>> {
        let rows = self.columns.rows.iter();
        packed(py, rows.map(|row| row.framing.saturating_add(sum(&counts, row.texts()))))
    }

    fn stub_costs<'py>(
        &self,
        py: Python<'py>,
        costs: Column<u64>,
        counts: Column<u64>,
        stubs: Column<u64>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let rows = costs.iter().zip(&self.columns.rows);
        let found = rows.map(|(cost, row)| {
            match row.answered().filter(|_| row.is_free).and_then(|tool| stubs.get(tool)) {
                Some(stub) => {
                    let content = sum(&counts, row.content()).saturating_add(row.inner());
                    cost.saturating_sub(content).saturating_add(*stub)
                }
                None => *cost,
            }
        });
        packed(py, found)
    }
}

/// The tokens of the texts of each chat, those of all chats counted together, on all cores or `here` alone.
#[pyfunction]
pub(crate) fn chat_counts<'py>(
    py: Python<'py>,
    chats: Vec<Bound<'py, PlainChat>>,
    encoding: &str,
    here: bool,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let texts: Vec<&Texts> = chats.iter().map(|chat| &chat.get().columns.texts).collect();
    let counts = enter(py, || {
        let encoding = Encoding::named(encoding)?;
        let kept: Vec<&Text> = texts.iter().flat_map(|each| each.kept()).collect();
        let counts = if here { encoding.count_batch_here(&kept) } else { encoding.count_batch(&kept) }?;
        let mut counts = counts.into_iter();
        Ok(texts.iter().map(|each| each.counts(encoding, &mut counts)).collect::<Vec<_>>())
    })?;
    counts.into_iter().map(|mine| packed(py, mine.into_iter())).collect()
}

/// The costs of each chat with a note, and the places of the user messages that have one.
///
/// The note stands before a text, as `before`, or before parts, as a part of its own.
#[pyfunction]
pub(crate) fn noted_costs<'py>(
    py: Python<'py>,
    chats: Vec<Bound<'py, PlainChat>>,
    encoding: &str,
    note: (String, String),
    costs: Vec<Column<u64>>,
    counts: Vec<Column<u64>>,
) -> PyResult<Vec<(Bound<'py, PyBytes>, Vec<usize>)>> {
    let chats: Vec<&PlainChat> = chats.iter().map(Bound::get).collect();
    let noted: Vec<_> = enter(py, || {
        let encoding = Encoding::named(encoding)?;
        let (part, before) = (encoding.count(&note.0)?, &note.1);
        let rows = chats.iter().zip(costs.iter().zip(&counts));
        rows.map(|(chat, (costs, counts))| chat.noted(encoding, part, before, costs, counts)).collect()
    })?;
    let rows = noted.into_iter();
    rows.map(|(costs, told)| packed(py, costs.into_iter()).map(|costs| (costs, told))).collect()
}

impl PlainChat {
    /// Its costs with a note, where a part with it is `part` tokens, and the places of those that have one.
    fn noted(
        &self,
        encoding: Encoding,
        part: u64,
        before: &str,
        costs: &[u64],
        counts: &[u64],
    ) -> Result<(Vec<u64>, Vec<usize>), Error> {
        let (mut noted, mut told, mut places) = (costs.to_vec(), Vec::new(), Vec::new());
        for &place in &self.columns.openings {
            let Some(row) = self.columns.rows.get(place) else { continue };
            match row.shape {
                Shape::Odd => {}
                _ if row.is_told => told.push(place),
                Shape::Text => places.push((place, row.content().start)),
                Shape::Parts => raise(&mut noted, place, part.saturating_add(self.columns.around_part)),
            }
        }
        let more = self.count_behind(encoding, before, &places, counts)?;
        for ((place, _), more) in places.iter().zip(more) {
            raise(&mut noted, *place, more);
        }
        Ok((noted, told))
    }

    /// How many tokens more texts are with `before` in front; `places` has where each stands.
    fn count_behind(
        &self,
        encoding: Encoding,
        before: &str,
        places: &[(usize, usize)],
        counts: &[u64],
    ) -> Result<Vec<u64>, Error> {
        let alone = |at: usize| counts.get(at).copied().unwrap_or_default();
        let texts = match &self.columns.texts {
            Texts::Kept(texts) => texts,
            Texts::Lengths(lengths) => {
                let behind = before.chars().count();
                let joined = places.iter().map(|(_, at)| {
                    let length = lengths.get(*at).copied().unwrap_or_default();
                    let joined = encoding.count_of_length(length.saturating_add(behind));
                    joined.unwrap_or_default().saturating_sub(alone(*at))
                });
                return Ok(joined.collect());
            }
        };
        let text = |at: usize| texts.get(at).map_or("", AsRef::as_ref);
        encoding.count_behind(before, places.iter().map(|(_, at)| (text(*at), alone(*at))))
    }
}

fn raise(costs: &mut [u64], place: usize, more: u64) {
    if let Some(cost) = costs.get_mut(place) {
        *cost = cost.saturating_add(more);
    }
}

fn sum(counts: &[u64], places: Range<usize>) -> u64 {
    counts.get(places).unwrap_or_default().iter().copied().fold(0, u64::saturating_add)
}

/// A Python string that is of no other type.
fn text(value: Bound<'_, PyAny>) -> Option<Bound<'_, PyString>> {
    value.cast_into_exact().ok()
}
