//! Where we differ from the recordings on purpose. The table is closed.

use std::fs;

use serde_json::Value;

use crate::folder::{self, Case};

/// Tags of arguments that the core's types cannot hold, or that it refuses.
const REFUSED: [&str; 9] = [
    "negative-reserve",
    "negative-budget",
    "negative-tool-cost",
    "negative-image-cost",
    "negative-own-tokens",
    "keep-fractional",
    "keep-nan",
    "fractional-costs",
    "odd",
];
/// A tag that some refused cases have and some ordinary ones.
const SOMETIMES_REFUSED: &str = "odd-window-or-reserve";
/// A tag that asks for an answer of our own.
const OURS: &str = "image-kept-false-input";

/// Whether an answer is the expected one; a tag of the table must not hide an ordinary case.
pub(crate) fn judge_answer(case: &Case, answer: &Value) -> Result<(), String> {
    if let Some(tag) = REFUSED.into_iter().find(|tag| case.has_tag(tag)) {
        return Err(format!("tagged {tag}, but nothing is refused"));
    }
    let expected = if case.has_tag(OURS) { our_answer(case)? } else { case.value["expect"].clone() };
    differences(answer, &expected)
}

/// Whether a refusal is in the table.
pub(crate) fn judge_refusal(case: &Case, name: &str) -> Result<(), String> {
    let is_listed = REFUSED.into_iter().chain([SOMETIMES_REFUSED]).any(|tag| case.has_tag(tag));
    if is_listed { Ok(()) } else { Err(format!("refused for {name}")) }
}

fn our_answer(case: &Case) -> Result<Value, String> {
    let text = fs::read_to_string(folder::path("our_answers.json")).unwrap();
    let answers: Value = serde_json::from_str(&text).unwrap();
    answers.get(case.id()).cloned().ok_or_else(|| "no answer of our own".to_owned())
}

fn differences(answer: &Value, expected: &Value) -> Result<(), String> {
    if answer == expected {
        return Ok(());
    }
    match (answer.as_object(), expected.as_object()) {
        (Some(ours), Some(theirs)) => Err(differing_fields(ours, theirs)),
        _ => Err(format!("{answer}, expected {expected}")),
    }
}

fn differing_fields(
    ours: &serde_json::Map<String, Value>,
    theirs: &serde_json::Map<String, Value>,
) -> String {
    let names: std::collections::BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
    let differing = names.into_iter().filter(|name| ours.get(*name) != theirs.get(*name));
    let shown = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
    let said = differing
        .map(|name| format!("{name} {}, expected {}", shown(ours.get(name)), shown(theirs.get(name))));
    said.collect::<Vec<_>>().join("; ")
}
