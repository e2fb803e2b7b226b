//! Claude's messages to send: results are put together again, and roles go on taking turns.

use std::ops::Range;

use contextthrift_core::conversation::Kind;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::PlainChat;
use super::row::Shape;
use super::sent::{Kept, Left, Notices, content, noted_text, with_content};
use crate::conversation::End;

/// Messages to send that are one where a cut made them neighbours of one role.
struct Run {
    is_users: bool,
    /// Their places in the caller's list.
    sources: Vec<usize>,
    /// Their rows that stay.
    rows: Vec<usize>,
    /// Something is left to the format.
    is_left: bool,
}

impl PlainChat {
    /// Of messages that may be several rows each.
    pub(super) fn kept_of_claude<'py>(
        &self,
        messages: &Bound<'py, PyList>,
        ends: &[End],
        notices: &Notices<'_, 'py>,
    ) -> PyResult<Kept<'py>> {
        let (mut kept, mut runs, mut next) = (Kept::default(), Vec::<Run>::new(), 0_usize);
        for parts in self.columns.parts.chunk_by(|part, behind| part.message == behind.message) {
            let Some(source) = parts.first().map(|part| part.message) else { continue };
            let all = next..next.saturating_add(parts.len());
            next = all.end;
            let end_of = |row: &usize| ends.get(*row).copied().unwrap_or(End::Gone);
            let rows: Vec<usize> = all.clone().filter(|row| end_of(row) != End::Gone).collect();
            if rows.is_empty() {
                kept.gone.push(source);
                continue;
            }
            if rows.iter().any(|row| end_of(row) == End::Stubbed) {
                kept.stubbed.push(source);
            }
            let message = messages.get_item(source)?;
            let edited = self.edited(&message, all, ends, notices)?;
            let (is_users, is_left) = (self.is_users(rows.first()), edited.is_none());
            kept.messages.push(edited.unwrap_or(message));
            let run = Run { is_users, sources: vec![source], rows, is_left };
            match runs.last_mut() {
                Some(last) if last.takes(&run) => last.join(run),
                _ => runs.push(run),
            }
        }
        kept.left = left(runs);
        Ok(kept)
    }

    fn is_users(&self, row: Option<&usize>) -> bool {
        let code = row.and_then(|row| self.columns.kinds.get(*row));
        let kind = code.and_then(|code| Kind::ALL.get(usize::from(*code)));
        matches!(kind, Some(Kind::User | Kind::Result))
    }

    /// A message as it is sent: itself, or a copy with its stubs or its note; None where the format has to make it.
    fn edited<'py>(
        &self,
        message: &Bound<'py, PyAny>,
        rows: Range<usize>,
        ends: &[End],
        notices: &Notices<'_, 'py>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (Some(ends), Some(found)) = (ends.get(rows.clone()), self.columns.rows.get(rows)) else {
            return Ok(None);
        };
        if ends.iter().all(|end| *end == End::Whole) {
            return Ok(Some(message.clone()));
        }
        if let ([End::Noted], [row]) = (ends, found) {
            return match row.shape {
                Shape::Text => noted_text(message, notices.before).map(Some),
                Shape::Parts => noted_blocks(message, notices).map(Some),
                Shape::Odd => Ok(None),
            };
        }
        let blocks = PyList::empty(message.py());
        let all = content(message)?;
        let Ok(all) = all.cast::<PyList>() else { return Ok(None) };
        for ((block, end), row) in all.iter().zip(ends).zip(found) {
            let stub = row.answered().and_then(|tool| notices.stubs.get(tool));
            match (end, stub) {
                (End::Whole, _) => blocks.append(block)?,
                (End::Stubbed, Some(stub)) if row.shape != Shape::Odd => {
                    blocks.append(with_content(&block, stub)?)?;
                }
                _ => return Ok(None),
            }
        }
        with_content(message, &blocks).map(Some)
    }
}

impl Run {
    /// Whether a message belongs to it: what stood behind one of them in the caller's list stays a message.
    fn takes(&self, other: &Self) -> bool {
        let follows = |source: &usize| other.sources.first() == Some(&source.saturating_add(1));
        self.is_users == other.is_users && !self.sources.iter().any(follows)
    }

    fn join(&mut self, other: Self) {
        self.sources.extend(other.sources);
        self.rows.extend(other.rows);
        self.is_left = true;
    }
}

/// From where to where the runs stand of which something is left to the format, and their rows.
fn left(runs: Vec<Run>) -> Vec<Left> {
    let (mut left, mut begin) = (Vec::new(), 0_usize);
    for run in runs {
        let end = begin.saturating_add(run.sources.len());
        if run.is_left {
            left.push((begin, end, run.rows));
        }
        begin = end;
    }
    left
}

/// The note as a block of its own, before what blocks are no empty text.
fn noted_blocks<'py>(message: &Bound<'py, PyAny>, notices: &Notices<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
    let py = message.py();
    let note = PyDict::new(py);
    note.set_item(intern!(py, "type"), intern!(py, "text"))?;
    note.set_item(intern!(py, "text"), notices.note)?;
    let blocks = PyList::new(py, [note])?;
    for block in content(message)?.cast::<PyList>()?.iter() {
        if block.get_item(intern!(py, "text"))?.len()? > 0 {
            blocks.append(block)?;
        }
    }
    with_content(message, &blocks)
}
