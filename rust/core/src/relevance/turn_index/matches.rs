//! Where the turns have what is asked, term by term, in flat arrays.

use std::hint::black_box;

use super::TurnIndex;
use super::marks::Marks;
use super::query::SELECTIVE;
use crate::relevance::index::Run;

/// The turns of the terms that have a run of characters may be so many in sum, however many turns there are.
///
/// It bounds what a query costs, most of which is for runs. Among 100,000 turns more of them find hardly more, and
/// half as many find less: the record of the quality among many turns has it.
const MANY: usize = 4_000;

/// Lists of turns with counts, one after the other.
///
/// Each is read several times; the postings of a few hundred terms with the same run of characters
/// are scattered all over the memory.
#[derive(Debug, Default)]
pub(super) struct Matches {
    turns: Vec<u32>,
    counts: Vec<f32>,
    lists: Vec<(f32, usize)>,
}

/// The turns that have a term, or one of some terms, how often, and what that is worth.
#[derive(Debug, Clone, Copy)]
pub(super) struct List<'a> {
    pub(super) worth: f32,
    pub(super) turns: &'a [u32],
    pub(super) counts: &'a [f32],
}

impl List<'_> {
    pub(super) fn entries(&self) -> impl Iterator<Item = (usize, f32)> {
        self.turns.iter().zip(self.counts).map(|(turn, count)| (*turn as usize, *count))
    }
}

impl Matches {
    pub(super) fn clear(&mut self) {
        self.turns.clear();
        self.counts.clear();
        self.lists.clear();
    }

    /// Adds turns to the list that is open.
    pub(super) fn add(&mut self, run: Run<'_>, times: f32) {
        for (turns, counts) in run {
            self.turns.extend_from_slice(turns);
            self.counts.extend(counts.iter().map(|count| f32::from(*count) * times));
        }
    }

    /// How many different turns the open list has; nothing if they are more than `most`.
    pub(super) fn distinct(&self, marks: &mut Marks, most: usize) -> Option<usize> {
        let open = self.turns.get(self.start()..).unwrap_or_default();
        open.iter().for_each(|turn| marks.add(*turn as usize));
        let having = marks.count();
        marks.clear();
        (having <= most).then_some(having)
    }

    /// Closes the list that is open, or leaves it out if it is worth nothing.
    pub(super) fn close(&mut self, worth: Option<f32>) {
        match worth {
            Some(worth) => self.lists.push((worth, self.turns.len())),
            None => {
                let start = self.start();
                self.turns.truncate(start);
                self.counts.truncate(start);
            }
        }
    }

    fn start(&self) -> usize {
        self.lists.last().map_or(0, |(_, end)| *end)
    }

    pub(super) fn lists(&self) -> impl Iterator<Item = List<'_>> {
        self.lists.iter().scan(0, |start, (worth, end)| {
            let of = *start..*end;
            *start = *end;
            let turns = self.turns.get(of.clone()).unwrap_or_default();
            Some(List { worth: *worth, turns, counts: self.counts.get(of).unwrap_or_default() })
        })
    }

    pub(super) fn size(&self) -> usize {
        let entries = self.turns.capacity().saturating_add(self.counts.capacity()).saturating_mul(4);
        entries.saturating_add(self.lists.capacity().saturating_mul(size_of::<(f32, usize)>()))
    }
}

impl TurnIndex {
    /// Fills in the lists of some terms.
    pub(super) fn match_words(&self, terms: &[(u32, f64)], matches: &mut Matches) {
        matches.clear();
        for (term, weight) in terms {
            let run = self.postings.since(*term, self.first());
            if let Some(worth) = self.worth(*weight, run.documents()) {
                matches.add(run, 1.0);
                matches.close(Some(worth));
            }
        }
    }

    /// Fills in the lists of runs of characters; each group has the terms that have a run, and its weight.
    pub(super) fn match_runs(
        &self,
        groups: &[(Vec<(u32, u16)>, f64)],
        matches: &mut Matches,
        marks: &mut Marks,
    ) {
        matches.clear();
        let most = self.most(SELECTIVE);
        for (terms, weight) in groups {
            let runs = || terms.iter().map(|(term, times)| (self.postings.since(*term, self.first()), times));
            let having = runs().map(|(run, _)| run.documents());
            let (largest, sum) = having.fold((0, 0_usize), |(l, s), n| (n.max(l), s.saturating_add(n)));
            // Turns with several of the terms count several times here, so that nothing has to be read to know it.
            if largest > most || sum > MANY {
                continue;
            }
            black_box(runs().fold(0, |all, (run, _)| all ^ run.fetch()));
            runs().for_each(|(run, times)| matches.add(run, f32::from(*times)));
            let having = if largest == sum { Some(sum) } else { matches.distinct(marks, most) };
            matches.close(having.and_then(|having| self.worth(*weight, having)));
        }
    }
}
