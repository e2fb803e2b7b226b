//! The subtractive pass on random working sets.

use contextthrift_core::subtract::{MESSAGE_EPHEMERAL, MESSAGE_SUMMARY, Plan, RESULT_THIS_TURN, shed_sets};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::reference::subtract::{Event, Passage, WorkingSet, floor, last_cut, plan};
use crate::{CASES, share_of};

fn cost() -> impl Strategy<Value = u64> {
    prop_oneof![2 => Just(0), 8 => 1_u64..20, 2 => 1_u64..5_000, 1 => 0_u64..1 << 40]
}

fn instant() -> impl Strategy<Value = i64> {
    prop_oneof![6 => 0_i64..8, 1 => any::<i64>()]
}

pub(crate) fn score() -> impl Strategy<Value = f64> {
    let special = [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE];
    prop_oneof![3 => prop::sample::select(special.to_vec()), 1 => -1.0..1.0]
}

/// Also bits that mean nothing, which change nothing.
fn flags() -> impl Strategy<Value = u8> {
    prop_oneof![6 => Just(0), 4 => 1_u8..4, 1 => any::<u8>()]
}

prop_compose! {
    fn event()(cost in cost(), at_ms in instant(), flags in flags()) -> Event {
        Event { cost, at_ms, flags }
    }
}

prop_compose! {
    fn passage()(cost in cost(), score in score()) -> Passage {
        Passage { cost, score }
    }
}

/// Up to 300 items, often few, so that every bucket is often empty or single.
fn working_set() -> impl Strategy<Value = WorkingSet> {
    prop_oneof![Just(3_usize), Just(12), Just(50)].prop_flat_map(|most| {
        let events = || vec(event(), 0..=most);
        let passages = || vec(passage(), 0..=most);
        let alone = (cost(), prop::option::of(cost()), 0_usize..6, vec(cost(), 0..=most.min(49)));
        (alone, events(), passages(), passages(), events(), events()).prop_map(
            |((fixed, image, keep, tools), tool_calls, retrievables, memories, messages, thoughts)| {
                WorkingSet {
                    fixed,
                    image,
                    tool_calls,
                    keep,
                    retrievables,
                    memories,
                    messages,
                    thoughts,
                    tools,
                }
            },
        )
    })
}

