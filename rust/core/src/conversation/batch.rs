//! Many conversations planned at once, out of columns in which they stand one behind the other.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::ladder::{Plan, Policy, Request, plan};
use super::messages::{Kind, Messages};
use crate::Error;
use crate::subtract::check_lengths;

/// Starting a thread takes about as long as planning a thousand messages; a thread gets twice that.
const MESSAGES_WORTH_A_THREAD: usize = 2_000;

/// Conversations one behind the other; what the columns hold says [`Messages::new`].
#[derive(Debug, Clone, Copy)]
pub struct Batch<'a> {
    /// Where each conversation begins in the columns, and last where the last one ends.
    pub offsets: &'a [u64],
    /// Codes of [`Kind::ALL`].
    pub kind: &'a [u8],
    /// Flags of each message.
    pub flags: &'a [u8],
    /// Tokens of each message as it stands.
    pub cost: &'a [u64],
    /// Tokens as a stub.
    pub stub: &'a [u64],
    /// Tokens with a gap note.
    pub noted: &'a [u64],
    /// Tokens of each conversation that always stay.
    pub fixed: &'a [u64],
    /// The most tokens of each conversation.
    pub budget: &'a [u64],
}

/// What `told` makes of the plan of each conversation and the number of its messages, on at most so many threads.
///
/// Each conversation is planned by itself. Threads live for this call alone, so a forked process inherits none.
///
/// # Errors
/// Columns of different lengths, offsets that do not rise from 0 to the number of messages, an unknown code, a
/// conversation whose costs do not fit in 64 bits, or no thread to be had.
pub fn plan_batch<T: Send>(
    batch: &Batch<'_>,
    policy: Policy,
    threads: NonZeroUsize,
    told: impl Fn(Plan, usize) -> T + Sync,
) -> Result<Vec<T>, Error> {
    let places = batch.checked()?;
    let worth = batch.kind.len() / MESSAGES_WORTH_A_THREAD;
    let threads = threads.get().min(worth).min(places.len());
    let next = AtomicUsize::new(0);
    let work = || planned(&places, &next, |at, span| Ok(told(batch.plan(at, span, policy)?, span.len())));
    let shares = thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, work);
        let workers: Vec<_> = (1..threads).map(start).collect();
        let mut shares = vec![work()];
        for worker in workers {
            shares.push(match worker.map(thread::ScopedJoinHandle::join) {
                Ok(Ok(share)) => share,
                _ => Err(Error::worker()),
            });
        }
        shares
    });
    in_order(shares, places.len())
}

/// What one thread made, with the places of the conversations.
type Share<T> = Vec<(usize, T)>;

/// Takes one conversation after the other, as long as there are any that no thread has taken.
fn planned<T>(
    places: &[Range<usize>],
    next: &AtomicUsize,
    plan: impl Fn(usize, &Range<usize>) -> Result<T, Error>,
) -> Result<Share<T>, Error> {
    let mut done = Vec::new();
    loop {
        let at = next.fetch_add(1, Ordering::Relaxed);
        let Some(span) = places.get(at) else { return Ok(done) };
        done.push((at, plan(at, span)?));
    }
}

fn in_order<T>(shares: Vec<Result<Share<T>, Error>>, conversations: usize) -> Result<Vec<T>, Error> {
    let mut made = Vec::with_capacity(conversations);
    for share in shares {
        made.append(&mut share?);
    }
    made.sort_unstable_by_key(|(at, _)| *at);
    Ok(made.into_iter().map(|(_, made)| made).collect())
}

