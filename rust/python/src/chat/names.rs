//! Names of fields, known by where they are in memory once they were read.

use pyo3::prelude::*;
use pyo3::types::PyString;

/// A field that means something in a message, a call or a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Role,
    Content,
    Name,
    ToolCalls,
    ToolCallId,
    Refusal,
    Reasoning,
    Id,
    Function,
    Arguments,
    Type,
    Text,
    /// It is read by the format, or may tell of another one.
    Odd,
    Other,
}

impl Field {
    fn of(key: &str) -> Self {
        match key {
            "role" => Self::Role,
            "content" => Self::Content,
            "name" => Self::Name,
            "tool_calls" => Self::ToolCalls,
            "tool_call_id" => Self::ToolCallId,
            "refusal" => Self::Refusal,
            "reasoning_content" => Self::Reasoning,
            "id" => Self::Id,
            "function" => Self::Function,
            "arguments" => Self::Arguments,
            "type" => Self::Type,
            "text" => Self::Text,
            "function_call" | "audio" | "parts" => Self::Odd,
            _ => Self::Other,
        }
    }
}

/// How many are kept, the last ones that were met.
const MOST: usize = 8;

/// Names that were met; the messages of a chat have the same few, mostly as the same objects.
#[derive(Default)]
pub(super) struct Names<'py> {
    met: Vec<(Bound<'py, PyString>, Field)>,
    oldest: usize,
}

impl<'py> Names<'py> {
    /// The field that a key names; None where that is no plain text.
    #[inline]
    pub(super) fn of(&mut self, key: &Bound<'py, PyAny>) -> Option<Field> {
        match self.met.iter().find(|(met, _)| met.is(key)) {
            Some((_, field)) => Some(*field),
            None => self.meet(key.cast_exact().ok()?),
        }
    }

    #[cold]
    fn meet(&mut self, key: &Bound<'py, PyString>) -> Option<Field> {
        let field = Field::of(key.to_str().ok()?);
        let met = (key.clone(), field);
        if self.met.len() < MOST {
            self.met.push(met);
        } else if let Some(place) = self.met.get_mut(self.oldest) {
            *place = met;
            self.oldest = self.oldest.saturating_add(1) % MOST;
        }
        Some(field)
    }
}
