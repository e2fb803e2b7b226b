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

    fn apply(&self, index: &TurnIndex, block: usize, scores: &mut [f32; BLOCK]) {
        let from = block.saturating_mul(BLOCK);
        if self.question != 1.0 {
            let asks = index.turns.asks.get(from..).unwrap_or_default();
            multiply(scores, asks, |asks| if asks { self.question } else { 1.0 });
        }
        let Some(factors) = &self.authors else { return };
        let authors = index.turns.authors.get(from..).unwrap_or_default();
        multiply(scores, authors, |author| factors.get(author as usize).copied().unwrap_or(1.0));
    }

    /// What any turn of a block can have at most for a factor.
    pub(super) fn highest(&self, index: &TurnIndex, block: usize) -> f32 {
        let question = self.question.max(1.0);
        let Some(factors) = &self.authors else { return question };
        let authors = index.turns.authors.get(block.saturating_mul(BLOCK)..).unwrap_or_default();
        let factors = authors.iter().take(BLOCK).map(|author| factors.get(*author as usize).copied());
        question * factors.map(|factor| factor.unwrap_or(1.0)).fold(0.0, f32::max)
    }
}

/// Multiplies each score; there may be fewer factors than scores.
#[inline]
fn multiply<T: Copy>(scores: &mut [f32; BLOCK], of: &[T], factor: impl Fn(T) -> f32) {
    // A block that is known to be full takes no loop.
    if let Some(of) = of.first_chunk::<BLOCK>() {
        scores.iter_mut().zip(of).for_each(|(score, of)| *score *= factor(*of));
    } else {
        scores.iter_mut().zip(of).for_each(|(score, of)| *score *= factor(*of));
    }
}

/// What the scores by words and by runs of characters are multiplied with before they are added.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scales {
    words: f32,
    runs: f32,
}

impl Scales {
    /// Those that make the highest score of each kind 1; with one kind alone it stays as it is.
    pub(super) fn new(index: &TurnIndex, words: f32, runs: f32) -> Self {
        if index.ranking.grams == 0 {
            return Self { words: 1.0, runs: 0.0 };
        }
        let scale = |highest: f32| if highest > 0.0 { 1.0 / highest } else { 0.0 };
        Self { words: scale(words), runs: scale(runs) }
    }

    #[inline]
    pub(super) fn join(self, words: f32, runs: f32) -> f32 {
        words * self.words + runs * self.runs
    }
}

/// Joins the scores of the blocks that were scored.
pub(super) fn join(index: &TurnIndex, factors: &Factors, scales: Scales, scratch: &mut Scratch) {
    let Scratch { words, runs, joined, scored, .. } = scratch;
    for block in scored.iter().copied() {
        let columns = words.get(block).zip(runs.get(block)).zip(joined.get_mut(block));
        let Some(((words, runs), joined)) = columns else { continue };
        for ((joined, words), runs) in joined.iter_mut().zip(words).zip(runs) {
            *joined = scales.join(*words, *runs);
        }
        factors.apply(index, block, joined);
    }
}

/// The highest score of the blocks that were scored.
pub(super) fn highest(scores: &Column, scored: &[usize]) -> f32 {
    let mut highest = [0.0_f32; BLOCK];
    for block in scored.iter().filter_map(|block| scores.get(*block)) {
        for (highest, score) in highest.iter_mut().zip(block) {
            *highest = if score > highest { *score } else { *highest };
        }
    }
    highest.iter().copied().fold(0.0, f32::max)
}
