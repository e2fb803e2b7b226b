//! What any index of terms is made of: a vocabulary, postings, and the weight of a match.

mod bm25;
mod logarithm;
mod postings;
mod room;
mod vocabulary;

pub use bm25::{Bm25, Saturation, rarity};
pub use postings::{Postings, Run};
pub(super) use room::make_room;
pub use vocabulary::Vocabulary;
