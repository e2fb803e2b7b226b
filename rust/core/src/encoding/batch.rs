//! Counting many texts at once, spread over the cores when it is worth a thread.

use std::thread;

use super::Encoding;
use crate::Error;

/// Below this many bytes a thread costs more than it counts: starting one takes about as long as counting 30 KB.
const BYTES_WORTH_A_THREAD: usize = 256 * 1024;

impl Encoding {
    /// The number of tokens of each text, in order.
    ///
    /// Threads live for this call alone, so a forked process inherits none.
    ///
    /// # Errors
    /// The vocabulary cannot be read.
    pub fn count_batch<T: AsRef<str> + Sync>(self, texts: &[T]) -> Result<Vec<u64>, Error> {
        let bytes: usize = texts.iter().map(|text| text.as_ref().len()).sum();
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = bytes.checked_div(BYTES_WORTH_A_THREAD).unwrap_or_default().clamp(1, cores);
        let mut counts = vec![0; texts.len()];
        let mut shares = shares(texts, &mut counts, bytes.div_ceil(threads));
        let own = shares.pop();
        thread::scope(|scope| {
            let start =
                |(texts, slots)| thread::Builder::new().spawn_scoped(scope, move || self.fill(texts, slots));
            let workers: Vec<_> = shares.into_iter().map(start).collect();
            own.map_or(Ok(()), |(texts, slots)| self.fill(texts, slots))?;
            workers.into_iter().try_for_each(|worker| match worker.map(thread::ScopedJoinHandle::join) {
                Ok(Ok(result)) => result,
                _ => Err(Error::worker()),
            })
        })?;
        Ok(counts)
    }

    fn fill<T: AsRef<str>>(self, texts: &[T], counts: &mut [u64]) -> Result<(), Error> {
        for (text, slot) in texts.iter().zip(counts) {
            *slot = self.count(text.as_ref())?;
        }
        Ok(())
    }
}

/// Cuts texts and the places of their counts into shares of about `bytes` each, in order.
fn shares<'a, T: AsRef<str>>(
    texts: &'a [T],
    counts: &'a mut [u64],
    bytes: usize,
) -> Vec<(&'a [T], &'a mut [u64])> {
    let mut shares = Vec::new();
    let (mut texts, mut counts) = (texts, counts);
    while !texts.is_empty() {
        let mut filled = 0_usize;
        let reached = texts.iter().position(|text| {
            filled = filled.saturating_add(text.as_ref().len());
            filled >= bytes
        });
        let end = reached.map_or(texts.len(), |place| place.saturating_add(1));
        let (mine, rest) = texts.split_at_checked(end).unwrap_or((texts, &[]));
        let (slots, others) = counts.split_at_mut_checked(end).unwrap_or_default();
        shares.push((mine, slots));
        (texts, counts) = (rest, others);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_stand_in_the_order_of_their_texts_whatever_the_number_of_threads() {
        let texts: Vec<String> = (0..4000).map(|i| "word ".repeat(i % 97)).collect();
        let alone: Vec<u64> = texts.iter().map(|text| Encoding::Cl100kBase.count(text).unwrap()).collect();
        assert_eq!(Encoding::Cl100kBase.count_batch(&texts).unwrap(), alone);
    }

    #[test]
    fn no_texts_have_no_counts() {
        assert_eq!(Encoding::O200kBase.count_batch::<&str>(&[]), Ok(Vec::new()));
    }

    #[test]
    fn shares_cover_everything_once() {
        let texts = ["aa", "", "bbbb", "c", "dddddd", ""];
        let mut counts = vec![0; texts.len()];
        let lengths: Vec<_> =
            shares(&texts, &mut counts, 5).iter().map(|(texts, slots)| (texts.len(), slots.len())).collect();
        assert_eq!(lengths, [(3, 3), (2, 2), (1, 1)]);
    }
}
