//! Which turns of a history a query is about: words, shared words, and which call belongs to which turn.

pub mod catalog;
mod coverage;
pub mod index;
mod runs;
pub mod segment;
pub mod turn_index;
mod turns;
mod words;

pub use coverage::coverage;
pub use turns::{Grouping, group};
pub use words::words;
