//! Named encodings: how many tokens a text is.

mod batch;
mod bpe;
mod estimate;
mod long_s;
mod tokenizer_json;

pub use tokenizer_json::TokenizerJson;

use crate::Error;

/// A measure of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// 0 for no text, otherwise code points / 4 rounded up. A guess.
    Chars4,
    /// An estimate for the Claude models that is seldom below their own count.
    Claude,
    /// The encoding of GPT-3.5 and GPT-4.
    Cl100kBase,
    /// An estimate for the Gemini models that is seldom below their own count.
    Gemini,
    /// The encoding of GPT-4o and later.
    O200kBase,
}

impl Encoding {
    /// Every encoding.
    pub const ALL: [Self; 5] = [Self::Chars4, Self::Cl100kBase, Self::Claude, Self::Gemini, Self::O200kBase];

    /// The encoding with that name.
    ///
    /// # Errors
    /// No encoding has the name.
    pub fn named(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|encoding| encoding.name() == name).ok_or_else(|| Error::encoding(name))
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Chars4 => "chars4",
            Self::Claude => "claude",
            Self::Cl100kBase => "cl100k_base",
            Self::Gemini => "gemini",
            Self::O200kBase => "o200k_base",
        }
    }

    /// Whether counts are the ones the model's own tokenizer gives.
    #[must_use]
    pub fn is_exact(self) -> bool {
        !matches!(self, Self::Chars4 | Self::Claude | Self::Gemini)
    }

    /// The number of tokens of `text`. Text that spells a control token counts as plain text.
    ///
    /// # Errors
    /// The vocabulary cannot be read.
    pub fn count(self, text: &str) -> Result<u64, Error> {
        match self {
            Self::Chars4 => Ok(estimate::chars4(text)),
            Self::Claude => Ok(estimate::claude(text)),
            Self::Cl100kBase => bpe::cl100k_base(text),
            Self::Gemini => Ok(estimate::gemini(text)),
            Self::O200kBase => bpe::o200k_base(text),
        }
    }

    /// As [`Encoding::count`], or None where it is more than `limit`.
    ///
    /// # Errors
    /// The vocabulary cannot be read.
    pub fn count_up_to(self, text: &str, limit: u64) -> Result<Option<u64>, Error> {
        Ok(Some(self.count(text)?).filter(|count| *count <= limit))
    }
}
