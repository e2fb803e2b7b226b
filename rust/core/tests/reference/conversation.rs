//! A conversation, slow and obvious: its units, its turns, its floor, and what the ladder leaves of it.

use std::ops::Range;

use contextthrift_core::Error;
use contextthrift_core::conversation::{
    FLAG_CONTINUES, FLAG_PINNED, FLAG_USER, Kind, Messages, Plan, Policy, Request, Without, plan,
};

pub(crate) type Unit = Vec<usize>;
pub(crate) type Turn = Vec<Unit>;

/// A smaller form of a message, without all that the forms before it do without.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    pub(crate) without: Without,
    pub(crate) cost: u64,
    pub(crate) noted: u64,
}

/// One message with its costs.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub(crate) kind: Kind,
    pub(crate) flags: u8,
    pub(crate) cost: u64,
    pub(crate) stub: u64,
    pub(crate) noted: u64,
    pub(crate) forms: Vec<Form>,
}

impl Message {
    pub(crate) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// A conversation, what is sent beside it, and what is asked of the ladder.
#[derive(Debug, Clone)]
pub(crate) struct Conversation {
    pub(crate) messages: Vec<Message>,
    pub(crate) fixed: u64,
    pub(crate) context: Vec<u64>,
    pub(crate) scores: Option<Vec<f64>>,
    pub(crate) unit_scores: Option<Vec<f64>>,
    pub(crate) policy: Policy,
}

impl Conversation {
    /// What the core plans.
    pub(crate) fn planned(&self, budget: u64) -> Result<Plan, Error> {
        self.planned_on(&self.read()?, budget)
    }

    /// What the core plans on messages that it has read.
    pub(crate) fn planned_on(&self, messages: &Messages, budget: u64) -> Result<Plan, Error> {
        let (scores, unit_scores) = (self.scores.as_deref(), self.unit_scores.as_deref());
        let request = Request { messages, fixed: self.fixed, context: &self.context, scores, unit_scores };
        plan(&request, budget, self.policy)
    }

    /// The messages as the core reads them.
    pub(crate) fn read(&self) -> Result<Messages, Error> {
        let kind: Vec<u8> = self.messages.iter().map(|message| code(&Kind::ALL, message.kind)).collect();
        let flags: Vec<u8> = self.messages.iter().map(|message| message.flags).collect();
        let costs = |pick: fn(&Message) -> u64| self.messages.iter().map(pick).collect::<Vec<_>>();
        let (cost, stub, noted) = (costs(|m| m.cost), costs(|m| m.stub), costs(|m| m.noted));
        let own = |(place, message): (usize, &Message)| vec![place as u64; message.forms.len()];
        let place = self.messages.iter().enumerate().flat_map(own).collect::<Vec<_>>();
        let forms: Vec<_> = self.messages.iter().flat_map(|message| &message.forms).collect();
        let without: Vec<u8> = forms.iter().map(|form| code(&Without::ALL, form.without)).collect();
        let costs = |pick: fn(&Form) -> u64| forms.iter().map(|form| pick(form)).collect::<Vec<_>>();
        let messages = Messages::new(&kind, &flags, &cost, &stub, &noted)?;
        messages.with_forms(&place, &without, &costs(|form| form.cost), &costs(|form| form.noted))
    }

    pub(crate) fn total(&self) -> u64 {
        let messages: u64 = self.messages.iter().map(|message| message.cost).sum();
        self.fixed + messages + self.context.iter().sum::<u64>()
    }

    pub(crate) fn is(&self, place: usize, kind: Kind) -> bool {
        self.messages[place].kind == kind
    }
}

fn code<T: PartialEq>(all: &[T], one: T) -> u8 {
    all.iter().position(|each| *each == one).unwrap() as u8
}

// --- units and turns

impl Conversation {
    /// An answer of the assistant with all that belongs to it, or any other single message; system
    /// messages and summaries are in none.
    pub(crate) fn units(&self) -> Vec<Unit> {
        let mut units: Vec<Unit> = Vec::new();
        for (place, message) in self.messages.iter().enumerate() {
            match (message.kind, units.last_mut()) {
                (Kind::System | Kind::Summary, _) => {}
                (_, Some(unit)) if self.belongs(message, unit) => unit.push(place),
                _ => units.push(vec![place]),
            }
        }
        units
    }

    /// Whether a message belongs to the unit before it.
    fn belongs(&self, message: &Message, unit: &Unit) -> bool {
        match message.kind {
            Kind::Result | Kind::Aside => self.has(unit, &[Kind::Call, Kind::Assistant]),
            Kind::Call | Kind::Assistant => message.has(FLAG_CONTINUES) && !self.has(unit, &[Kind::User]),
            Kind::User | Kind::System | Kind::Summary => false,
        }
    }

    fn has(&self, unit: &Unit, kinds: &[Kind]) -> bool {
        unit.iter().any(|&place| kinds.contains(&self.messages[place].kind))
    }

    /// The assistant called a tool in it, or got what the policy takes as a tool's output.
    pub(crate) fn is_working(&self, unit: &Unit) -> bool {
        self.has(unit, &[Kind::Call])
            || (self.has(unit, &[Kind::Assistant]) && self.has(unit, &[Kind::Result]))
    }

    /// The first stands before the first user message and may be empty.
    pub(crate) fn turns(&self) -> Vec<Turn> {
        let mut turns: Vec<Turn> = vec![Vec::new()];
        let mut follows_user = false;
        for unit in self.units() {
            let is_user = self.is(unit[0], Kind::User);
            if is_user && !follows_user {
                turns.push(Vec::new());
            }
            turns.last_mut().unwrap().push(unit);
            follows_user = is_user;
        }
        turns
    }

