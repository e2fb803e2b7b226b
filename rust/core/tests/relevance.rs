//! Words, shared words and turns: the recorded cases, and slow twins on random input.

// What clippy.toml allows in tests it allows where it sees this.
#![cfg(test)]

#[path = "vectors/folder.rs"]
#[allow(dead_code, reason = "the runner of all recorded cases uses the rest")]
mod folder;

use contextthrift_core::relevance::{coverage, group, words};
use folder::Case;
use proptest::prelude::*;
use serde_json::{Value, json};

// --- the recorded cases

fn cases(function: &str) -> Vec<Case> {
    let found: Vec<Case> = folder::load().into_iter().filter(|case| case.function() == function).collect();
    assert!(!found.is_empty(), "no case is about {function}");
    found
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn texts(values: &Value, field: &str) -> Vec<String> {
    values.as_array().unwrap().iter().map(|value| text(&value[field]).to_owned()).collect()
}

#[test]
fn recorded_words() {
    for case in cases("content_tokens") {
        assert_eq!(json!(words(text(&case.value["args"]["text"]))), case.value["expect"], "{}", case.id());
    }
}

#[test]
fn recorded_relevance() {
    for case in cases("relevance_to_query") {
        let args = &case.value["args"];
        let terms: Vec<&str> = args["query_tokens"].as_array().unwrap().iter().map(text).collect();
        let shares = coverage(&terms, &[text(&args["text"])]).unwrap();
        assert_eq!(Some(shares[0]), case.value["expect"].as_f64(), "{}", case.id());
    }
}

/// The recorded turns without their text, which Python puts together.
#[test]
fn recorded_turns() {
    for case in cases("group_history_into_turns") {
        let by_code_point = case.value.get("expect_codepoint");
        let expected = by_code_point.unwrap_or(&case.value["expect"]).as_array().unwrap();
        let expected: Vec<Value> =
            expected.iter().map(|turn| json!([turn["messages"], turn["tool_calls"]])).collect();
        assert_eq!(grouped(&case.value["args"]), expected, "{}", case.id());
    }
}

fn grouped(args: &Value) -> Vec<Value> {
    let (messages, calls) = (&args["messages"], &args["tool_calls"]);
    let closes: Vec<u8> = texts(messages, "role").iter().map(|role| u8::from(role == "assistant")).collect();
    let grouping = group(&closes, &texts(messages, "created_at"), &texts(calls, "created_at")).unwrap();
    let (message_ids, call_ids) = (texts(messages, "id"), texts(calls, "id"));
    let (mut start, mut call_start, mut turns) = (0, 0, Vec::new());
    for (end, call_end) in grouping.ends.into_iter().zip(grouping.call_ends) {
        let calls = grouping.calls[call_start..call_end].iter().map(|place| &call_ids[*place]);
        turns.push(json!([message_ids[start..end], calls.collect::<Vec<_>>()]));
        (start, call_start) = (end, call_end);
    }
    turns
}

// --- twins

/// Every word character by character.
fn slow_words(text: &str) -> Vec<String> {
    let (mut found, mut run) = (Vec::<String>::new(), String::new());
    for letter in text.to_lowercase().chars().chain([' ']) {
        if letter.is_ascii_lowercase() || (letter.is_ascii_digit() && !run.is_empty()) {
            run.push(letter);
            continue;
        }
        let word = std::mem::take(&mut run);
        if word.len() >= 4 && !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// The turn of each call, by the walk over all turns.
fn slow_owners(closes: &[u8], times: &[String], calls: &[String]) -> Vec<Option<usize>> {
    let mut starts = Vec::new();
    for (place, time) in times.iter().enumerate() {
        if place == 0 || closes[place.saturating_sub(1)] != 0 {
            starts.push(time);
        }
    }
    let owner = |call: &String| {
        let passed = starts.iter().take_while(|start| **start <= call).count();
        passed.checked_sub(1)
    };
    calls.iter().map(owner).collect()
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof!["[ -~]{0,90}", "[a-dA-D0-2 _\u{130}\u{212a}é東🙂]{0,200}", any::<String>()]
}

fn history() -> impl Strategy<Value = (Vec<u8>, Vec<String>, Vec<String>)> {
    let message = (0..2_u8, "[0-9]{1,2}");
    (prop::collection::vec(message, 0..12), prop::collection::vec("[0-9]{1,2}", 0..8)).prop_map(
        |(messages, calls)| {
            let (closes, times) = messages.into_iter().unzip();
            (closes, times, calls)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn words_are_those_of_the_twin(text in any_text()) {
        prop_assert_eq!(words(&text), slow_words(&text));
    }

    #[test]
    fn a_text_covers_the_terms_that_are_among_its_words(
        texts in prop::collection::vec(any_text(), 0..6), terms in prop::collection::vec("[a-d0-2]{3,5}", 0..8)
    ) {
        let mut distinct = terms.clone();
        distinct.sort();
        distinct.dedup();
        let share = |text: &String| {
            let found = distinct.iter().filter(|term| words(text).contains(term)).count();
            if distinct.is_empty() { 0.0 } else { found as f64 / distinct.len() as f64 }
        };
        prop_assert_eq!(coverage(&terms, &texts).unwrap(), texts.iter().map(share).collect::<Vec<_>>());
    }

    #[test]
    fn calls_belong_where_the_walk_leaves_them((closes, times, calls) in history()) {
        let grouping = group(&closes, &times, &calls).unwrap();
        let mut owners = vec![None; calls.len()];
        let mut start = 0;
        for (turn, end) in grouping.call_ends.iter().enumerate() {
            prop_assert!(grouping.calls[start..*end].is_sorted());
            grouping.calls[start..*end].iter().for_each(|call| owners[*call] = Some(turn));
            start = *end;
        }
        prop_assert_eq!(start, grouping.calls.len());
        prop_assert_eq!(owners, slow_owners(&closes, &times, &calls));
        prop_assert_eq!(grouping.ends.last().copied().unwrap_or_default(), times.len());
    }
}

#[test]
fn answers_stand_in_the_order_of_their_texts_whatever_the_number_of_threads() {
    let texts: Vec<String> = (0..6_000)
        .map(|i| format!("{}{}", "filler words ".repeat(i % 40), ["alpha", "beta"][i % 2]))
        .collect();
    let alone: Vec<f64> = texts.iter().map(|text| coverage(&["alpha"], &[text]).unwrap()[0]).collect();
    assert_eq!(coverage(&["alpha"], &texts).unwrap(), alone);
}
