//! OpenAI chat messages, read in one walk over the caller's list.
//!
//! What a message means stands in `formats/openai.py`. Read here is what has one meaning there: a text or parts of
//! text as the content, calls of functions with a text as arguments. Every other message is odd, and is read there.
//! Where a result does not stand directly behind its call the list is to be mended, and nothing of it is read here.

mod message;
mod sent;
mod sign;
mod walk;

use contextthrift_core::Error;
use contextthrift_core::encoding::Encoding;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

pub(crate) use sent::messages_sent;
pub(crate) use sign::next_odd;
pub(crate) use walk::read_chat;

use crate::column::Column;
use crate::enter::enter;
use crate::text::Text;

/// The columns of a list of messages whose results stand where they belong.
#[pyclass(frozen, module = "contextthrift._core")]
pub(crate) struct PlainChat {
    columns: Columns,
    tools: Vec<String>,
}

#[derive(Default)]
struct Columns {
    kinds: Vec<u8>,
    flags: Vec<u8>,
    /// What each message costs besides its texts.
    framing: Vec<u64>,
    /// All texts, message by message, those of the content first; none where they are counted by their lengths.
    texts: Vec<Text>,
    is_by_length: bool,
    /// The code points of each.
    chars: Vec<usize>,
    /// Of each message where in `chars` its content ends, and where its last text does.
    ends: Vec<(usize, usize)>,
    /// What a content is.
    shapes: Vec<Shape>,
    /// For each result the place of its tool's name.
    answered: Vec<Option<usize>>,
    /// Whether it can become a stub, and that is known here.
    is_free: Vec<bool>,
    /// Whether the user's message came with the note about a gap.
    is_told: Vec<bool>,
    /// Places of the user messages that open a turn.
    openings: Vec<usize>,
    /// Places of the messages that were read by the format.
    odd: Vec<usize>,
    /// Places of those that hold images, files or recordings.
    media: Vec<usize>,
    /// One of those holds an estimate that is not published.
    is_inexact: bool,
}

/// What a content is, and so how it is edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Text,
    Parts,
    /// Whatever the format says.
    Odd,
}

impl Columns {
    fn say(&mut self, text: &Bound<'_, PyString>) -> PyResult<()> {
        let said = Text::of(text)?;
        self.chars.push(said.chars(text)?);
        if !self.is_by_length {
            self.texts.push(said);
        }
        Ok(())
    }

    /// For each message the places of its texts: of the content, and of all.
    fn spans(&self) -> impl Iterator<Item = (std::ops::Range<usize>, std::ops::Range<usize>)> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|(_, end)| *end));
        starts.zip(&self.ends).map(|(start, (content, end))| (start..*content, start..*end))
    }

    /// Where the texts of a message begin.
    fn start(&self, place: usize) -> usize {
        place.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |(_, end)| *end)
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
        PyList::new(py, self.columns.texts.iter().map(AsRef::<str>::as_ref))
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

    fn tool_of(&self, place: usize) -> Option<&str> {
        let at = self.columns.answered.get(place).copied().flatten()?;
        self.tools.get(at).map(String::as_str)
    }

    fn costs<'py>(&self, py: Python<'py>, counts: Column<u64>) -> Bound<'py, PyBytes> {
        let rows = self.columns.spans().zip(&self.columns.framing);
        packed(py, rows.map(|((_, all), around)| around.saturating_add(sum(&counts, all))))
    }

    fn stub_costs<'py>(
        &self,
        py: Python<'py>,
        costs: Column<u64>,
        counts: Column<u64>,
        stubs: Column<u64>,
    ) -> Bound<'py, PyBytes> {
        let results = self.columns.answered.iter().zip(&self.columns.is_free);
        let rows = costs.iter().zip(self.columns.spans()).zip(results);
        let found = rows.map(|((cost, (content, _)), (tool, is_free))| {
            match tool.filter(|_| *is_free).and_then(|tool| stubs.get(tool)) {
                Some(stub) => cost.saturating_sub(sum(&counts, content)).saturating_add(*stub),
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
    let columns: Vec<&Columns> = chats.iter().map(|chat| &chat.get().columns).collect();
    let counts = enter(py, || {
        let encoding = Encoding::named(encoding)?;
        let lengths = columns.iter().flat_map(|each| &each.chars);
        let by_length: Option<Vec<u64>> = lengths.map(|chars| encoding.count_of_length(*chars)).collect();
        if let Some(counts) = by_length {
            return Ok(counts);
        }
        let texts: Vec<&Text> = columns.iter().flat_map(|each| &each.texts).collect();
        if here { encoding.count_batch_here(&texts) } else { encoding.count_batch(&texts) }
    })?;
    let mut counts = counts.into_iter();
    Ok(columns.iter().map(|each| packed(py, counts.by_ref().take(each.chars.len()))).collect())
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
    Ok(noted.into_iter().map(|(costs, told)| (packed(py, costs.into_iter()), told)).collect())
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
            let is_told = self.columns.is_told.get(place) == Some(&true);
            match self.columns.shapes.get(place) {
                Some(Shape::Odd) | None => {}
                _ if is_told => told.push(place),
                Some(Shape::Text) => places.push((place, self.columns.start(place))),
                Some(Shape::Parts) => raise(&mut noted, place, part),
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
        let before_chars = before.chars().count();
        let by_length = places.iter().map(|(_, at)| {
            let chars = self.columns.chars.get(*at).copied().unwrap_or_default();
            let joined = encoding.count_of_length(chars.saturating_add(before_chars))?;
            Some(joined.saturating_sub(alone(*at)))
        });
        by_length.collect::<Option<_>>().map_or_else(
            || {
                let text = |at: usize| self.columns.texts.get(at).map_or("", AsRef::as_ref);
                encoding.count_behind(before, places.iter().map(|(_, at)| (text(*at), alone(*at))))
            },
            Ok,
        )
    }
}

fn raise(costs: &mut [u64], place: usize, more: u64) {
    if let Some(cost) = costs.get_mut(place) {
        *cost = cost.saturating_add(more);
    }
}

fn sum(counts: &[u64], places: std::ops::Range<usize>) -> u64 {
    counts.get(places).unwrap_or_default().iter().copied().fold(0, u64::saturating_add)
}

/// A column for Python's `array`.
fn packed(py: Python<'_>, numbers: impl Iterator<Item = u64>) -> Bound<'_, PyBytes> {
    let bytes: Vec<u8> = numbers.flat_map(u64::to_ne_bytes).collect();
    PyBytes::new(py, &bytes)
}

/// A Python string that is of no other type.
fn text(value: Bound<'_, PyAny>) -> Option<Bound<'_, PyString>> {
    value.cast_into_exact().ok()
}
