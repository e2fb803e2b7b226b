//! Running totals, and the one loop that makes cuts.

use crate::Error;

/// The kinds of content a working set holds, in the order of their rows in a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bucket {
    /// The image of the dispatch.
    Image,
    /// Results of tool calls.
    ToolCalls,
    /// Retrieved passages.
    Retrievables,
    /// Memories.
    Memories,
    /// Messages.
    Messages,
    /// Thoughts that survived the strip.
    Thoughts,
    /// Visible tools.
    Tools,
}

impl Bucket {
    /// Every bucket, in row order.
    pub const ALL: [Self; 7] = [
        Self::Image,
        Self::ToolCalls,
        Self::Retrievables,
        Self::Memories,
        Self::Messages,
        Self::Thoughts,
        Self::Tools,
    ];

    /// The name of the bucket's row in a trace.
    #[must_use]
    pub fn row_name(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::ToolCalls => "toolCalls",
            Self::Retrievables => "retrievables",
            Self::Memories => "memories",
            Self::Messages => "messages",
            Self::Thoughts => "thoughts-shed",
            Self::Tools => "tools-shed",
        }
    }
}

/// Tokens and items of one bucket, before and after.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Row {
    /// Tokens when the ledger was opened.
    pub tokens_before: u64,
    /// Tokens now.
    pub tokens_after: u64,
    /// Items when the ledger was opened.
    pub count_before: u64,
    /// Items now.
    pub count_after: u64,
}

/// The total of everything that is still in, measured against one budget.
#[derive(Debug, Clone)]
pub(crate) struct Ledger {
    total: u64,
    budget: u64,
    rows: [Row; Bucket::ALL.len()],
}

impl Ledger {
    /// A ledger that holds only `fixed` tokens, which nothing can take out again.
    pub(crate) fn open(fixed: u64, budget: u64) -> Self {
        Self { total: fixed, budget, rows: [Row::default(); Bucket::ALL.len()] }
    }

    pub(crate) fn enter(&mut self, bucket: Bucket, costs: &[u64]) -> Result<(), Error> {
        let tokens =
            costs.iter().try_fold(0_u64, |sum, &cost| sum.checked_add(cost)).ok_or_else(Error::total)?;
        self.total = self.total.checked_add(tokens).ok_or_else(Error::total)?;
        let count = costs.len() as u64;
        *self.row_mut(bucket) =
            Row { tokens_before: tokens, tokens_after: tokens, count_before: count, count_after: count };
        Ok(())
    }

    pub(crate) fn is_over(&self) -> bool {
        self.total > self.budget
    }

    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    pub(crate) fn rows(&self) -> [Row; Bucket::ALL.len()] {
        self.rows
    }

    /// Takes one item of `bucket` out. Its cost was entered before, so nothing goes below zero.
    pub(crate) fn take(&mut self, bucket: Bucket, cost: u64) {
        self.total = self.total.saturating_sub(cost);
        let row = self.row_mut(bucket);
        row.tokens_after = row.tokens_after.saturating_sub(cost);
        row.count_after = row.count_after.saturating_sub(1);
    }

    /// Swaps one cost in the total for another.
    pub(crate) fn replace(&mut self, before: u64, after: u64) {
        self.total = self.total.saturating_sub(before).saturating_add(after);
    }

    fn row_mut(&mut self, bucket: Bucket) -> &mut Row {
        let [image, calls, retrievables, memories, messages, thoughts, tools] = &mut self.rows;
        match bucket {
            Bucket::Image => image,
            Bucket::ToolCalls => calls,
            Bucket::Retrievables => retrievables,
            Bucket::Memories => memories,
            Bucket::Messages => messages,
            Bucket::Thoughts => thoughts,
            Bucket::Tools => tools,
        }
    }
}

/// Makes the cuts in their order, each only while the total is over the budget; says how many were made.
///
/// This is the only loop that decides a cut: every pass lays out its cuts and walks them here.
pub(crate) fn walk<C>(
    ledger: &mut Ledger,
    cuts: impl IntoIterator<Item = C>,
    mut make: impl FnMut(&mut Ledger, C),
) -> usize {
    let mut made = 0_usize;
    for cut in cuts {
        if !ledger.is_over() {
            break;
        }
        make(ledger, cut);
        made = made.saturating_add(1);
    }
    made
}
