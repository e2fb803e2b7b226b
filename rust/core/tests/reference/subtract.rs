//! The subtractive pass, slow and obvious: the whole total is summed again before every removal.

use std::cmp::Reverse;

use contextthrift_core::subtract::{
    Dated, Items, MESSAGE_EPHEMERAL, MESSAGE_SUMMARY, Plan, RESULT_THIS_TURN, Scored, THOUGHT_PROTECTED,
    subtract,
};
use contextthrift_core::{Error, Row};

/// An item with a time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Event {
    pub(crate) cost: u64,
    pub(crate) at_ms: i64,
    pub(crate) flags: u8,
}

impl Event {
    pub(crate) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// An item with a score.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Passage {
    pub(crate) cost: u64,
    pub(crate) score: f64,
}

/// Everything the pass decides about, item by item.
#[derive(Debug, Clone, Default)]
pub(crate) struct WorkingSet {
    pub(crate) fixed: u64,
    pub(crate) image: Option<u64>,
    pub(crate) tool_calls: Vec<Event>,
    pub(crate) keep: usize,
    pub(crate) retrievables: Vec<Passage>,
    pub(crate) memories: Vec<Passage>,
    pub(crate) messages: Vec<Event>,
    pub(crate) thoughts: Vec<Event>,
    pub(crate) tools: Vec<u64>,
}

impl WorkingSet {
    /// What the core plans.
    pub(crate) fn planned(&self, budget: u64) -> Result<Plan, Error> {
        let (calls, messages) = (EventColumns::of(&self.tool_calls), EventColumns::of(&self.messages));
        let thoughts = EventColumns::of(&self.thoughts);
        let (retrievables, memories) = (scored(&self.retrievables), scored(&self.memories));
        let items = Items {
            fixed: self.fixed,
            image: self.image,
            tool_calls: calls.dated("tool_calls")?,
            this_turn_result_keep: self.keep,
            retrievables: Scored::new("retrievables", &retrievables.0, &retrievables.1)?,
            memories: Scored::new("memories", &memories.0, &memories.1)?,
            messages: messages.dated("messages")?,
            thoughts: thoughts.dated("thoughts")?,
            tools: &self.tools,
        };
        subtract(&items, budget)
    }

    /// Every cost there is, what always stays included.
    pub(crate) fn costs(&self) -> impl Iterator<Item = u64> {
        let events = self.tool_calls.iter().chain(&self.messages).chain(&self.thoughts);
        let passages = self.retrievables.iter().chain(&self.memories);
        let alone = [self.fixed].into_iter().chain(self.image).chain(self.tools.iter().copied());
        alone.chain(events.map(|event| event.cost)).chain(passages.map(|passage| passage.cost))
    }

    pub(crate) fn total(&self) -> u64 {
        self.costs().sum()
    }

    /// What stays by a plan, as a working set of its own.
    pub(crate) fn kept(&self, plan: &Plan) -> Self {
        Self {
            fixed: self.fixed,
            image: self.image.filter(|_| plan.image_kept == Some(true)),
            tool_calls: picked(&self.tool_calls, &plan.tool_calls),
            keep: self.keep,
            retrievables: picked(&self.retrievables, &plan.retrievables),
            memories: picked(&self.memories, &plan.memories),
            messages: picked(&self.messages, &plan.messages),
            thoughts: picked(&self.thoughts, &plan.thoughts),
            tools: self.tools[plan.tools_shed..].to_vec(),
        }
    }
}

fn picked<T: Copy>(items: &[T], places: &[u32]) -> Vec<T> {
    places.iter().map(|&place| items[place as usize]).collect()
}

struct EventColumns(Vec<u64>, Vec<i64>, Vec<u8>);

impl EventColumns {
    fn of(events: &[Event]) -> Self {
        let flags = events.iter().map(|event| event.flags).collect();
        let (cost, at_ms) = events.iter().map(|event| (event.cost, event.at_ms)).unzip();
        Self(cost, at_ms, flags)
    }

