//! Every working set and every conversation of a few items, at every budget.

// What clippy.toml allows in tests it allows where it sees this.
#![cfg(test)]
#![allow(
    clippy::arithmetic_side_effects,
    reason = "costs in these worlds are small, and an overflow fails the test"
)]

mod reference;

use contextthrift_core::conversation::{FLAG_CONTINUES, FLAG_PINNED, FLAG_USER, Kind, Policy, Without};
use contextthrift_core::subtract::{MESSAGE_EPHEMERAL, MESSAGE_SUMMARY, RESULT_THIS_TURN, THOUGHT_PROTECTED};
use reference::conversation::{Conversation, Form, Message};
use reference::ladder::made;
use reference::laws::{Chain, Verdict};
use reference::subtract::{Event, Passage, WorkingSet, floor, last_cut, plan};

/// Calls with every list of up to `longest` letters of an alphabet.
fn every_word<T: Copy>(alphabet: &[T], longest: usize, mut visit: impl FnMut(&[T])) {
    let mut words = vec![Vec::new()];
    for length in 0..=longest {
        words.iter().for_each(|word: &Vec<T>| visit(word));
        if length < longest {
            let longer = |word: &Vec<T>| {
                alphabet.iter().map(|&letter| [&word[..], &[letter]].concat()).collect::<Vec<_>>()
            };
            words = words.iter().flat_map(longer).collect();
        }
    }
}

// --- working sets

/// The plan is the twin's at every budget, each cut was needed, and what does not fit is the floor.
fn check_set(set: &WorkingSet) {
    let (total, least) = (set.total(), set.kept(&floor(set)).total());
    for budget in 0..=total + 1 {
        let planned = set.planned(budget).unwrap();
        assert_eq!(planned, plan(set, budget), "{set:?} at {budget}");
        assert_eq!(planned.total_after > budget, least > budget, "{set:?} at {budget}");
        let undone = last_cut(set, &planned).map(|cost| planned.total_after + cost);
        assert!(undone.is_none_or(|undone| undone > budget), "{set:?} at {budget}");
    }
}

/// Events of every time out of two, with each of these flags and costs.
fn events(flags: &[u8], costs: &[u64]) -> Vec<Event> {
    let timed = |at_ms| move |cost| flags.iter().map(move |&flags| Event { cost, at_ms, flags });
    [1, 2].into_iter().flat_map(|at_ms| costs.iter().copied().flat_map(timed(at_ms))).collect()
}

/// The same events with costs by their place, so that no two in a row are alike.
fn priced(events: &[Event]) -> Vec<Event> {
    let costs = [1, 2, 0, 3, 1, 2].into_iter();
    events.iter().zip(costs).map(|(event, cost)| Event { cost, ..*event }).collect()
}

const MESSAGE_FLAGS: [u8; 4] = [0, MESSAGE_EPHEMERAL, MESSAGE_SUMMARY, MESSAGE_EPHEMERAL | MESSAGE_SUMMARY];

#[test]
fn every_set_of_four_messages() {
    every_word(&events(&MESSAGE_FLAGS, &[0, 2]), 4, |messages| {
        check_set(&WorkingSet { messages: messages.to_vec(), ..WorkingSet::default() });
    });
}

#[test]
fn every_set_of_five_messages_with_prices() {
    every_word(&events(&MESSAGE_FLAGS, &[0]), 5, |messages| {
        check_set(&WorkingSet { messages: priced(messages), ..WorkingSet::default() });
    });
}

#[test]
fn every_set_of_five_thoughts() {
    every_word(&events(&[0, THOUGHT_PROTECTED], &[0, 2]), 5, |thoughts| {
        check_set(&WorkingSet { thoughts: thoughts.to_vec(), ..WorkingSet::default() });
    });
}

#[test]
fn every_set_of_six_results_with_prices() {
    every_word(&events(&[0, RESULT_THIS_TURN], &[0]), 6, |calls| {
        for keep in 0..=4 {
            check_set(&WorkingSet { tool_calls: priced(calls), keep, ..WorkingSet::default() });
        }
    });
}

#[test]
fn every_set_of_five_passages() {
    let passage = |score| [1, 2].map(|cost| Passage { cost, score });
    let passages: Vec<_> = [0.0, -0.0, 1.0].into_iter().flat_map(passage).collect();
    every_word(&passages, 5, |passages| {
        check_set(&WorkingSet { retrievables: passages.to_vec(), ..WorkingSet::default() });
        check_set(&WorkingSet { memories: passages.to_vec(), ..WorkingSet::default() });
    });
}

