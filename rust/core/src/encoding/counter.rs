//! What counts one text after the other by an encoding.

use super::bpe::Bpe;
use super::split::{Cl100k, Gpt2, O200k};
use super::vocabulary::{CL100K, O200K, P50K, R50K};
use super::{Encoding, estimate};
use crate::Error;

/// Ready to count by one encoding.
pub(super) enum Counter {
    Estimate(fn(&str, u64) -> Option<u64>),
    Exact(Bpe),
}

impl Counter {
    /// # Errors
    /// The vocabulary cannot be read.
    pub(super) fn new(encoding: Encoding) -> Result<Self, Error> {
        Ok(match encoding {
            Encoding::Chars4 => Self::Estimate(estimate::chars4),
            Encoding::Claude => Self::Estimate(estimate::claude),
            Encoding::Gemini => Self::Estimate(estimate::gemini),
            Encoding::Cl100kBase => Self::Exact(Bpe::new::<Cl100k>(&CL100K)?),
            Encoding::O200kBase | Encoding::O200kHarmony => Self::Exact(Bpe::new::<O200k>(&O200K)?),
            Encoding::P50kBase | Encoding::P50kEdit => Self::Exact(Bpe::new::<Gpt2>(&P50K)?),
            Encoding::R50kBase | Encoding::Gpt2 => Self::Exact(Bpe::new::<Gpt2>(&R50K)?),
        })
    }

    /// The number of tokens of `text`, or nothing where there are more than `limit`.
    pub(super) fn count(&mut self, text: &str, limit: u64) -> Option<u64> {
        match self {
            Self::Estimate(count) => count(text, limit),
            Self::Exact(bpe) => bpe.count(text, limit),
        }
    }
}
