//! Messages of OpenAI chat.

use contextthrift_core::conversation::Kind;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use super::ahead::fetch_message;
use super::fields::{Call, Fields, Taker};
use super::message::{Message, Str, spoken};
use super::row::Shape;
use super::still::Still;
use super::walk::{Said, Walk};
use super::{Dialect, PlainChat};

/// Tokens around a message, its role, its name, a call and a result.
type Framing = (u64, u64, u64, u64, u64);

/// So many messages are read together, first the fields of all: their texts are fetched from memory meanwhile.
const BLOCK: usize = 16;

/// Reads the messages; None where a result does not stand directly behind its call, or a call has none.
///
/// `read` reads an odd message by its place; without it None is returned where there is one. A result that holds
/// `not_run` in a short text can become no stub, and `note` is what the note about a gap says. Where texts are all
/// counted by `encoding`, and it asks for nothing but their lengths, they are not kept. The interpreter must have a lock:
/// `formats/plain_chat.py` asks it.
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
    let mut reader = Reader { framing, summary_id, taker: Taker::default(), open: Vec::new() };
    let (mut place, mut most) = (0, BLOCK);
    while place < messages.len() {
        let (put, end) = reader.block(messages, place, most, &mut walk);
        place = place.saturating_add(put);
        most = BLOCK;
        match end {
            End::Read => {}
            End::Unpaired => return Ok(None),
            End::OddAfter(messages) => most = messages,
            End::Odd => {
                let Some(read) = read else { return Ok(None) };
                let odd = read.call1((messages.get_item(place)?, place))?;
                if walk.add(Message::odd(&odd)?)?.is_none() {
                    return Ok(None);
                }
                place = place.saturating_add(1);
            }
        }
    }
    Ok(walk.ended())
}

/// How the reading of a block ended.
enum End {
    Read,
    /// The next message is odd.
    Odd,
    /// The message so many further is odd, and nothing was put.
    OddAfter(usize),
    /// The next message is not where its call wants it.
    Unpaired,
}

/// Where a block ends of which nothing was put, for the message so many further is odd.
fn odd(at: usize) -> (usize, End) {
    (0, if at == 0 { End::Odd } else { End::OddAfter(at) })
}

struct Reader<'a, 'py> {
    framing: Framing,
    summary_id: &'a str,
    taker: Taker<'py>,
    /// Ids and tools of the calls of one message.
    open: Vec<(Str<'py>, usize)>,
}

impl<'py> Reader<'_, 'py> {
    /// Reads up to `most` messages from `place` on; how many were put, and why no more.
    fn block(
        &mut self,
        messages: &Bound<'py, PyList>,
        place: usize,
        most: usize,
        walk: &mut Walk<'_, 'py>,
    ) -> (usize, End) {
        #[expect(unsafe_code, reason = "the reading of a block, in one place")]
        // SAFETY: below are names compared, texts and lists looked at, and references counted; none of it runs Python,
        // and where a text is no valid Unicode, the only error that can be, nothing more is looked at
        let still = unsafe { Still::new(messages.py()) };
        let places = place..messages.len().min(place.saturating_add(most));
        let together = places.len();
        let items = still.items(messages.as_borrowed(), places.clone()).zip(places);
        let mut block = [Fields::default(); BLOCK];
        let mut calls = Vec::new();
        for ((at, fields), (message, place)) in block.iter_mut().enumerate().zip(items) {
            fetch_message(messages, place);
            let read =
                message.cast_exact().ok().and_then(|message| self.taker.fields(&still, message, fields));
            if read.is_none() {
                return odd(at);
            }
        }
        for (at, fields) in block.iter_mut().enumerate() {
            if self.taker.calls(&still, fields, &mut calls).is_none() {
                return odd(at);
            }
        }
        for (at, fields) in block.iter().take(together).enumerate() {
            let begin = walk.columns.texts.len();
            let Some(said) = self.read(&still, fields, &calls, walk) else {
                walk.columns.texts.truncate(begin);
                return (at, End::Odd);
            };
            if walk.put(said, &mut self.open).is_none() {
                return (at, End::Unpaired);
            }
        }
        (together, End::Read)
    }

