//! One message as it is read here.

use contextthrift_core::conversation::Kind;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::text;

pub(super) type Str<'py> = Bound<'py, PyString>;

/// One message, whoever read it.
pub(super) struct Message<'py> {
    /// A summary is here what it would be without its id.
    pub(super) kind: Kind,
    /// What it costs besides its texts.
    pub(super) framing: u64,
    /// What of that stands around the parts of its content.
    pub(super) inner: u64,
    pub(super) content: Content<'py>,
    pub(super) call_id: Option<Str<'py>>,
    pub(super) is_summary: bool,
    /// Its texts besides the content.
    pub(super) others: Vec<Str<'py>>,
    /// Ids and tools.
    pub(super) calls: Vec<(Str<'py>, Str<'py>)>,
    /// What only the format knows of it.
    pub(super) odd: Option<Odd>,
}

pub(super) enum Content<'py> {
    Text(Str<'py>),
    Parts(Vec<Str<'py>>),
    None,
}

#[derive(Clone, Copy)]
pub(super) struct Odd {
    pub(super) has_media: bool,
    pub(super) is_exact: bool,
}

/// What the format says of an odd message: kind, whether it is a summary, tokens besides texts, texts, calls, the id
/// that it answers, whether it has media, and whether all of that is exact.
type Reading<'py> = (u8, bool, u64, Vec<Str<'py>>, Vec<(Str<'py>, Str<'py>)>, Option<Str<'py>>, bool, bool);

impl<'py> Message<'py> {
    pub(super) fn empty() -> Self {
        Self {
            kind: Kind::System,
            framing: 0,
            inner: 0,
            content: Content::None,
            call_id: None,
            is_summary: false,
            others: Vec::new(),
            calls: Vec::new(),
            odd: None,
        }
    }

    /// What the format read in a message.
    pub(super) fn odd(reading: &Bound<'py, PyAny>) -> PyResult<Self> {
        let (kind, is_summary, framing, others, calls, call_id, has_media, is_exact): Reading<'py> =
            reading.extract()?;
        let kind = Kind::ALL.get(usize::from(kind)).copied();
        let kind = kind.ok_or_else(|| pyo3::exceptions::PyValueError::new_err("no such kind"))?;
        let odd = Some(Odd { has_media, is_exact });
        Ok(Self { kind, framing, call_id, is_summary, others, calls, odd, ..Self::empty() })
    }

    pub(super) fn frame(&mut self, tokens: u64) {
        self.framing = self.framing.saturating_add(tokens);
    }
}

/// What a message of a role is; None for one that is read by the format.
pub(super) fn spoken(role: &Bound<'_, PyString>) -> Option<Kind> {
    match role.to_str().ok()? {
        "system" | "developer" => Some(Kind::System),
        "user" => Some(Kind::User),
        "assistant" => Some(Kind::Assistant),
        "tool" => Some(Kind::Result),
        _ => None,
    }
}

/// What a dict has under a name.
pub(super) fn field<'py>(of: &Bound<'py, PyDict>, name: &Str<'py>) -> Option<Bound<'py, PyAny>> {
    of.get_item(name).ok().flatten()
}

/// What a block or a part says it is.
pub(super) fn kind_of<'py>(block: &Bound<'py, PyDict>) -> Option<Str<'py>> {
    text(field(block, intern!(block.py(), "type"))?)
}

/// What a dict has under a name, where that is not None.
pub(super) fn there<'py>(of: &Bound<'py, PyDict>, name: &Str<'py>) -> Option<Bound<'py, PyAny>> {
    field(of, name).filter(|value| !value.is_none())
}

/// What an encrypted text stands for, where so many characters are taken for a token.
pub(super) fn opaque(text: &Str<'_>, per_token: usize) -> Option<u64> {
    let characters = text.code_point_len().ok()?.saturating_add(per_token.saturating_sub(1));
    u64::try_from(characters.checked_div(per_token)?).ok()
}
