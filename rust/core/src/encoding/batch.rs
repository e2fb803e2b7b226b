//! Counting many texts at once.

use super::Encoding;
use super::counter::Counter;
use crate::Error;
use crate::parallel::spread;

/// Below this a second thread saves no time: each learns the pieces of its own share anew, and the first megabyte of
/// texts that were never counted takes as long as the next one and a half (benches/count_threads.py).
const BYTES_WORTH_A_THREAD: usize = 1024 * 1024;

impl Encoding {
    /// The number of tokens of each text, in order, counted on all cores when there is enough to count.
    ///
    /// # Errors
    /// The vocabulary cannot be read.
    pub fn count_batch<T: AsRef<str> + Sync>(self, texts: &[T]) -> Result<Vec<u64>, Error> {
        spread(texts, BYTES_WORTH_A_THREAD, |texts, counts| {
            Counter::new(self)?.fill(texts, counts);
            Ok(())
        })
    }

    /// The same in the caller's thread alone, for those who have a thread for each share of their texts.
    ///
    /// # Errors
    /// The vocabulary cannot be read.
    pub fn count_batch_here<T: AsRef<str> + Sync>(self, texts: &[T]) -> Result<Vec<u64>, Error> {
        let mut counts = vec![0; texts.len()];
        Counter::new(self)?.fill(texts, &mut counts);
        Ok(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_stand_in_the_order_of_their_texts_whatever_the_number_of_threads() {
        let texts: Vec<String> = (0..4000).map(|i| "word ".repeat(i % 97)).collect();
        let alone: Vec<u64> = texts.iter().map(|text| Encoding::Cl100kBase.count(text).unwrap()).collect();
        assert_eq!(Encoding::Cl100kBase.count_batch(&texts).unwrap(), alone);
        assert_eq!(Encoding::Cl100kBase.count_batch_here(&texts).unwrap(), alone);
    }

    #[test]
    fn no_texts_have_no_counts() {
        assert_eq!(Encoding::O200kBase.count_batch::<&str>(&[]), Ok(Vec::new()));
    }
}