/// Where an item of a mixed set goes.
#[derive(Debug, Clone, Copy)]
enum Part {
    Image,
    Earlier,
    Current,
    Retrievable,
    Memory,
    Message(u8),
    Thought(u8),
    Tool,
}

const PARTS: [Part; 11] = [
    Part::Image,
    Part::Earlier,
    Part::Current,
    Part::Retrievable,
    Part::Memory,
    Part::Message(0),
    Part::Message(MESSAGE_EPHEMERAL),
    Part::Message(MESSAGE_SUMMARY),
    Part::Thought(0),
    Part::Thought(THOUGHT_PROTECTED),
    Part::Tool,
];

#[test]
fn every_mixed_set_of_four() {
    every_word(&PARTS, 4, |parts| check_set(&mixed(parts)));
}

/// Costs and times go by the place, the newest first.
fn mixed(parts: &[Part]) -> WorkingSet {
    let mut set = WorkingSet { fixed: 1, keep: 1, ..WorkingSet::default() };
    for (place, part) in parts.iter().enumerate() {
        let cost = [2, 1, 3, 1][place];
        let event = |flags| Event { cost, at_ms: -(place as i64), flags };
        let passage = Passage { cost, score: place as f64 };
        match *part {
            Part::Image => set.image = Some(cost),
            Part::Earlier => set.tool_calls.push(event(0)),
            Part::Current => set.tool_calls.push(event(RESULT_THIS_TURN)),
            Part::Retrievable => set.retrievables.push(passage),
            Part::Memory => set.memories.push(passage),
            Part::Message(flags) => set.messages.push(event(flags)),
            Part::Thought(flags) => set.thoughts.push(event(flags)),
            Part::Tool => set.tools.push(cost),
        }
    }
    set
}

// --- conversations

/// What one message costs as it stands, as a stub, and with a note, and its smaller forms.
type Price = fn(usize, Kind) -> (u64, u64, u64, Vec<Form>);

/// Stubs are a gain and notes are cheap.
fn plain(place: usize, kind: Kind) -> (u64, u64, u64, Vec<Form>) {
    match kind {
        Kind::Result => (3, 1, 3, Vec::new()),
        Kind::User => (2, 2, 3, Vec::new()),
        _ => (1 + place as u64 % 2, 1, 2, Vec::new()),
    }
}

/// Some messages cost nothing, some stubs are no gain, some notes cost more than a gap saves.
fn awkward(place: usize, kind: Kind) -> (u64, u64, u64, Vec<Form>) {
    let (cost, stub, noted) = match (kind, place % 2) {
        (Kind::Result, 0) => (2, 2, 9),
        (Kind::Result, _) => (4, 0, 4),
        (Kind::User, 0) => (1, 0, 4),
        (Kind::User, _) => (0, 0, 1),
        (_, 0) => (0, 0, 0),
        _ => (2, 1, 2),
    };
    (cost, stub, noted, Vec::new())
}

/// Images everywhere, large arguments in calls; a form that is no gain, and a note that an image makes dear.
fn illustrated(place: usize, kind: Kind) -> (u64, u64, u64, Vec<Form>) {
    let form = |without| move |(cost, noted)| Form { without, cost, noted };
    let media = |costs: &[(u64, u64)]| costs.iter().copied().map(form(Without::Media)).collect();
    let arguments = || vec![form(Without::Media)((3, 3)), form(Without::Arguments)((1, 1))];
    match (kind, place % 2) {
        (Kind::Result, 0) => (4, 1, 4, media(&[(3, 3), (2, 2)])),
        (Kind::Result, _) => (4, 2, 4, media(&[(4, 4), (1, 1)])),
        (Kind::User, 0) => (4, 4, 5, media(&[(3, 4), (1, 4)])),
        (Kind::User, _) => (3, 3, 6, media(&[(2, 3)])),
        (Kind::Call, 0) => (3, 3, 3, arguments()),
        (Kind::Call, _) => (4, 4, 4, arguments()),
        _ => (2, 2, 2, media(&[(1, 1)])),
    }
}

/// What is the same for every conversation of a world.
#[derive(Clone, Copy)]
struct World<'a> {
    price: Price,
    policy: Policy,
    context: &'a [u64],
    /// Of the turns before the current one, as many as there are.
    scores: Option<&'a [f64]>,
}

