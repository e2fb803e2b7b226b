//! Messages to turns, and calls to the turns they were made in.

use crate::Error;

/// Which messages and which calls each turn of a history has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grouping {
    /// For each turn the place behind its last message; a turn begins where the one before it ends.
    pub ends: Vec<usize>,
    /// The places of the calls that have a turn: turn by turn, in each as they were given.
    pub calls: Vec<usize>,
    /// For each turn the place in `calls` behind its last one.
    pub call_ends: Vec<usize>,
}

/// Groups a history of messages and calls by the times they have.
///
/// `closes` tells of each message whether it ends its turn; what is left at the end is a turn, too. A
/// call belongs to the last turn before the first one that begins later than the call; one earlier than
/// the first turn belongs to none. Times compare by code point, which is right for timestamps of one format.
///
/// # Errors
/// There is not one time for each message.
///
/// ```
/// use contextthrift_core::relevance::group;
///
/// let grouping = group(&[0, 1, 0], &["10", "15", "20"], &["21", "05", "12"]).unwrap();
/// assert_eq!(grouping.ends, [2, 3]);
/// assert_eq!((grouping.calls, grouping.call_ends), (vec![2, 0], vec![1, 2]));
/// ```
pub fn group<M, C>(closes: &[u8], message_times: &[M], call_times: &[C]) -> Result<Grouping, Error>
where
    M: AsRef<str>,
    C: AsRef<str>,
{
    if closes.len() != message_times.len() {
        return Err(Error::length("message_times", closes.len(), message_times.len()));
    }
    let ends = ends(closes);
    let walked = walked(&ends, message_times);
    let turn = |call: &C| walked.partition_point(|start| *start <= call.as_ref()).checked_sub(1);
    let mut owned: Vec<(usize, usize)> =
        call_times.iter().enumerate().filter_map(|(place, call)| Some((turn(call)?, place))).collect();
    owned.sort_unstable();
    let call_ends = (0..ends.len()).map(|turn| owned.partition_point(|(owner, _)| *owner <= turn)).collect();
    Ok(Grouping { ends, calls: owned.into_iter().map(|(_, place)| place).collect(), call_ends })
}

fn ends(closes: &[u8]) -> Vec<usize> {
    let closing = closes.iter().zip(1..).filter(|(closes, _)| **closes != 0);
    let mut ends: Vec<usize> = closing.map(|(_, end)| end).collect();
    if closes.last() == Some(&0) {
        ends.push(closes.len());
    }
    ends
}

/// For each turn the latest beginning of any turn up to it.
///
/// A walk from the first turn that stops at the first later one stops where this exceeds the call, and
/// this, unlike the beginnings, is in order whatever the input.
fn walked<'a, M: AsRef<str>>(ends: &[usize], times: &'a [M]) -> Vec<&'a str> {
    let starts = [0].iter().chain(ends).take(ends.len());
    let starts = starts.filter_map(|start| times.get(*start)).map(AsRef::as_ref);
    let latest = starts.scan("", |latest, start| {
        *latest = start.max(*latest);
        Some(*latest)
    });
    latest.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: [&str; 0] = [];

    /// The turn of each call.
    fn owners(closes: &[u8], message_times: &[&str], call_times: &[&str]) -> Vec<Option<usize>> {
        let grouping = group(closes, message_times, call_times).unwrap();
        let mut owners = vec![None; call_times.len()];
        let mut start = 0;
        for (turn, end) in grouping.call_ends.into_iter().enumerate() {
            for call in &grouping.calls[start..end] {
                owners[*call] = Some(turn);
            }
            start = end;
        }
        owners
    }

    #[test]
    fn a_call_at_the_beginning_of_a_turn_is_that_turns() {
        let owners = owners(&[0, 1, 0, 1], &["1", "2", "3", "4"], &["3", "1", "2", "0"]);
        assert_eq!(owners, [Some(1), Some(0), Some(0), None]);
    }

    #[test]
    fn the_walk_ends_at_the_first_later_turn_even_if_another_would_match() {
        assert_eq!(owners(&[1, 1, 1], &["2", "9", "3"], &["5", "9"]), [Some(0), Some(2)]);
    }

    #[test]
    fn an_empty_time_is_the_earliest() {
        assert_eq!(owners(&[1], &[""], &["", "1"]), [Some(0), Some(0)]);
    }

    #[test]
    fn calls_of_a_turn_stay_as_they_were_given() {
        let grouping = group(&[1, 1], &["1", "3"], &["4", "2", "9", "1"]).unwrap();
        assert_eq!((grouping.calls, grouping.call_ends), (vec![1, 3, 0, 2], vec![2, 4]));
    }

    #[test]
    fn without_messages_no_call_has_a_turn() {
        let grouping = group(&[], &NONE, &["1"]).unwrap();
        assert_eq!(grouping, Grouping { ends: vec![], calls: vec![], call_ends: vec![] });
    }

    #[test]
    fn every_message_has_a_time() {
        let error = group(&[0, 1], &["1"], &NONE).unwrap_err();
        assert_eq!(error.to_string(), "column message_times has 1 values, the others of its bucket have 2");
    }
}
