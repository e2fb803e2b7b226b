//! Byte-pair encodings of OpenAI's models, exactly as tiktoken's `encode_ordinary` counts.
//!
//! The engine is the `tiktoken` crate with its vocabularies embedded; docs/encodings.md has the
//! comparison that chose it. A vocabulary is built on its first use and shared by all threads.

use tiktoken::CoreBpe;

use super::long_s;
use crate::Error;

pub(super) fn cl100k_base(text: &str) -> Result<u64, Error> {
    Ok(engine("cl100k_base")?.count(text) as u64)
}

pub(super) fn o200k_base(text: &str) -> Result<u64, Error> {
    let bpe = engine("o200k_base")?;
    if long_s::is_in(text) { long_s::count(bpe, text) } else { Ok(bpe.count(text) as u64) }
}

pub(super) fn engine(name: &'static str) -> Result<&'static CoreBpe, Error> {
    tiktoken::get_encoding(name).ok_or_else(|| Error::vocabulary(name))
}
