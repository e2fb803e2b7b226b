//! Borrowed columns, checked once; after that the type is the proof.

use crate::Error;

/// Flag of a message: a control message, first to go but for the newest.
pub const MESSAGE_EPHEMERAL: u8 = 1;
/// Flag of a message: the summary, which stays.
pub const MESSAGE_SUMMARY: u8 = 2;
/// Flag of a tool result: it belongs to the turn in progress.
pub const RESULT_THIS_TURN: u8 = 1;
/// Flag of a thought: it stays.
pub const THOUGHT_PROTECTED: u8 = 1;

/// Items with a time: messages, thoughts, tool results. Columns of one length.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dated<'a> {
    pub(crate) cost: &'a [u64],
    pub(crate) at_ms: &'a [i64],
    pub(crate) flags: &'a [u8],
}

impl<'a> Dated<'a> {
    /// Wraps costs in tokens, instants in milliseconds, and flags.
    ///
    /// # Errors
    /// Columns of different lengths, or more items than an index holds.
    pub fn new(
        column: &'static str,
        cost: &'a [u64],
        at_ms: &'a [i64],
        flags: &'a [u8],
    ) -> Result<Self, Error> {
        check_lengths(column, cost.len(), &[at_ms.len(), flags.len()])?;
        Ok(Self { cost, at_ms, flags })
    }
}

/// Items with a score: passages and memories. Columns of one length.
#[derive(Debug, Clone, Copy, Default)]
pub struct Scored<'a> {
    pub(crate) cost: &'a [u64],
    pub(crate) score: &'a [f64],
}

impl<'a> Scored<'a> {
    /// Wraps costs in tokens and scores, of which the lowest goes first.
    ///
    /// # Errors
    /// Columns of different lengths, more items than an index holds, or a score that is not a number.
    pub fn new(column: &'static str, cost: &'a [u64], score: &'a [f64]) -> Result<Self, Error> {
        check_lengths(column, cost.len(), &[score.len()])?;
        check_numbers(column, score)?;
        Ok(Self { cost, score })
    }
}

/// Everything the pass decides about.
#[derive(Debug, Clone, Copy, Default)]
pub struct Items<'a> {
    /// Tokens that always stay: system prompt, standing instructions, tools rendered as one text.
    pub fixed: u64,
    /// Cost of the image, if there is one.
    pub image: Option<u64>,
    /// Results of tool calls.
    pub tool_calls: Dated<'a>,
    /// How many results of this turn stay, however large they are.
    pub this_turn_result_keep: usize,
    /// Retrieved passages.
    pub retrievables: Scored<'a>,
    /// Memories.
    pub memories: Scored<'a>,
    /// Messages.
    pub messages: Dated<'a>,
    /// Thoughts that survived the strip.
    pub thoughts: Dated<'a>,
    /// Costs of the visible tools in the order in which they would go.
    pub tools: &'a [u64],
}

pub(crate) fn check_lengths(column: &'static str, expected: usize, others: &[usize]) -> Result<(), Error> {
    if u32::try_from(expected).is_err() {
        return Err(Error::too_many(column, expected));
    }
    match others.iter().find(|&&found| found != expected) {
        Some(&found) => Err(Error::length(column, expected, found)),
        None => Ok(()),
    }
}

fn check_numbers(column: &'static str, values: &[f64]) -> Result<(), Error> {
    match values.iter().position(|value| value.is_nan()) {
        Some(index) => Err(Error::not_a_number(column, index)),
        None => Ok(()),
    }
}
