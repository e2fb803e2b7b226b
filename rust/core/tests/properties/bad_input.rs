//! Input that is refused: never a panic, and the message says what was wrong.

use contextthrift_core::conversation::{Kind, Messages, Policy, Without};
use contextthrift_core::subtract::{Dated, Scored, shed_sets};
use contextthrift_core::{Bucket, Error, ErrorClass};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::CASES;
use crate::reference::conversation::{Conversation, Form, Message};
use crate::reference::subtract::{Event, Passage, WorkingSet};
use crate::working_sets::score;

const TOO_MUCH: &str = "the total number of tokens exceeds 18446744073709551615";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn a_total_beyond_64_bits_is_an_error(costs in vec(enormous(), 7), budget in any::<u64>()) {
        let set = spread(&costs);
        let total: u128 = costs.iter().map(|&cost| u128::from(cost)).sum();
        match set.planned(budget) {
            Ok(plan) => prop_assert_eq!(u128::from(plan.total_before), total),
            Err(error) => {
                prop_assert!(total > u128::from(u64::MAX));
                prop_assert_eq!(error.class(), ErrorClass::Overflow);
                prop_assert_eq!(error.to_string(), TOO_MUCH);
            }
        }
    }

    #[test]
    fn columns_of_different_lengths_are_an_error(lengths in (0_usize..4, 0_usize..4, 0_usize..4)) {
        let (cost, at_ms, flags) = (vec![1; lengths.0], vec![1; lengths.1], vec![0; lengths.2]);
        let dated = Dated::new("messages", &cost, &at_ms, &flags).map(|_| ());
        prop_assert_eq!(said(dated), complaint("messages", lengths.0, &[lengths.1, lengths.2]));
        let scored = Scored::new("memories", &cost, &vec![0.5; lengths.1]).map(|_| ());
        prop_assert_eq!(said(scored), complaint("memories", lengths.0, &[lengths.1]));
        let walk = shed_sets(9, 0, &cost, &vec![0; lengths.1]).map(|_| ());
        prop_assert_eq!(said(walk), complaint("before", lengths.0, &[lengths.1]));
    }

    #[test]
    fn a_score_that_is_no_number_is_an_error(
        mut scores in vec(score(), 1..20), at in any::<prop::sample::Index>()
    ) {
        let (at, cost) = (at.index(scores.len()), vec![1; scores.len()]);
        prop_assert!(Scored::new("memories", &cost, &scores).is_ok());
        scores[at] = -f64::NAN;
        let refused = Scored::new("memories", &cost, &scores).map(|_| ());
        prop_assert_eq!(said(refused), Some(format!("memories[{at}] is not a number")));
    }

    #[test]
    fn states_of_any_size_are_walked_without_a_panic(
        total in enormous(), budget in enormous(), states in vec((enormous(), enormous()), 0..6)
    ) {
        let (before, after): (Vec<u64>, Vec<u64>) = states.into_iter().unzip();
        match shed_sets(total, budget, &before, &after) {
            Ok(walk) => prop_assert!(walk.steps <= before.len()),
            Err(error) => prop_assert_eq!(error.class(), ErrorClass::Overflow),
        }
    }

    #[test]
    fn a_conversation_beyond_64_bits_is_an_error(
        costs in vec(enormous(), 0..5), context in vec(enormous(), 0..2), fixed in enormous()
    ) {
        let conversation = Conversation { context, ..spoken(&costs, fixed) };
        let costs = costs.iter().chain(&conversation.context);
        let total: u128 = u128::from(fixed) + costs.map(|&cost| u128::from(cost)).sum::<u128>();
        match conversation.planned(0) {
            Ok(plan) => prop_assert_eq!(u128::from(plan.total_before), total),
            Err(error) => {
                prop_assert!(total > u128::from(u64::MAX));
                prop_assert_eq!(error.class(), ErrorClass::Overflow);
                prop_assert_eq!(error.to_string(), TOO_MUCH);
            }
        }
    }

    #[test]
    fn bad_columns_of_a_conversation_are_an_error(
        lengths in [0_usize..3, 0..3, 0..3, 0..3, 0..3], code in 0_u8..10
    ) {
        let [kind, flags, cost, stub, noted] = lengths;
        let (kinds, flags) = (vec![code; kind], vec![0; flags]);
        let read = Messages::new(&kinds, &flags, &vec![1; cost], &vec![1; stub], &vec![1; noted]).map(|_| ());
        let is_unknown = kind > 0 && code > 6;
        let unknown = is_unknown.then(|| format!("kind[0] is {code}, which is no code of that column"));
        prop_assert_eq!(said(read), complaint("messages", kind, &lengths[1..]).or(unknown));
    }

    #[test]
    fn columns_of_forms_that_differ_in_length_are_an_error(lengths in [0_usize..3, 0..3, 0..3, 0..3]) {
        let [place, without, cost, noted] = lengths;
        let columns = (vec![0; place], vec![0; without], vec![1; cost], vec![1; noted]);
        let read = three_messages().with_forms(&columns.0, &columns.1, &columns.2, &columns.3).map(|_| ());
        prop_assert_eq!(said(read), complaint("forms", place, &lengths[1..]));
    }

    #[test]
    fn a_form_that_does_without_something_unknown_is_an_error(
        mut without in vec(0_u8..2, 1..6), at in any::<prop::sample::Index>(), code in 2_u8..
    ) {
        let (at, cost, place) = (at.index(without.len()), vec![1; without.len()], vec![2; without.len()]);
        prop_assert!(three_messages().with_forms(&place, &without, &cost, &cost).is_ok());
        without[at] = code;
        let refused = three_messages().with_forms(&place, &without, &cost, &cost).map(|_| ());
        let unknown = format!("without[{at}] is {code}, which is no code of that column");
        prop_assert_eq!(said(refused), Some(unknown));
    }

    /// The costs are of any size, for a form that is no smaller is in its place all the same.
    #[test]
    fn places_of_forms_that_do_not_rise_or_are_no_messages_are_an_error(
        forms in vec((prop_oneof![9 => 0_u64..3, 1 => 3_u64..5, 1 => Just(u64::MAX)], 0_u64..9), 0..6)
    ) {
        let (place, cost): (Vec<u64>, Vec<u64>) = forms.into_iter().unzip();
        let read = three_messages().with_forms(&place, &vec![0; cost.len()], &cost, &cost).map(|_| ());
        let is_wrong = |&at: &usize| place[at] > 2 || (at > 0 && place[at] < place[at - 1]);
        let wrong = (0..place.len()).find(is_wrong);
        let misplaced = "belongs to no message, or to one before its neighbour's";
        prop_assert_eq!(said(read), wrong.map(|at| format!("form[{at}] {misplaced}")));
    }

    #[test]
    fn scores_other_than_one_for_each_earlier_turn_are_an_error(turns in 0_usize..4, found in 0_usize..5) {
        let mut conversation = asked(turns);
        conversation.scores = Some(vec![0.5; found]);
        let refused = conversation.planned(0).map(|_| ());
        prop_assert_eq!(said(refused), complaint("scores", turns, &[found]));
    }

    #[test]
    fn scores_other_than_one_for_each_message_are_an_error(turns in 0_usize..4, found in 0_usize..9) {
        let mut conversation = asked(turns);
        conversation.unit_scores = Some(vec![0.5; found]);
        let refused = conversation.planned(0).map(|_| ());
        prop_assert_eq!(said(refused), complaint("unit_scores", conversation.messages.len(), &[found]));
    }

    #[test]
    fn a_score_of_a_turn_that_is_no_number_is_an_error(
        mut scores in vec(score(), 1..6), at in any::<prop::sample::Index>()
    ) {
        let mut conversation = asked(scores.len());
        conversation.scores = Some(scores.clone());
        prop_assert!(conversation.planned(0).is_ok());
        let at = at.index(scores.len());
        scores[at] = f64::NAN;
        conversation.scores = Some(scores);
        let refused = conversation.planned(0).map(|_| ());
        prop_assert_eq!(said(refused), Some(format!("scores[{at}] is not a number")));
    }
}

