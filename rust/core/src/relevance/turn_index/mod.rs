//! Turns of a dialogue, ranked by what a query asks.

mod authors;
mod best;
mod bounds;
mod chosen;
mod contend;
mod feedback;
mod field;
mod join;
mod lengths;
mod lexicon;
mod marks;
mod matches;
mod narrow;
mod query;
mod ranking;
mod renew;
mod scratch;
mod spread;
mod stem;

pub use ranking::{Feedback, Ranking, Spread};

use std::sync::{Mutex, PoisonError};

use super::index::{Postings, make_room};
use super::segment::{Options, Segmenter};
use crate::Error;
use authors::Authors;
use bounds::Spill;
use lengths::Lengths;
use lexicon::Lexicon;
use scratch::Scratch;
use spread::{Kernel, Near};

/// So many turns are scored at once.
const BLOCK: usize = 8;

/// What ends a question, in the scripts that have a sign for it.
const QUESTION_MARKS: [char; 6] = ['?', '？', '؟', '\u{37e}', '⁇', '՞'];

/// An index of turns: new ones come at the end, the oldest go first.
///
/// Taking a turn in costs what its text does, whatever is there already.
///
/// ```
/// use contextthrift_core::relevance::turn_index::{Ranking, TurnIndex};
///
/// let mut index = TurnIndex::new(Ranking::plain(0.9, 0.9)).unwrap();
/// for text in ["the lake", "the disk is full", "the disk of the disk server"] {
///     index.push(text, None, false).unwrap();
/// }
/// let turns: Vec<usize> = index.best("disk", 10).into_iter().map(|(turn, _)| turn).collect();
/// assert_eq!(turns, [2, 1]);
/// ```
#[derive(Debug)]
pub struct TurnIndex {
    ranking: Ranking,
    kernel: Kernel,
    spill: Spill,
    segmenter: Segmenter,
    lexicon: Lexicon,
    authors: Authors,
    postings: Postings,
    turns: Turns,
    /// How many turns at the beginning have left.
    left: usize,
    scratch: Mutex<Option<Box<Scratch>>>,
}

/// What is known of each turn besides its postings.
#[derive(Debug, Default)]
struct Turns {
    near: Vec<Near>,
    words: Lengths,
    grams: Lengths,
    authors: Vec<u32>,
    asks: Vec<bool>,
    /// The terms of all turns, one after the other, and where those of each turn end.
    terms: Vec<u32>,
    term_ends: Vec<u32>,
}

impl TurnIndex {
    /// One without turns.
    ///
    /// # Errors
    /// A number of the ranking is negative, not finite, or above 1 where it is a share.
    pub fn new(ranking: Ranking) -> Result<Self, Error> {
        let ranking = ranking.checked()?;
        let kernel = Kernel::new(ranking.spread);
        Ok(Self {
            ranking,
            spill: Spill::new(&kernel),
            kernel,
            segmenter: Segmenter::new(Options { parts: ranking.parts }),
            lexicon: Lexicon::new(&ranking),
            authors: Authors::default(),
            postings: Postings::default(),
            turns: Turns::default(),
            left: 0,
            scratch: Mutex::default(),
        })
    }

    /// How many turns there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.turns.near.len().saturating_sub(self.left)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds the newest turn; a session that begins with it shares no counts with the turns before.
    ///
    /// # Errors
    /// The index would have more than four billion turns, terms, or entries.
    pub fn push(&mut self, text: &str, author: Option<&str>, begins_session: bool) -> Result<(), Error> {
        let turn = self.turns.near.len();
        let turn = u32::try_from(turn).map_err(|_| Error::too_many("turns", turn))?;
        let author = author.map_or(Ok(authors::NOBODY), |author| self.authors.number(author))?;
        let (words, grams) = self.count(text, turn)?;
        let before = self.meet(begins_session);
        self.turns.words.push(words, before, &self.kernel);
        if self.ranking.grams > 0 {
            self.turns.grams.push(grams, before, &self.kernel);
        }
        self.turns.authors.push(author);
        self.turns.asks.push(asks(text));
        Ok(())
    }

    /// Counts the terms of a text; how many there are, and how many runs of characters they have.
    fn count(&mut self, text: &str, turn: u32) -> Result<(u32, u32), Error> {
        let Self { segmenter, lexicon, postings, turns, ranking, .. } = self;
        let (has_feedback, has_grams) = (ranking.has_feedback(), ranking.grams > 0);
        let (mut words, mut grams, mut failed) = (0_u32, 0_u32, None);
        segmenter.segment(text, |word| {
            let counted = lexicon.term(word).and_then(|term| postings.count(term, turn).map(|_| term));
            let Ok(term) = counted.map_err(|error| failed = Some(error)) else { return };
            words = words.saturating_add(1);
            if has_grams {
                grams = grams.saturating_add(lexicon.grams().count(term).into());
            }
            if has_feedback {
                make_room(&mut turns.terms, 1);
                turns.terms.push(term);
            }
        });
        if has_feedback {
            let end = turns.terms.len();
            turns.term_ends.push(u32::try_from(end).map_err(|_| Error::too_many("terms of turns", end))?);
        }
        failed.map_or(Ok((words, grams)), Err)
    }

    /// Makes the newest turn a neighbour of those before it; how many of them are in reach.
    fn meet(&mut self, begins_session: bool) -> usize {
        let near = &mut self.turns.near;
        let same = near.last().filter(|_| !begins_session && near.len() > self.left);
        let reach = u8::try_from(self.kernel.reach()).unwrap_or(u8::MAX);
        let before = same.map_or(0, |last| last.before.saturating_add(1).min(reach));
        for (neighbour, distance) in near.iter_mut().rev().take(before.into()).zip(1..) {
            neighbour.behind = distance;
        }
        near.push(Near { before, behind: 0 });
        before.into()
    }

    /// Takes out the oldest turns, all if there are no more than that.
    ///
    /// # Errors
    /// As for [`TurnIndex::push`].
    pub fn remove_oldest(&mut self, count: usize) -> Result<(), Error> {
        let from = self.left;
        let to = from.saturating_add(count.min(self.len()));
        self.turns.words.leave(from, to, &self.turns.near, &self.kernel);
        self.turns.grams.leave(from, to, &self.turns.near, &self.kernel);
        for (near, before) in self.turns.near.iter_mut().skip(to).take(self.kernel.reach()).zip(0..) {
            near.before = near.before.min(before);
        }
        self.left = to;
        if to > self.len() { self.renew() } else { Ok(()) }
    }

    /// The bytes this holds on to.
    #[must_use]
    pub fn size(&self) -> usize {
        let turns = [
            self.turns.near.capacity().saturating_mul(size_of::<Near>()),
            self.turns.authors.capacity().saturating_mul(size_of::<u32>()),
            self.turns.asks.capacity(),
            self.turns.terms.capacity().saturating_mul(size_of::<u32>()),
            self.turns.term_ends.capacity().saturating_mul(size_of::<u32>()),
            self.turns.words.size(),
            self.turns.grams.size(),
        ];
        let scratch = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let scratch = scratch.as_ref().map_or(0, |scratch| scratch.size());
        let parts = [self.lexicon.size(), self.authors.size(), self.postings.size(), scratch];
        turns.iter().chain(&parts).sum()
    }
}

/// Whether a text ends in a question.
#[must_use]
pub fn asks(text: &str) -> bool {
    text.trim_end().ends_with(QUESTION_MARKS)
}
