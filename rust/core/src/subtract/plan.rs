//! What the pass decided.

use crate::ledger::{Bucket, Row};

/// Survivors as indices into the columns handed in, in their new order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Tokens of everything, before any cut.
    pub total_before: u64,
    /// Tokens of what stays.
    pub total_after: u64,
    /// Before and after per bucket, in the order of [`Bucket::ALL`].
    pub rows: [Row; Bucket::ALL.len()],
    /// Whether the image stays; `None` without one.
    pub image_kept: Option<bool>,
    /// Results of earlier turns by time, then those of this turn by time.
    pub tool_calls: Vec<u32>,
    /// Highest score first.
    pub retrievables: Vec<u32>,
    /// Most important first.
    pub memories: Vec<u32>,
    /// Oldest first.
    pub messages: Vec<u32>,
    /// Oldest first.
    pub thoughts: Vec<u32>,
    /// How many tools go.
    pub tools_shed: usize,
}
