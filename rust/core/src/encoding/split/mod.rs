//! Where a text is cut into pieces before any merge: OpenAI's patterns, each written out by hand.
//!
//! No merge crosses a cut. The patterns are those of `tiktoken_ext/openai_public.py` in tiktoken 0.14.

mod block;
mod cl100k;
mod class;
mod contraction;
mod gpt2;
mod lanes;
mod o200k;
mod run;
#[cfg(test)]
mod tests;

pub(super) use block::{Block, Window};
pub(super) use cl100k::Cl100k;
pub(super) use gpt2::Gpt2;
pub(super) use o200k::O200k;

/// One pattern.
pub(super) trait Split {
    /// Where the piece that begins at `at` ends: behind `at`, which lies in the text, at a character's end.
    fn end(text: &[u8], at: usize) -> usize;

    /// Where pieces begin in a block that itself begins where one does: the last of them ends behind what can be
    /// seen, or at the end of the block.
    fn starts(block: &Block<'_>) -> u64;
}
