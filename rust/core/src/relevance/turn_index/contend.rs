//! Which blocks have to be scored to know the best turns.

use super::TurnIndex;
use super::best::{best, best_of};
use super::join::{Factors, Scales, highest, join};
use super::scratch::Scratch;

/// So many blocks that may have the best turns are scored first, by both rankings, and by each alone.
///
/// The more, the closer the scores that others have to reach are to those they have to reach in the end.
const FIRST: usize = 128;
const FIRST_OF_EACH: usize = 24;

impl TurnIndex {
    /// Scores every block with a turn among the best, and those with the highest score of each ranking.
    pub(super) fn score_contenders(&self, limit: usize, factors: &Factors, scratch: &mut Scratch) {
        self.bound(scratch);
        let first = first(self, scratch);
        self.score_blocks(&first, scratch);
        let reached = [highest(&scratch.words, &scratch.scored), highest(&scratch.runs, &scratch.scored)];
        let [words, runs] = reached;
        // The scales by the highest scores that there can be make the scores that are known lowest.
        let (most_words, most_runs) =
            (scratch.word_bounds.highest().max(words), scratch.run_bounds.highest().max(runs));
        let least = self.least(limit, factors, Scales::new(self, most_words, most_runs), scratch);
        let scales = Scales::new(self, words, runs);
        let more = self.contenders(
            factors,
            scales,
            least,
            |by_words, by_runs| by_words > words || by_runs > runs,
            scratch,
        );
        self.score_blocks(&more, scratch);
    }

    /// Scores what can be among the best with new scales, which are no larger.
    pub(super) fn score_contenders_again(
        &self,
        limit: usize,
        factors: &Factors,
        scales: Scales,
        scratch: &mut Scratch,
    ) {
        let least = self.least(limit, factors, scales, scratch);
        let more = self.contenders(factors, scales, least, |_, _| false, scratch);
        self.score_blocks(&more, scratch);
    }

    fn bound(&self, scratch: &mut Scratch) {
        let Scratch { word_matches, run_matches, word_bounds, run_bounds, .. } = scratch;
        word_bounds.fill(self, &self.turns.words, word_matches.lists());
        run_bounds.fill(self, &self.turns.grams, run_matches.lists());
    }

    /// The score that the last of so many best turns has, of those that were scored; 0 if they are fewer.
    fn least(&self, limit: usize, factors: &Factors, scales: Scales, scratch: &mut Scratch) -> f32 {
        join(self, factors, scales, scratch);
        let found = best_of(&scratch.joined, &scratch.scored, limit);
        if found.len() < limit { 0.0 } else { found.last().map_or(0.0, |(_, score)| *score) }
    }

    /// The blocks not scored yet that can have a turn with this score, or are wanted by their bounds.
    fn contenders(
        &self,
        factors: &Factors,
        scales: Scales,
        least: f32,
        wanted: impl Fn(f32, f32) -> bool,
        scratch: &Scratch,
    ) -> Vec<usize> {
        let bounds = bounds(scratch);
        let can = |(block, (words, runs)): &(usize, (f32, f32))| {
            let bound = scales.join(*words, *runs);
            wanted(*words, *runs) || (bound > 0.0 && bound * factors.highest(self, *block) >= least)
        };
        bounds.filter(can).map(|(block, _)| block).collect()
    }
}

fn bounds(scratch: &Scratch) -> impl Iterator<Item = (usize, (f32, f32))> {
    let words = scratch.word_bounds.of().iter().copied();
    let runs = scratch.run_bounds.of().iter().copied();
    words.zip(runs).enumerate()
}

fn first(index: &TurnIndex, scratch: &Scratch) -> Vec<usize> {
    let (words, runs) = (scratch.word_bounds.of(), scratch.run_bounds.of());
    let scales = Scales::new(index, scratch.word_bounds.highest(), scratch.run_bounds.highest());
    let both: Vec<f32> = bounds(scratch).map(|(_, (words, runs))| scales.join(words, runs)).collect();
    let found = [best(&both, FIRST), best(words, FIRST_OF_EACH), best(runs, FIRST_OF_EACH)];
    let mut blocks: Vec<usize> = found.iter().flatten().map(|(block, _)| *block).collect();
    blocks.sort_unstable();
    blocks.dedup();
    blocks
}