    pub(crate) fn current(&self) -> Turn {
        self.turns().pop().unwrap()
    }

    pub(crate) fn earlier(&self) -> Vec<Turn> {
        let mut turns = self.turns();
        turns.pop();
        turns
    }

    /// The earlier turns that may be left out, oldest first, and those that are too new for it.
    pub(crate) fn going_and_kept(&self) -> (Vec<Turn>, Vec<Turn>) {
        let mut going = self.earlier();
        let kept = going.split_off(going.len().saturating_sub(self.policy.keep_last_turns));
        (going, kept)
    }

    /// From the first message of each earlier turn to behind its last.
    pub(crate) fn spans(&self) -> Vec<Range<usize>> {
        let places = |turn: &Turn| turn.concat();
        let span =
            |places: Vec<usize>| places.first().map_or(0..0, |&first| first..places[places.len() - 1] + 1);
        self.earlier().iter().map(places).map(span).collect()
    }

    pub(crate) fn first_user(&self) -> Option<usize> {
        self.messages.iter().position(|message| message.kind == Kind::User)
    }

    /// The user message that opens a turn.
    pub(crate) fn opening(&self, turn: &Turn) -> Option<usize> {
        turn.iter().map(|unit| unit[0]).find(|&place| self.is(place, Kind::User))
    }

    pub(crate) fn results(&self, unit: &Unit) -> Vec<usize> {
        unit.iter().copied().filter(|&place| self.is(place, Kind::Result)).collect()
    }

    pub(crate) fn newest_results(&self) -> Vec<usize> {
        self.units().last().map_or(Vec::new(), |unit| self.results(unit))
    }

    /// The units of the current turn before the newest.
    pub(crate) fn outside_newest(&self) -> Turn {
        let mut current = self.current();
        current.pop();
        current
    }

    /// What the current turn did before its newest unit.
    pub(crate) fn current_work(&self) -> Vec<usize> {
        let work = self.outside_newest().into_iter();
        work.filter(|unit| !self.is(unit[0], Kind::User)).flatten().collect()
    }

    /// The newest unit, then the current turn's other user messages.
    pub(crate) fn newest_and_asked(&self) -> Vec<usize> {
        let asked = self.outside_newest().concat().into_iter().filter(|&place| self.is(place, Kind::User));
        self.units().pop().unwrap_or_default().into_iter().chain(asked).collect()
    }
}

// --- what stays

impl Conversation {
    /// Places that no window removes, the first user message aside.
    pub(crate) fn floor(&self) -> Vec<bool> {
        let mut floor: Vec<bool> =
            self.messages.iter().map(|m| matches!(m.kind, Kind::System | Kind::Summary)).collect();
        let (units, current) = (self.units(), self.current());
        let is_pinned = |unit: &&Unit| unit.iter().any(|&place| self.messages[place].has(FLAG_PINNED));
        let asked = current.iter().filter(|unit| self.is(unit[0], Kind::User));
        for &place in units.iter().filter(is_pinned).chain(asked).chain(units.last()).flatten() {
            floor[place] = true;
        }
        floor
    }

    /// Whether the user speaks in the message.
    pub(crate) fn is_by_user(&self, place: usize) -> bool {
        let message = &self.messages[place];
        message.kind == Kind::User || (message.kind == Kind::Summary && message.has(FLAG_USER))
    }

    /// Whether the input begins with the user's message and its floor would begin with another role's.
    pub(crate) fn must_lead(&self) -> bool {
        let begins = (0..self.messages.len()).find(|&place| !self.is(place, Kind::System));
        let Some(first) = begins.filter(|&place| self.is(place, Kind::User)) else { return false };
        let floor = self.floor();
        let stays = (first..floor.len()).find(|&place| floor[place] && !self.is(place, Kind::System));
        stays.is_some_and(|place| !self.is_by_user(place))
    }

    /// Places that the ladder never leaves out: the floor, and the newest turns that the policy keeps.
    pub(crate) fn stays(&self) -> Vec<bool> {
        let mut stays = self.floor();
        let lead = self.first_user().filter(|_| self.must_lead());
        let (_, kept) = self.going_and_kept();
        for place in kept.concat().concat().into_iter().chain(lead) {
            stays[place] = true;
        }
        stays
    }

    /// What each message costs at the end of the ladder.
    pub(crate) fn least(&self) -> Vec<u64> {
        let (stays, floor) = (self.stays(), self.floor());
        let (earlier, work) = (self.earlier().concat().concat(), self.current_work());
        let cost = |place: usize| {
            let message = &self.messages[place];
            let (is_earlier, is_edited) = (earlier.contains(&place), !message.has(FLAG_PINNED));
            let mut cost = message.cost;
            if is_edited && (is_earlier || work.contains(&place)) {
                cost = message.smallest(Without::Media, cost);
            }
            if is_earlier && !floor[place] && message.kind == Kind::Result && message.stub < cost {
                cost = message.stub;
            } else if is_earlier && is_edited {
                cost = message.smallest(Without::Arguments, cost);
            }
            if stays[place] { cost } else { 0 }
        };
        (0..self.messages.len()).map(cost).collect()
    }
}

impl Message {
    fn smallest(&self, without: Without, cost: u64) -> u64 {
        let forms = self.forms.iter().filter(|form| form.without == without);
        forms.map(|form| form.cost).chain([cost]).min().unwrap()
    }
}