impl Batch<'_> {
    /// Where each conversation stands in the columns.
    fn checked(&self) -> Result<Vec<Range<usize>>, Error> {
        let messages = self.kind.len();
        let columns = [self.flags.len(), self.cost.len(), self.stub.len(), self.noted.len()];
        check_lengths("messages", messages, &columns)?;
        let conversations = self.offsets.len().checked_sub(1).ok_or_else(|| Error::place("offsets", 0))?;
        check_lengths("conversations", conversations, &[self.fixed.len(), self.budget.len()])?;
        if let Some(index) = self.kind.iter().position(|code| usize::from(*code) >= Kind::ALL.len()) {
            return Err(Error::code("kind", index, self.kind.get(index).copied().unwrap_or_default()));
        }
        let offset = |index: usize| {
            let found = self.offsets.get(index).and_then(|offset| usize::try_from(*offset).ok());
            found.filter(|place| *place <= messages).ok_or_else(|| Error::place("offsets", index))
        };
        let ends = (offset(0)?, offset(conversations)?);
        if ends != (0, messages) {
            return Err(Error::place("offsets", if ends.0 == 0 { conversations } else { 0 }));
        }
        let span = |index: usize| {
            let (begin, end) = (offset(index)?, offset(index.saturating_add(1))?);
            if begin <= end { Ok(begin..end) } else { Err(Error::place("offsets", index.saturating_add(1))) }
        };
        (0..conversations).map(span).collect()
    }

    fn plan(&self, at: usize, span: &Range<usize>, policy: Policy) -> Result<Plan, Error> {
        let (cost, stub, noted) = (part(self.cost, span), part(self.stub, span), part(self.noted, span));
        let messages = Messages::new(part(self.kind, span), part(self.flags, span), cost, stub, noted)?;
        let one = |column: &[u64]| column.get(at).copied().unwrap_or_default();
        let fixed = one(self.fixed);
        let request = Request { messages: &messages, fixed, context: &[], scores: None, unit_scores: None };
        plan(&request, one(self.budget), policy).map_err(|_| Error::total_of(at))
    }
}

fn part<'a, T>(column: &'a [T], span: &Range<usize>) -> &'a [T] {
    column.get(span.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: Policy = Policy { keep_first_user: true, this_turn_result_keep: 3, keep_last_turns: 0 };
    const USER: u8 = 1;
    const ASSISTANT: u8 = 2;

    fn planned(
        offsets: &[u64],
        kind: &[u8],
        cost: &[u64],
        budget: u64,
        threads: usize,
    ) -> Result<Vec<Plan>, Error> {
        let conversations = offsets.len().saturating_sub(1);
        let batch = Batch {
            offsets,
            kind,
            flags: &vec![0; kind.len()],
            cost,
            stub: cost,
            noted: cost,
            fixed: &vec![3; conversations],
            budget: &vec![budget; conversations],
        };
        plan_batch(&batch, POLICY, NonZeroUsize::new(threads).unwrap(), |plan, _| plan)
    }

    #[test]
    fn each_conversation_is_planned_as_alone_whatever_the_number_of_threads() {
        let lengths: Vec<usize> = (0..300).map(|at| at % 67).collect();
        let mut offsets = vec![0_u64];
        for length in &lengths {
            offsets.push(offsets.last().unwrap() + *length as u64);
        }
        let all = *offsets.last().unwrap() as usize;
        let kind: Vec<u8> = (0..all).map(|at| if at % 2 == 0 { USER } else { ASSISTANT }).collect();
        let cost: Vec<u64> = (0..all).map(|at| 5 + (at as u64 * 31) % 90).collect();
        let alone: Vec<Plan> = offsets
            .windows(2)
            .flat_map(|ends| {
                let span = ends[0] as usize..ends[1] as usize;
                planned(&[0, span.len() as u64], &kind[span.clone()], &cost[span], 700, 1).unwrap()
            })
            .collect();
        for threads in [1, 2, 3, 8] {
            assert_eq!(planned(&offsets, &kind, &cost, 700, threads).unwrap(), alone);
        }
    }

    #[test]
    fn no_conversations_have_no_plans() {
        assert_eq!(planned(&[0], &[], &[], 10, 2), Ok(Vec::new()));
    }

    #[test]
    fn offsets_must_rise_from_0_to_the_number_of_messages() {
        let message =
            |offsets: &[u64]| planned(offsets, &[USER, USER], &[1, 1], 10, 1).unwrap_err().to_string();
        let told =
            |index| format!("offsets[{index}] belongs to no message, or to one before its neighbour's");
        assert_eq!(message(&[]), told(0));
        assert_eq!(message(&[1, 2]), told(0));
        assert_eq!(message(&[0, 1]), told(1));
        assert_eq!(message(&[0, 3]), told(1));
        assert_eq!(message(&[0, 2, 1, 2]), told(2));
    }

    #[test]
    fn an_error_names_the_conversation_or_the_message() {
        let error = planned(&[0, 1, 3], &[USER; 3], &[1, u64::MAX, 1], 10, 2).unwrap_err();
        assert_eq!(error.to_string(), format!("the tokens of conversation 1 exceed {}", u64::MAX));
        let error = planned(&[0, 1, 2], &[USER, 9], &[1, 1], 10, 2).unwrap_err();
        assert_eq!(error.to_string(), "kind[1] is 9, which is no code of that column");
    }
}
