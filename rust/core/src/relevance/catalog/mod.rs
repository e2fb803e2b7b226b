//! The tools of a catalogue ranked for a query, by words alone.
//!
//! One store of postings serves two rankings. A term's weight in a tool is summed over the fields
//! (BM25F); a stem and a character gram are both a set of terms, and either is scored by the weights of its
//! terms together.

mod build;
mod grams;
mod names;
mod postings;
mod rows;
mod search;
mod servers;
mod stem;
mod vocabulary;

use crate::Error;
use grams::Grams;
use names::Names;
use postings::Postings;
use servers::Servers;
use vocabulary::Stems;

/// The texts of a tool: its name, its server's, what it does, the names of its parameters, and what is said of them.
pub const FIELDS: usize = 5;

/// A heavier field or part is refused: nothing that can be meant, and no sum of it loses its sense.
pub const HEAVIEST: f64 = 1_000.0;

/// What each part of a score weighs; the words of the query weigh 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parts {
    /// The grams that the query and a tool have in common.
    pub grams: f64,
    /// The share of the words of a tool's name that the query has.
    pub name: f64,
    /// How well the three best tools of the same server do.
    pub server: f64,
}

/// A tool that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Its place in the catalogue.
    pub tool: usize,
    /// Its score, rounded to nine places, above 0.
    pub score: f64,
}

/// An index of the tools of a catalogue.
#[derive(Debug)]
pub struct Catalog {
    tools: u32,
    stems: Stems,
    grams: Grams,
    postings: Postings,
    names: Names,
    servers: Servers,
}

impl Catalog {
    /// Reads a catalogue: of each tool its texts, in the order of the [`FIELDS`].
    ///
    /// `weights` are those of the fields. Tools with the same text as their server belong together, those
    /// without one do not.
    ///
    /// # Errors
    /// A weight is negative, no number or above [`HEAVIEST`], or there are more tools or terms than 32 bits
    /// can count.
    ///
    /// ```
    /// use contextthrift_core::relevance::catalog::{Catalog, Parts};
    ///
    /// let tools = [["list_issues", "git", "", "", ""], ["getWeather", "", "", "city", ""]];
    /// let catalog = Catalog::build(&tools, [3.0, 2.0, 0.75, 1.0, 0.5]).unwrap();
    /// let parts = Parts { grams: 0.75, name: 0.4, server: 0.3 };
    /// let hits = catalog.search("weather in a city", 10, &[], parts).unwrap();
    /// assert_eq!(hits.iter().map(|hit| hit.tool).collect::<Vec<_>>(), [1]);
    /// ```
    pub fn build<T: AsRef<str>>(tools: &[[T; FIELDS]], weights: [f64; FIELDS]) -> Result<Self, Error> {
        checked("weights", &weights)?;
        build::build(tools, weights)
    }

    /// How many tools there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tools as usize
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tools == 0
    }

    /// The best tools for a query, best first; what has the same score stands as in the catalogue.
    ///
    /// The places in `without` are left out, which changes no score of the others.
    ///
    /// # Errors
    /// A part's weight is negative, no number or above [`HEAVIEST`].
    pub fn search(
        &self,
        query: &str,
        limit: usize,
        without: &[usize],
        parts: Parts,
    ) -> Result<Vec<Hit>, Error> {
        checked("parts", &[parts.grams, parts.name, parts.server])?;
        Ok(search::search(self, query, limit, without, parts))
    }

    /// The bytes the index holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        [self.grams.bytes(), self.postings.bytes(), self.names.bytes(), self.servers.bytes()]
            .into_iter()
            .fold(self.stems.bytes(), usize::saturating_add)
    }
}

fn checked(column: &'static str, weights: &[f64]) -> Result<(), Error> {
    let all_fit = weights.iter().all(|weight| (0.0..=HEAVIEST).contains(weight));
    if all_fit { Ok(()) } else { Err(Error::amount(column)) }
}
