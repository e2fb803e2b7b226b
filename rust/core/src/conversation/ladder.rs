//! The stages of the ladder: each lays out its cuts, and the one walk makes them.

use std::ops::Range;

use super::climb::Climb;
use super::messages::{Kind, Message, Messages, Without};
use super::turns::{Turn, Turns, Unit};
use crate::Error;
use crate::subtract::by_number;

/// The stages decided here, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Images and files of earlier turns go, then those of the current turn's own work.
    Media,
    /// Results of earlier turns become stubs.
    EarlierResults,
    /// Results of the current turn become stubs, but for its newest.
    CurrentResults,
    /// Large arguments of earlier turns' calls go.
    Arguments,
    /// Passages and memories that are in no message go.
    Context,
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
    pub const ALL: [Self; 11] = [
        Self::Media,
        Self::EarlierResults,
        Self::CurrentResults,
        Self::Arguments,
        Self::Context,
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
            Self::Media => "media",
            Self::EarlierResults => "earlier-results",
            Self::CurrentResults => "current-results",
            Self::Arguments => "arguments",
            Self::Context => "context",
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
    /// It took its next smaller form.
    Trim,
    /// It was left out.
    Drop,
    /// A gap note was put into it.
    Note,
    /// Its gap note was taken out again.
    Unnote,
    /// A passage or a memory was left out.
    LeaveOut,
}

impl Action {
    /// Every action; its place here is its code in a plan.
    pub const ALL: [Self; 6] = [Self::Stub, Self::Trim, Self::Drop, Self::Note, Self::Unnote, Self::LeaveOut];

    /// The name of the action in a trace.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Stub => "stub",
            Self::Trim => "trim",
            Self::Drop => "drop",
            Self::Note => "note",
            Self::Unnote => "unnote",
            Self::LeaveOut => "leave-out",
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
    /// The place of the message, or of the passage or memory.
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
    /// How many of the newest turns before the current one are never left out, in part or as a whole.
    pub keep_last_turns: usize,
}

/// A repaired conversation with what is sent beside it.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The conversation.
    pub messages: &'a Messages,
    /// Tokens that always stay.
    pub fixed: u64,
    /// Tokens of each passage and memory, in the order in which they go.
    pub context: &'a [u64],
    /// How well each earlier turn suits the question, in the order of [`turns`]; without it the oldest goes first.
    pub scores: Option<&'a [f64]>,
    /// How well the unit that begins at each message suits the question; with it single units of earlier turns go by
    /// score, without it turn by turn.
    pub unit_scores: Option<&'a [f64]>,
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
    /// Places of the newest unit and of the current turn's user messages, for the cuts of their images.
    pub current: Vec<usize>,
}

/// Where each turn before the current one stands: from its first message to behind its last.
#[must_use]
pub fn turns(messages: &Messages) -> Vec<Range<usize>> {
    Turns::of(messages.all()).earlier().map(Turn::places).collect()
}

/// Plans the cuts that bring a request to `budget` tokens.
///
/// # Errors
/// The total of the costs does not fit in 64 bits, or there is not one score that is a number for each earlier turn, or
/// for each message.
pub fn plan(request: &Request<'_>, budget: u64, policy: Policy) -> Result<Plan, Error> {
    let all = request.messages.all();
    let costs = all.iter().map(|message| message.cost).chain(request.context.iter().copied());
    let total = costs.into_iter().try_fold(request.fixed, u64::checked_add);
    let total_before = total.ok_or_else(Error::total)?;
    let turns = Turns::of(all);
    check_scores("scores", request.scores, turns.earlier().len())?;
    check_scores("unit_scores", request.unit_scores, all.len())?;
    let mut climb = Climb::start(request.messages, &turns, total_before, budget);
    for stage in Stage::ALL {
        if climb.is_over() {
            climb.walk(stage, cuts(stage, request, &turns, policy));
        }
    }
    let newest_results = turns.newest().map_or_else(Vec::new, |unit| results(all, unit).collect());
    let current = newest_and_asked(all, &turns);
    Ok(Plan { total_before, total_after: climb.total(), made: climb.into_made(), newest_results, current })
}

