//! From a query to the best tools.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::postings::Tally;
use super::{Catalog, Hit, Parts, grams, stem::stem};
use crate::relevance::index::rarity;
use crate::relevance::segment::{Options, Segmenter};

/// What a term weighs at which it has half of its effect: BM25's k1. A score is one share or another of 1.
const HALF: f64 = 1.0;

/// Scores are whole numbers of this part: below it, machines and orders of addition may differ.
const STEPS: f64 = 1e9;

pub(super) fn search(
    catalog: &Catalog,
    query: &str,
    limit: usize,
    without: &[usize],
    parts: Parts,
) -> Vec<Hit> {
    let asked = Asked::read(catalog, query);
    let mut ranking = Ranking::new(catalog);
    let mut scores = ranking.words_and_name(&asked.stems, parts.name);
    if parts.grams > 0.0 {
        let grams = scaled(ranking.grams(&asked.grams));
        scores.iter_mut().zip(grams).for_each(|(score, gram)| *score += parts.grams * gram);
    }
    if parts.server > 0.0 {
        catalog.servers.lift(&mut scores, parts.server);
    }
    best(&scores, limit, without)
}

/// The stems and grams of a query that the catalogue has, each once, in the order they occur.
struct Asked {
    stems: Vec<u32>,
    grams: Vec<u32>,
}

impl Asked {
    fn read(catalog: &Catalog, query: &str) -> Self {
        let (mut stems, mut grams) = (Distinct::default(), Distinct::default());
        let (mut terms, mut text, mut reader) = (HashSet::new(), Vec::new(), grams::Reader::default());
        Segmenter::new(Options { parts: true }).segment(query, |term| {
            if !terms.insert(Box::<[u8]>::from(term)) {
                return;
            }
            stem(term, &mut text);
            stems.add(catalog.stems.find(&text));
            reader.read(term, |key| grams.add(catalog.grams.find(key)));
        });
        Self { stems: stems.order, grams: grams.order }
    }
}

#[derive(Default)]
struct Distinct {
    seen: HashSet<u32>,
    order: Vec<u32>,
}

impl Distinct {
    fn add(&mut self, number: Option<u32>) {
        self.order.extend(number.filter(|number| self.seen.insert(*number)));
    }
}

/// Scores all tools, part by part.
struct Ranking<'a> {
    catalog: &'a Catalog,
    tally: Tally,
}

impl<'a> Ranking<'a> {
    fn new(catalog: &'a Catalog) -> Self {
        Self { catalog, tally: Tally::new(catalog.len()) }
    }

    /// The words of the query, scaled, and the share of each name that they cover.
    fn words_and_name(&mut self, stems: &[u32], name_weight: f64) -> Vec<f64> {
        let mut scores = vec![0.0; self.catalog.len()];
        let mut covered = vec![0.0; self.catalog.len()];
        for stem in stems {
            let (from, to) = self.catalog.stems.terms(*stem);
            self.tally.add(self.catalog.postings.of_terms(from, to));
            let rarity = self.score(&mut scores);
            for tool in self.catalog.names.tools(*stem) {
                raise(&mut covered, *tool, rarity);
            }
        }
        let mut scores = scaled(scores);
        for ((score, covered), all) in scores.iter_mut().zip(covered).zip(self.catalog.names.weights()) {
            if *all > 0.0 {
                *score += name_weight * covered / all;
            }
        }
        scores
    }

    fn grams(&mut self, grams: &[u32]) -> Vec<f64> {
        let mut scores = vec![0.0; self.catalog.len()];
        for gram in grams {
            for term in self.catalog.grams.terms(*gram) {
                self.tally.add(self.catalog.postings.of_terms(*term, term.saturating_add(1)));
            }
            self.score(&mut scores);
        }
        scores
    }

    /// Scores the tools by the sums of one set of terms, and tells how rare it is.
    fn score(&mut self, scores: &mut [f64]) -> f64 {
        let rarity = rarity(self.catalog.len(), self.tally.holders());
        self.tally.drain(|tool, sum| raise(scores, tool, rarity * sum / (sum + HALF)));
        rarity
    }
}

fn raise(scores: &mut [f64], tool: u32, by: f64) {
    if let Some(score) = scores.get_mut(tool as usize) {
        *score += by;
    }
}

/// The scores as shares of the highest.
fn scaled(mut scores: Vec<f64>) -> Vec<f64> {
    let highest = scores.iter().copied().fold(0.0, f64::max);
    if highest > 0.0 {
        scores.iter_mut().for_each(|score| *score /= highest);
    }
    scores
}

fn best(scores: &[f64], limit: usize, without: &[usize]) -> Vec<Hit> {
    let without: HashSet<&usize> = without.iter().collect();
    let steps = scores.iter().map(|score| (score * STEPS).round() as u64).enumerate();
    let mut found: Vec<(Reverse<u64>, usize)> = steps
        .filter(|(tool, steps)| *steps > 0 && !without.contains(tool))
        .map(|(tool, steps)| (Reverse(steps), tool))
        .collect();
    if limit < found.len() {
        found.select_nth_unstable(limit);
        found.truncate(limit);
    }
    found.sort_unstable();
    found.into_iter().map(|(Reverse(steps), tool)| Hit { tool, score: steps as f64 / STEPS }).collect()
}
