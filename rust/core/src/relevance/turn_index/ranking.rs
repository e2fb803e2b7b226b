//! What the rank of a turn depends on.

use crate::Error;
use crate::relevance::index::Bm25;

/// Every part of the ranking; each can be switched off by itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranking {
    /// The weight of a match.
    pub bm25: Bm25,
    /// How far a word counts for the turns around its own; a reach of 0 is off.
    pub spread: Spread,
    /// Whether English words count by their stem.
    pub stemming: bool,
    /// Whether parts of identifiers are terms, too.
    pub parts: bool,
    /// The share of the turns above which a term no longer counts; 1 is off.
    pub common: f64,
    /// The length of the runs of characters by which a second ranking goes; 0 is off.
    pub grams: usize,
    /// What the best turns add to the query; a weight of 0 is off.
    pub feedback: Feedback,
    /// Times the score of a turn whose author the query names; 1 is off.
    pub named_author: f64,
    /// Times the score of a turn that ends in a question; 1 is off.
    pub question: f64,
}

/// A word counts `weight * decay ^ distance` in a turn at a distance from its own, and 1 in its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The weight before any decay.
    pub weight: f64,
    /// What is left of it from one turn to the next.
    pub decay: f64,
    /// How many turns each way.
    pub reach: u8,
}

/// Pseudo-relevance feedback: terms of the turns that a first ranking finds best join the query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Feedback {
    /// How many turns are read.
    pub turns: usize,
    /// How many terms join.
    pub terms: usize,
    /// What the best of them counts; a word of the query counts 1.
    pub weight: f64,
}

impl Ranking {
    /// Nothing but BM25, in the variant that Lucene has.
    #[must_use]
    pub fn plain(k1: f64, b: f64) -> Self {
        Self {
            bm25: Bm25 { k1, b },
            spread: Spread { weight: 0.0, decay: 0.0, reach: 0 },
            stemming: false,
            parts: false,
            common: 1.0,
            grams: 0,
            feedback: Feedback { turns: 0, terms: 0, weight: 0.0 },
            named_author: 1.0,
            question: 1.0,
        }
    }

    /// # Errors
    /// A number is negative, not finite, or above 1 where it is a share.
    pub(super) fn checked(self) -> Result<Self, Error> {
        let amounts = [
            (self.bm25.k1, "k1"),
            (self.spread.weight, "spread"),
            (self.feedback.weight, "feedback_weight"),
            (self.named_author, "named_author"),
            (self.question, "question"),
        ];
        let shares = [(self.bm25.b, "b"), (self.spread.decay, "spread_decay"), (self.common, "common")];
        if let Some((_, name)) = amounts.iter().find(|(amount, _)| !(0.0..=LARGEST).contains(amount)) {
            return Err(Error::amount(name));
        }
        match shares.iter().find(|(share, _)| !(0.0..=1.0).contains(share)) {
            Some((_, name)) => Err(Error::fraction(name)),
            None => Ok(self),
        }
    }

    pub(super) fn has_feedback(&self) -> bool {
        self.feedback.weight > 0.0 && self.feedback.turns > 0 && self.feedback.terms > 0
    }
}

/// No factor needs to be larger, and no score made with factors up to it overflows.
const LARGEST: f64 = 1e6;
