//! The texts of a chat, or their lengths alone.

use contextthrift_core::encoding::Encoding;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::text::Text;

pub(super) enum Texts {
    Kept(Vec<Text>),
    /// Code points of each text: what the encodings need that count by length.
    Lengths(Vec<usize>),
}

impl Texts {
    pub(super) fn with_room(messages: usize, is_by_length: bool) -> Self {
        if is_by_length {
            Self::Lengths(Vec::with_capacity(messages))
        } else {
            Self::Kept(Vec::with_capacity(messages))
        }
    }

    pub(super) fn say(&mut self, text: &Bound<'_, PyString>) -> PyResult<()> {
        match self {
            Self::Kept(texts) => texts.push(Text::of(text)?),
            Self::Lengths(lengths) => lengths.push(Text::chars(text)?),
        }
        Ok(())
    }

    /// Keeps a text, and shows it; None, and it is not kept, where it is no valid Unicode.
    pub(super) fn hear<'a>(&mut self, text: &'a Bound<'_, PyString>) -> Option<&'a str> {
        let read = text.to_str().ok()?;
        match self {
            Self::Kept(texts) => texts.push(Text::of(text).ok()?),
            Self::Lengths(lengths) => lengths.push(text.code_point_len().ok()?),
        }
        Some(read)
    }

    /// Forgets all but the first so many.
    pub(super) fn truncate(&mut self, texts: usize) {
        match self {
            Self::Kept(kept) => kept.truncate(texts),
            Self::Lengths(lengths) => lengths.truncate(texts),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Kept(texts) => texts.len(),
            Self::Lengths(lengths) => lengths.len(),
        }
    }

    /// The texts themselves; none where only their lengths are kept.
    pub(super) fn kept(&self) -> &[Text] {
        match self {
            Self::Kept(texts) => texts,
            Self::Lengths(_) => &[],
        }
    }

    /// The tokens of each: the next of `counts` where the texts are kept, else by `encoding` out of the length.
    pub(super) fn counts(&self, encoding: Encoding, counts: &mut impl Iterator<Item = u64>) -> Vec<u64> {
        match self {
            Self::Kept(texts) => counts.take(texts.len()).collect(),
            Self::Lengths(lengths) => {
                let counts = lengths.iter().map(|length| encoding.count_of_length(*length));
                counts.map(Option::unwrap_or_default).collect()
            }
        }
    }
}
