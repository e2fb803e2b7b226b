//! The stages in shedding order. Each lays out a queue and sheds from it; see [`super::subtract`].

use super::items::{Dated, MESSAGE_EPHEMERAL, MESSAGE_SUMMARY, RESULT_THIS_TURN, Scored, THOUGHT_PROTECTED};
use super::queue::{Entry, Queue};
use crate::ledger::{Bucket, Ledger, walk};

/// Whether the image stays: `None` without an image.
pub(super) fn image(ledger: &mut Ledger, cost: Option<u64>) -> Option<bool> {
    let off = walk(ledger, cost, |ledger, cost| ledger.take(Bucket::Image, cost));
    cost.map(|_| off == 0)
}

/// Earlier turns' results, oldest first; then this turn's but for the newest `keep`.
pub(super) fn tool_calls(ledger: &mut Ledger, items: &Dated<'_>, keep: usize) -> Vec<u32> {
    let (mut current, mut earlier) =
        Queue::oldest_first(items).partition(|entry| entry.flags & RESULT_THIS_TURN != 0);
    earlier.shed(ledger, Bucket::ToolCalls, |_, _| true);
    let sheddable = current.entries().len().saturating_sub(keep);
    current.shed(ledger, Bucket::ToolCalls, |place, _| place < sheddable);
    let mut kept = earlier.indices();
    kept.extend(current.indices());
    kept
}

/// Lowest score first. The survivors come highest score first.
pub(super) fn scored(ledger: &mut Ledger, bucket: Bucket, items: &Scored<'_>) -> Vec<u32> {
    let mut queue = Queue::lowest_first(items);
    queue.shed(ledger, bucket, |_, _| true);
    queue.indices_reversed()
}

/// Control messages but for the newest, oldest first; then all but summaries and the newest, oldest first.
pub(super) fn messages(ledger: &mut Ledger, items: &Dated<'_>) -> Vec<u32> {
    let is_ephemeral = |entry: &Entry<i64>| entry.flags & MESSAGE_EPHEMERAL != 0;
    let is_turn = |entry: &Entry<i64>| entry.flags & MESSAGE_SUMMARY == 0;
    let mut queue = Queue::oldest_first(items);
    shed_all_but_newest(&mut queue, ledger, Bucket::Messages, is_ephemeral);
    shed_all_but_newest(&mut queue, ledger, Bucket::Messages, is_turn);
    queue.indices()
}

/// Thoughts that are not protected but for the newest of them, oldest first.
pub(super) fn thoughts(ledger: &mut Ledger, items: &Dated<'_>) -> Vec<u32> {
    let mut queue = Queue::oldest_first(items);
    shed_all_but_newest(&mut queue, ledger, Bucket::Thoughts, |entry| entry.flags & THOUGHT_PROTECTED == 0);
    queue.indices()
}

/// How many tools go, from the front of the order given.
pub(super) fn tools(ledger: &mut Ledger, costs: &[u64]) -> usize {
    walk(ledger, costs, |ledger, &cost| ledger.take(Bucket::Tools, cost))
}

fn shed_all_but_newest(
    queue: &mut Queue<i64>,
    ledger: &mut Ledger,
    bucket: Bucket,
    concerns: impl Fn(&Entry<i64>) -> bool,
) {
    let newest = queue.entries().iter().rposition(&concerns);
    queue.shed(ledger, bucket, |place, entry| concerns(entry) && Some(place) != newest);
}
