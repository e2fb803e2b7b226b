//! The ladder on a conversation: measured messages in, the cuts in their order out.
//!
//! The chain of cuts depends on the messages and the policy alone, never on the budget; the budget
//! only says how far it is walked. No cut raises the total. So a larger window never keeps less.

mod batch;
mod change;
mod climb;
mod ladder;
mod messages;
mod turns;

pub use batch::{Batch, plan_batch};
pub use change::Change;
pub use ladder::{Action, Made, Plan, Policy, Request, Stage, plan, turns};
pub use messages::{FLAG_CONTINUES, FLAG_NOTED, FLAG_PINNED, FLAG_USER, Kind, Messages, Without};
