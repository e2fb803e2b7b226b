//! Byte-pair encodings of OpenAI's models, exactly as tiktoken's `encode_ordinary` counts.
//!
//! The engine is the `toktok-rs` crate, with its vocabularies embedded; docs/encodings.md has the
//! comparison that chose it. A vocabulary is built on its first use and shared by all threads.

use std::sync::LazyLock;

use toktok::{Tokenizer, VocabError};

use crate::Error;

type Engine = LazyLock<Result<Tokenizer, VocabError>>;

static CL100K_BASE: Engine = LazyLock::new(|| Tokenizer::builtin("cl100k_base"));
static O200K_BASE: Engine = LazyLock::new(|| Tokenizer::builtin("o200k_base"));

pub(super) fn cl100k_base(text: &str) -> Result<u64, Error> {
    count(&CL100K_BASE, "cl100k_base", text)
}

pub(super) fn o200k_base(text: &str) -> Result<u64, Error> {
    count(&O200K_BASE, "o200k_base", text)
}

fn count(engine: &'static Engine, name: &'static str, text: &str) -> Result<u64, Error> {
    match &**engine {
        Ok(tokenizer) => Ok(tokenizer.count(text.as_bytes()) as u64),
        Err(_) => Err(Error::vocabulary(name)),
    }
}
