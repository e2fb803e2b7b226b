//! Every recorded case of the original that the core decides gives the recorded answer.
//!
//! Python measures and the core decides; here the harness measures, so that the core is tested alone.

// What clippy.toml allows in tests it allows where it sees this.
#![cfg(test)]
#![allow(
    clippy::arithmetic_side_effects,
    reason = "sums over recorded cases are small, and an overflow fails the test"
)]

#[path = "vectors/answer.rs"]
mod answer;
#[path = "vectors/deviations.rs"]
mod deviations;
#[path = "vectors/folder.rs"]
mod folder;
#[path = "vectors/notation.rs"]
mod notation;
#[path = "vectors/scene.rs"]
mod scene;
#[path = "vectors/shortlist.rs"]
mod shortlist;

use std::collections::BTreeSet;

use folder::Case;
use notation::Stop;
use serde_json::Value;

/// Functions whose cases `relevance.rs` runs.
const ELSEWHERE: [&str; 3] = ["content_tokens", "relevance_to_query", "group_history_into_turns"];

/// Functions that Python has alone: they decide nothing over flat arrays.
const NOT_OF_THE_CORE: [&str; 7] = [
    "strip_prior_turn_thoughts",
    "scaled_relevance_floor",
    "arg_text",
    "select_relevant_turns",
    "select_naive_turns",
    "summarise_turns",
    "assemble_compacted_turns",
];

#[test]
fn every_recorded_case_has_its_answer() {
    let cases = folder::load();
    let failures: Vec<String> = cases.iter().filter_map(|case| failure(case).err()).collect();
    assert!(
        failures.is_empty(),
        "{} of {} cases fail:\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
}

#[test]
fn functions_that_are_passed_over_have_cases() {
    let seen: BTreeSet<String> = folder::load().iter().map(Case::function).collect();
    let idle: Vec<_> =
        ELSEWHERE.into_iter().chain(NOT_OF_THE_CORE).filter(|name| !seen.contains(*name)).collect();
    assert!(idle.is_empty(), "no case is about {idle:?}");
}

#[test]
fn a_word_that_is_not_in_the_notation_is_a_failure() {
    let text = include_str!("vectors/unknown_words.txt");
    for line in text.lines() {
        let case = Case::parsed("subtract", line).unwrap();
        assert!(matches!(run(&case), Err(Stop::Unknown(_))), "{line} is half understood");
    }
}

fn failure(case: &Case) -> Result<(), String> {
    let function = case.function();
    if ELSEWHERE.contains(&function.as_str()) || NOT_OF_THE_CORE.contains(&function.as_str()) {
        return Ok(());
    }
    let verdict = match run(case) {
        Ok(answer) => deviations::judge_answer(case, &answer),
        Err(Stop::Refused(name)) => deviations::judge_refusal(case, &name),
        Err(Stop::Unknown(what)) => Err(format!("unknown: {what}")),
    };
    verdict.map_err(|why| format!("{} {}: {why}", case.file, case.id()))
}

fn run(case: &Case) -> Result<Value, Stop> {
    match case.function().as_str() {
        "subtract_to_fit" => answer::subtract_to_fit(case),
        "resolve_budget" => answer::resolve_budget(case),
        other => Err(Stop::Unknown(format!("function {other}"))),
    }
}
