//! Which turns of a history a query is about: words, shared words, and which call belongs to which turn.

pub mod catalog;
mod coverage;
mod runs;
pub mod segment;
mod turns;
mod words;

pub use coverage::coverage;
pub use turns::{Grouping, group};
pub use words::words;
