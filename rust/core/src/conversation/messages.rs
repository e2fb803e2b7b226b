//! A repaired conversation out of columns, checked once.

use std::ops::Range;

use crate::Error;

/// Flag of a message: it and its unit stay.
pub const FLAG_PINNED: u8 = 1;
/// Flag of a summary: it speaks as the user.
pub const FLAG_USER: u8 = 2;
/// Flag of a message: it belongs to the unit of the message before it.
pub const FLAG_CONTINUES: u8 = 4;
/// Flag of a user message: it came with a gap note in it.
pub const FLAG_NOTED: u8 = 8;

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
    /// What else the user says where the results stand; it belongs to their unit.
    Aside,
    /// The summary of older history: in no turn, and it stays.
    Summary,
}

impl Kind {
    /// Every kind; its place here is its code in a column.
    pub const ALL: [Self; 7] =
        [Self::System, Self::User, Self::Assistant, Self::Call, Self::Result, Self::Aside, Self::Summary];

    /// Its place among all.
    #[must_use]
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The name of the kind, for the other side of the door.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Call => "call",
            Self::Result => "result",
            Self::Aside => "aside",
            Self::Summary => "summary",
        }
    }

    /// In a unit and in a turn.
    pub(crate) fn is_dialogue(self) -> bool {
        !matches!(self, Self::System | Self::Summary)
    }
}

/// What a smaller form of a message does without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Without {
    /// One more of its images and files.
    Media,
    /// The large arguments of its calls.
    Arguments,
}

impl Without {
    /// Every kind; its place here is its code in a column.
    pub const ALL: [Self; 2] = [Self::Media, Self::Arguments];

    /// The name of the kind, for the other side of the door.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Media => "media",
            Self::Arguments => "arguments",
        }
    }
}

/// A smaller form of a message. Each form includes what the forms before it do without.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    pub(crate) without: Without,
    /// Tokens in this form.
    pub(crate) cost: u64,
    /// Tokens in this form with a gap note in it.
    pub(crate) noted: u64,
}

/// One message as the ladder sees it.
#[derive(Debug, Clone)]
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

/// All messages, one place each, and their smaller forms.
#[derive(Debug, Clone)]
pub struct Messages {
    all: Vec<Message>,
    forms: Vec<Form>,
    /// Which of the forms are each message's own, the largest first; empty where there are no forms.
    own: Vec<Range<usize>>,
}

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
        let mut all = Vec::with_capacity(kind.len());
        for (index, ((&code, &flags), ((&cost, &stub), &noted))) in columns {
            let kind = *Kind::ALL.get(usize::from(code)).ok_or_else(|| Error::code("kind", index, code))?;
            all.push(Message { kind, flags, cost, stub: stub.min(cost), noted: noted.max(cost) });
        }
        Ok(Self { all, forms: Vec::new(), own: Vec::new() })
    }

    /// Adds the smaller forms: the message of each in rising order, codes of [`Without::ALL`], and costs in
    /// tokens without and with a note. A form that is no smaller than the one before it is left out.
    ///
    /// # Errors
    /// Columns of different lengths, an unknown code, or places that do not rise or are no message's.
    pub fn with_forms(
        mut self,
        place: &[u64],
        without: &[u8],
        cost: &[u64],
        noted: &[u64],
    ) -> Result<Self, Error> {
        crate::subtract::check_lengths("forms", place.len(), &[without.len(), cost.len(), noted.len()])?;
        let columns = place.iter().zip(without).zip(cost.iter().zip(noted)).enumerate();
        if !place.is_empty() {
            self.own = vec![0..0; self.all.len()];
        }
        let mut before = 0;
        for (index, ((&place, &code), (&cost, &noted))) in columns {
            let without =
                *Without::ALL.get(usize::from(code)).ok_or_else(|| Error::code("without", index, code))?;
            let message = usize::try_from(place).ok().filter(|at| before <= place && *at < self.all.len());
            let message = message.ok_or_else(|| Error::place("form", index))?;
            before = place;
            self.add(message, Form { without, cost, noted: noted.max(cost) });
        }
        Ok(self)
    }

    /// Puts a form behind all others, where it is smaller than its message's last.
    fn add(&mut self, place: usize, form: Form) {
        let (Some(message), Some(own)) = (self.all.get(place), self.own.get_mut(place)) else { return };
        let last = self.forms.get(own.clone()).unwrap_or_default().last();
        if form.cost < last.map_or(message.cost, |last| last.cost) {
            if own.start == own.end {
                own.start = self.forms.len();
            }
            self.forms.push(form);
            own.end = self.forms.len();
        }
    }

    pub(crate) fn all(&self) -> &[Message] {
        &self.all
    }

    pub(crate) fn has_forms(&self) -> bool {
        !self.forms.is_empty()
    }

    /// The smaller forms of a message, the largest first.
    pub(crate) fn forms(&self, place: usize) -> &[Form] {
        self.own.get(place).and_then(|own| self.forms.get(own.clone())).unwrap_or_default()
    }
}
