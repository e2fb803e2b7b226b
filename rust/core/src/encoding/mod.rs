//! Named encodings: how many tokens a text is.

mod batch;
mod behind;
mod bpe;
mod cache;
mod choices;
mod counter;
mod estimate;
mod long;
mod merge;
mod pool;
mod positions;
mod prefetch;
mod recent;
mod row;
mod short;
mod split;
mod tokenizer_json;
mod vocabulary;
mod waiting;

pub use cache::{CacheInfo, DEFAULT_MAX_BYTES, LEAST_MAX_BYTES, cache_clear, cache_info, set_cache_size};
pub use tokenizer_json::TokenizerJson;

use crate::Error;
use counter::Counter;

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
    /// The encoding of gpt-oss; plain text counts as in [`O200kBase`](Self::O200kBase).
    O200kHarmony,
    /// The encoding of Codex and text-davinci-003.
    P50kBase,
    /// The encoding of the edit models; plain text counts as in [`P50kBase`](Self::P50kBase).
    P50kEdit,
    /// The encoding of GPT-3.
    R50kBase,
    /// The encoding of GPT-2; plain text counts as in [`R50kBase`](Self::R50kBase).
    Gpt2,
}

impl Encoding {
    /// Every encoding.
    pub const ALL: [Self; 10] = [
        Self::Chars4,
        Self::Claude,
        Self::Gemini,
        Self::Cl100kBase,
        Self::O200kBase,
        Self::O200kHarmony,
        Self::P50kBase,
        Self::P50kEdit,
        Self::R50kBase,
        Self::Gpt2,
    ];

    /// The encoding with that name.
    ///
    /// # Errors
    /// No encoding has the name.
    pub fn named(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|encoding| encoding.name() == name).ok_or_else(|| Error::encoding(name))
    }

    /// Its name, as tiktoken spells it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Chars4 => "chars4",
            Self::Claude => "claude",
            Self::Cl100kBase => "cl100k_base",
            Self::Gemini => "gemini",
            Self::O200kBase => "o200k_base",
            Self::O200kHarmony => "o200k_harmony",
            Self::P50kBase => "p50k_base",
            Self::P50kEdit => "p50k_edit",
            Self::R50kBase => "r50k_base",
            Self::Gpt2 => "gpt2",
        }
    }

    /// Whether counts are the ones the model's own tokenizer gives.
    #[must_use]
    pub fn is_exact(self) -> bool {
        !matches!(self, Self::Chars4 | Self::Claude | Self::Gemini)
    }

    /// The number of tokens of any text of so many code points, where its length says it all.
    #[must_use]
    pub fn count_of_length(self, code_points: usize) -> Option<u64> {
        (self == Self::Chars4).then_some(code_points.div_ceil(4) as u64)
    }

    /// The number of tokens of `text`. Text that spells a control token counts as plain text.
    ///
    /// # Errors
    /// The vocabulary cannot be read.
    pub fn count(self, text: &str) -> Result<u64, Error> {
        Ok(self.count_up_to(text, u64::MAX)?.unwrap_or(u64::MAX))
    }

    /// The number of tokens of `text` if it is at most `limit`; stops early where it is more.
    ///
    /// # Errors
    /// The vocabulary cannot be read.
    pub fn count_up_to(self, text: &str, limit: u64) -> Result<Option<u64>, Error> {
        Ok(Counter::new(self)?.count(text, limit))
    }
}
