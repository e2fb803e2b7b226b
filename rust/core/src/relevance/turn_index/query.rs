//! From a query to a score for each turn.

use std::collections::HashMap;
use std::sync::PoisonError;

use super::best::best_of;
use super::field::Field;
use super::join::{Factors, Scales, highest, join};
use super::scratch::Scratch;
use super::{BLOCK, TurnIndex, feedback};
use crate::relevance::index::rarity;
use crate::relevance::segment::{Options, Segmenter};

/// Terms, or runs of characters, with what each counts, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Weighted {
    terms: Vec<(u32, f64)>,
    places: HashMap<u32, usize>,
}

impl Weighted {
    /// Lets a term count so much more.
    pub(super) fn add(&mut self, term: u32, weight: f64) {
        let place = *self.places.entry(term).or_insert(self.terms.len());
        match self.terms.get_mut(place) {
            Some((_, sum)) => *sum += weight,
            None => self.terms.push((term, weight)),
        }
    }
}

impl TurnIndex {
    /// The score of each turn, 0 or more.
    #[must_use]
    pub fn scores(&self, query: &str) -> Vec<f64> {
        self.ask(query, None, |scratch| {
            let scores = scratch.joined.as_flattened().get(self.left..self.turns.near.len());
            scores.unwrap_or_default().iter().copied().map(f64::from).collect()
        })
    }

    /// The turns that have a score above 0, best first, of equal ones the newest first; at most `limit`.
    #[must_use]
    pub fn best(&self, query: &str, limit: usize) -> Vec<(usize, f64)> {
        let found = self.ask(query, Some(limit), |scratch| best_of(&scratch.joined, &scratch.scored, limit));
        let place = |turn: usize| turn.saturating_sub(self.left);
        found.into_iter().map(|(turn, score)| (place(turn), score.into())).collect()
    }

    /// Takes what is wanted from the scores of the best turns, or of all.
    fn ask<T>(&self, query: &str, limit: Option<usize>, take: impl FnOnce(&Scratch) -> T) -> T {
        let kept = || self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever asks at the same time finds none and gets new room.
        let mut scratch = kept().take().unwrap_or_default();
        scratch.begin(self.turns.near.len());
        self.score(query, limit.filter(|limit| self.may_leave_out(*limit)), &mut scratch);
        let taken = take(&scratch);
        *kept() = Some(scratch);
        taken
    }

    /// Whether it is worth while to look for the turns that need no score.
    fn may_leave_out(&self, limit: usize) -> bool {
        let enough = limit.saturating_mul(FEW_OF).max(feedback::REACHED.saturating_mul(FEW_OF));
        (1..=BLOCK).contains(&self.kernel.reach()) && enough <= self.len()
    }

    /// Scores all turns, or those that can be among so many best; turns that have left have 0.
    fn score(&self, query: &str, limit: Option<usize>, scratch: &mut Scratch) {
        let (words, runs) = self.read(query);
        let factors = Factors::new(self, query);
        self.match_runs(&self.of_same_terms(&runs), &mut scratch.run_matches, &mut scratch.marks);
        let reached = feedback::REACHED.max(self.ranking.feedback.turns);
        match limit {
            Some(limit) => {
                self.match_words(&words.terms, &mut scratch.word_matches);
                let limit = if self.ranking.has_feedback() { limit.max(reached) } else { limit };
                self.score_contenders(limit, &factors, scratch);
            }
            None => self.score_all(&words.terms, scratch),
        }
        join(self, &factors, self.scales(scratch), scratch);
        if self.ranking.has_feedback() {
            let found = best_of(&scratch.joined, &scratch.scored, reached);
            self.feed_back(&found, scratch);
            let scales = self.scales(scratch);
            if let Some(limit) = limit {
                self.score_contenders_again(limit, &factors, scales, scratch);
            }
            join(self, &factors, scales, scratch);
        }
    }

    fn scales(&self, scratch: &Scratch) -> Scales {
        if self.ranking.grams == 0 {
            return Scales::new(self, 1.0, 1.0);
        }
        Scales::new(self, highest(&scratch.words, &scratch.scored), highest(&scratch.runs, &scratch.scored))
    }

