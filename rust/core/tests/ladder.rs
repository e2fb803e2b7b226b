//! Single walks up the ladder, with every cut spelled out.

// What clippy.toml allows in tests it allows where it sees this.
#![cfg(test)]
#![allow(clippy::arithmetic_side_effects, reason = "costs here are small, and an overflow fails the test")]

use contextthrift_core::conversation::{
    FLAG_CONTINUES, FLAG_NOTED, FLAG_PINNED, Kind, Made, Messages, Policy, Request, Without, plan, turns,
};

const POLICY: Policy = Policy { keep_first_user: true, this_turn_result_keep: 0, keep_last_turns: 0 };

const SYSTEM: (Kind, u8, u64) = (Kind::System, 0, 3);
const USER: (Kind, u8, u64) = (Kind::User, 0, 10);
const ANSWER: (Kind, u8, u64) = (Kind::Assistant, 0, 20);
const CALL: (Kind, u8, u64) = (Kind::Call, 0, 30);
const RESULT: (Kind, u8, u64) = (Kind::Result, 0, 40);
const ASIDE: (Kind, u8, u64) = (Kind::Aside, 0, 5);

/// The same message with a flag.
fn with(flag: u8, (kind, flags, cost): (Kind, u8, u64)) -> (Kind, u8, u64) {
    (kind, flags | flag, cost)
}

/// Stubs cost 1, and a note in a user message 2 more.
fn messages(spoken: &[(Kind, u8, u64)]) -> Messages {
    let code = |kind| Kind::ALL.iter().position(|each| *each == kind).unwrap() as u8;
    let kind: Vec<u8> = spoken.iter().map(|(kind, _, _)| code(*kind)).collect();
    let flags: Vec<u8> = spoken.iter().map(|(_, flags, _)| *flags).collect();
    let cost: Vec<u64> = spoken.iter().map(|(_, _, cost)| *cost).collect();
    let noted: Vec<u64> =
        spoken.iter().map(|(kind, _, cost)| cost + 2 * u64::from(*kind == Kind::User)).collect();
    Messages::new(&kind, &flags, &cost, &vec![1; spoken.len()], &noted).unwrap()
}

/// A smaller form of the message at a place: without what, and its cost without and with a note.
type Form = (u64, Without, u64, u64);

fn with_forms(messages: Messages, forms: &[Form]) -> Messages {
    let code = |without| Without::ALL.iter().position(|each| *each == without).unwrap() as u8;
    let place: Vec<u64> = forms.iter().map(|form| form.0).collect();
    let without: Vec<u8> = forms.iter().map(|form| code(form.1)).collect();
    let cost: Vec<u64> = forms.iter().map(|form| form.2).collect();
    let noted: Vec<u64> = forms.iter().map(|form| form.3).collect();
    messages.with_forms(&place, &without, &cost, &noted).unwrap()
}

/// Every change of the walk with nothing to spend, those of one cut on one line.
fn walk(request: &Request<'_>, policy: Policy) -> Vec<String> {
    let made = plan(request, 0, policy).unwrap().made;
    let cuts = made.chunk_by(|a, b| a.cut == b.cut);
    let line = |cut: &[Made]| {
        let change =
            |made: &Made| format!("{} {} {}->{}", made.action.name(), made.place, made.before, made.after);
        cut.iter().map(change).collect::<Vec<_>>().join(", ")
    };
    cuts.map(|cut| format!("{}: {}", cut[0].stage.name(), line(cut))).collect()
}

fn request(messages: &Messages) -> Request<'_> {
    Request { messages, fixed: 1, context: &[], scores: None, unit_scores: None }
}

#[test]
fn images_go_one_by_one_but_none_of_the_newest_step_or_of_the_users_current_message() {
    let spoken = messages(&[USER, ANSWER, USER, ANSWER, USER, ANSWER]);
    let image = |place, cost| (place, Without::Media, cost, cost);
    let forms = [image(0, 9), image(0, 7), image(2, 8), image(3, 15), image(4, 5), image(5, 5)];
    let mut walked = walk(&request(&with_forms(spoken, &forms)), POLICY);
    walked.retain(|line| line.contains("trim"));
    assert_eq!(
        walked,
        ["media: trim 0 10->9", "media: trim 0 9->7", "media: trim 2 10->8", "media: trim 3 20->15"]
    );
}

