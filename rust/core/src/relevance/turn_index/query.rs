//! From a query to a score for each turn.

use std::collections::HashMap;
use std::sync::PoisonError;

use super::best::best;
use super::field::Field;
use super::join::{Factors, join};
use super::marks::Marks;
use super::scratch::{Scratch, clear};
use super::{TurnIndex, feedback};
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
        self.ask(query, |scores| scores.iter().copied().map(f64::from).collect())
    }

    /// The turns that have a score above 0, best first, of equal ones the newest first; at most `limit`.
    #[must_use]
    pub fn best(&self, query: &str, limit: usize) -> Vec<(usize, f64)> {
        let found = self.ask(query, |scores| best(scores, limit));
        found.into_iter().map(|(turn, score)| (turn, score.into())).collect()
    }

    /// Takes what is wanted from the scores of the turns there are.
    fn ask<T>(&self, query: &str, take: impl FnOnce(&[f32]) -> T) -> T {
        let kept = || self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever asks at the same time finds none and gets new room.
        let mut scratch = kept().take().unwrap_or_default();
        let turns = self.turns.near.len();
        scratch.clear(turns);
        self.score(query, &mut scratch);
        let taken = take(scratch.joined.as_flattened().get(self.left..turns).unwrap_or_default());
        *kept() = Some(scratch);
        taken
    }

    /// Scores all turns, also those that have left: theirs are 0.
    fn score(&self, query: &str, scratch: &mut Scratch) {
        let (words, runs) = self.read(query);
        let factors = Factors::new(self, query);
        self.add_words(&words.terms, scratch);
        self.add_runs(&runs, scratch);
        join(self, &factors, scratch);
        if self.ranking.has_feedback() {
            let reached = feedback::REACHED.max(self.ranking.feedback.turns);
            let found = best(scratch.joined.as_flattened(), reached);
            self.feed_back(&found, scratch);
            join(self, &factors, scratch);
        }
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

    fn add_words(&self, terms: &[(u32, f64)], scratch: &mut Scratch) {
        let mut field = Field::new(self, &self.turns.words, &mut scratch.spreading, &mut scratch.words);
        for (term, weight) in terms {
            let run = self.postings.since(*term, self.first());
            if let Some(worth) = self.worth(*weight, run.documents()) {
                field.add(worth, run);
            }
        }
    }

    /// Lets the terms of the best turns join the query, for the turns that were found.
    fn feed_back(&self, found: &[(usize, f32)], scratch: &mut Scratch) {
        let Scratch { words, joined: more, spreading, marks, .. } = scratch;
        clear(more, self.turns.near.len());
        for (turn, _) in found {
            self.around(*turn).for_each(|turn| marks.add(turn));
        }
        let mut field = Field::new(self, &self.turns.words, spreading, more);
        let sources = found.get(..self.ranking.feedback.turns).unwrap_or(found);
        for (term, weight) in feedback::terms(self, sources) {
            let run = self.postings.since(term, self.first());
            let Some(worth) = self.worth(weight, run.documents()) else { continue };
            field.spread(run, 1.0, |turn| marks.has(turn));
            field.collect(worth);
        }
        marks.clear();
        let (words, more) = (words.as_flattened_mut(), more.as_flattened());
        for (turn, _) in found {
            if let (Some(score), Some(more)) = (words.get_mut(*turn), more.get(*turn)) {
                *score += more;
            }
        }
    }

    /// A turn and those near it.
    fn around(&self, turn: usize) -> std::ops::RangeInclusive<usize> {
        let near = self.turns.near.get(turn).copied().unwrap_or_default();
        turn.saturating_sub(near.before.into())..=turn.saturating_add(near.behind.into())
    }

    fn add_runs(&self, runs: &Weighted, scratch: &mut Scratch) {
        let Scratch { runs: scores, spreading, marks, .. } = scratch;
        let mut field = Field::new(self, &self.turns.grams, spreading, scores);
        for (terms, weight) in self.of_same_terms(runs) {
            let Some(having) = self.turns_with(&terms, marks) else { continue };
            let Some(worth) = self.worth(weight, having) else { continue };
            for (term, times) in &terms {
                field.spread(self.postings.since(*term, self.first()), f32::from(*times), |_| true);
            }
            field.collect(worth);
        }
    }

    /// How many turns have one of these terms; nothing if they are too many for a run of characters.
    fn turns_with(&self, terms: &[(u32, u16)], marks: &mut Marks) -> Option<usize> {
        let most = self.most(SELECTIVE);
        let runs = || terms.iter().map(|(term, _)| self.postings.since(*term, self.first()));
        let (largest, sum) = runs().fold((0, 0_usize), |(largest, sum), run| {
            (run.documents().max(largest), sum.saturating_add(run.documents()))
        });
        if largest > most || largest == sum {
            return Some(sum).filter(|sum| *sum <= most);
        }
        for turns in runs().flatten().map(|(turns, _)| turns) {
            turns.iter().for_each(|turn| marks.add(*turn as usize));
        }
        let having = marks.count();
        marks.clear();
        (having <= most).then_some(having)
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
    fn worth(&self, weight: f64, having: usize) -> Option<f32> {
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