    fn score_all(&self, words: &[(u32, f64)], scratch: &mut Scratch) {
        let blocks = scratch.words.len();
        if self.kernel.reach() > 0 {
            self.match_words(words, &mut scratch.word_matches);
        } else {
            scratch.word_matches.clear();
        }
        scratch.chosen.add_all();
        scratch.scored.extend(0..blocks);
        scratch.words.fill([0.0; BLOCK]);
        if self.ranking.grams > 0 {
            scratch.runs.fill([0.0; BLOCK]);
        }
        let Scratch { words: scores, runs, spreading, chosen, word_matches, run_matches, .. } = &mut *scratch;
        let mut field = Field::new(self, &self.turns.words, spreading, scores);
        word_matches.lists().for_each(|list| field.add(list, chosen));
        let mut field = Field::new(self, &self.turns.grams, spreading, runs);
        run_matches.lists().for_each(|list| field.add(list, chosen));
        chosen.clear();
        if self.kernel.reach() == 0 {
            let Scratch { words: scores, spreading, .. } = scratch;
            let mut field = Field::new(self, &self.turns.words, spreading, scores);
            for (term, weight) in words {
                let run = self.postings.since(*term, self.first());
                if let Some(worth) = self.worth(*weight, run.documents()) {
                    field.add_alone(worth, run);
                }
            }
        }
    }

    /// Scores some blocks that were not scored yet.
    pub(super) fn score_blocks(&self, blocks: &[usize], scratch: &mut Scratch) {
        if blocks.is_empty() {
            return;
        }
        let Scratch { words, runs, chosen, scored, word_bounds, run_bounds, .. } = &mut *scratch;
        for block in blocks.iter().copied() {
            for column in [&mut *words, &mut *runs] {
                column.get_mut(block).into_iter().for_each(|scores| *scores = [0.0; BLOCK]);
            }
            word_bounds.close(block);
            run_bounds.close(block);
            chosen.add(block, self.kernel.reach().div_ceil(BLOCK));
        }
        scored.extend(blocks);
        scored.sort_unstable();
        let Scratch { words, runs, spreading, chosen, word_matches, run_matches, narrow, .. } = scratch;
        let fields = [(words, word_matches, &self.turns.words), (runs, run_matches, &self.turns.grams)];
        for (scores, matches, lengths) in fields {
            let mut field = Field::new(self, lengths, spreading, scores);
            for list in matches.lists() {
                narrow.clear();
                narrow.add(list.turns, list.counts, chosen);
                field.add(narrow.list(list.worth), chosen);
            }
        }
        chosen.clear();
    }

    /// The terms of a query and their runs of characters, as far as the index has them.
    fn read(&self, query: &str) -> (Weighted, Weighted) {
        let (mut words, mut runs) = (Weighted::default(), Weighted::default());
        Segmenter::new(Options { parts: self.ranking.parts }).segment(query, |word| {
            let (text, number) = self.lexicon.find(word);
            number.into_iter().for_each(|number| words.add(number, 1.0));
            self.lexicon.grams().known(&text).into_iter().for_each(|run| runs.add(run, 1.0));
        });
        (words, runs)
    }

    /// Runs of characters by the terms that have them: those of the same terms are in the same turns.
    fn of_same_terms(&self, runs: &Weighted) -> Vec<(Vec<(u32, u16)>, f64)> {
        let mut groups: Vec<(Vec<(u32, u16)>, f64)> = Vec::new();
        for (gram, weight) in &runs.terms {
            let terms = self.lexicon.grams().terms(*gram).entries().collect();
            match groups.iter_mut().find(|(other, _)| *other == terms) {
                Some((_, sum)) => *sum += weight,
                None => groups.push((terms, *weight)),
            }
        }
        groups
    }

    /// What a match of a term is worth that so many turns have; nothing if they are too many.
    pub(super) fn worth(&self, weight: f64, having: usize) -> Option<f32> {
        let worth = || (weight * rarity(self.len(), having)) as f32;
        (having > 0 && having <= self.most(1.0)).then(worth)
    }

    /// So many turns may have a term that is not too common, at a part of the share that is the limit.
    pub(super) fn most(&self, part: f64) -> usize {
        ((part * self.ranking.common * self.len() as f64) as usize).max(FEW)
    }

    /// The number of the oldest turn there is.
    pub(super) fn first(&self) -> u32 {
        u32::try_from(self.left).unwrap_or(u32::MAX)
    }
}

/// A term that no more turns than this have is never too common.
const FEW: usize = 10;

/// The part of the share of turns from which on what the query does not say itself is too common.
///
/// Runs of characters and terms of other turns are guesses, and common ones bad guesses: many words have a run in
/// common that have nothing else in common.
pub(super) const SELECTIVE: f64 = 0.2;

/// Where the best are not one in so many turns, all turns are scored.
const FEW_OF: usize = 16;
