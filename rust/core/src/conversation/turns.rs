//! Units, turns and the floor of a repaired conversation.

use std::ops::Range;

use super::messages::{FLAG_CONTINUES, FLAG_PINNED, FLAG_USER, Kind, Message};

/// An assistant message with its results, or any other single message.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    /// Places of its messages.
    pub(super) places: Range<usize>,
    pub(super) kind: Kind,
    /// It always stays.
    pub(super) is_floor: bool,
}

/// A user message with all that follows it up to the next.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn<'a> {
    pub(super) units: &'a [Unit],
}

impl Turn<'_> {
    /// The place of the user message that opens it.
    pub(super) fn opening(self) -> Option<usize> {
        self.units.iter().find(|unit| unit.kind == Kind::User).map(|unit| unit.places.start)
    }

    /// From its first message to its last; system messages and summaries can stand between.
    pub(super) fn places(self) -> Range<usize> {
        match (self.units.first(), self.units.last()) {
            (Some(first), Some(last)) => first.places.start..last.places.end,
            _ => 0..0,
        }
    }
}

/// The turns of a conversation; the first stands before the first user message and may be empty.
#[derive(Debug, Clone)]
pub(super) struct Turns {
    units: Vec<Unit>,
    /// Where among the units each turn begins.
    begins: Vec<usize>,
    /// Places of the user messages that open a turn, in their order.
    pub(super) openings: Vec<usize>,
}

impl Turns {
    pub(super) fn of(messages: &[Message]) -> Self {
        let mut found = split(messages);
        found.raise_floor(messages);
        found
    }

    /// All turns but the current one.
    pub(super) fn earlier(&self) -> impl DoubleEndedIterator<Item = Turn<'_>> + ExactSizeIterator {
        self.begins.windows(2).map(|ends| Turn { units: between(&self.units, ends) })
    }

    pub(super) fn current(&self) -> Turn<'_> {
        let begin = self.begins.last().copied().unwrap_or_default();
        Turn { units: self.units.get(begin..).unwrap_or_default() }
    }

    /// Place of the conversation's first user message.
    pub(super) fn first_user(&self) -> Option<usize> {
        self.openings.first().copied()
    }

    /// The last unit of the conversation.
    pub(super) fn newest(&self) -> Option<&Unit> {
        self.units.last()
    }

    pub(super) fn units(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter()
    }

    /// Marks what stays besides pinned units: the current turn's user messages, the newest unit, and the
    /// first user message where the output would otherwise begin with somebody else.
    fn raise_floor(&mut self, messages: &[Message]) {
        let leader = self.first_user().filter(|first| self.must_lead(*first, messages));
        let current = self.begins.last().copied().unwrap_or_default();
        for unit in self.units.iter_mut().skip(current).filter(|unit| unit.kind == Kind::User) {
            unit.is_floor = true;
        }
        if let Some(newest) = self.units.last_mut() {
            newest.is_floor = true;
        }
        let leading = self.units.iter_mut().find(|unit| Some(unit.places.start) == leader);
        if let Some(leading) = leading {
            leading.is_floor = true;
        }
    }

    /// Whether the conversation begins with the user's `first`, but what stays of it before the current turn
    /// would begin with somebody else.
    fn must_lead(&self, first: usize, messages: &[Message]) -> bool {
        let Some(current) = self.current().opening() else { return false };
        let begins = messages.iter().position(|message| message.kind != Kind::System);
        let pinned = self.earlier().flat_map(|turn| turn.units).find(|unit| unit.is_floor);
        let pinned = pinned.map(|unit| (unit.places.start, unit.kind == Kind::User));
        let summary =
            messages.iter().enumerate().take(current).find(|(_, message)| message.kind == Kind::Summary);
        let summary = summary.map(|(place, message)| (place, message.flags & FLAG_USER != 0));
        let newly_first = pinned.into_iter().chain(summary).min_by_key(|(place, _)| *place);
        begins == Some(first) && newly_first.is_some_and(|(_, is_user)| !is_user)
    }
}

/// The units from one end to another.
fn between<'a>(units: &'a [Unit], ends: &[usize]) -> &'a [Unit] {
    match ends {
        [begin, end] => units.get(*begin..*end).unwrap_or_default(),
        _ => &[],
    }
}

/// What is in no unit pins none, though it may stand between its messages.
fn is_pinned(message: &Message) -> bool {
    message.flags & FLAG_PINNED != 0 && message.kind.is_dialogue()
}

/// One pass: a result and an aside join the assistant's message before them, as does what continues
/// one; a user message after another's opens a turn. The floor is here what is pinned.
fn split(messages: &[Message]) -> Turns {
    let units = Vec::with_capacity(messages.len());
    let mut turns = Turns { units, begins: vec![0], openings: Vec::new() };
    let mut last = None;
    for (place, message) in messages.iter().enumerate().filter(|(_, message)| message.kind.is_dialogue()) {
        if message.kind == Kind::User && last != Some(Kind::User) {
            turns.begins.push(turns.units.len());
            turns.openings.push(place);
        }
        last = Some(message.kind);
        let end = place.saturating_add(1);
        let begin = turns.begins.last().copied().unwrap_or_default();
        match turns.units.get_mut(begin..).and_then(<[_]>::last_mut) {
            Some(unit) if joins(message, unit) => {
                unit.places.end = end;
                unit.is_floor |= is_pinned(message);
                if (unit.kind, message.kind) != (Kind::Assistant, Kind::Assistant) {
                    unit.kind = Kind::Call;
                }
            }
            _ => turns.units.push(Unit {
                places: place..end,
                kind: message.kind,
                is_floor: is_pinned(message),
            }),
        }
    }
    turns
}

fn joins(message: &Message, unit: &Unit) -> bool {
    match message.kind {
        Kind::Result | Kind::Aside => matches!(unit.kind, Kind::Call | Kind::Assistant),
        Kind::Call | Kind::Assistant => message.flags & FLAG_CONTINUES != 0 && unit.kind != Kind::User,
        _ => false,
    }
}