impl World<'_> {
    fn conversation(&self, letters: &[(Kind, u8)]) -> Conversation {
        let message = |(place, &(kind, flags)): (usize, &(Kind, u8))| {
            let (cost, stub, noted, forms) = (self.price)(place, kind);
            Message { kind, flags, cost, stub, noted, forms }
        };
        let messages = letters.iter().enumerate().map(message).collect();
        let context = self.context.to_vec();
        let mut conversation = Conversation {
            messages,
            fixed: 1,
            context,
            scores: None,
            unit_scores: None,
            policy: self.policy,
        };
        conversation.scores = self.scores.map(|scores| scores[..conversation.earlier().len()].to_vec());
        conversation
    }
}

/// The laws of the walk at every budget, and the twin's walk halfway.
fn check_conversation(conversation: &Conversation) {
    check_laws(conversation).unwrap_or_else(|why| panic!("{why}\n{conversation:#?}"));
}

fn check_laws(conversation: &Conversation) -> Verdict {
    let chain = Chain::of(conversation)?;
    let half = conversation.total() / 2;
    assert_eq!(conversation.planned(half).unwrap().made, made(conversation, half), "{conversation:#?}");
    (0..=chain.total_before() + 1).try_for_each(|budget| chain.check(budget))
}

fn policies(result_keeps: &[usize], turn_keeps: &[usize]) -> Vec<Policy> {
    let mut policies = Vec::new();
    for keep_first_user in [true, false] {
        for &this_turn_result_keep in result_keeps {
            let policy =
                |&keep_last_turns| Policy { keep_first_user, this_turn_result_keep, keep_last_turns };
            policies.extend(turn_keeps.iter().map(policy));
        }
    }
    policies
}

fn every_conversation(alphabet: &[(Kind, u8)], longest: usize, worlds: &[World<'_>]) {
    every_word(alphabet, longest, |letters| {
        worlds.iter().for_each(|world| check_conversation(&world.conversation(letters)));
    });
}

fn worlds(prices: &[Price], policies: &[Policy]) -> Vec<World<'static>> {
    let of_price =
        |&price| policies.iter().map(move |&policy| World { price, policy, context: &[], scores: None });
    prices.iter().flat_map(of_price).collect()
}

fn unflagged() -> Vec<(Kind, u8)> {
    Kind::ALL.map(|kind| (kind, 0)).to_vec()
}

#[test]
fn every_conversation_of_six_messages() {
    let spoken = [Kind::User, Kind::Assistant, Kind::Call, Kind::Result, Kind::Aside].map(|kind| (kind, 0));
    every_conversation(&spoken, 6, &worlds(&[plain], &policies(&[1], &[0])));
}

#[test]
fn every_conversation_of_five_messages_at_awkward_prices() {
    every_conversation(&unflagged(), 5, &worlds(&[awkward], &policies(&[0, 1, 3], &[0])));
}

#[test]
fn every_conversation_of_five_messages_with_smaller_forms_and_newest_turns_kept() {
    every_conversation(&unflagged(), 5, &worlds(&[illustrated], &policies(&[1], &[0, 1])));
}

#[test]
fn every_conversation_of_four_messages_with_flags() {
    let pinned = [Kind::User, Kind::Assistant, Kind::Call, Kind::Result, Kind::System];
    let continuing = [Kind::Assistant, Kind::Call].map(|kind| (kind, FLAG_CONTINUES));
    let pinned = pinned.map(|kind| (kind, FLAG_PINNED));
    let alphabet = [&unflagged()[..], &pinned, &continuing, &[(Kind::Summary, FLAG_USER)]].concat();
    every_conversation(&alphabet, 4, &worlds(&[plain, illustrated], &policies(&[0], &[0])));
}

/// Turns are what scores are about, so the assistant says little.
#[test]
fn every_conversation_of_eight_questions_and_answers_with_scores() {
    let scores = [&[9.0, 1.0, 0.0, -0.0, 0.5][..], &[0.0, -1.0, 2.0, 1.0, 0.0]];
    let worlds: Vec<_> = worlds(&[plain, awkward, illustrated], &policies(&[0], &[0, 2]))
        .into_iter()
        .flat_map(|world| scores.map(|scores| World { context: &[2, 0, 1], scores: Some(scores), ..world }))
        .collect();
    every_conversation(&[(Kind::User, 0), (Kind::Assistant, 0)], 8, &worlds);
}