/// Places of the newest unit, then of the current turn's other user messages.
fn newest_and_asked(all: &[Message], turns: &Turns) -> Vec<usize> {
    let outside = turns.current().units.len().saturating_sub(1);
    let asked = turns.current().units.iter().take(outside).filter(|unit| unit.kind == Kind::User);
    let places = turns.newest().into_iter().chain(asked).flat_map(|unit| unit.places.clone());
    places.filter(|&place| all.get(place).is_some_and(|message| message.kind.is_dialogue())).collect()
}

fn check_scores(name: &'static str, scores: Option<&[f64]>, expected: usize) -> Result<(), Error> {
    let Some(scores) = scores else { return Ok(()) };
    if scores.len() != expected {
        return Err(Error::length(name, expected, scores.len()));
    }
    match scores.iter().position(|score| score.is_nan()) {
        Some(index) => Err(Error::not_a_number(name, index)),
        None => Ok(()),
    }
}

/// One step of a stage.
#[derive(Debug, Clone)]
pub(super) struct Cut {
    pub(super) action: Action,
    /// The messages it concerns; those of the floor among them stay.
    pub(super) places: Range<usize>,
    /// A message among them that stays this time.
    pub(super) spared: Option<usize>,
    /// Which of the openings would carry the note about the gap, or else the first later one that is still in.
    pub(super) host: Option<usize>,
    /// Tokens of the passage or memory that it leaves out.
    pub(super) cost: u64,
}

impl Cut {
    fn one(action: Action, place: usize) -> Self {
        Self { action, places: place..place.saturating_add(1), spared: None, host: None, cost: 0 }
    }

    fn stub(place: usize) -> Self {
        Self::one(Action::Stub, place)
    }

    fn drop(places: Range<usize>, spared: Option<usize>, host: Option<usize>) -> Self {
        Self { action: Action::Drop, places, spared, host, cost: 0 }
    }
}

/// The cuts of a stage, laid out one by one as the walk comes to them.
fn cuts<'a>(
    stage: Stage,
    request: &Request<'a>,
    turns: &'a Turns,
    policy: Policy,
) -> Box<dyn Iterator<Item = Cut> + 'a> {
    let all = request.messages.all();
    match stage {
        Stage::Media => {
            let places = earlier(turns).chain(current_work(turns));
            Box::new(trims(request.messages, places, Without::Media))
        }
        Stage::Arguments => Box::new(trims(request.messages, earlier(turns), Without::Arguments)),
        Stage::Context => {
            let costs = request.context.iter().enumerate();
            Box::new(costs.map(|(place, &cost)| Cut { cost, ..Cut::one(Action::LeaveOut, place) }))
        }
        Stage::EarlierResults => Box::new(earlier_results(all, turns).map(Cut::stub)),
        Stage::CurrentResults => {
            let kept = policy.this_turn_result_keep.saturating_sub(newest_result_count(all, turns));
            let older = current_results(all, turns).count().saturating_sub(kept);
            Box::new(current_results(all, turns).take(older).map(Cut::stub))
        }
        Stage::EarlierUnits => {
            let droppable = with_hosts(turns).take(droppable(turns, policy));
            let cuts = droppable.flat_map(|(turn, host)| inner_units(turn, host));
            match request.unit_scores {
                Some(scores) => Box::new(by_unit_score(cuts.collect(), scores).into_iter()),
                None => Box::new(cuts),
            }
        }
        Stage::EarlierTurns => {
            let spared = turns.first_user().filter(|_| policy.keep_first_user);
            let droppable = with_hosts(turns).take(droppable(turns, policy));
            let cuts = droppable.map(move |(turn, host)| Cut::drop(turn.places(), spared, host));
            match request.scores {
                Some(scores) => Box::new(by_score(cuts.collect(), scores).into_iter()),
                None => Box::new(cuts),
            }
        }
        Stage::RemainingResults => Box::new(current_results(all, turns).map(Cut::stub)),
        Stage::CurrentUnits => {
            let host = turns.openings.len().checked_sub(1);
            let units = turns.current().units.iter();
            Box::new(units.map(move |unit| Cut::drop(unit.places.clone(), None, host)))
        }
        Stage::FirstUser => {
            let mut droppable = with_hosts(turns).take(droppable(turns, policy));
            let first = droppable.find_map(|(turn, host)| turn.opening().map(|place| (place, host)));
            let cut = first.map(|(place, host)| Cut { host, ..Cut::one(Action::Drop, place) });
            Box::new(cut.into_iter())
        }
        Stage::GapNotes => Box::new((0..all.len()).map(|place| Cut::one(Action::Unnote, place))),
    }
}

