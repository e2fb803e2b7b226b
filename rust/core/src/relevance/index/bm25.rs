//! How much a match weighs: BM25, in the variant that Lucene has.

use super::logarithm::logarithm;

/// The two parameters of BM25.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bm25 {
    /// How slowly further occurrences stop to matter; 0 counts the first alone.
    pub k1: f64,
    /// How much length counts, from 0, not at all, to 1.
    pub b: f64,
}

impl Bm25 {
    /// What a count comes to in documents of this mean length.
    ///
    /// It is `count / (count + flat + sloped * length)`, between 0 and 1.
    #[must_use]
    pub fn saturation(self, mean_length: f64) -> Saturation {
        let sloped = if mean_length > 0.0 { self.k1 * self.b / mean_length } else { 0.0 };
        // Without the least number, nothing in a document without length would be 0 / 0.
        Saturation { flat: (self.k1 * (1.0 - self.b)) as f32 + f32::MIN_POSITIVE, sloped: sloped as f32 }
    }
}

/// BM25 for documents of a known mean length, in single precision.
#[derive(Debug, Clone, Copy)]
pub struct Saturation {
    flat: f32,
    sloped: f32,
}

impl Saturation {
    /// What a count comes to in a document of a length.
    #[inline]
    #[must_use]
    pub fn of(self, count: f32, length: f32) -> f32 {
        count / (count + (self.flat + self.sloped * length))
    }
}

/// What a term is worth that is in `having` of `all` documents: `ln(1 + (all - having + 0.5) / (having + 0.5))`.
#[must_use]
pub fn rarity(all: usize, having: usize) -> f64 {
    let without = all.saturating_sub(having) as f64;
    logarithm(1.0 + (without + 0.5) / (having as f64 + 0.5))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rare_term_is_worth_more_and_a_common_one_something() {
        let worths: Vec<f64> = (1..=10).map(|having| rarity(10, having)).collect();
        assert!(worths.windows(2).all(|pair| pair[0] > pair[1]) && worths[9] > 0.0);
        assert!((rarity(10, 1) - (1.0 + 9.5 / 1.5_f64).ln()).abs() < 1e-14);
    }

    #[test]
    fn a_match_in_a_short_document_weighs_more() {
        let saturation = Bm25 { k1: 1.5, b: 0.75 }.saturation(10.0);
        assert!(saturation.of(1.0, 5.0) > saturation.of(1.0, 10.0));
        assert_eq!(saturation.of(1.0, 10.0).to_bits(), (1.0_f32 / 2.5).to_bits());
        assert!((saturation.of(3.0, 10.0) - 3.0 / 4.5).abs() < 1e-7);
    }

    #[test]
    fn documents_without_terms_have_no_mean() {
        let saturation = Bm25 { k1: 1.0, b: 1.0 }.saturation(0.0);
        assert_eq!([saturation.of(1.0, 0.0), saturation.of(0.0, 0.0)], [1.0, 0.0]);
    }
}
