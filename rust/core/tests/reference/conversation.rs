//! The ladder on a conversation, slow and obvious: units, turns, floor, and the walk.

use contextthrift_core::Error;
use contextthrift_core::conversation::{
    Action, FLAG_PINNED, FLAG_USER, Kind, Made, Messages, Plan, Policy, Stage, plan,
};

pub(crate) type Unit = Vec<usize>;
pub(crate) type Turn = Vec<Unit>;

/// One message with its three costs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Message {
    pub(crate) kind: Kind,
    pub(crate) flags: u8,
    pub(crate) cost: u64,
    pub(crate) stub: u64,
    pub(crate) noted: u64,
}

/// A repaired conversation and what is asked of the ladder.
#[derive(Debug, Clone)]
pub(crate) struct Conversation {
    pub(crate) messages: Vec<Message>,
    pub(crate) fixed: u64,
    pub(crate) policy: Policy,
}

impl Conversation {
    /// What the core plans.
    pub(crate) fn planned(&self, budget: u64) -> Result<Plan, Error> {
        plan(&self.read()?, self.fixed, budget, self.policy)
    }

    /// The messages as the core reads them.
    pub(crate) fn read(&self) -> Result<Messages, Error> {
        let code = |message: &Message| Kind::ALL.iter().position(|kind| *kind == message.kind).unwrap() as u8;
        let kind: Vec<u8> = self.messages.iter().map(code).collect();
        let flags: Vec<u8> = self.messages.iter().map(|message| message.flags).collect();
        let costs = |pick: fn(&Message) -> u64| self.messages.iter().map(pick).collect::<Vec<_>>();
        let (cost, stub, noted) = (costs(|m| m.cost), costs(|m| m.stub), costs(|m| m.noted));
        Messages::new(&kind, &flags, &cost, &stub, &noted)
    }

    pub(crate) fn total(&self) -> u64 {
        self.fixed + self.messages.iter().map(|message| message.cost).sum::<u64>()
    }

    pub(crate) fn is(&self, place: usize, kind: Kind) -> bool {
        self.messages[place].kind == kind
    }

    /// Whether nothing stands between a call and its results, as repair leaves it.
    pub(crate) fn is_repaired(&self) -> bool {
        self.units().iter().all(|unit| unit.len() == unit[unit.len() - 1] - unit[0] + 1)
    }

    /// An assistant message with its results, or any other single message but system and summary.
    pub(crate) fn units(&self) -> Vec<Unit> {
        let mut units: Vec<Unit> = Vec::new();
        for (place, message) in self.messages.iter().enumerate() {
            match (message.kind, units.last_mut()) {
                (Kind::System | Kind::Summary, _) => {}
                (Kind::Result, Some(unit)) if self.is(unit[0], Kind::Call) => unit.push(place),
                _ => units.push(vec![place]),
            }
        }
        units
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

    pub(crate) fn first_user(&self) -> Option<usize> {
        self.messages.iter().position(|message| message.kind == Kind::User)
    }

    /// Places that no window removes, the first user message aside.
    pub(crate) fn floor(&self) -> Vec<bool> {
        let mut floor: Vec<bool> =
            self.messages.iter().map(|m| matches!(m.kind, Kind::System | Kind::Summary)).collect();
        let (units, turns) = (self.units(), self.turns());
        let pinned = units
            .iter()
            .filter(|unit| unit.iter().any(|&place| self.messages[place].flags & FLAG_PINNED != 0));
        let current = turns.last().unwrap().iter().filter(|unit| self.is(unit[0], Kind::User));
        for &place in pinned.chain(current).chain(units.last()).flatten() {
            floor[place] = true;
        }
        floor
    }

    /// Whether the user speaks in the message.
    pub(crate) fn is_by_user(&self, place: usize) -> bool {
        let message = &self.messages[place];
        message.kind == Kind::User || (message.kind == Kind::Summary && message.flags & FLAG_USER != 0)
    }

    /// Whether the input begins with the user's message and what stays would begin with another role's.
    pub(crate) fn must_lead(&self) -> bool {
        let begins = (0..self.messages.len()).find(|&place| !self.is(place, Kind::System));
        let Some(first) = begins.filter(|&place| self.is(place, Kind::User)) else { return false };
        let floor = self.floor();
        let stays = (first..floor.len()).find(|&place| floor[place] && !self.is(place, Kind::System));
        stays.is_some_and(|place| !self.is_by_user(place))
    }

    pub(crate) fn results(&self, unit: &Unit) -> Vec<usize> {
        unit.iter().copied().filter(|&place| self.is(place, Kind::Result)).collect()
    }

    pub(crate) fn newest_results(&self) -> Vec<usize> {
        self.units().last().map_or(Vec::new(), |unit| self.results(unit))
    }
}

// --- the chain of cuts

/// One step of the ladder.
struct Cut {
    stage: Stage,
    action: Action,
    places: Vec<usize>,
    host: Option<usize>,
}

impl Conversation {
    fn chain(&self) -> Vec<Cut> {
        let mut turns = self.turns();
        let current = turns.pop().unwrap();
        let mut chain = self.stubs(Stage::EarlierResults, self.earlier_results(&turns));
        let outside = self.outside_newest(&current);
        let kept = self.policy.this_turn_result_keep.saturating_sub(self.newest_results().len());
        let older = outside[..outside.len().saturating_sub(kept)].to_vec();
        chain.extend(self.stubs(Stage::CurrentResults, older));
        let hosts: Vec<_> = turns.iter().skip(1).chain([&current]).map(|turn| self.opening(turn)).collect();
        for (turn, host) in turns.iter().zip(&hosts) {
            let inner = turn.iter().take(turn.len().saturating_sub(1));
            let units = inner.filter(|unit| !self.is(unit[0], Kind::User));
            chain.extend(units.map(|unit| drop(Stage::EarlierUnits, unit.clone(), *host)));
        }
        for (turn, host) in turns.iter().zip(&hosts) {
            let mut places = turn.concat();
            places.retain(|place| !self.policy.keep_first_user || Some(*place) != self.first_user());
            chain.push(drop(Stage::EarlierTurns, places, *host));
        }
        chain.extend(self.stubs(Stage::RemainingResults, outside));
        let host = self.opening(&current);
        chain.extend(current.iter().map(|unit| drop(Stage::CurrentUnits, unit.clone(), host)));
        chain.extend(self.first_user().map(|place| drop(Stage::FirstUser, vec![place], host)));
        let unnote =
            |place| Cut { stage: Stage::GapNotes, action: Action::Unnote, places: vec![place], host: None };
        chain.extend((0..self.messages.len()).map(unnote));
        chain
    }

