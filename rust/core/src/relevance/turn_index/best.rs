//! The best of many scores.

use std::cmp::Reverse;

use super::BLOCK;
use super::scratch::Column;

/// So many scores are looked at together first: most often none of them is high enough.
const GLANCE: usize = 16;

/// The places of the scores above 0, highest first; of equal ones the later place first. At most `limit`.
pub(super) fn best(scores: &[f32], limit: usize) -> Vec<(usize, f32)> {
    let mut found = Found::new(limit);
    for (scores, base) in scores.chunks(GLANCE).zip((0_usize..).step_by(GLANCE)) {
        found.look(scores, base);
    }
    found.finish()
}

/// The same of the scores of some blocks.
pub(super) fn best_of(scores: &Column, blocks: &[usize], limit: usize) -> Vec<(usize, f32)> {
    let mut found = Found::new(limit);
    for block in blocks {
        found.look(scores.get(*block).map_or(&[], <[f32; BLOCK]>::as_slice), block.saturating_mul(BLOCK));
    }
    found.finish()
}

struct Found {
    best: Vec<(usize, f32)>,
    /// What a score must have to be among them.
    least: f32,
    limit: usize,
}

impl Found {
    fn new(limit: usize) -> Self {
        Self { best: Vec::new(), least: f32::MIN_POSITIVE, limit }
    }

    #[inline]
    fn look(&mut self, scores: &[f32], base: usize) {
        // Those with the same score go by their place, so they may replace what was kept.
        if scores.iter().fold(false, |any, score| any | (*score >= self.least)) {
            for (score, place) in scores.iter().zip(base..) {
                self.meet(place, *score);
            }
        }
    }

    fn finish(mut self) -> Vec<(usize, f32)> {
        self.best.sort_unstable_by_key(order);
        self.best.truncate(self.limit);
        self.best
    }

    fn meet(&mut self, place: usize, score: f32) {
        if score < self.least {
            return;
        }
        self.best.push((place, score));
        if self.best.len() >= self.limit.saturating_mul(2).max(64) && self.limit > 0 {
            self.best.select_nth_unstable_by_key(self.limit.saturating_sub(1), order);
            self.best.truncate(self.limit);
            self.least = self.best.last().map_or(self.least, |(_, score)| *score);
        }
    }
}

fn order((place, score): &(usize, f32)) -> (Reverse<u32>, Reverse<usize>) {
    (Reverse(score.to_bits()), Reverse(*place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_come_first_and_of_equals_the_later() {
        let scores: [f32; 5] = [0.5, 0.0, 2.0, 0.5, 2.0];
        assert_eq!(best(&scores, 9), [(4, 2.0), (2, 2.0), (3, 0.5), (0, 0.5)]);
        assert_eq!(best(&scores, 3), [(4, 2.0), (2, 2.0), (3, 0.5)]);
        assert_eq!((best(&scores, 0), best(&[], 5)), (vec![], vec![]));
    }

    #[test]
    fn a_limit_takes_the_beginning_of_the_whole_order() {
        let scores: Vec<f32> = (0..1_000_u16).map(|n| f32::from(n % 31 * 37 % 31)).collect();
        let all = best(&scores, usize::MAX);
        for limit in [1, 2, 10, 63, 64, 65, 500] {
            assert_eq!(best(&scores, limit), all[..limit], "limit {limit}");
        }
    }
}
