//! Words to their stems.

use std::fmt;

use snowball_stemmers_rs::{Algorithm, Stemmer};

/// Snowball's stemmer of English.
pub(super) struct Stems(Stemmer);

impl Stems {
    pub(super) fn new() -> Self {
        Self(Stemmer::create(Algorithm::English))
    }

    /// The stem of a word in lower case, if it may have one.
    ///
    /// Only plain letters are handed over: the stemmer knows no others, and what it was not made for it
    /// might cut in the middle of a character.
    pub(super) fn stem(&self, word: &[u8]) -> Option<Vec<u8>> {
        if !word.iter().all(u8::is_ascii_lowercase) {
            return None;
        }
        let word = std::str::from_utf8(word).ok()?;
        Some(self.0.stem(word).into_owned().into_bytes())
    }
}

impl fmt::Debug for Stems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stems(English)")
    }
}
