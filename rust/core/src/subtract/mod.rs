//! The subtractive pass on a working set: measured columns in, a [`Plan`] out.
//!
//! One walk over the stages in a fixed order with a running total. Each removal is preceded by the
//! test "is it over the budget", so nothing goes that does not have to at that moment, and nothing
//! comes back. The order of items is made by stable sorts, linear on sorted input.

mod items;
mod plan;
mod queue;
mod sets;
mod stage;

pub(crate) use items::check_lengths;
pub use items::{
    Dated, Items, MESSAGE_EPHEMERAL, MESSAGE_SUMMARY, RESULT_THIS_TURN, Scored, THOUGHT_PROTECTED,
};
pub use plan::Plan;
pub(crate) use queue::by_number;
pub use sets::{SetWalk, shed_sets};

use crate::Error;
use crate::ledger::{Bucket, Ledger};

/// Plans the subtraction of `items` to `budget` tokens.
///
/// # Errors
/// The total of the costs does not fit in 64 bits.
pub fn subtract(items: &Items<'_>, budget: u64) -> Result<Plan, Error> {
    let mut ledger = open(items, budget)?;
    let total_before = ledger.total();
    let image_kept = stage::image(&mut ledger, items.image);
    let tool_calls = stage::tool_calls(&mut ledger, &items.tool_calls, items.this_turn_result_keep);
    let retrievables = stage::scored(&mut ledger, Bucket::Retrievables, &items.retrievables);
    let memories = stage::scored(&mut ledger, Bucket::Memories, &items.memories);
    let messages = stage::messages(&mut ledger, &items.messages);
    let thoughts = stage::thoughts(&mut ledger, &items.thoughts);
    let tools_shed = stage::tools(&mut ledger, items.tools);
    Ok(Plan {
        total_before,
        total_after: ledger.total(),
        rows: ledger.rows(),
        image_kept,
        tool_calls,
        retrievables,
        memories,
        messages,
        thoughts,
        tools_shed,
    })
}

fn open(items: &Items<'_>, budget: u64) -> Result<Ledger, Error> {
    let mut ledger = Ledger::open(items.fixed, budget);
    ledger.enter(Bucket::Image, items.image.as_slice())?;
    ledger.enter(Bucket::ToolCalls, items.tool_calls.cost)?;
    ledger.enter(Bucket::Retrievables, items.retrievables.cost)?;
    ledger.enter(Bucket::Memories, items.memories.cost)?;
    ledger.enter(Bucket::Messages, items.messages.cost)?;
    ledger.enter(Bucket::Thoughts, items.thoughts.cost)?;
    ledger.enter(Bucket::Tools, items.tools)?;
    Ok(ledger)
}
