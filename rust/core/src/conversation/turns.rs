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
#[derive(Debug, Clone, Default)]
pub(super) struct Turn {
    pub(super) units: Vec<Unit>,
}

impl Turn {
    /// The place of the user message that opens it.
    pub(super) fn opening(&self) -> Option<usize> {
        self.units.iter().find(|unit| unit.kind == Kind::User).map(|unit| unit.places.start)
    }

    /// From its first message to its last; system messages and summaries can stand between.
    pub(super) fn places(&self) -> Range<usize> {
        match (self.units.first(), self.units.last()) {
            (Some(first), Some(last)) => first.places.start..last.places.end,
            _ => 0..0,
        }
    }
}

/// The turns of a conversation; the first stands before the first user message and may be empty.
#[derive(Debug, Clone)]
pub(super) struct Turns {
    pub(super) earlier: Vec<Turn>,
    pub(super) current: Turn,
    /// Places of the user messages that open a turn, in their order.
    pub(super) openings: Vec<usize>,
}

impl Turns {
    pub(super) fn of(messages: &[Message]) -> Self {
        let mut turns = split(messages);
        let current = turns.pop().unwrap_or_default();
        let openings = turns.iter().chain([&current]).filter_map(Turn::opening).collect();
        let mut found = Self { earlier: turns, current, openings };
        found.raise_floor(messages);
        found
    }

    /// Place of the conversation's first user message.
    pub(super) fn first_user(&self) -> Option<usize> {
        self.openings.first().copied()
    }

    /// The last unit of the conversation.
    pub(super) fn newest(&self) -> Option<&Unit> {
        self.current.units.last()
    }

    pub(super) fn units(&self) -> impl Iterator<Item = &Unit> {
        self.earlier.iter().chain([&self.current]).flat_map(|turn| &turn.units)
    }

    /// Marks what stays: pinned units, the current turn's user messages, the newest unit, and the
    /// first user message where the output would otherwise begin with somebody else.
    fn raise_floor(&mut self, messages: &[Message]) {
        for unit in self.earlier.iter_mut().chain([&mut self.current]).flat_map(|turn| &mut turn.units) {
            let pinned = messages.get(unit.places.clone()).is_some_and(|all| all.iter().any(is_pinned));
            unit.is_floor = pinned;
        }
        for unit in self.current.units.iter_mut().filter(|unit| unit.kind == Kind::User) {
            unit.is_floor = true;
        }
        if let Some(newest) = self.current.units.last_mut() {
            newest.is_floor = true;
        }
        if self.must_lead(messages) {
            let first = self.first_user();
            for unit in self.earlier.iter_mut().flat_map(|turn| &mut turn.units) {
                unit.is_floor |= Some(unit.places.start) == first;
            }
        }
    }

    /// Whether the conversation begins with the user, but what stays of it before the current turn
    /// would begin with somebody else.
    fn must_lead(&self, messages: &[Message]) -> bool {
        let (Some(first), Some(current)) = (self.first_user(), self.current.opening()) else { return false };
        let begins = messages.iter().position(|message| message.kind != Kind::System);
        let pinned = self.earlier.iter().flat_map(|turn| &turn.units).filter(|unit| unit.is_floor);
        let pinned = pinned.map(|unit| (unit.places.start, unit.kind == Kind::User));
        let summaries =
            messages.iter().enumerate().take(current).filter(|(_, message)| message.kind == Kind::Summary);
        let summaries = summaries.map(|(place, message)| (place, message.flags & FLAG_USER != 0));
        let newly_first = pinned.chain(summaries).min_by_key(|(place, _)| *place);
        begins == Some(first) && newly_first.is_some_and(|(_, is_user)| !is_user)
    }
}

/// What is in no unit pins none, though it may stand between its messages.
fn is_pinned(message: &Message) -> bool {
    message.flags & FLAG_PINNED != 0 && message.kind.is_dialogue()
}

/// One pass: a result and an aside join the assistant's message before them, as does what continues
/// one; a user message after another's opens a turn.
fn split(messages: &[Message]) -> Vec<Turn> {
    let mut turns = vec![Turn::default()];
    let mut last = None;
    for (place, message) in messages.iter().enumerate().filter(|(_, message)| message.kind.is_dialogue()) {
        if message.kind == Kind::User && last != Some(Kind::User) {
            turns.push(Turn::default());
        }
        last = Some(message.kind);
        let Some(turn) = turns.last_mut() else { continue };
        match turn.units.last_mut() {
            Some(unit) if joins(message, unit) => {
                unit.places.end = place.saturating_add(1);
                if (unit.kind, message.kind) != (Kind::Assistant, Kind::Assistant) {
                    unit.kind = Kind::Call;
                }
            }
            _ => turn.units.push(Unit {
                places: place..place.saturating_add(1),
                kind: message.kind,
                is_floor: false,
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
