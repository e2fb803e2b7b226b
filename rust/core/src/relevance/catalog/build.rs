//! From the texts of tools to the index.

use super::names::{Names, name_words};
use super::postings::{Posting, Postings, Tally};
use super::rows::{Rows, size};
use super::servers::Servers;
use super::stem::stem;
use super::vocabulary::{Ordered, Stems};
use super::{Catalog, FIELDS, Grams};
use crate::Error;
use crate::relevance::index::{Vocabulary, rarity};
use crate::relevance::segment::{Options, Segmenter};

/// How much a field that is longer than usual loses: BM25's b, here half way between nothing and all.
const LENGTH_SHARE: f64 = 0.5;

pub(super) fn build<T: AsRef<str>>(tools: &[[T; FIELDS]], weights: [f64; FIELDS]) -> Result<Catalog, Error> {
    let count = u32::try_from(tools.len()).map_err(|_| Error::too_many("tools", tools.len()))?;
    let mut vocabulary = Vocabulary::default();
    let occurrences = Occurrences::read(tools, &mut vocabulary)?;
    let terms = Ordered::new(&vocabulary);
    let postings = Postings::dealt(terms.len(), &occurrences.weighed(count, &terms.numbers(), weights)?)?;
    drop(occurrences);
    let stems = Stems::of_terms(&terms)?;
    let mut catalog = Catalog {
        tools: count,
        grams: Grams::of_terms(terms.terms())?,
        stems,
        postings,
        names: Names::default(),
        servers: Servers::of(tools.iter().map(|[_, server, ..]| server.as_ref()))?,
    };
    catalog.names = catalog.named(tools.iter().map(|[name, ..]| name.as_ref()))?;
    Ok(catalog)
}

/// The terms of all texts, by the order in which they were first seen.
struct Occurrences {
    /// For each field a list for each tool.
    fields: [Rows<u32>; FIELDS],
}

impl Occurrences {
    fn read<T: AsRef<str>>(tools: &[[T; FIELDS]], vocabulary: &mut Vocabulary) -> Result<Self, Error> {
        let mut fields: [Rows<u32>; FIELDS] = Default::default();
        let mut segmenter = Segmenter::new(Options { parts: true });
        let mut found = Vec::new();
        for tool in tools {
            for (text, rows) in tool.iter().zip(&mut fields) {
                found.clear();
                let mut failed = None;
                segmenter.segment(text.as_ref(), |term| match vocabulary.number(term) {
                    Ok(number) => found.push(number),
                    Err(error) => failed = Some(error),
                });
                failed.map_or(Ok(()), Err)?;
                rows.push(&found)?;
            }
        }
        Ok(Self { fields })
    }

    /// The weight of each term in each tool, over all fields: tool by tool.
    fn weighed(
        &self,
        tools: u32,
        numbers: &[u32],
        weights: [f64; FIELDS],
    ) -> Result<Vec<(u32, Posting)>, Error> {
        let means: Vec<f64> = self.fields.iter().map(|rows| mean_length(rows, tools)).collect();
        let mut tally = Tally::new(numbers.len());
        let mut weighed = Vec::new();
        for tool in 0..tools {
            for ((rows, mean), weight) in self.fields.iter().zip(&means).zip(weights) {
                let row = rows.row(tool);
                let norm = 1.0 - LENGTH_SHARE + LENGTH_SHARE * row.len() as f64 / mean;
                let each = weight / norm;
                if each > 0.0 {
                    row.iter().for_each(|term| tally.raise(*term, each));
                }
            }
            tally.drain(|term, weight| {
                let number = numbers.get(term as usize).copied().unwrap_or_default();
                weighed.push((number, Posting::new(tool, weight)));
            });
        }
        size(weighed.len())?;
        Ok(weighed)
    }
}

/// The mean number of terms of a field, over the tools that have any.
fn mean_length(rows: &Rows<u32>, tools: u32) -> f64 {
    let lengths = (0..tools).map(|tool| rows.row(tool).len()).filter(|length| *length > 0);
    let (count, all) = lengths
        .fold((0_u32, 0_usize), |(count, all), length| (count.saturating_add(1), all.saturating_add(length)));
    all as f64 / f64::from(count.max(1))
}

impl Catalog {
    /// The names by their stems, each weighing as much as it is rare among the texts of all tools.
    fn named<'a>(&self, names: impl Iterator<Item = &'a str>) -> Result<Names, Error> {
        let (mut rows, mut text) = (Rows::default(), Vec::new());
        let mut tally = Tally::new(self.len());
        let mut weights = vec![None; self.stems.len()];
        for name in names {
            let mut row = Vec::new();
            for word in name_words(name) {
                stem(&word, &mut text);
                row.extend(self.stems.find(&text));
            }
            row.sort_unstable();
            row.dedup();
            for number in &row {
                if let Some(slot @ None) = weights.get_mut(*number as usize) {
                    *slot = Some(self.rarity_of_stem(*number, &mut tally));
                }
            }
            rows.push(&row)?;
        }
        let weight = |stem: u32| weights.get(stem as usize).copied().flatten().unwrap_or_default();
        Names::of(self.stems.len(), &rows, weight)
    }

    fn rarity_of_stem(&self, stem: u32, tally: &mut Tally) -> f64 {
        let (from, to) = self.stems.terms(stem);
        tally.add(self.postings.of_terms(from, to));
        let rarity = rarity(self.len(), tally.holders());
        tally.drain(|_, _| ());
        rarity
    }
}
