//! A repaired conversation as borrowed columns, checked once.

use crate::Error;

/// Flag of a message: it and its unit stay.
pub const FLAG_PINNED: u8 = 1;
/// Flag of a summary: it speaks as the user.
pub const FLAG_USER: u8 = 2;

/// What a message is to the ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// System and developer messages: in no unit, no turn, and they stay.
    System,
    /// The user speaks.
    User,
    /// The assistant speaks without calling a tool.
    Assistant,
    /// The assistant calls tools; its results follow directly.
    Call,
    /// A tool's result.
    Result,
    /// The summary of older history: in no turn, and it stays.
    Summary,
}

impl Kind {
    /// Every kind; its place here is its code in a column.
    pub const ALL: [Self; 6] =
        [Self::System, Self::User, Self::Assistant, Self::Call, Self::Result, Self::Summary];

    /// The name of the kind, for the other side of the door.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Call => "call",
            Self::Result => "result",
            Self::Summary => "summary",
        }
    }

    /// In a unit and in a turn.
    pub(crate) fn is_dialogue(self) -> bool {
        !matches!(self, Self::System | Self::Summary)
    }
}

/// One message as the ladder sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Message {
    pub(crate) kind: Kind,
    pub(crate) flags: u8,
    /// Tokens as it stands.
    pub(crate) cost: u64,
    /// Tokens of its stub, or `cost` where a stub is no gain.
    pub(crate) stub: u64,
    /// Tokens with a gap note in it, or `cost` where it can carry none.
    pub(crate) noted: u64,
}

/// Columns of one length, one place per message.
#[derive(Debug, Clone)]
pub struct Messages(Vec<Message>);

impl Messages {
    /// Reads the columns: codes of [`Kind::ALL`], flags, and costs in tokens as it stands, as a stub, and with a note.
    ///
    /// # Errors
    /// Columns of different lengths, more messages than an index holds, or an unknown code.
    pub fn new(kind: &[u8], flags: &[u8], cost: &[u64], stub: &[u64], noted: &[u64]) -> Result<Self, Error> {
        crate::subtract::check_lengths(
            "messages",
            kind.len(),
            &[flags.len(), cost.len(), stub.len(), noted.len()],
        )?;
        let numbers = cost.iter().zip(stub).zip(noted);
        let columns = kind.iter().zip(flags).zip(numbers).enumerate();
        let read = columns.map(|(index, ((&code, &flags), ((&cost, &stub), &noted)))| {
            let kind = *Kind::ALL.get(usize::from(code)).ok_or_else(|| Error::code("kind", index, code))?;
            Ok(Message { kind, flags, cost, stub: stub.min(cost), noted: noted.max(cost) })
        });
        read.collect::<Result<_, _>>().map(Self)
    }

    pub(crate) fn all(&self) -> &[Message] {
        &self.0
    }
}
