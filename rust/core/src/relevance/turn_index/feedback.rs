//! Terms of the best turns, which join the query.

use super::field::Field;
use super::query::SELECTIVE;
use super::scratch::Scratch;
use super::{BLOCK, TurnIndex};
use crate::relevance::index::rarity;

/// So many of the best turns get what feedback adds, at least.
///
/// Those it reads are the best 20, so what it can bring up is near them already; all others would take most
/// of the time of a query.
pub(super) const REACHED: usize = 200;

/// So many turns may have a term that joins the query, however many turns there are.
///
/// It bounds what a query costs; the record of the quality among many turns has what more of them find: no more.
const MANY: usize = 1_000;

/// How rare a term is that fewer turns have than this is found once; most terms of a turn are rare.
const OFTEN: usize = 64;

/// The terms that characterise the turns found, the best first, with what each counts.
///
/// A term is worth how much of the turns' text it makes up, each turn by its score, times its rarity.
pub(super) fn terms(index: &TurnIndex, found: &[(usize, f32)]) -> Vec<(u32, f64)> {
    let most = index.most(SELECTIVE).min(MANY);
    let mut shares: Vec<f64> = Vec::new();
    let mut occurrences: Vec<u64> = Vec::new();
    for ((turn, score), number) in found.iter().zip(0_u32..) {
        let terms = index.turns.terms_of(*turn);
        shares.push(f64::from(*score) / terms.len().max(1) as f64);
        occurrences.extend(terms.iter().map(|term| u64::from(*term) << 32 | u64::from(number)));
    }
    // Shares of a term are added in the order of the turns, so that the sum is always the same.
    occurrences.sort_unstable();
    let term = |occurrence: u64| (occurrence >> 32) as u32;
    let share = |occurrence: &u64| shares.get(*occurrence as u32 as usize).copied().unwrap_or_default();
    let mut rarities = [None; OFTEN];
    let mut worths: Vec<(u32, f64)> = occurrences
        .chunk_by(|one, other| term(*one) == term(*other))
        .filter_map(|same| Some((term(*same.first()?), same.iter().map(share).sum())))
        .filter_map(|(term, share): (u32, f64)| {
            let having = index.postings.since(term, index.first()).documents();
            let rarity = || rarity(index.len(), having);
            let rarity =
                || rarities.get_mut(having).map_or_else(rarity, |known| *known.get_or_insert_with(rarity));
            (having <= most).then(rarity).map(|rarity| (term, share * rarity))
        })
        .collect();
    worths.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    worths.truncate(index.ranking.feedback.terms);
    let highest = worths.first().map_or(1.0, |(_, worth)| *worth);
    let factor = index.ranking.feedback.weight / highest;
    worths.iter_mut().for_each(|(_, worth)| *worth *= factor);
    worths
}

impl TurnIndex {
    /// Lets the terms of the best turns join the query, for the turns that were found.
    pub(super) fn feed_back(&self, found: &[(usize, f32)], scratch: &mut Scratch) {
        let Scratch { words, joined: more, spreading, chosen, narrow, .. } = scratch;
        for (turn, _) in found {
            let block = turn / BLOCK;
            more.get_mut(block).into_iter().for_each(|more| *more = [0.0; BLOCK]);
            chosen.add(block, self.kernel.reach().div_ceil(BLOCK));
        }
        let mut field = Field::new(self, &self.turns.words, spreading, more);
        let sources = found.get(..self.ranking.feedback.turns).unwrap_or(found);
        for (term, weight) in terms(self, sources) {
            let run = self.postings.since(term, self.first());
            let Some(worth) = self.worth(weight, run.documents()) else { continue };
            narrow.clear();
            run.for_each(|(turns, counts)| narrow.add(turns, counts, chosen));
            field.add(narrow.list(worth), chosen);
        }
        chosen.clear();
        let (words, more) = (words.as_flattened_mut(), more.as_flattened());
        for (turn, _) in found {
            if let (Some(score), Some(more)) = (words.get_mut(*turn), more.get(*turn)) {
                *score += more;
            }
        }
    }
}
