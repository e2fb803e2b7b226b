//! Which tools come from one server, and how well its best ones do.

use std::collections::HashMap;

use super::rows::size;
use crate::Error;

/// So many tools of a server speak for it.
const BEST: usize = 3;

/// Stands for no server.
const NONE: u32 = u32::MAX;

/// The server of each tool.
#[derive(Debug, Default)]
pub(super) struct Servers {
    of: Vec<u32>,
    count: usize,
}

impl Servers {
    pub(super) fn of<'a>(servers: impl Iterator<Item = &'a str>) -> Result<Self, Error> {
        let (mut numbers, mut of) = (HashMap::new(), Vec::new());
        for server in servers {
            let next = size(numbers.len())?;
            of.push(if server.is_empty() { NONE } else { *numbers.entry(server).or_insert(next) });
        }
        Ok(Self { of, count: numbers.len() })
    }

    /// Adds to each score a share of the mean of its server's three best; missing ones count as 0.
    pub(super) fn lift(&self, scores: &mut [f64], share: f64) {
        let mut best = vec![[0.0; BEST]; self.count];
        for (server, score) in self.of.iter().zip(scores.iter()) {
            if let Some(best) = best.get_mut(*server as usize) {
                insert(best, *score);
            }
        }
        let means: Vec<f64> = best.iter().map(|best| best.iter().sum::<f64>() / BEST as f64).collect();
        for (server, score) in self.of.iter().zip(scores) {
            *score += means.get(*server as usize).map_or(0.0, |mean| share * mean);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.of.capacity().saturating_mul(size_of::<u32>())
    }
}

/// Puts a score in its place among the best, which are in falling order.
fn insert(best: &mut [f64; BEST], score: f64) {
    let mut score = score;
    for held in best {
        if score > *held {
            std::mem::swap(held, &mut score);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_lifted_by_the_three_best_of_its_server() {
        let servers = Servers::of(["a", "", "a", "b", "a", "a"].into_iter()).unwrap();
        let mut scores = [3.0, 1.0, 0.0, 6.0, 6.0, 3.0];
        servers.lift(&mut scores, 0.5);
        assert_eq!(scores, [5.0, 1.0, 2.0, 7.0, 8.0, 5.0]);
    }
}