    fn dated(&self, column: &'static str) -> Result<Dated<'_>, Error> {
        Dated::new(column, &self.0, &self.1, &self.2)
    }
}

fn scored(passages: &[Passage]) -> (Vec<u64>, Vec<f64>) {
    passages.iter().map(|passage| (passage.cost, passage.score)).unzip()
}

// --- the twin

type Kept<T> = Vec<(u32, T)>;

/// What is still in, each item with the place it had.
struct Left {
    budget: u64,
    fixed: u64,
    image: Option<u64>,
    tool_calls: Kept<Event>,
    retrievables: Kept<Passage>,
    memories: Kept<Passage>,
    messages: Kept<Event>,
    thoughts: Kept<Event>,
    tools: Vec<u64>,
}

/// What the pass should decide.
pub(crate) fn plan(set: &WorkingSet, budget: u64) -> Plan {
    let mut left = Left::all(set, budget);
    let (total_before, before) = (left.total(), left.sizes());
    left.shed_image();
    left.shed_tool_calls(set.keep);
    left.shed_passages(|left| &mut left.retrievables);
    left.shed_passages(|left| &mut left.memories);
    left.shed_messages();
    left.shed_thoughts();
    while left.is_over() && !left.tools.is_empty() {
        left.tools.remove(0);
    }
    let rows = std::array::from_fn(|at| row(before[at], left.sizes()[at]));
    Plan {
        total_before,
        total_after: left.total(),
        rows,
        image_kept: set.image.map(|_| left.image.is_some()),
        tool_calls: places(&left.tool_calls),
        retrievables: places(&left.retrievables),
        memories: places(&left.memories),
        messages: places(&left.messages),
        thoughts: places(&left.thoughts),
        tools_shed: set.tools.len() - left.tools.len(),
    }
}

impl Left {
    fn all(set: &WorkingSet, budget: u64) -> Self {
        Self {
            budget,
            fixed: set.fixed,
            image: set.image,
            tool_calls: numbered(&set.tool_calls),
            retrievables: numbered(&set.retrievables),
            memories: numbered(&set.memories),
            messages: numbered(&set.messages),
            thoughts: numbered(&set.thoughts),
            tools: set.tools.clone(),
        }
    }

    /// Tokens and count of each bucket, in row order.
    fn sizes(&self) -> [(u64, usize); 7] {
        [
            (self.image.unwrap_or_default(), usize::from(self.image.is_some())),
            events(&self.tool_calls),
            passages(&self.retrievables),
            passages(&self.memories),
            events(&self.messages),
            events(&self.thoughts),
            (self.tools.iter().sum(), self.tools.len()),
        ]
    }

    fn total(&self) -> u64 {
        self.fixed + self.sizes().iter().map(|(tokens, _)| tokens).sum::<u64>()
    }

    fn is_over(&self) -> bool {
        self.total() > self.budget
    }

    fn shed_image(&mut self) {
        if self.is_over() {
            self.image = None;
        }
    }

    fn shed_tool_calls(&mut self, keep: usize) {
        self.tool_calls.sort_by_key(|(_, call)| (call.has(RESULT_THIS_TURN), call.at_ms));
        while self.is_over() && self.tool_calls.first().is_some_and(|(_, call)| !call.has(RESULT_THIS_TURN)) {
            self.tool_calls.remove(0);
        }
        while self.is_over() && self.tool_calls.len() > keep {
            self.tool_calls.remove(0);
        }
    }

    fn shed_passages(&mut self, bucket: impl Fn(&mut Self) -> &mut Kept<Passage>) {
        bucket(self).sort_by(|(_, a), (_, b)| b.score.partial_cmp(&a.score).unwrap());
        while self.is_over() && !bucket(self).is_empty() {
            bucket(self).pop();
        }
    }

    fn shed_messages(&mut self) {
        self.messages.sort_by_key(|(_, message)| message.at_ms);
        let newest = newest(&self.messages, |message| message.has(MESSAGE_EPHEMERAL));
        let control =
            |(place, message): &(u32, Event)| message.has(MESSAGE_EPHEMERAL) && Some(*place) != newest;
        while self.is_over() && self.messages.iter().any(control) {
            let oldest = self.messages.iter().position(control).unwrap();
            self.messages.remove(oldest);
        }
        let plain = |(_, message): &(u32, Event)| !message.has(MESSAGE_SUMMARY);
        while self.is_over() && self.messages.iter().filter(|entry| plain(entry)).count() > 1 {
            let oldest = self.messages.iter().position(plain).unwrap();
            self.messages.remove(oldest);
        }
    }

