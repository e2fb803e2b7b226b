//! The stages in shedding order. Each lays out a queue and sheds from it; see [`super::subtract`].

use super::items::{Dated, MESSAGE_EPHEMERAL, MESSAGE_SUMMARY, RESULT_THIS_TURN, Scored, THOUGHT_PROTECTED};
use super::queue::Queue;
use crate::ledger::{Bucket, Ledger, walk};

/// Whether the image stays: `None` without an image.
pub(super) fn image(ledger: &mut Ledger, cost: Option<u64>) -> Option<bool> {
    let off = walk(ledger, cost, |ledger, cost| ledger.take(Bucket::Image, cost));
    cost.map(|_| off == 0)
}

/// Earlier turns' results, oldest first; then this turn's but for the newest `keep`.
pub(super) fn tool_calls(ledger: &mut Ledger, items: &Dated<'_>, keep: usize) -> Vec<u32> {
    let is_current = |flags: u8| flags & RESULT_THIS_TURN != 0;
    let mut queue = Queue::oldest_first(items);
    queue.shed(ledger, Bucket::ToolCalls, |_, flags| !is_current(flags));
    if let Some(newest_to_go) = queue.nth_newest(keep, is_current) {
        queue.shed(ledger, Bucket::ToolCalls, |place, flags| is_current(flags) && place <= newest_to_go);
    }
    let mut kept = queue.survivors(|flags| !is_current(flags));
    kept.extend(queue.survivors(is_current));
    kept
}

/// Lowest score first. The survivors come highest score first.
pub(super) fn scored(ledger: &mut Ledger, bucket: Bucket, items: &Scored<'_>) -> Vec<u32> {
    let mut queue = Queue::lowest_first(items);
    queue.shed(ledger, bucket, |_, _| true);
    let mut kept = queue.survivors(|_| true);
    kept.reverse();
    kept
}

/// Control messages but for the newest, oldest first; then all but summaries and the newest, oldest first.
pub(super) fn messages(ledger: &mut Ledger, items: &Dated<'_>) -> Vec<u32> {
    let mut queue = Queue::oldest_first(items);
    shed_all_but_newest(&mut queue, ledger, Bucket::Messages, |flags| flags & MESSAGE_EPHEMERAL != 0);
    shed_all_but_newest(&mut queue, ledger, Bucket::Messages, |flags| flags & MESSAGE_SUMMARY == 0);
    queue.survivors(|_| true)
}

/// Thoughts that are not protected but for the newest of them, oldest first.
pub(super) fn thoughts(ledger: &mut Ledger, items: &Dated<'_>) -> Vec<u32> {
    let mut queue = Queue::oldest_first(items);
    shed_all_but_newest(&mut queue, ledger, Bucket::Thoughts, |flags| flags & THOUGHT_PROTECTED == 0);
    queue.survivors(|_| true)
}

/// How many tools go, from the front of the order given.
pub(super) fn tools(ledger: &mut Ledger, costs: &[u64]) -> usize {
    walk(ledger, costs, |ledger, &cost| ledger.take(Bucket::Tools, cost))
}

fn shed_all_but_newest(
    queue: &mut Queue<'_>,
    ledger: &mut Ledger,
    bucket: Bucket,
    concerns: impl Fn(u8) -> bool,
) {
    if let Some(newest) = queue.nth_newest(0, &concerns) {
        queue.shed(ledger, bucket, |place, flags| concerns(flags) && place != newest);
    }
}
