//! How much of a query a text covers.

use super::words::Reader;
use crate::Error;
use crate::parallel::spread;

/// Below this many bytes a thread costs more than it reads.
const BYTES_WORTH_A_THREAD: usize = 512 * 1024;

/// For each text the share of the query's terms that are words of it, from 0 to 1; 0 where there are no terms.
///
/// Terms are taken as they are, a repeated one once: a term that no text can hold, such as one in
/// upper case, still counts towards the whole.
///
/// # Errors
/// A thread cannot be started.
///
/// ```
/// use contextthrift_core::relevance::coverage;
///
/// let shares = coverage(&["retry", "timeout"], &["Retry the request", "nothing"]).unwrap();
/// assert_eq!(shares, [0.5, 0.0]);
/// ```
pub fn coverage<Q, T>(terms: &[Q], texts: &[T]) -> Result<Vec<f64>, Error>
where
    Q: AsRef<str>,
    T: AsRef<str> + Sync,
{
    let query = Query::new(terms);
    spread(texts, BYTES_WORTH_A_THREAD, |texts, shares| {
        query.fill(texts, shares);
        Ok(())
    })
}

/// The distinct terms, by their first byte: most words of a text are told apart by it alone.
struct Query {
    by_first: Vec<Vec<Term>>,
    count: usize,
}

#[derive(Clone)]
struct Term {
    text: Box<[u8]>,
    number: usize,
}

impl Query {
    fn new<Q: AsRef<str>>(terms: &[Q]) -> Self {
        let mut distinct: Vec<&[u8]> = terms.iter().map(|term| term.as_ref().as_bytes()).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let count = distinct.len();
        let mut by_first = vec![Vec::new(); 256];
        for (number, text) in distinct.into_iter().enumerate() {
            if let Some(bucket) = bucket_of(text).and_then(|bucket| by_first.get_mut(bucket)) {
                bucket.push(Term { text: text.into(), number });
            }
        }
        Self { by_first, count }
    }

    fn fill<T: AsRef<str>>(&self, texts: &[T], shares: &mut [f64]) {
        let mut reader = Reader::default();
        let mut seen_in = vec![0_usize; self.count];
        for (text, (place, slot)) in texts.iter().zip((1..).zip(shares)) {
            let mut found = 0_usize;
            reader.read(text.as_ref(), |word| {
                let last = self.number(word).and_then(|number| seen_in.get_mut(number));
                if let Some(last) = last.filter(|last| **last != place) {
                    *last = place;
                    found = found.saturating_add(1);
                }
            });
            *slot = self.share(found);
        }
    }

    /// The number of the term that is this word.
    fn number(&self, word: &[u8]) -> Option<usize> {
        let bucket = self.by_first.get(bucket_of(word)?)?;
        let place = bucket.binary_search_by(|term| term.text.as_ref().cmp(word)).ok()?;
        bucket.get(place).map(|term| term.number)
    }

    fn share(&self, found: usize) -> f64 {
        if self.count == 0 { 0.0 } else { found as f64 / self.count as f64 }
    }
}

fn bucket_of(word: &[u8]) -> Option<usize> {
    word.first().copied().map(usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_term_counts_once() {
        let texts = ["alpha alpha beta", "ALPHA", "", "gamma alphabet"];
        assert_eq!(coverage(&["alpha", "beta", "alpha"], &texts), Ok(vec![1.0, 0.5, 0.0, 0.0]));
    }

    #[test]
    fn a_term_no_text_can_hold_counts_towards_the_whole() {
        assert_eq!(coverage(&["Alpha", "", "abc", "alpha"], &["Alpha abc"]), Ok(vec![0.25]));
    }

    #[test]
    fn no_terms_cover_nothing() {
        assert_eq!(coverage::<&str, _>(&[], &["alpha"]), Ok(vec![0.0]));
        assert_eq!(coverage::<_, &str>(&["alpha"], &[]), Ok(Vec::new()));
    }
}
