//! Counting a text by a pattern and a vocabulary.

use super::long::Long;
use super::merge;
use super::pool::Taken;
use super::recent::Recent;
use super::row::Row;
use super::short::Short;
use super::split::{Block, Split, Window};
use super::vocabulary::{Embedded, Vocabulary};
use super::waiting::Waiting;
use crate::Error;

/// What is kept for a vocabulary from text to text.
#[derive(Default)]
pub(super) struct Memory {
    recent: Recent,
    row: Row,
    waiting: Waiting,
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

/// Short pieces that wait before they are looked up, and how many of them stay, being fetched only now.
const MANY: usize = 40;
const LATEST: usize = 8;

fn count<S: Split>(vocabulary: &Vocabulary, memory: &mut Memory, text: &[u8], limit: u64) -> Option<u64> {
    if limit.saturating_mul(vocabulary.longest_token()) < text.len() as u64 {
        return None;
    }
    memory.waiting.make_room();
    let mut pass = Pass { vocabulary, memory, text, tokens: 0 };
    let mut at = 0;
    while at < text.len() && pass.tokens <= limit {
        at = pass.block::<S>(at).unwrap_or_else(|| pass.piece_at::<S>(at));
        if pass.memory.waiting.count() > MANY {
            pass.look_up(LATEST);
        }
    }
    pass.look_up(0);
    (pass.tokens <= limit).then_some(pass.tokens)
}

/// One pass over a text.
///
/// A short piece is not looked up where it is found, but some pieces later, when the line of memory it is looked up
/// in has come; what is not remembered then waits in the same way to be looked up among the tokens.
struct Pass<'a> {
    vocabulary: &'a Vocabulary,
    memory: &'a mut Memory,
    text: &'a [u8],
    tokens: u64,
}

impl Pass<'_> {
    /// Counts the pieces of the block at `at` but for the last one, and tells where that begins; nothing where
    /// the first is the last.
    #[inline]
    fn block<S: Split>(&mut self, at: usize) -> Option<usize> {
        let rest = self.text.get(at..)?;
        if !rest.iter().take(2).all(u8::is_ascii) {
            return None;
        }
        let mut room = [0; size_of::<Window>()];
        let window = rest.first_chunk().unwrap_or_else(|| {
            room.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
            &room
        });
        let (mut start, mut starts) = (0_usize, S::starts(&Block::new(window, rest.len())?));
        loop {
            starts &= starts.wrapping_sub(1);
            if starts == 0 {
                return (start > 0).then_some(at.wrapping_add(start));
            }
            let end = starts.trailing_zeros() as usize;
            match window.get(start & 63..).and_then(|bytes| Short::of(bytes, end.wrapping_sub(start))) {
                Some(short) => self.short(short),
                None => self.piece(at.wrapping_add(start), at.wrapping_add(end)),
            }
            start = end;
        }
    }

    /// Counts the piece at `at` and tells where it ends.
    fn piece_at<S: Split>(&mut self, at: usize) -> usize {
        let end = S::end(self.text, at);
        self.piece(at, end);
        end
    }

    fn piece(&mut self, start: usize, end: usize) {
        let piece = self.text.get(start..end).unwrap_or_default();
        let Memory { recent, row, .. } = self.memory;
        if let Some(short) = Short::of(self.text.get(start..).unwrap_or_default(), piece.len()) {
            return self.short(short);
        }
        let count = match Long::new(piece) {
            Some(long) => recent.count_long(long, || row.count(self.vocabulary, piece)),
            None => row.count(self.vocabulary, piece),
        };
        self.tokens = self.tokens.saturating_add(count);
    }

    /// Lets a short piece wait to be counted.
    #[inline]
    fn short(&mut self, piece: Short) {
        self.memory.recent.fetch(piece);
        if !self.memory.waiting.push(piece) {
            self.look_up(0);
            self.learn(piece);
        }
    }

    /// Counts the short pieces that wait, but for the latest ones.
    #[inline]
    fn look_up(&mut self, latest: usize) {
        let Memory { recent, waiting, .. } = self.memory;
        let known = waiting.count().saturating_sub(latest);
        let (mut tokens, mut missed) = (0_u64, 0);
        for at in 0..known {
            let Some(piece) = waiting.get(at) else { break };
            if let Some(count) = recent.get(piece) {
                tokens = tokens.wrapping_add(count);
            } else {
                self.vocabulary.fetch(piece);
                waiting.set(missed, piece);
                missed = missed.wrapping_add(1);
            }
        }
        self.tokens = self.tokens.saturating_add(tokens);
        for at in 0..missed {
            self.memory.waiting.get(at).into_iter().for_each(|piece| self.learn(piece));
        }
        self.memory.waiting.drop_first(known);
    }

    /// Counts a short piece that is not remembered.
    #[inline(never)]
    fn learn(&mut self, piece: Short) {
        let Memory { recent, row, .. } = self.memory;
        let bytes = piece.bytes();
        let bytes = bytes.get(..piece.len()).unwrap_or_default();
        let count = if !piece.is_ascii() {
            row.count(self.vocabulary, bytes)
        } else if self.vocabulary.contains(piece) {
            1
        } else {
            merge::count(self.vocabulary, bytes)
        };
        recent.put(piece, count);
        self.tokens = self.tokens.saturating_add(count);
    }
}
