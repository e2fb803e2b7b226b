//! Both rankings in one, times what author and question make of a turn.

use super::scratch::{Column, Scratch};
use super::{BLOCK, TurnIndex};

/// What the scores of turns are multiplied with.
pub(super) struct Factors {
    /// For each author; none if the query names nobody.
    authors: Option<Vec<f32>>,
    question: f32,
}

impl Factors {
    pub(super) fn new(index: &TurnIndex, query: &str) -> Self {
        let named = index.authors.named(query);
        let factor = |named: &bool| if *named { index.ranking.named_author as f32 } else { 1.0 };
        let authors = named.contains(&true).then(|| named.iter().map(factor).collect());
        Self { authors, question: index.ranking.question as f32 }
    }

    fn apply(&self, index: &TurnIndex, scores: &mut [f32]) {
        for (score, asks) in scores.iter_mut().zip(&index.turns.asks) {
            *score *= if *asks { self.question } else { 1.0 };
        }
        let Some(factors) = &self.authors else { return };
        for (score, author) in scores.iter_mut().zip(&index.turns.authors) {
            *score *= factors.get(*author as usize).copied().unwrap_or(1.0);
        }
    }
}

/// Joins the scores by words and by runs of characters, each scaled to its best.
pub(super) fn join(index: &TurnIndex, factors: &Factors, scratch: &mut Scratch) {
    let Scratch { words, runs, joined, .. } = scratch;
    if index.ranking.grams > 0 {
        let (by_words, by_runs) = (scale(words), scale(runs));
        let scores = words.as_flattened().iter().zip(runs.as_flattened());
        for (joined, (word, run)) in joined.as_flattened_mut().iter_mut().zip(scores) {
            *joined = word * by_words + run * by_runs;
        }
    } else {
        joined.copy_from_slice(words);
    }
    factors.apply(index, joined.as_flattened_mut());
}

/// What makes the highest score 1.
fn scale(scores: &Column) -> f32 {
    let mut highest = [0.0_f32; BLOCK];
    for block in scores {
        for (highest, score) in highest.iter_mut().zip(block) {
            *highest = if score > highest { *score } else { *highest };
        }
    }
    let highest = highest.iter().copied().fold(0.0, f32::max);
    if highest > 0.0 { 1.0 / highest } else { 0.0 }
}
