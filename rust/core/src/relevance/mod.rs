//! Which turns of a history a query is about: words, shared words, and which call belongs to which turn.

pub mod catalog;
mod coverage;
mod fill;
mod identifiers;
pub mod index;
mod runs;
pub mod segment;
pub mod turn_index;
mod turns;
mod words;

pub use coverage::coverage;
pub use fill::fill_by_identifiers;
pub use identifiers::identifiers;
pub use turns::{Grouping, group};
pub use words::words;
