//! Counting a text by a pattern and a vocabulary.

use super::long::Long;
use super::merge;
use super::pool::Taken;
use super::recent::Recent;
use super::row::Row;
use super::short::Short;
use super::split::Split;
use super::vocabulary::{Embedded, Vocabulary};
use crate::Error;

/// What is kept for a vocabulary from text to text.
#[derive(Default)]
pub(super) struct Memory {
    recent: Recent,
    row: Row,
}

/// Counts texts, one after the other.
pub(super) struct Bpe {
    vocabulary: &'static Vocabulary,
    memory: Taken<'static, Memory>,
    count: fn(&Vocabulary, &mut Memory, &[u8], u64) -> Option<u64>,
}

impl Bpe {
    /// # Errors
    /// The vocabulary's file is broken.
    pub(super) fn new<S: Split>(embedded: &'static Embedded) -> Result<Self, Error> {
        Ok(Self { vocabulary: embedded.get()?, memory: embedded.memories.take(), count: count::<S> })
    }

    /// The number of tokens of `text`, or nothing where there are more than `limit`.
    pub(super) fn count(&mut self, text: &str, limit: u64) -> Option<u64> {
        (self.count)(self.vocabulary, &mut self.memory.thing, text.as_bytes(), limit)
    }
}

fn count<S: Split>(vocabulary: &Vocabulary, memory: &mut Memory, text: &[u8], limit: u64) -> Option<u64> {
    if limit.saturating_mul(vocabulary.longest_token()) < text.len() as u64 {
        return None;
    }
    let Memory { recent, row } = memory;
    let (mut at, mut tokens) = (0, 0_u64);
    while at < text.len() && tokens <= limit {
        let end = S::end(text, at);
        let piece = text.get(at..end).unwrap_or_default();
        tokens = tokens.saturating_add(match Short::new(text, at, end) {
            Some(short) => recent.count(short, || match short {
                token if vocabulary.contains(token) => 1,
                letters if letters.is_ascii() => merge::count(vocabulary, piece),
                _ => row.count(vocabulary, piece),
            }),
            None => match Long::new(piece) {
                Some(long) => recent.count_long(long, || row.count(vocabulary, piece)),
                None => row.count(vocabulary, piece),
            },
        });
        at = end;
    }
    (tokens <= limit).then_some(tokens)
}