    fn shed_thoughts(&mut self) {
        self.thoughts.sort_by_key(|(_, thought)| thought.at_ms);
        let newest = newest(&self.thoughts, |thought| !thought.has(THOUGHT_PROTECTED));
        let goes =
            |(place, thought): &(u32, Event)| !thought.has(THOUGHT_PROTECTED) && Some(*place) != newest;
        while self.is_over() && self.thoughts.iter().any(goes) {
            let oldest = self.thoughts.iter().position(goes).unwrap();
            self.thoughts.remove(oldest);
        }
    }
}

fn numbered<T: Copy>(items: &[T]) -> Kept<T> {
    (0_u32..).zip(items.iter().copied()).collect()
}

fn places<T>(items: &Kept<T>) -> Vec<u32> {
    items.iter().map(|(place, _)| *place).collect()
}

fn newest(sorted: &Kept<Event>, concerns: impl Fn(&Event) -> bool) -> Option<u32> {
    sorted.iter().rfind(|(_, event)| concerns(event)).map(|(place, _)| *place)
}

fn events(items: &Kept<Event>) -> (u64, usize) {
    (items.iter().map(|(_, event)| event.cost).sum(), items.len())
}

fn passages(items: &Kept<Passage>) -> (u64, usize) {
    (items.iter().map(|(_, passage)| passage.cost).sum(), items.len())
}

fn row((tokens_before, count_before): (u64, usize), (tokens_after, count_after): (u64, usize)) -> Row {
    Row { tokens_before, tokens_after, count_before: count_before as u64, count_after: count_after as u64 }
}

// --- the floor

/// What stays where nothing fits, in the order of a plan.
pub(crate) fn floor(set: &WorkingSet) -> Plan {
    let calls = by_time(&set.tool_calls, |call| call.has(RESULT_THIS_TURN));
    let last = newest(&by_time(&set.messages, |_| true), |message| message.has(MESSAGE_EPHEMERAL));
    let mut messages = by_time(&set.messages, |_| true);
    messages.retain(|(place, message)| !message.has(MESSAGE_EPHEMERAL) || Some(*place) == last);
    let speaker = newest(&messages, |message| !message.has(MESSAGE_SUMMARY));
    messages.retain(|(place, message)| message.has(MESSAGE_SUMMARY) || Some(*place) == speaker);
    let mut thoughts = by_time(&set.thoughts, |_| true);
    let thinker = newest(&thoughts, |thought| !thought.has(THOUGHT_PROTECTED));
    thoughts.retain(|(place, thought)| thought.has(THOUGHT_PROTECTED) || Some(*place) == thinker);
    Plan {
        image_kept: set.image.map(|_| false),
        tool_calls: places(&calls[calls.len().saturating_sub(set.keep)..].to_vec()),
        retrievables: Vec::new(),
        memories: Vec::new(),
        messages: places(&messages),
        thoughts: places(&thoughts),
        tools_shed: set.tools.len(),
        ..plan(set, 0)
    }
}

fn by_time(events: &[Event], concerns: impl Fn(&Event) -> bool) -> Kept<Event> {
    let mut kept = numbered(events);
    kept.retain(|(_, event)| concerns(event));
    kept.sort_by_key(|(_, event)| event.at_ms);
    kept
}

// --- the last cut

/// What the cut cost that was made last, or nothing where nothing was cut.
pub(crate) fn last_cut(set: &WorkingSet, plan: &Plan) -> Option<u64> {
    let events = |items: &[Event], place: usize| items[place].cost;
    let tool = plan.tools_shed.checked_sub(1).map(|last| set.tools[last]);
    let thought = || newest_gone(&set.thoughts, &plan.thoughts, |_, _| true);
    let message = || last_message(&set.messages, &plan.messages);
    let call = || {
        let current = newest_gone(&set.tool_calls, &plan.tool_calls, |_, call| call.has(RESULT_THIS_TURN));
        current.or_else(|| newest_gone(&set.tool_calls, &plan.tool_calls, |_, _| true))
    };
    tool.or_else(|| thought().map(|place| events(&set.thoughts, place)))
        .or_else(|| message().map(|place| events(&set.messages, place)))
        .or_else(|| highest_gone(&set.memories, &plan.memories))
        .or_else(|| highest_gone(&set.retrievables, &plan.retrievables))
        .or_else(|| call().map(|place| events(&set.tool_calls, place)))
        .or_else(|| set.image.filter(|_| plan.image_kept == Some(false)))
}

/// Control messages but for the newest go before all others.
fn last_message(messages: &[Event], kept: &[u32]) -> Option<usize> {
    let control = newest(&by_time(messages, |_| true), |message| message.has(MESSAGE_EPHEMERAL));
    let is_ordinary =
        |place: usize, message: &Event| !message.has(MESSAGE_EPHEMERAL) || control == Some(place as u32);
    newest_gone(messages, kept, is_ordinary).or_else(|| newest_gone(messages, kept, |_, _| true))
}

fn newest_gone(events: &[Event], kept: &[u32], concerns: impl Fn(usize, &Event) -> bool) -> Option<usize> {
    let gone = events.iter().enumerate().filter(|(place, _)| !kept.contains(&(*place as u32)));
    let concerned = gone.filter(|(place, event)| concerns(*place, event));
    concerned.max_by_key(|(place, event)| (event.at_ms, *place)).map(|(place, _)| place)
}

fn highest_gone(passages: &[Passage], kept: &[u32]) -> Option<u64> {
    let gone = passages.iter().enumerate().filter(|(place, _)| !kept.contains(&(*place as u32)));
    let by_score = |a: &(usize, &Passage), b: &(usize, &Passage)| {
        a.1.score.partial_cmp(&b.1.score).unwrap().then(Reverse(a.0).cmp(&Reverse(b.0)))
    };
    gone.max_by(by_score).map(|(_, passage)| passage.cost)
}
