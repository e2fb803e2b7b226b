//! How much of a tool's name a query says.

use super::rows::{Rows, size};
use crate::Error;
use crate::relevance::segment::{Options, Segmenter};

/// Which tools have a stem in their name.
#[derive(Debug, Default)]
pub(super) struct Names {
    tools: Rows<u32>,
    /// What the stems of each name weigh together.
    weights: Vec<f64>,
}

impl Names {
    /// Takes for each tool the distinct stems of its name; `weight` tells what a stem weighs.
    pub(super) fn of(stems: usize, names: &Rows<u32>, weight: impl Fn(u32) -> f64) -> Result<Self, Error> {
        let (mut dealt, mut weights) = (Vec::new(), Vec::with_capacity(names.len()));
        for tool in 0..size(names.len())? {
            let row = names.row(tool);
            dealt.extend(row.iter().map(|stem| (*stem, tool)));
            weights.push(row.iter().map(|stem| weight(*stem)).sum());
        }
        Ok(Self { tools: Rows::dealt(stems, &dealt)?, weights })
    }

    /// The tools that have a stem in their name, in order.
    pub(super) fn tools(&self, stem: u32) -> &[u32] {
        self.tools.row(stem)
    }

    /// What the name of each tool weighs.
    pub(super) fn weights(&self) -> &[f64] {
        &self.weights
    }

    pub(super) fn bytes(&self) -> usize {
        self.tools.bytes().saturating_add(self.weights.capacity().saturating_mul(size_of::<f64>()))
    }
}

/// The words of a name: of an identifier its parts without the whole, which nobody would say.
pub(super) fn name_words(name: &str) -> Vec<Box<[u8]>> {
    let mut wholes = listed(name, false).into_iter().peekable();
    let mut words: Vec<Box<[u8]>> = Vec::new();
    let mut is_whole = false;
    for term in listed(name, true) {
        let begins = wholes.next_if_eq(&term).is_some();
        if is_whole && !begins {
            // The one before was an identifier, and this is its first part.
            words.pop();
        }
        is_whole = begins;
        words.push(term);
    }
    words
}

fn listed(name: &str, parts: bool) -> Vec<Box<[u8]>> {
    let mut terms = Vec::new();
    Segmenter::new(Options { parts }).segment(name, |term| terms.push(term.into()));
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(name: &str) -> Vec<String> {
        name_words(name).iter().map(|word| String::from_utf8_lossy(word).into_owned()).collect()
    }

    #[test]
    fn an_identifier_counts_by_its_parts() {
        assert_eq!(words("list_issues"), ["list", "issues"]);
        assert_eq!(words("api.getUser zip"), ["api", "get", "user", "zip"]);
        assert_eq!(words("天気予報_get"), ["天気", "気予", "予報", "get"]);
        assert_eq!(words("__init__"), ["init"]);
        assert!(words("--").is_empty());
    }
}
