//! What is known of a message besides who speaks; small, as a long chat has many and all are looked at several times.

use std::ops::Range;

/// One message, or one result of a message of several.
pub(super) struct Row {
    /// What it costs besides its texts.
    pub(super) framing: u64,
    /// What of that stands around the parts of its content.
    inner: u32,
    /// Where its texts begin, those of the content first.
    begin: u32,
    /// Where those of the content end.
    content_end: u32,
    /// Where all of them end.
    end: u32,
    /// For a result the place of its tool's name.
    answered: u32,
    pub(super) shape: Shape,
    /// Whether it can become a stub, and that is known here.
    pub(super) is_free: bool,
    /// Whether the user's message came with the note about a gap.
    pub(super) is_told: bool,
}

/// What a content is, and so how it is edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Text,
    Parts,
    /// Whatever the format says.
    Odd,
}

/// Of a message that answers no call.
const NONE: u32 = u32::MAX;

impl Row {
    /// A row of a message of texts; None of one that is too large for it, as no chat's is that fits in memory.
    pub(super) fn of(framing: u64, inner: u64, content: &Range<usize>, end: usize) -> Option<Self> {
        Some(Self {
            framing,
            inner: inner.try_into().ok()?,
            begin: content.start.try_into().ok()?,
            content_end: content.end.try_into().ok()?,
            end: end.try_into().ok()?,
            answered: NONE,
            shape: Shape::Text,
            is_free: false,
            is_told: false,
        })
    }

    /// The row as that of a result; None where there are too many tools.
    pub(super) fn answers(&mut self, tool: usize) -> Option<()> {
        self.answered = u32::try_from(tool).ok().filter(|tool| *tool != NONE)?;
        Some(())
    }

    pub(super) fn answered(&self) -> Option<usize> {
        Some(self.answered).filter(|tool| *tool != NONE).map(place)
    }

    pub(super) fn inner(&self) -> u64 {
        u64::from(self.inner)
    }

    /// Which of the texts are its content.
    pub(super) fn content(&self) -> Range<usize> {
        place(self.begin)..place(self.content_end)
    }

    /// Which of the texts are its own.
    pub(super) fn texts(&self) -> Range<usize> {
        place(self.begin)..place(self.end)
    }
}

/// Places come from `usize`, and fit again.
fn place(place: u32) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}
