//! The vocabularies that are part of the library.
//!
//! A file is six columns with one byte for each merge: the high, middle and low bytes of the left parts,
//! then those of the right parts. `python -m benches.encodings.vocabularies` makes and checks them out of
//! OpenAI's files. A vocabulary is laid out at its first use and shared by all threads.

use std::sync::OnceLock;

use super::{Token, Vocabulary};
use crate::Error;
use crate::encoding::bpe::Memory;
use crate::encoding::pool::Pool;

/// A vocabulary that may still have to be laid out.
pub(in crate::encoding) struct Embedded {
    name: &'static str,
    merges: fn() -> Vec<(Token, Token)>,
    vocabulary: OnceLock<Option<Vocabulary>>,
    pub(in crate::encoding) memories: Pool<Memory>,
}

pub(in crate::encoding) static CL100K: Embedded =
    Embedded::new("cl100k_base", || merges(include_bytes!("../../../vocabulary/cl100k_base.merges")));

pub(in crate::encoding) static O200K: Embedded =
    Embedded::new("o200k_base", || merges(include_bytes!("../../../vocabulary/o200k_base.merges")));

pub(in crate::encoding) static P50K: Embedded = Embedded::new("p50k_base", || merges(OF_P50K));

pub(in crate::encoding) static R50K: Embedded =
    Embedded::new("r50k_base", || merges(OF_P50K).into_iter().take(MERGES_OF_R50K).collect());

static OF_P50K: &[u8] = include_bytes!("../../../vocabulary/p50k_base.merges");

/// p50k_base is r50k_base and 24 runs of blanks behind it.
const MERGES_OF_R50K: usize = 50_000;

impl Embedded {
    const fn new(name: &'static str, merges: fn() -> Vec<(Token, Token)>) -> Self {
        Self { name, merges, vocabulary: OnceLock::new(), memories: Pool::new() }
    }

    /// The vocabulary.
    ///
    /// # Errors
    /// Its file is broken.
    pub(in crate::encoding) fn get(&self) -> Result<&Vocabulary, Error> {
        self.vocabulary
            .get_or_init(|| Vocabulary::new((self.merges)()))
            .as_ref()
            .ok_or_else(|| Error::vocabulary(self.name))
    }
}

fn merges(file: &[u8]) -> Vec<(Token, Token)> {
    let count = file.len() / 6;
    let mut columns = file.chunks_exact(count.max(1));
    let mut parts = || {
        let [high, middle, low] = [(); 3].map(|()| columns.next().unwrap_or_default());
        high.iter()
            .zip(middle)
            .zip(low)
            .map(|((high, middle), low)| Token::from_be_bytes([0, *high, *middle, *low]))
    };
    let (left, right) = (parts(), parts());
    left.zip(right).collect()
}
