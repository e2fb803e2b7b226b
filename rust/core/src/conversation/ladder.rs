//! The stages of the ladder: each lays out its cuts, and the one walk makes them.

use std::ops::Range;

use super::climb::Climb;
use super::messages::{Kind, Message, Messages};
use super::turns::{Turn, Turns, Unit};
use crate::Error;

/// The stages decided here, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Results of earlier turns become stubs.
    EarlierResults,
    /// Results of the current turn become stubs, but for its newest.
    CurrentResults,
    /// Units of earlier turns go, but for the user's messages and the last unit.
    EarlierUnits,
    /// Whole earlier turns go.
    EarlierTurns,
    /// The current turn's remaining results become stubs.
    RemainingResults,
    /// Units of the current turn go.
    CurrentUnits,
    /// The conversation's first user message goes.
    FirstUser,
    /// The notes that say that something is missing go.
    GapNotes,
}

impl Stage {
    /// Every stage; its place here is its code in a plan.
    pub const ALL: [Self; 8] = [
        Self::EarlierResults,
        Self::CurrentResults,
        Self::EarlierUnits,
        Self::EarlierTurns,
        Self::RemainingResults,
        Self::CurrentUnits,
        Self::FirstUser,
        Self::GapNotes,
    ];

    /// The name of the stage in a trace.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::EarlierResults => "earlier-results",
            Self::CurrentResults => "current-results",
            Self::EarlierUnits => "earlier-units",
            Self::EarlierTurns => "earlier-turns",
            Self::RemainingResults => "remaining-results",
            Self::CurrentUnits => "current-units",
            Self::FirstUser => "first-user",
            Self::GapNotes => "gap-notes",
        }
    }
}

/// What happened to one message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Its content became a stub.
    Stub,
    /// It was left out.
    Drop,
    /// A gap note was put into it.
    Note,
    /// Its gap note was taken out again.
    Unnote,
}

impl Action {
    /// Every action; its place here is its code in a plan.
    pub const ALL: [Self; 4] = [Self::Stub, Self::Drop, Self::Note, Self::Unnote];

    /// The name of the action in a trace.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Stub => "stub",
            Self::Drop => "drop",
            Self::Note => "note",
            Self::Unnote => "unnote",
        }
    }
}

/// One change to one message, with its cost before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    /// The stage that made it.
    pub stage: Stage,
    /// Which cut of the walk it belongs to: a cut can change several messages.
    pub cut: usize,
    /// The place of the message.
    pub place: usize,
    /// What was done.
    pub action: Action,
    /// Its tokens before.
    pub before: u64,
    /// Its tokens after.
    pub after: u64,
}

/// What the caller wants of the ladder.
#[derive(Debug, Clone, Copy)]
pub struct Policy {
    /// The first user message goes last of all messages; it is usually the task.
    pub keep_first_user: bool,
    /// How many of the current turn's newest results stay whole in the first round.
    pub this_turn_result_keep: usize,
}

/// How far the ladder was walked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The total of everything, before any cut.
    pub total_before: u64,
    /// The total of what stays.
    pub total_after: u64,
    /// Every change, in the order made.
    pub made: Vec<Made>,
    /// Places of the newest unit's results, for the cuts that need their text.
    pub newest_results: Vec<usize>,
}

/// Plans the cuts that bring `messages` and `fixed` tokens to `budget`.
///
/// # Errors
/// The total of the costs does not fit in 64 bits.
pub fn plan(messages: &Messages, fixed: u64, budget: u64, policy: Policy) -> Result<Plan, Error> {
    let all = messages.all();
    let total = all.iter().try_fold(fixed, |sum, message| sum.checked_add(message.cost));
    let total_before = total.ok_or_else(Error::total)?;
    let turns = Turns::of(all);
    let mut climb = Climb::start(all, &turns, total_before, budget);
    for stage in Stage::ALL {
        climb.walk(stage, cuts(stage, all, &turns, policy));
    }
    let newest_results = turns.newest().map_or_else(Vec::new, |unit| results(all, unit).collect());
    Ok(Plan { total_before, total_after: climb.total(), made: climb.into_made(), newest_results })
}