/// How many of the earlier turns may be left out.
fn droppable(turns: &Turns, policy: Policy) -> usize {
    turns.earlier().len().saturating_sub(policy.keep_last_turns)
}

/// Turn 0, which stands before the first user message, goes first and the newest last; between them
/// the lowest score first, the older of equal ones first.
fn by_score(cuts: Vec<Cut>, scores: &[f64]) -> Vec<Cut> {
    let newest = scores.len().saturating_sub(1);
    let rank = |turn: usize| (turn > 0, turn == newest);
    let mut ranked: Vec<_> = cuts.into_iter().enumerate().zip(scores).collect();
    ranked.sort_by(|((a, _), x), ((b, _), y)| rank(*a).cmp(&rank(*b)).then(by_number(**x, **y)));
    ranked.into_iter().map(|((_, cut), _)| cut).collect()
}

/// The lowest score first, the older of equal ones first.
fn by_unit_score(mut cuts: Vec<Cut>, scores: &[f64]) -> Vec<Cut> {
    let score = |cut: &Cut| scores.get(cut.places.start).copied().unwrap_or(0.0);
    cuts.sort_by(|x, y| by_number(score(x), score(y)));
    cuts
}

/// Places of all earlier turns, oldest first.
fn earlier(turns: &Turns) -> impl Iterator<Item = usize> {
    turns.earlier().flat_map(|turn| turn.units).flat_map(|unit| unit.places.clone())
}

/// Places of what the current turn did before its newest unit, the user's own messages excepted.
fn current_work(turns: &Turns) -> impl Iterator<Item = usize> {
    let outside = turns.current().units.len().saturating_sub(1);
    let work = turns.current().units.iter().take(outside).filter(|unit| unit.kind != Kind::User);
    work.flat_map(|unit| unit.places.clone())
}

/// One cut for each smaller form of that kind.
fn trims<'a>(
    messages: &'a Messages,
    places: impl Iterator<Item = usize> + 'a,
    without: Without,
) -> impl Iterator<Item = Cut> + 'a {
    let looked_at = if messages.has_forms() { usize::MAX } else { 0 };
    places.take(looked_at).flat_map(move |place| {
        let due = messages.forms(place).iter().filter(move |form| form.without == without);
        due.map(move |_| Cut::one(Action::Trim, place))
    })
}

/// Results of earlier turns, oldest first, those of the newest earlier turn's last working unit at the end.
fn earlier_results<'a>(all: &'a [Message], turns: &'a Turns) -> impl Iterator<Item = usize> + 'a {
    let working =
        turns.earlier().last().and_then(|turn| turn.units.iter().rfind(|unit| unit.kind == Kind::Call));
    let start = working.map(|unit| unit.places.start);
    let units = turns.earlier().flat_map(|turn| turn.units);
    let before = units.filter(move |unit| Some(unit.places.start) != start);
    before.chain(working).flat_map(|unit| results(all, unit))
}

/// Results of the current turn outside the newest unit, oldest first.
fn current_results<'a>(all: &'a [Message], turns: &'a Turns) -> impl Iterator<Item = usize> + use<'a> {
    let outside = turns.current().units.len().saturating_sub(1);
    turns.current().units.iter().take(outside).flat_map(|unit| results(all, unit))
}

fn newest_result_count(all: &[Message], turns: &Turns) -> usize {
    turns.newest().map_or(0, |unit| results(all, unit).count())
}

fn results<'a>(all: &'a [Message], unit: &Unit) -> impl Iterator<Item = usize> + use<'a> {
    unit.places.clone().filter(|&place| all.get(place).is_some_and(|message| message.kind == Kind::Result))
}

/// Each earlier turn with the opening that follows it: all turns but the first have one.
fn with_hosts(turns: &Turns) -> impl Iterator<Item = (Turn<'_>, Option<usize>)> {
    turns.earlier().zip((0..).map(Some))
}

/// The units of a turn between the user's messages and the last unit, one cut each.
fn inner_units(turn: Turn<'_>, host: Option<usize>) -> impl Iterator<Item = Cut> {
    let inner = turn.units.len().saturating_sub(1);
    let units = turn.units.iter().take(inner).filter(|unit| unit.kind != Kind::User);
    units.map(move |unit| Cut::drop(unit.places.clone(), None, host))
}
