//! The decisions of contextthrift over flat arrays: counting, and what to leave out of a window.
//!
//! This crate knows no Python. Text and numbers go in, counts and indices come out; nothing here
//! panics, and every total is a `u64` that is checked when it is formed.

pub mod budget;
pub mod conversation;
pub mod encoding;
mod error;
mod ledger;
mod parallel;
pub mod relevance;
pub mod subtract;

pub use error::{Error, ErrorClass};
pub use ledger::{Bucket, Row};
