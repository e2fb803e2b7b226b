//! The fields of messages, of their parts and calls, before any text is looked at.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::ahead::fetch_value;
use super::names::{Field, Names};
use super::still::Still;

/// The fields of one message that mean something, where they are not None.
#[derive(Clone, Copy, Default)]
pub(super) struct Fields<'a, 'py> {
    pub(super) role: Option<Borrowed<'a, 'py, PyAny>>,
    pub(super) content: Option<Borrowed<'a, 'py, PyAny>>,
    pub(super) name: Option<Borrowed<'a, 'py, PyString>>,
    pub(super) calls: Option<Borrowed<'a, 'py, PyAny>>,
    pub(super) call_id: Option<Borrowed<'a, 'py, PyString>>,
    pub(super) refusal: Option<Borrowed<'a, 'py, PyString>>,
    pub(super) reasoning: Option<Borrowed<'a, 'py, PyString>>,
    pub(super) id: Option<Borrowed<'a, 'py, PyString>>,
    /// Which of the block's calls are its own.
    pub(super) first_call: usize,
    pub(super) behind_calls: usize,
}

/// A call whose texts were not looked at yet.
pub(super) struct Call<'a, 'py> {
    pub(super) id: Borrowed<'a, 'py, PyAny>,
    pub(super) name: Borrowed<'a, 'py, PyAny>,
    pub(super) arguments: Borrowed<'a, 'py, PyAny>,
}

/// Takes fields, and knows their names again.
#[derive(Default)]
pub(super) struct Taker<'py> {
    of_messages: Names<'py>,
    of_calls: Names<'py>,
    of_functions: Names<'py>,
}

impl<'py> Taker<'py> {
    /// Takes the fields that mean something, and has their values fetched; None where one is read by the format.
    #[inline]
    pub(super) fn fields<'b>(
        &mut self,
        still: &'b Still<'py>,
        message: Borrowed<'b, 'py, PyDict>,
        fields: &mut Fields<'b, 'py>,
    ) -> Option<()> {
        for (key, value) in still.entries(message) {
            let field = self.of_messages.of(&key)?;
            if value.is_none() {
                continue;
            }
            match field {
                Field::Role => fields.role = Some(value),
                Field::Content => {
                    fetch_value(&value);
                    fields.content = Some(value);
                }
                Field::ToolCalls => {
                    fetch_value(&value);
                    fields.calls = Some(value);
                }
                Field::Name => fields.name = Some(value.cast_exact().ok()?),
                Field::ToolCallId => fields.call_id = Some(value.cast_exact().ok()?),
                Field::Refusal => fields.refusal = Some(value.cast_exact().ok()?),
                Field::Reasoning => fields.reasoning = Some(value.cast_exact().ok()?),
                Field::Id => fields.id = Some(value.cast_exact().ok()?),
                Field::Type | Field::Odd => return None,
                Field::Function | Field::Arguments | Field::Text | Field::Other => {}
            }
        }
        Some(())
    }

    /// Takes the calls of a message; None where one of them is read by the format.
    #[inline]
    pub(super) fn calls<'b>(
        &mut self,
        still: &'b Still<'py>,
        fields: &mut Fields<'b, 'py>,
        calls: &mut Vec<Call<'b, 'py>>,
    ) -> Option<()> {
        let Some(made) = fields.calls else { return Some(()) };
        let made = made.cast_exact::<PyList>().ok()?;
        fields.first_call = calls.len();
        for call in still.items(made, 0..made.len()) {
            calls.push(self.call(still, call.cast_exact().ok()?)?);
        }
        fields.behind_calls = calls.len();
        Some(())
    }

    /// Takes one call, and has its texts fetched.
    #[inline]
    fn call<'b>(&mut self, still: &'b Still<'py>, call: Borrowed<'b, 'py, PyDict>) -> Option<Call<'b, 'py>> {
        let (mut id, mut function) = (None, None);
        for (key, value) in still.entries(call) {
            match self.of_calls.of(&key)? {
                Field::Id => {
                    fetch_value(&value);
                    id = Some(value);
                }
                Field::Function => function = Some(value.cast_exact().ok()?),
                _ => {}
            }
        }
        let (mut name, mut arguments) = (None, None);
        for (key, value) in still.entries(function?) {
            match self.of_functions.of(&key)? {
                Field::Name => {
                    fetch_value(&value);
                    name = Some(value);
                }
                Field::Arguments => {
                    fetch_value(&value);
                    arguments = Some(value);
                }
                _ => {}
            }
        }
        Some(Call { id: id?, name: name?, arguments: arguments? })
    }

    /// The text of a part; None of another part.
    pub(super) fn part<'b>(
        &mut self,
        still: &'b Still<'py>,
        part: Borrowed<'b, 'py, PyDict>,
    ) -> Option<Borrowed<'b, 'py, PyString>> {
        let (mut text, mut is_text) = (None, false);
        for (key, value) in still.entries(part) {
            match self.of_calls.of(&key)? {
                Field::Text => text = Some(value.cast_exact().ok()?),
                Field::Type => is_text = value.cast_exact::<PyString>().ok()?.to_str().ok()? == "text",
                _ => {}
            }
        }
        text.filter(|_| is_text)
    }
}