/// Three messages of the assistant.
fn three_messages() -> Messages {
    Messages::new(&[2; 3], &[0; 3], &[5; 3], &[5; 3], &[5; 3]).unwrap()
}

fn enormous() -> impl Strategy<Value = u64> {
    prop::sample::select(vec![0, 1, u64::MAX / 7, u64::MAX / 2, u64::MAX - 1, u64::MAX])
}

/// One cost in each bucket but the tools.
fn spread(costs: &[u64]) -> WorkingSet {
    let event = |cost| vec![Event { cost, at_ms: 0, flags: 0 }];
    let passage = |cost| vec![Passage { cost, score: 0.0 }];
    WorkingSet {
        fixed: costs[0],
        image: Some(costs[1]),
        tool_calls: event(costs[2]),
        keep: 0,
        retrievables: passage(costs[3]),
        memories: passage(costs[4]),
        messages: event(costs[5]),
        thoughts: Vec::new(),
        tools: vec![costs[6]],
    }
}

/// The assistant's messages, whose notes would cost everything there is.
fn spoken(costs: &[u64], fixed: u64) -> Conversation {
    let message = |&cost: &u64| Message {
        kind: Kind::Assistant,
        flags: 0,
        cost,
        stub: 0,
        noted: u64::MAX,
        forms: vec![Form { without: Without::Media, cost: u64::MAX, noted: 0 }],
    };
    let policy = Policy { keep_first_user: true, this_turn_result_keep: 3, keep_last_turns: 0 };
    let messages = costs.iter().map(message).collect();
    Conversation { messages, fixed, context: Vec::new(), scores: None, unit_scores: None, policy }
}

/// As many turns before the current one, the empty one at the beginning counted.
fn asked(turns: usize) -> Conversation {
    let mut conversation = spoken(&vec![1; 2 * turns], 3);
    conversation.messages.iter_mut().step_by(2).for_each(|message| message.kind = Kind::User);
    conversation
}

/// What an error of bad input says; nothing where there is none.
fn said(result: Result<(), Error>) -> Option<String> {
    let error = result.err()?;
    assert_eq!(error.class(), ErrorClass::Input);
    Some(error.to_string())
}

fn complaint(column: &str, expected: usize, others: &[usize]) -> Option<String> {
    let found = others.iter().find(|&&found| found != expected)?;
    Some(format!("column {column} has {found} values, the others of its bucket have {expected}"))
}

#[test]
fn every_bucket_has_a_row_of_its_own() {
    let set = spread(&[1, 2, 3, 4, 5, 6, 7]);
    let rows = set.planned(u64::MAX).unwrap().rows;
    let named = Bucket::ALL.into_iter().zip(rows).map(|(bucket, row)| (bucket.row_name(), row.tokens_before));
    let expected = [
        ("image", 2),
        ("toolCalls", 3),
        ("retrievables", 4),
        ("memories", 5),
        ("messages", 6),
        ("thoughts-shed", 0),
        ("tools-shed", 7),
    ];
    assert_eq!(named.collect::<Vec<_>>(), expected);
}