/// A working set and a budget between nothing and a little more than all of it.
fn set_and_budget() -> impl Strategy<Value = (WorkingSet, u64)> {
    (working_set(), 0_u64..=1_050).prop_map(|(set, share)| {
        let budget = share_of(set.total(), share);
        (set, budget)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn the_plan_is_that_of_the_slow_twin((set, budget) in set_and_budget()) {
        prop_assert_eq!(set.planned(budget).unwrap(), plan(&set, budget));
    }

    #[test]
    fn what_is_said_to_stay_adds_up((set, budget) in set_and_budget()) {
        let plan = set.planned(budget).unwrap();
        prop_assert_eq!(plan.total_before, set.total());
        prop_assert_eq!(plan.total_after, set.kept(&plan).total());
        let before: u64 = plan.rows.iter().map(|row| row.tokens_before).sum();
        let after: u64 = plan.rows.iter().map(|row| row.tokens_after).sum();
        prop_assert_eq!((set.fixed + before, set.fixed + after), (plan.total_before, plan.total_after));
    }

    #[test]
    fn it_fits_or_only_the_floor_is_left((set, budget) in set_and_budget()) {
        let (plan, floor) = (set.planned(budget).unwrap(), floor(&set));
        let least = set.kept(&floor).total();
        prop_assert_eq!(plan.total_after <= budget, least <= budget);
        if plan.total_after > budget {
            prop_assert_eq!(plan.total_after, least);
            prop_assert_eq!(survivors(&plan), survivors(&floor));
        }
    }

    #[test]
    fn what_fits_is_left_alone(set in working_set()) {
        let plan = set.planned(set.total()).unwrap();
        let counts: Vec<_> = plan.rows.iter().map(|row| (row.count_before, row.count_after)).collect();
        prop_assert!(counts.iter().all(|(before, after)| before == after), "{:?}", counts);
    }

    #[test]
    fn undoing_the_last_cut_would_exceed_the_budget((set, budget) in set_and_budget()) {
        let plan = set.planned(budget).unwrap();
        if let Some(cost) = last_cut(&set, &plan) {
            prop_assert!(plan.total_after + cost > budget);
        } else {
            prop_assert_eq!(plan.total_after, plan.total_before);
        }
    }

    /// The order of cuts does not depend on the budget, which only says how many are made.
    #[test]
    fn a_larger_budget_keeps_all_that_a_smaller_one_keeps(
        set in working_set(), shares in (0_u64..=1_000, 0_u64..=1_000)
    ) {
        let total = set.total();
        let (smaller, larger) = (shares.0.min(shares.1), shares.0.max(shares.1));
        let less = set.planned(share_of(total, smaller)).unwrap();
        let more = set.planned(share_of(total, larger)).unwrap();
        prop_assert!(is_within(&less, &more), "{:?} is not within {:?}", less, more);
        prop_assert!(less.total_after <= more.total_after);
    }

    #[test]
    fn a_second_pass_changes_nothing((set, budget) in set_and_budget()) {
        let first = set.planned(budget).unwrap();
        if first.total_after <= budget {
            let kept = set.kept(&first);
            let second = kept.planned(budget).unwrap();
            prop_assert_eq!(second.total_before, first.total_after);
            prop_assert_eq!(second.total_after, first.total_after);
            let unchanged = all_in_order(&kept);
            prop_assert_eq!(survivors(&second), survivors(&unchanged));
        }
    }

    #[test]
    fn equals_keep_the_order_given((set, budget) in set_and_budget()) {
        let plan = set.planned(budget).unwrap();
        prop_assert!(plan.messages.is_sorted_by_key(|&place| (set.messages[place as usize].at_ms, place)));
        prop_assert!(plan.thoughts.is_sorted_by_key(|&place| (set.thoughts[place as usize].at_ms, place)));
        let call = |&place: &u32| (&set.tool_calls[place as usize], place);
        let order = |(call, place): (&Event, u32)| (call.has(RESULT_THIS_TURN), call.at_ms, place);
        prop_assert!(plan.tool_calls.is_sorted_by_key(|place| order(call(place))));
        for (passages, kept) in [(&set.retrievables, &plan.retrievables), (&set.memories, &plan.memories)] {
            let place = |&place: &u32| (passages[place as usize].score, place);
            let is_sorted = kept.is_sorted_by(|a, b| falls(place(a), place(b)));
            prop_assert!(is_sorted, "{:?}", kept);
        }
    }

    /// Of equal times the one listed first goes first, of equal scores the one listed last.
    #[test]
    fn equals_go_in_a_stated_order(costs in vec(1_u64..9, 1..40), share in 0_u64..=1_000) {
        let event = |&cost: &u64| Event { cost, at_ms: 7, flags: 0 };
        let passage = |&cost: &u64| Passage { cost, score: 0.5 };
        let budget = share_of(costs.iter().sum(), share);
        let events = WorkingSet { messages: costs.iter().map(event).collect(), ..WorkingSet::default() };
        let passages = WorkingSet { memories: costs.iter().map(passage).collect(), ..WorkingSet::default() };
        let count = costs.len() as u32;
        let kept = events.planned(budget).unwrap().messages;
        prop_assert_eq!(&kept, &(count - kept.len() as u32..count).collect::<Vec<_>>());
        let kept = passages.planned(budget).unwrap().memories;
        prop_assert_eq!(&kept, &(0..kept.len() as u32).collect::<Vec<_>>());
    }

    #[test]
    fn control_messages_go_before_all_others((set, budget) in set_and_budget()) {
        let plan = set.planned(budget).unwrap();
        let is_kept = |place: usize| plan.messages.contains(&(place as u32));
        let of = |flag: u8| set.messages.iter().enumerate().filter(move |(_, message)| message.has(flag));
        let controls_left = of(MESSAGE_EPHEMERAL).filter(|(place, _)| is_kept(*place)).count();
        let plain_gone = set.messages.iter().enumerate().any(|(place, message)| {
            !is_kept(place) && !message.has(MESSAGE_EPHEMERAL)
        });
        prop_assert!(!plain_gone || controls_left <= 1);
        let summaries = of(MESSAGE_SUMMARY).filter(|(_, message)| !message.has(MESSAGE_EPHEMERAL));
        prop_assert!(summaries.clone().all(|(place, _)| is_kept(place)));
    }

    /// Also where the totals end just below 64 bits.
    #[test]
    fn states_are_stepped_through_to_the_first_that_fits(
        base in prop::sample::select(vec![0, u64::MAX - 110]),
        rest in 0_u64..50, states in vec(0_u64..50, 1..12), budget in 0_u64..110
    ) {
        let (rest, budget) = (base + rest, base + budget);
        let walk = shed_sets(rest + states[0], budget, &states[..states.len() - 1], &states[1..]).unwrap();
        let fitting = states.iter().position(|state| rest + state <= budget);
        let steps = fitting.unwrap_or(states.len() - 1);
        prop_assert_eq!((walk.steps, walk.total), (steps, rest + states[steps]));
    }
}

/// Whether the higher score comes first, of equal ones the one listed first.
fn falls(a: (f64, u32), b: (f64, u32)) -> bool {
    a.0 > b.0 || (a.0 == b.0 && a.1 < b.1)
}

/// The survivors of every bucket, and how many tools go.
fn survivors(plan: &Plan) -> (Option<bool>, [&[u32]; 5], usize) {
    let lists = [&plan.tool_calls, &plan.retrievables, &plan.memories, &plan.messages, &plan.thoughts];
    (plan.image_kept, lists.map(Vec::as_slice), plan.tools_shed)
}

fn is_within(less: &Plan, more: &Plan) -> bool {
    let (image, lists, tools) = survivors(less);
    let (other_image, other_lists, other_tools) = survivors(more);
    let is_subset = |(a, b): (&[u32], &[u32])| a.iter().all(|place| b.contains(place));
    image <= other_image && tools >= other_tools && lists.into_iter().zip(other_lists).all(is_subset)
}

/// The plan that keeps every item of a working set where it is.
fn all_in_order(set: &WorkingSet) -> Plan {
    let all = |count: usize| (0..count as u32).collect();
    Plan {
        image_kept: set.image.map(|_| true),
        tool_calls: all(set.tool_calls.len()),
        retrievables: all(set.retrievables.len()),
        memories: all(set.memories.len()),
        messages: all(set.messages.len()),
        thoughts: all(set.thoughts.len()),
        tools_shed: 0,
        ..plan(set, u64::MAX)
    }
}
