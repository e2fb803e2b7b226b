//! Work on many texts at once, spread over the cores when it is worth a thread.

use std::thread;

use crate::Error;

/// What `work` writes for each text, in order; a thread is started for every `bytes_worth_a_thread` of text.
///
/// `work` gets a share of the texts and the places of its answers. Threads live for this call alone, so
/// a forked process inherits none.
///
/// # Errors
/// The first error of `work`, or that a thread could not be started.
pub(crate) fn spread<T, A>(
    texts: &[T],
    bytes_worth_a_thread: usize,
    work: impl Fn(&[T], &mut [A]) -> Result<(), Error> + Sync,
) -> Result<Vec<A>, Error>
where
    T: AsRef<str> + Sync,
    A: Clone + Default + Send,
{
    let bytes: usize = texts.iter().map(|text| text.as_ref().len()).sum();
    let threads = threads(bytes.checked_div(bytes_worth_a_thread).unwrap_or_default());
    let mut answers = vec![A::default(); texts.len()];
    let mut shares = shares(texts, &mut answers, bytes.div_ceil(threads));
    let (own, work) = (shares.pop(), &work);
    thread::scope(|scope| {
        let start = |(texts, slots)| thread::Builder::new().spawn_scoped(scope, move || work(texts, slots));
        let workers: Vec<_> = shares.into_iter().map(start).collect();
        own.map_or(Ok(()), |(texts, slots)| work(texts, slots))?;
        workers.into_iter().try_for_each(|worker| match worker.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            _ => Err(Error::worker()),
        })
    })?;
    Ok(answers)
}

/// At most so many threads, and no more than there are cores: to ask for their number takes longer than to count a
/// few short texts.
fn threads(worth: usize) -> usize {
    if worth > 1 { thread::available_parallelism().map_or(1, |cores| worth.min(cores.get())) } else { 1 }
}

/// Cuts texts and the places of their answers into shares of about `bytes` each, in order.
fn shares<'a, T: AsRef<str>, A>(
    texts: &'a [T],
    answers: &'a mut [A],
    bytes: usize,
) -> Vec<(&'a [T], &'a mut [A])> {
    let mut shares = Vec::new();
    let (mut texts, mut answers) = (texts, answers);
    while !texts.is_empty() {
        let mut filled = 0_usize;
        let reached = texts.iter().position(|text| {
            filled = filled.saturating_add(text.as_ref().len());
            filled >= bytes
        });
        let end = reached.map_or(texts.len(), |place| place.saturating_add(1));
        let (mine, rest) = texts.split_at_checked(end).unwrap_or((texts, &[]));
        let (slots, others) = answers.split_at_mut_checked(end).unwrap_or_default();
        shares.push((mine, slots));
        (texts, answers) = (rest, others);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_cover_everything_once() {
        let texts = ["aa", "", "bbbb", "c", "dddddd", ""];
        let mut answers = vec![0; texts.len()];
        let lengths: Vec<_> =
            shares(&texts, &mut answers, 5).iter().map(|(texts, slots)| (texts.len(), slots.len())).collect();
        assert_eq!(lengths, [(3, 3), (2, 2), (1, 1)]);
    }

    #[test]
    fn what_is_worth_one_thread_is_done_by_the_caller() {
        assert_eq!([threads(0), threads(1)], [1, 1]);
        assert!((1..=7).contains(&threads(7)));
    }

    #[test]
    fn an_error_on_any_thread_comes_back() {
        let texts = ["ok", "ok", "ok", "no"];
        let work = |texts: &[&str], _: &mut [u64]| {
            if texts.contains(&"no") { Err(Error::total()) } else { Ok(()) }
        };
        assert_eq!(spread(&texts, 1, work), Err(Error::total()));
    }
}