    /// Reads a message, and has the walk keep its texts, some of them also where it turns out to be odd; None then.
    fn read(
        &mut self,
        still: &Still<'py>,
        fields: &Fields<'_, 'py>,
        calls: &[Call<'_, 'py>],
        walk: &mut Walk<'_, 'py>,
    ) -> Option<Said<'py>> {
        let (around, around_role, around_name, around_call, around_result) = self.framing;
        let mut said = Said::of(role(&*fields.role?)?, around.saturating_add(around_role));
        let calls = calls.get(fields.first_call..fields.behind_calls)?;
        let calls = if said.kind == Kind::Assistant { calls } else { &[] };
        if !calls.is_empty() {
            said.kind = Kind::Call;
        }
        if said.kind == Kind::Result {
            said.call_id = Some(fields.call_id?.to_owned());
            said.frame(around_result);
        }
        if let Some(id) = fields.id {
            said.is_summary = id.to_str().ok()? == self.summary_id;
        }
        self.content(still, fields.content, &mut said, walk)?;
        self.open.clear();
        for call in calls {
            self.open.push(kept(call, walk)?);
            said.frame(around_call);
        }
        if let Some(name) = fields.name {
            walk.say_beside(&name, &mut said)?;
            said.frame(around_name);
        }
        for text in fields.refusal.into_iter().chain(fields.reasoning) {
            walk.say_beside(&text, &mut said)?;
        }
        Some(said)
    }

    /// Has the walk keep the texts of a content.
    fn content(
        &mut self,
        still: &Still<'py>,
        content: Option<Borrowed<'_, 'py, PyAny>>,
        said: &mut Said<'py>,
        walk: &mut Walk<'_, 'py>,
    ) -> Option<()> {
        said.content.start = walk.columns.texts.len();
        match content.map(|content| (content, content.cast_exact::<PyString>())) {
            None if !matches!(said.kind, Kind::Assistant | Kind::Call) => return None,
            None => {}
            Some((_, Ok(text))) => walk.say(&text, said)?,
            Some((parts, Err(_))) => {
                said.shape = Shape::Parts;
                let parts = parts.cast_exact::<PyList>().ok()?;
                for part in still.items(parts, 0..parts.len()) {
                    let text = self.taker.part(still, part.cast_exact().ok()?)?;
                    walk.say(&text, said)?;
                }
            }
        }
        said.content.end = walk.columns.texts.len();
        Some(())
    }
}

/// Has the walk keep the tool's name and the arguments; the id and the tool.
fn kept<'py>(call: &Call<'_, 'py>, walk: &mut Walk<'_, 'py>) -> Option<(Str<'py>, usize)> {
    let id = call.id.cast_exact::<PyString>().ok()?;
    id.to_str().ok()?;
    let name = call.name.cast_exact::<PyString>().ok()?;
    let tool = walk.columns.texts.hear(&name)?;
    let tool = walk.tool(tool);
    walk.columns.texts.hear(&*call.arguments.cast_exact().ok()?)?;
    Some((id.to_owned(), tool))
}

/// What a message of a role is, unless it has calls; None for one that is read by the format.
fn role(role: &Bound<'_, PyAny>) -> Option<Kind> {
    let py = role.py();
    let usual = [
        (intern!(py, "user"), Kind::User),
        (intern!(py, "assistant"), Kind::Assistant),
        (intern!(py, "tool"), Kind::Result),
    ];
    match usual.iter().find(|(name, _)| role.is(*name)) {
        Some((_, kind)) => Some(*kind),
        None => spoken(role.cast_exact().ok()?),
    }
}
