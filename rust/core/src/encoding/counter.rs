//! What counts one text after the other by an encoding.

use super::bpe::Bpe;
use super::cache::{Block, CACHE, Counts, Place, Source};
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

    /// The number of tokens of each text.
    pub(super) fn fill<T: AsRef<str>>(&mut self, texts: &[T], counts: &mut [u64]) {
        match self {
            Self::Estimate(count) => fill(texts, counts, |text| count(text, u64::MAX)),
            Self::Exact(bpe, source) => by_blocks(bpe, *source, texts, counts),
        }
    }
}

fn fill<T: AsRef<str>>(texts: &[T], counts: &mut [u64], count: impl Fn(&str) -> Option<u64>) {
    for (text, slot) in texts.iter().zip(counts) {
        *slot = count(text.as_ref()).unwrap_or(u64::MAX);
    }
}

/// Short texts block by block as they are remembered, others by themselves.
fn by_blocks<T: AsRef<str>>(bpe: &mut Bpe, source: Source, texts: &[T], counts: &mut [u64]) {
    let mut block = CACHE.block(source);
    for (place, text) in texts.iter().map(AsRef::as_ref).enumerate() {
        if block.takes(place, text) {
            if block.is_complete() {
                settle(bpe, &mut block, texts, counts);
            }
        } else if let Some(slot) = counts.get_mut(place) {
            *slot = counted(bpe, source, text, u64::MAX).unwrap_or(u64::MAX);
        }
    }
    settle(bpe, &mut block, texts, counts);
}

/// Finds the counts of a block, or counts its texts, and begins the next one.
fn settle<T: AsRef<str>>(bpe: &mut Bpe, block: &mut Block<'_>, texts: &[T], counts: &mut [u64]) {
    let place = block.place();
    let known: Option<Counts> = place.as_ref().and_then(Place::known);
    let mut found = known.unwrap_or_default();
    for (short, &at) in found.iter_mut().zip(block.places()) {
        if let (None, Some(text)) = (known, texts.get(at)) {
            *short = bpe.count(text.as_ref(), u64::MAX).unwrap_or(u64::MAX) as u16;
        }
        if let Some(slot) = counts.get_mut(at) {
            *slot = u64::from(*short);
        }
    }
    if let (None, Some(place)) = (known, place) {
        place.remember(found);
    }
    block.clear();
}

fn counted(bpe: &mut Bpe, source: Source, text: &str, limit: u64) -> Option<u64> {
    let Some(place) = CACHE.place(source, text, limit) else { return bpe.count(text, limit) };
    if let Some(known) = place.known::<u32>().map(u64::from) {
        return (known <= limit).then_some(known);
    }
    let count = bpe.count(text, limit)?;
    if let Ok(count) = u32::try_from(count) {
        place.remember(count);
    }
    Some(count)
}