#[test]
fn images_of_the_current_turns_own_work_go_after_those_of_earlier_turns() {
    let spoken = messages(&[USER, ANSWER, USER, CALL, RESULT, CALL, RESULT]);
    let image = |place, cost| (place, Without::Media, cost, cost);
    let forms = [image(1, 6), image(2, 6), image(4, 6), image(6, 6)];
    let walked = walk(&request(&with_forms(spoken, &forms)), POLICY);
    assert_eq!(
        walked,
        [
            "media: trim 1 20->6",
            "media: trim 4 40->6",
            "current-results: stub 4 6->1",
            "earlier-turns: drop 1 6->0, note 2 10->12",
            "current-units: drop 3 30->0, drop 4 1->0",
            "first-user: drop 0 10->0",
            "gap-notes: unnote 2 12->10",
        ]
    );
}

#[test]
fn large_arguments_go_of_earlier_calls_alone_and_after_the_results() {
    let spoken = messages(&[USER, CALL, RESULT, USER, CALL, RESULT, ANSWER]);
    let arguments = |place, cost| (place, Without::Arguments, cost, cost);
    let walked = walk(&request(&with_forms(spoken, &[arguments(1, 4), arguments(4, 4)])), POLICY);
    assert_eq!(
        walked[..4],
        [
            "earlier-results: stub 2 40->1",
            "current-results: stub 5 40->1",
            "arguments: trim 1 30->4",
            "earlier-turns: drop 1 4->0, drop 2 1->0, note 3 10->12",
        ]
    );
}

#[test]
fn a_stub_and_a_pinned_message_take_no_smaller_form() {
    let spoken = messages(&[USER, with(FLAG_PINNED, CALL), RESULT, CALL, RESULT, USER, ANSWER]);
    let forms = [
        (1, Without::Media, 9, 9),
        (2, Without::Media, 8, 8),
        (3, Without::Arguments, 7, 7),
        (4, Without::Arguments, 0, 0),
    ];
    let walked = walk(&request(&with_forms(spoken, &forms)), POLICY);
    assert_eq!(
        walked,
        [
            "media: trim 2 40->8",
            "earlier-results: stub 4 40->1",
            "arguments: trim 3 30->7",
            "earlier-turns: drop 3 7->0, drop 4 1->0, note 5 10->12",
            "gap-notes: unnote 5 12->10",
        ]
    );
}

#[test]
fn a_form_that_is_no_smaller_is_skipped_and_those_behind_it_are_not() {
    let spoken = messages(&[USER, ANSWER, USER]);
    let image = |cost| (1, Without::Media, cost, cost);
    let forms = [image(20), image(12), image(12), image(11)];
    let walked = walk(&request(&with_forms(spoken, &forms)), POLICY);
    assert_eq!(
        walked[..3],
        ["media: trim 1 20->12", "media: trim 1 12->11", "earlier-turns: drop 1 11->0, note 2 10->12",]
    );
}

#[test]
fn a_note_in_a_message_without_its_image_costs_what_that_form_says() {
    let spoken = messages(&[USER, ANSWER, ANSWER, USER, ANSWER, USER]);
    let walked = walk(&request(&with_forms(spoken, &[(3, Without::Media, 4, 9)])), POLICY);
    assert_eq!(
        walked,
        [
            "media: trim 3 10->4",
            "earlier-units: drop 1 20->0, note 3 4->9",
            "earlier-turns: drop 2 20->0",
            "earlier-turns: drop 3 9->0, drop 4 20->0, note 5 10->12",
            "first-user: drop 0 10->0",
            "gap-notes: unnote 5 12->10",
        ]
    );
}

#[test]
fn passages_and_memories_go_in_the_order_given_before_any_message() {
    let spoken = messages(&[USER, ANSWER, USER]);
    let walked = walk(&Request { context: &[7, 0, 8], ..request(&spoken) }, POLICY);
    assert_eq!(
        walked,
        [
            "context: leave-out 0 7->0",
            "context: leave-out 1 0->0",
            "context: leave-out 2 8->0",
            "earlier-turns: drop 1 20->0, note 2 10->12",
            "first-user: drop 0 10->0",
            "gap-notes: unnote 2 12->10",
        ]
    );
}

#[test]
fn a_message_that_came_with_a_note_gets_no_other_and_neither_does_the_next_behind_the_gap() {
    let spoken = messages(&[with(FLAG_NOTED, USER), ANSWER, USER, ANSWER, USER]);
    assert_eq!(
        walk(&request(&spoken), POLICY),
        [
            "earlier-turns: drop 1 20->0",
            "earlier-turns: drop 2 10->0, drop 3 20->0",
            "first-user: drop 0 10->0, note 4 10->12",
            "gap-notes: unnote 4 12->10",
        ]
    );
}

