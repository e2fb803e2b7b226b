//! From a query to a score for each turn.

use std::collections::HashMap;
use std::mem::take;

use super::best::best;
use super::lengths::Lengths;
use super::spread::Spreading;
use super::{TurnIndex, feedback};
use crate::relevance::index::{Run, Saturation, rarity};
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
        let mut scores = self.all_scores(query);
        scores.drain(..self.left.min(scores.len()));
        scores
    }

    /// The turns that have a score above 0, best first, of equal ones the newest first; at most `limit`.
    #[must_use]
    pub fn best(&self, query: &str, limit: usize) -> Vec<(usize, f64)> {
        let scores = self.all_scores(query);
        best(scores.get(self.left..).unwrap_or_default(), limit)
    }

    /// The scores of all turns, also of those that have left: theirs are 0.
    fn all_scores(&self, query: &str) -> Vec<f64> {
        let (words, runs) = self.read(query);
        let factors = self.factors(query);
        let by_runs = self.run_scores(&runs);
        let mut by_words = Field::new(self, &self.turns.words);
        self.add_words(&mut by_words, &words.terms);
        let mut scores = self.joined(&by_words.scores, &by_runs, &factors);
        if self.ranking.has_feedback() {
            let found = best(&scores, self.ranking.feedback.turns);
            self.add_words(&mut by_words, &feedback::terms(self, &found));
            scores = self.joined(&by_words.scores, &by_runs, &factors);
        }
        scores
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

    fn add_words(&self, field: &mut Field<'_>, terms: &[(u32, f64)]) {
        for (term, weight) in terms {
            let run = self.postings.since(*term, self.first());
            let Some(worth) = self.worth(*weight, run.documents()) else { continue };
            if self.kernel.reach() == 0 {
                field.add(worth, run);
            } else {
                field.add_spread(worth, run.entries().map(|(turn, count)| (turn, f64::from(count))));
            }
        }
    }

    fn run_scores(&self, runs: &Weighted) -> Vec<f64> {
        let mut field = Field::new(self, &self.turns.grams);
        let mut counted = vec![0_u32; self.turns.near.len()];
        for (gram, weight) in &runs.terms {
            let having = self.count_run(*gram, &mut counted);
            let Some(worth) = self.worth(*weight, having) else {
                counted.fill(0);
                continue;
            };
            let entries = (0_u32..).zip(&mut counted).filter(|(_, count)| **count > 0);
            field.add_spread(worth, entries.map(|(turn, count)| (turn, f64::from(take(count)))));
        }
        field.scores
    }

    /// Counts how often each turn has a run of characters; how many turns have it.
    fn count_run(&self, gram: u32, counted: &mut [u32]) -> usize {
        let mut having = 0_usize;
        for (term, times) in self.lexicon.grams().terms(gram).entries() {
            for (turn, count) in self.postings.since(term, self.first()).entries() {
                let count = u32::from(count).saturating_mul(times.into());
                if let Some(slot) = counted.get_mut(turn as usize) {
                    having = having.saturating_add((*slot == 0).into());
                    *slot = slot.saturating_add(count);
                }
            }
        }
        having
    }

    /// What a match of a term is worth that so many turns have; nothing if they are too many.
    fn worth(&self, weight: f64, having: usize) -> Option<f64> {
        let all = self.len();
        let most = self.ranking.common * all as f64;
        (having > 0 && having as f64 <= most.max(FEW)).then(|| weight * rarity(all, having))
    }

    /// Both rankings in one, times what author and question make of a turn.
    fn joined(&self, words: &[f64], runs: &[f64], factors: &[f64]) -> Vec<f64> {
        let mut scores = words.to_vec();
        if self.ranking.grams > 0 {
            let (by_words, by_runs) = (scale(&scores), scale(runs));
            for (score, run) in scores.iter_mut().zip(runs) {
                *score = *score * by_words + run * by_runs;
            }
        }
        for (score, factor) in scores.iter_mut().zip(factors) {
            *score *= factor;
        }
        scores
    }

    /// A factor for each turn; none where nothing changes a score.
    fn factors(&self, query: &str) -> Vec<f64> {
        let named = self.authors.named(query);
        let authored = |author: &u32| named.get(*author as usize) == Some(&true);
        let (named_author, question) = (self.ranking.named_author, self.ranking.question);
        let turns = self.turns.authors.iter().zip(&self.turns.asks);
        let factor = |(author, asks): (&u32, &bool)| {
            (if authored(author) { named_author } else { 1.0 }) * (if *asks { question } else { 1.0 })
        };
        turns.map(factor).collect()
    }

    /// The number of the oldest turn there is.
    pub(super) fn first(&self) -> u32 {
        u32::try_from(self.left).unwrap_or(u32::MAX)
    }
}

/// The scores by one kind of term, as they are added up.
struct Field<'a> {
    lengths: &'a [f64],
    saturation: Saturation,
    spreading: Spreading<'a>,
    scores: Vec<f64>,
}

impl<'a> Field<'a> {
    fn new(index: &'a TurnIndex, lengths: &'a Lengths) -> Self {
        Self {
            lengths: lengths.all(),
            saturation: index.ranking.bm25.saturation(lengths.mean(index.len())),
            spreading: Spreading::new(&index.kernel, &index.turns.near),
            scores: vec![0.0; index.turns.near.len()],
        }
    }

    /// Adds what a term is worth in the turns that have it.
    fn add(&mut self, worth: f64, run: Run<'_>) {
        for (turns, counts) in run {
            for (turn, count) in turns.iter().zip(counts) {
                let turn = *turn as usize;
                if let (Some(score), Some(length)) = (self.scores.get_mut(turn), self.lengths.get(turn)) {
                    *score += worth * self.saturation.of(f64::from(*count), *length);
                }
            }
        }
    }

    /// Adds what a term is worth in the turns that have it, and in those around.
    fn add_spread(&mut self, worth: f64, entries: impl Iterator<Item = (u32, f64)>) {
        let Self { lengths, saturation, spreading, scores } = self;
        spreading.each_range(entries, |range, counts| {
            let scores = scores.get_mut(range.clone()).unwrap_or_default();
            let lengths = lengths.get(range).unwrap_or_default();
            for ((score, length), count) in scores.iter_mut().zip(lengths).zip(counts) {
                *score += worth * saturation.of(*count, *length);
            }
        });
    }
}

/// A term that no more turns than this have is never too common.
const FEW: f64 = 10.0;

/// What makes the highest score 1.
fn scale(scores: &[f64]) -> f64 {
    let highest = scores.iter().copied().fold(0.0, f64::max);
    if highest > 0.0 { 1.0 / highest } else { 0.0 }
}
