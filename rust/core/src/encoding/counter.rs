//! What counts one text after the other by an encoding.

use super::bpe::Bpe;
use super::cache::{CACHE, Source};
use super::split::{Cl100k, Gpt2, O200k, Split};
use super::vocabulary::{CL100K, Embedded, O200K, P50K, R50K};
use super::{Encoding, estimate};
use crate::Error;

/// Ready to count by one encoding.
pub(super) enum Counter {
    Estimate(fn(&str, u64) -> Option<u64>),
    Exact(Bpe, Source),
}

impl Counter {
    /// # Errors
    /// The vocabulary cannot be read.
    pub(super) fn new(encoding: Encoding) -> Result<Self, Error> {
        Ok(match encoding {
            Encoding::Chars4 => Self::Estimate(estimate::chars4),
            Encoding::Claude => Self::Estimate(estimate::claude),
            Encoding::Gemini => Self::Estimate(estimate::gemini),
            Encoding::Cl100kBase => Self::exact::<Cl100k>(&CL100K, Source::CL100K)?,
            Encoding::O200kBase | Encoding::O200kHarmony => Self::exact::<O200k>(&O200K, Source::O200K)?,
            Encoding::P50kBase | Encoding::P50kEdit => Self::exact::<Gpt2>(&P50K, Source::P50K)?,
            Encoding::R50kBase | Encoding::Gpt2 => Self::exact::<Gpt2>(&R50K, Source::R50K)?,
        })
    }

    fn exact<S: Split>(embedded: &'static Embedded, source: Source) -> Result<Self, Error> {
        Ok(Self::Exact(Bpe::new::<S>(embedded)?, source))
    }

    /// The number of tokens of `text`, or nothing where there are more than `limit`.
    pub(super) fn count(&mut self, text: &str, limit: u64) -> Option<u64> {
        match self {
            Self::Estimate(count) => count(text, limit),
            Self::Exact(bpe, source) => counted(bpe, *source, text, limit),
        }
    }
}

fn counted(bpe: &mut Bpe, source: Source, text: &str, limit: u64) -> Option<u64> {
    let Some(place) = CACHE.place(source, text, limit) else { return bpe.count(text, limit) };
    if let Some(known) = place.known() {
        return (known <= limit).then_some(known);
    }
    let count = bpe.count(text, limit)?;
    place.remember(count);
    Some(count)
}
