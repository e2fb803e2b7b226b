//! The best of many scores.

use std::cmp::Reverse;

/// The places of the scores above 0, highest first; of equal ones the later place first. At most `limit`.
pub(super) fn best(scores: &[f64], limit: usize) -> Vec<(usize, f64)> {
    let order = |(place, score): &(usize, f64)| (Reverse(score.to_bits()), Reverse(*place));
    let mut found: Vec<(usize, f64)> = Vec::new();
    let mut least = 0.0;
    let room = limit.saturating_mul(2).max(64);
    for (place, score) in scores.iter().copied().enumerate() {
        // A later place with the same score goes first, so it may replace what was kept.
        if score > 0.0 && score >= least {
            found.push((place, score));
            if found.len() >= room && limit > 0 {
                found.select_nth_unstable_by_key(limit.saturating_sub(1), order);
                found.truncate(limit);
                least = found.last().map_or(0.0, |(_, score)| *score);
            }
        }
    }
    found.sort_unstable_by_key(order);
    found.truncate(limit);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_come_first_and_of_equals_the_later() {
        let scores = [0.5, 0.0, 2.0, 0.5, 2.0];
        assert_eq!(best(&scores, 9), [(4, 2.0), (2, 2.0), (3, 0.5), (0, 0.5)]);
        assert_eq!(best(&scores, 3), [(4, 2.0), (2, 2.0), (3, 0.5)]);
        assert_eq!((best(&scores, 0), best(&[], 5)), (vec![], vec![]));
    }

    #[test]
    fn a_limit_takes_the_beginning_of_the_whole_order() {
        let scores: Vec<f64> = (0..1_000_u32).map(|n| f64::from(n * 7919 % 101)).collect();
        let all = best(&scores, usize::MAX);
        for limit in [1, 2, 10, 63, 64, 65, 500] {
            assert_eq!(best(&scores, limit), all[..limit], "limit {limit}");
        }
    }
}