/// One step of a stage.
#[derive(Debug, Clone)]
pub(super) struct Cut {
    pub(super) action: Action,
    /// The messages it concerns; those of the floor among them stay.
    pub(super) places: Range<usize>,
    /// A message among them that stays this time.
    pub(super) spared: Option<usize>,
    /// The user message that would carry the note about the gap.
    pub(super) host: Option<usize>,
}

impl Cut {
    fn one(action: Action, place: usize) -> Self {
        Self { action, places: place..place.saturating_add(1), spared: None, host: None }
    }

    fn stub(place: usize) -> Self {
        Self::one(Action::Stub, place)
    }

    fn drop(places: Range<usize>, spared: Option<usize>, host: Option<usize>) -> Self {
        Self { action: Action::Drop, places, spared, host }
    }
}

fn cuts(stage: Stage, all: &[Message], turns: &Turns, policy: Policy) -> Vec<Cut> {
    match stage {
        Stage::EarlierResults => earlier_results(all, turns).map(Cut::stub).collect(),
        Stage::CurrentResults => {
            let results: Vec<_> = current_results(all, turns).collect();
            let kept = policy.this_turn_result_keep.saturating_sub(newest_result_count(all, turns));
            let older = results.len().saturating_sub(kept);
            results.into_iter().take(older).map(Cut::stub).collect()
        }
        Stage::EarlierUnits => with_hosts(turns).flat_map(|(turn, host)| inner_units(turn, host)).collect(),
        Stage::EarlierTurns => {
            let spared = turns.first_user.filter(|_| policy.keep_first_user);
            with_hosts(turns).map(|(turn, host)| Cut::drop(turn.places(), spared, host)).collect()
        }
        Stage::RemainingResults => current_results(all, turns).map(Cut::stub).collect(),
        Stage::CurrentUnits => {
            let host = turns.current.opening();
            turns.current.units.iter().map(|unit| Cut::drop(unit.places.clone(), None, host)).collect()
        }
        Stage::FirstUser => {
            let host = turns.current.opening();
            let first = turns.first_user.into_iter();
            first.map(|place| Cut { host, ..Cut::one(Action::Drop, place) }).collect()
        }
        Stage::GapNotes => (0..all.len()).map(|place| Cut::one(Action::Unnote, place)).collect(),
    }
}

/// Results of earlier turns, oldest first, those of the newest earlier turn's last working unit at the end.
fn earlier_results<'a>(all: &'a [Message], turns: &'a Turns) -> impl Iterator<Item = usize> + use<'a> {
    let working =
        turns.earlier.last().and_then(|turn| turn.units.iter().rfind(|unit| unit.kind == Kind::Call));
    let start = working.map(|unit| unit.places.start);
    let units = turns.earlier.iter().flat_map(|turn| &turn.units);
    let before = units.filter(move |unit| Some(unit.places.start) != start);
    before.chain(working).flat_map(|unit| results(all, unit))
}

/// Results of the current turn outside the newest unit, oldest first.
fn current_results<'a>(all: &'a [Message], turns: &'a Turns) -> impl Iterator<Item = usize> + use<'a> {
    let outside = turns.current.units.len().saturating_sub(1);
    turns.current.units.iter().take(outside).flat_map(|unit| results(all, unit))
}

fn newest_result_count(all: &[Message], turns: &Turns) -> usize {
    turns.newest().map_or(0, |unit| results(all, unit).count())
}

fn results<'a>(all: &'a [Message], unit: &Unit) -> impl Iterator<Item = usize> + use<'a> {
    unit.places.clone().filter(|&place| all.get(place).is_some_and(|message| message.kind == Kind::Result))
}

/// Each earlier turn with the user message that follows it.
fn with_hosts(turns: &Turns) -> impl Iterator<Item = (&Turn, Option<usize>)> {
    let following = turns.earlier.iter().skip(1).chain([&turns.current]);
    turns.earlier.iter().zip(following).map(|(turn, next)| (turn, next.opening()))
}

/// The units of a turn between the user's messages and the last unit, one cut each.
fn inner_units(turn: &Turn, host: Option<usize>) -> impl Iterator<Item = Cut> {
    let inner = turn.units.len().saturating_sub(1);
    let units = turn.units.iter().take(inner).filter(|unit| unit.kind != Kind::User);
    units.map(move |unit| Cut::drop(unit.places.clone(), None, host))
}