    fn stubs(&self, stage: Stage, places: Vec<usize>) -> Vec<Cut> {
        let stub = |place| Cut { stage, action: Action::Stub, places: vec![place], host: None };
        places.into_iter().map(stub).collect()
    }

    /// Oldest first, the last working unit of the newest earlier turn not before the others.
    fn earlier_results(&self, earlier: &[Turn]) -> Vec<usize> {
        let mut units = earlier.concat();
        let mut newest = earlier.last().into_iter().flatten();
        if let Some(working) = newest.rfind(|unit| self.is(unit[0], Kind::Call)) {
            units.retain(|unit| unit != working);
            units.push(working.clone());
        }
        units.iter().flat_map(|unit| self.results(unit)).collect()
    }

    fn outside_newest(&self, current: &Turn) -> Vec<usize> {
        let outside = current.iter().take(current.len().saturating_sub(1));
        outside.flat_map(|unit| self.results(unit)).collect()
    }

    fn opening(&self, turn: &Turn) -> Option<usize> {
        turn.iter().map(|unit| unit[0]).find(|&place| self.is(place, Kind::User))
    }
}

fn drop(stage: Stage, places: Vec<usize>, host: Option<usize>) -> Cut {
    Cut { stage, action: Action::Drop, places, host }
}

// --- the walk

/// The messages as they stand in the middle of a walk.
struct Scene<'a> {
    conversation: &'a Conversation,
    floor: Vec<bool>,
    cost: Vec<u64>,
    is_out: Vec<bool>,
    has_note: Vec<bool>,
}

/// The changes the ladder should make.
pub(crate) fn made(conversation: &Conversation, budget: u64) -> Vec<Made> {
    let mut scene = Scene::start(conversation);
    let (mut made, mut cut) = (Vec::new(), 0);
    for step in conversation.chain() {
        if scene.total() <= budget {
            break;
        }
        let changes = scene.make(&step);
        cut += usize::from(!changes.is_empty());
        made.extend(changes.into_iter().map(|(place, action, before, after)| Made {
            stage: step.stage,
            cut: cut - 1,
            place,
            action,
            before,
            after,
        }));
    }
    made
}

type Change = (usize, Action, u64, u64);

impl<'a> Scene<'a> {
    fn start(conversation: &'a Conversation) -> Self {
        let count = conversation.messages.len();
        let mut floor = conversation.floor();
        if let Some(first) = conversation.first_user() {
            floor[first] |= conversation.must_lead();
        }
        let cost = conversation.messages.iter().map(|message| message.cost).collect();
        Self { conversation, floor, cost, is_out: vec![false; count], has_note: vec![false; count] }
    }

    fn total(&self) -> u64 {
        self.conversation.fixed + self.cost.iter().sum::<u64>()
    }

    fn make(&mut self, cut: &Cut) -> Vec<Change> {
        let before = self.total();
        let mut changes: Vec<Change> =
            cut.places.iter().filter_map(|&place| self.change(place, cut.action)).collect();
        let saved = before - self.total();
        if let Some(host) = cut.host.filter(|&host| self.is_note_due(host, saved)) {
            changes.extend(self.change(host, Action::Note));
        }
        changes
    }

    /// A note must cost something, or there is none, and less than the gap saves.
    fn is_note_due(&self, host: usize, saved: u64) -> bool {
        let message = &self.conversation.messages[host];
        let extra = message.noted.saturating_sub(message.cost);
        !self.is_out[host] && !self.has_note[host] && extra > 0 && extra < saved
    }

    fn change(&mut self, place: usize, action: Action) -> Option<Change> {
        let (message, before) = (self.conversation.messages[place], self.cost[place]);
        let is_free = !self.floor[place] && !self.is_out[place];
        let after = match action {
            Action::Stub => Some(message.stub).filter(|&stub| is_free && stub < before),
            Action::Drop => Some(0).filter(|_| is_free),
            Action::Note => Some(message.noted),
            Action::Unnote => Some(message.cost).filter(|_| self.has_note[place] && !self.is_out[place]),
        }?;
        self.cost[place] = after;
        self.is_out[place] |= action == Action::Drop;
        self.has_note[place] = action == Action::Note || (action == Action::Drop && self.has_note[place]);
        Some((place, action, before, after))
    }
}