#[test]
fn by_score_the_worst_turn_goes_first_but_the_beginning_before_it_and_the_newest_last() {
    let spoken = messages(&[ANSWER, USER, USER, ANSWER, USER, ANSWER, USER, ANSWER, USER, ANSWER, USER]);
    assert_eq!(turns(&spoken), [0..1, 1..4, 4..6, 6..8, 8..10]);
    let scores = [9.0, 0.5, 0.0, -0.0, -1.0];
    let walked = walk(&Request { scores: Some(&scores), ..request(&spoken) }, POLICY);
    assert_eq!(
        walked,
        [
            "earlier-turns: drop 0 20->0, note 1 10->12",
            "earlier-turns: drop 4 10->0, drop 5 20->0",
            "earlier-turns: drop 6 10->0, drop 7 20->0",
            "earlier-turns: drop 2 10->0, drop 3 20->0",
            "earlier-turns: drop 8 10->0, drop 9 20->0",
            "first-user: drop 1 12->0, note 10 10->12",
            "gap-notes: unnote 10 12->10",
        ]
    );
}

#[test]
fn one_note_tells_of_gaps_in_one_turn_after_another() {
    let turn = [USER, CALL, RESULT, ANSWER];
    let spoken = messages(&[&turn[..], &turn, &turn, &[USER]].concat());
    let walked = walk(&request(&spoken), POLICY);
    assert_eq!(
        walked[3..],
        [
            "earlier-units: drop 1 30->0, drop 2 1->0, note 4 10->12",
            "earlier-units: drop 5 30->0, drop 6 1->0",
            "earlier-units: drop 9 30->0, drop 10 1->0",
            "earlier-turns: drop 3 20->0",
            "earlier-turns: drop 4 12->0, drop 7 20->0, note 8 10->12",
            "earlier-turns: drop 8 12->0, drop 11 20->0, note 12 10->12",
            "first-user: drop 0 10->0",
            "gap-notes: unnote 12 12->10",
        ]
    );
}

#[test]
fn where_a_gap_makes_two_runs_of_gaps_one_the_later_note_goes() {
    let spoken = messages(&[USER, ANSWER, USER, ANSWER, USER, ANSWER, USER, ANSWER, USER, ANSWER, USER]);
    let scores = [0.0, 1.0, 3.0, 2.0, 0.0, 9.0];
    let walked = walk(&Request { scores: Some(&scores), ..request(&spoken) }, POLICY);
    assert_eq!(
        walked[..4],
        [
            "earlier-turns: drop 6 10->0, drop 7 20->0, note 8 10->12",
            "earlier-turns: drop 1 20->0, note 2 10->12",
            "earlier-turns: drop 4 10->0, drop 5 20->0, unnote 8 12->10",
            "earlier-turns: drop 2 12->0, drop 3 20->0, note 8 10->12",
        ]
    );
}

#[test]
fn where_a_gap_comes_before_a_run_of_gaps_its_note_moves_to_the_new_beginning() {
    let spoken = messages(&[USER, ANSWER, USER, ANSWER, ANSWER, USER]);
    assert_eq!(
        walk(&request(&spoken), POLICY),
        [
            "earlier-units: drop 3 20->0, note 5 10->12",
            "earlier-turns: drop 1 20->0, note 2 10->12, unnote 5 12->10",
            "earlier-turns: drop 2 12->0, drop 4 20->0, note 5 10->12",
            "first-user: drop 0 10->0",
            "gap-notes: unnote 5 12->10",
        ]
    );
}

#[test]
fn where_all_of_a_turn_stays_no_note_goes() {
    let pinned = with(FLAG_PINNED, ANSWER);
    let spoken = messages(&[ANSWER, USER, pinned, USER, ANSWER, ANSWER, USER]);
    assert_eq!(
        walk(&request(&spoken), POLICY)[..3],
        [
            "earlier-units: drop 4 20->0, note 6 10->12",
            "earlier-turns: drop 0 20->0, note 1 10->12",
            "earlier-turns: drop 3 10->0, drop 5 20->0, unnote 6 12->10",
        ]
    );
}

#[test]
fn before_a_note_that_came_with_its_message_no_other_stays() {
    let spoken = messages(&[ANSWER, USER, ANSWER, USER, ANSWER, with(FLAG_NOTED, USER), ANSWER, USER]);
    assert_eq!(
        walk(&request(&spoken), POLICY)[..3],
        [
            "earlier-turns: drop 0 20->0, note 1 10->12",
            "earlier-turns: drop 2 20->0",
            "earlier-turns: drop 3 10->0, drop 4 20->0, unnote 1 12->10",
        ]
    );
}

