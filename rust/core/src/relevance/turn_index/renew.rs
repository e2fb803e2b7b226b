//! An index without what its former turns left behind.

use super::{Lexicon, TurnIndex, Turns};
use crate::Error;
use crate::relevance::index::Postings;

impl Turns {
    /// The terms of a turn, in the order of its text; none where the ranking has no use for them.
    pub(super) fn terms_of(&self, turn: usize) -> &[u32] {
        let start = turn.checked_sub(1).and_then(|before| self.term_ends.get(before)).copied();
        let end = self.term_ends.get(turn).copied().unwrap_or_default();
        self.terms.get(start.unwrap_or_default() as usize..end as usize).unwrap_or_default()
    }
}

impl TurnIndex {
    /// Builds everything anew for the turns that are left.
    ///
    /// Done once more turns have left than are left, so that it costs a constant share of taking them in.
    pub(super) fn renew(&mut self) -> Result<(), Error> {
        let first = self.first();
        let mut lexicon = Lexicon::new(&self.ranking);
        let mut postings = Postings::default();
        let mut numbers = vec![0; self.postings.len()];
        for (term, number) in (0..).zip(&mut numbers) {
            let run = self.postings.since(term, first);
            if run.documents() > 0 {
                *number = lexicon.adopt(self.lexicon.text(term))?;
            }
            for (turn, count) in run.entries() {
                postings.add(*number, turn.saturating_sub(first), count)?;
            }
        }
        self.turns.drop_oldest(self.left, &numbers);
        (self.lexicon, self.postings, self.left) = (lexicon, postings, 0);
        Ok(())
    }
}

impl Turns {
    fn drop_oldest(&mut self, count: usize, numbers: &[u32]) {
        let dropped =
            count.checked_sub(1).and_then(|last| self.term_ends.get(last)).copied().unwrap_or_default();
        self.near = kept(&self.near, count);
        self.authors = kept(&self.authors, count);
        self.asks = kept(&self.asks, count);
        self.term_ends = kept(&self.term_ends, count);
        self.term_ends.iter_mut().for_each(|end| *end = end.saturating_sub(dropped));
        let terms = self.terms.iter().skip(dropped as usize);
        self.terms = terms.filter_map(|term| numbers.get(*term as usize).copied()).collect();
        self.words.drop_oldest(count);
        self.grams.drop_oldest(count);
    }
}

/// What stands behind the first `count`, in an array that is no larger.
pub(super) fn kept<T: Clone>(column: &[T], count: usize) -> Vec<T> {
    column.get(count..).unwrap_or_default().to_vec()
}
