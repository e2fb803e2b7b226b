//! Counting a text by a pattern and a vocabulary.

use std::cell::RefCell;

use super::recent::Recent;
use super::row::Row;
use super::short::Short;
use super::split::Split;
use super::vocabulary::{Embedded, Vocabulary};
use crate::Error;

/// What a thread keeps for a vocabulary from text to text.
#[derive(Default)]
struct Memory {
    recent: Recent,
    row: Row,
}

thread_local! {
    static MEMORIES: RefCell<[Memory; Embedded::NUMBER]> = RefCell::default();
}

/// The number of tokens of `text`, or nothing where there are more than `limit`.
///
/// # Errors
/// The vocabulary's file is broken.
pub(super) fn count<S: Split>(embedded: &Embedded, text: &str, limit: u64) -> Result<Option<u64>, Error> {
    let vocabulary = embedded.get()?;
    Ok(MEMORIES.with_borrow_mut(|memories| {
        let memory = memories.get_mut(embedded.number)?;
        count_with::<S>(vocabulary, memory, text.as_bytes(), limit)
    }))
}

fn count_with<S: Split>(
    vocabulary: &Vocabulary,
    memory: &mut Memory,
    text: &[u8],
    limit: u64,
) -> Option<u64> {
    let Memory { recent, row } = memory;
    if limit.saturating_mul(vocabulary.longest_token()) < text.len() as u64 {
        return None;
    }
    let (mut at, mut tokens) = (0, 0_u64);
    while at < text.len() && tokens <= limit {
        let end = S::end(text, at);
        let mut merged = || row.count(vocabulary, text.get(at..end).unwrap_or_default());
        tokens = tokens.saturating_add(match Short::new(text, at, end) {
            Some(piece) => recent.count(piece, || if vocabulary.contains(piece) { 1 } else { merged() }),
            None => merged(),
        });
        at = end;
    }
    (tokens <= limit).then_some(tokens)
}