/// The gap of the small turn is too small for a note, and its user message is gone when its neighbour goes.
#[test]
fn a_note_goes_into_the_next_user_message_that_is_still_in() {
    let (small, silent) = ((Kind::User, 0, 2), (Kind::Assistant, 0, 0));
    let spoken = messages(&[USER, ANSWER, USER, ANSWER, small, silent, USER, ANSWER, USER]);
    let scores = [0.0, 3.0, 2.0, 1.0, 0.0];
    let walked = walk(&Request { scores: Some(&scores), ..request(&spoken) }, POLICY);
    assert_eq!(
        walked[..3],
        [
            "earlier-turns: drop 4 2->0, drop 5 0->0",
            "earlier-turns: drop 2 10->0, drop 3 20->0, note 6 10->12",
            "earlier-turns: drop 1 20->0",
        ]
    );
}

#[test]
fn the_newest_turns_stay_but_for_their_results_and_images_where_the_policy_keeps_them() {
    let spoken = messages(&[USER, ANSWER, USER, CALL, RESULT, ANSWER, USER]);
    let spoken = with_forms(spoken, &[(2, Without::Media, 6, 9)]);
    let policy = Policy { keep_last_turns: 1, ..POLICY };
    assert_eq!(
        walk(&request(&spoken), policy),
        [
            "media: trim 2 10->6",
            "earlier-results: stub 4 40->1",
            "earlier-turns: drop 1 20->0, note 2 6->9",
            "first-user: drop 0 10->0",
            "gap-notes: unnote 2 9->6",
        ]
    );
    let everything = Policy { keep_last_turns: 2, keep_first_user: false, ..POLICY };
    assert_eq!(walk(&request(&spoken), everything), ["media: trim 2 10->6", "earlier-results: stub 4 40->1"]);
}

#[test]
fn what_else_the_user_says_with_the_results_goes_with_them_and_is_no_result() {
    let spoken = messages(&[USER, CALL, RESULT, ASIDE, RESULT, USER]);
    assert_eq!(
        walk(&request(&spoken), POLICY)[..3],
        [
            "earlier-results: stub 2 40->1",
            "earlier-results: stub 4 40->1",
            "earlier-turns: drop 1 30->0, drop 2 1->0, drop 3 5->0, drop 4 1->0, note 5 10->12",
        ]
    );
    let newest = messages(&[USER, CALL, RESULT, ASIDE]);
    let planned = plan(&request(&newest), 0, POLICY).unwrap();
    assert_eq!((planned.made, planned.newest_results, planned.current), (vec![], vec![2], vec![1, 2, 3, 0]));
}

#[test]
fn an_answer_is_one_unit_with_what_the_policy_takes_as_its_output() {
    let spoken = messages(&[USER, ANSWER, RESULT, ANSWER, RESULT, ASIDE, USER]);
    assert_eq!(
        walk(&request(&spoken), POLICY)[..4],
        [
            "earlier-results: stub 2 40->1",
            "earlier-results: stub 4 40->1",
            "earlier-units: drop 1 20->0, drop 2 1->0, note 6 10->12",
            "earlier-turns: drop 3 20->0, drop 4 1->0, drop 5 5->0",
        ]
    );
}

#[test]
fn what_continues_an_answer_belongs_to_it_unless_the_user_speaks_between() {
    let more = |message| with(FLAG_CONTINUES, message);
    let spoken =
        messages(&[USER, more(ANSWER), more(CALL), RESULT, more(ANSWER), ANSWER, CALL, RESULT, USER]);
    assert_eq!(
        walk(&request(&spoken), POLICY)[2..5],
        [
            "earlier-units: drop 1 20->0, drop 2 30->0, drop 3 1->0, drop 4 20->0, note 8 10->12",
            "earlier-units: drop 5 20->0",
            "earlier-turns: drop 6 30->0, drop 7 1->0",
        ]
    );
}

#[test]
fn a_system_message_within_a_unit_has_no_part_in_it() {
    let spoken = messages(&[USER, ANSWER, with(FLAG_PINNED, SYSTEM), RESULT, USER, ANSWER, SYSTEM, RESULT]);
    let spoken = with_forms(spoken, &[(2, Without::Media, 1, 1)]);
    let planned = plan(&request(&spoken), 0, POLICY).unwrap();
    assert_eq!((planned.newest_results, planned.current), (vec![7], vec![5, 7, 4]));
    assert_eq!(
        walk(&request(&spoken), POLICY),
        [
            "earlier-results: stub 3 40->1",
            "earlier-turns: drop 1 20->0, drop 3 1->0, note 4 10->12",
            "first-user: drop 0 10->0",
            "gap-notes: unnote 4 12->10",
        ]
    );
}
