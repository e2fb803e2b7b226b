//! The words of the recorded cases: numbers, estimators, contents, renderers, ranks and predicates.
//!
//! Whatever is not in the notation stops with [`Stop::Unknown`], so that a case is never half understood.

use serde_json::{Map, Value};

/// Why a case has no answer.
#[derive(Debug)]
pub(crate) enum Stop {
    /// What is named cannot be said to the core, or the core refuses it.
    Refused(String),
    /// The case says something this notation has no word for.
    Unknown(String),
}

pub(crate) fn unknown<T>(what: &str, value: &Value) -> Result<T, Stop> {
    Err(Stop::Unknown(format!("{what} {value}")))
}

/// The mapping, whose keys are all among the words.
pub(crate) fn known<'a>(
    value: &'a Value,
    words: &[&str],
    whose: &str,
) -> Result<&'a Map<String, Value>, Stop> {
    let Some(mapping) = value.as_object() else { return unknown(whose, value) };
    match mapping.keys().find(|key| !words.contains(&key.as_str())) {
        Some(key) => Err(Stop::Unknown(format!("{whose} has {key}"))),
        None => Ok(mapping),
    }
}

pub(crate) fn list<'a>(value: &'a Value, what: &str) -> Result<&'a [Value], Stop> {
    value.as_array().map_or_else(|| unknown(what, value), |found| Ok(found.as_slice()))
}

pub(crate) fn text<'a>(value: &'a Value, what: &str) -> Result<&'a str, Stop> {
    value.as_str().map_or_else(|| unknown(what, value), Ok)
}

pub(crate) fn texts(value: &Value, what: &str) -> Result<Vec<String>, Stop> {
    list(value, what)?.iter().map(|entry| text(entry, what).map(str::to_owned)).collect()
}

pub(crate) fn truth(value: Option<&Value>, default: bool) -> Result<bool, Stop> {
    match value {
        None => Ok(default),
        Some(Value::Bool(given)) => Ok(*given),
        Some(other) => unknown("truth value", other),
    }
}

// --- numbers

pub(crate) fn number(value: &Value) -> Result<f64, Stop> {
    let special = value.get("$num").and_then(Value::as_str);
    let read = special.map_or_else(|| value.as_f64(), |name| name.parse().ok());
    read.map_or_else(|| unknown("number", value), Ok)
}

/// A number of tokens as the core takes it.
pub(crate) fn tokens(value: &Value, name: &str) -> Result<u64, Stop> {
    number(value)?;
    value.as_u64().ok_or_else(|| Stop::Refused(name.to_owned()))
}

/// A reserve: rounded up, as it is before the core is asked.
pub(crate) fn reserve(value: &Value) -> Result<u64, Stop> {
    let given = number(value)?;
    let is_amount = given.is_finite() && given >= 0.0;
    if is_amount { Ok(given.ceil() as u64) } else { Err(Stop::Refused("output_reserve".to_owned())) }
}

pub(crate) fn instant(value: &Value) -> Result<i64, Stop> {
    value.as_i64().map_or_else(|| unknown("instant", value), Ok)
}

// --- estimators

pub(crate) type Estimator = fn(&str) -> u64;

pub(crate) fn estimator(value: &Value) -> Result<Estimator, Stop> {
    match value.as_str() {
        Some("chars4") => Ok(|text| utf16_length(text).div_ceil(4)),
        Some("words") => Ok(|text| text.split(is_space).filter(|word| !word.is_empty()).count() as u64),
        Some("len") => Ok(utf16_length),
        Some("plus3") => Ok(|text| utf16_length(text) + 3),
        _ => unknown("estimator", value),
    }
}

fn utf16_length(text: &str) -> u64 {
    text.encode_utf16().count() as u64
}

/// White space as JavaScript has it, which is where the recordings were made.
fn is_space(c: char) -> bool {
    matches!(c, '\u{feff}') || (c.is_whitespace() && c != '\u{85}')
}

// --- contents

/// What an item says: a text, and another where it is asked with a live context.
pub(crate) struct Content<'a> {
    shown: &'a str,
    resolved: Option<&'a str>,
}

impl<'a> Content<'a> {
    pub(crate) fn read(value: Option<&'a Value>) -> Result<Self, Stop> {
        match value {
            None | Some(Value::Null) => Ok(Self { shown: "", resolved: None }),
            Some(Value::String(shown)) => Ok(Self { shown, resolved: None }),
            Some(object) => {
                let fields = known(object, &["static", "resolved"], "content")?;
                let resolved = fields.get("resolved").map(|value| text(value, "content")).transpose()?;
                Ok(Self { shown: text(&object["static"], "content")?, resolved })
            }
        }
    }

    pub(crate) fn shown(&self) -> &'a str {
        self.shown
    }

    pub(crate) fn asked(&self, has_context: bool) -> &'a str {
        self.resolved.filter(|_| has_context).unwrap_or(self.shown)
    }
}

// --- tools

pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) description: String,
}

impl Tool {
    pub(crate) fn read(value: &Value) -> Result<Self, Stop> {
        let fields = known(value, &["name", "description"], "tool")?;
        let description = fields.get("description").map_or(Ok(""), |value| text(value, "description"))?;
        Ok(Self { name: text(&value["name"], "name")?.to_owned(), description: description.to_owned() })
    }
}

pub(crate) type Renderer = fn(&[&Tool]) -> String;

pub(crate) fn renderer(value: &Value) -> Result<Renderer, Stop> {
    match value.as_str() {
        Some("names") => Ok(|tools| format!("[{}]", joined(tools, ",", |tool| tool.name.clone()))),
        Some("block") => Ok(|tools| format!("<tools>\n{}\n</tools>", joined(tools, "\n", block_line))),
        Some("const") => Ok(|_| "TOOLS AVAILABLE".to_owned()),
        _ => unknown("renderer", value),
    }
}

fn block_line(tool: &Tool) -> String {
    format!("{}|{}|{{\"type\":\"object\"}}", tool.name, tool.description)
}

fn joined(tools: &[&Tool], between: &str, line: fn(&Tool) -> String) -> String {
    tools.iter().map(|tool| line(tool)).collect::<Vec<_>>().join(between)
}

// --- ranks and predicates

pub(crate) struct Ranks {
    named: Vec<(String, f64)>,
    default: f64,
}

impl Ranks {
    pub(crate) fn none() -> Self {
        Self { named: Vec::new(), default: 0.0 }
    }

    pub(crate) fn read(value: &Value) -> Result<Self, Stop> {
        known(value, &["ranks", "default"], "shed_rank")?;
        let Some(ranks) = value["ranks"].as_object() else { return unknown("ranks", value) };
        let named = ranks.iter().map(|(name, rank)| Ok((name.clone(), number(rank)?)));
        Ok(Self { named: named.collect::<Result<_, _>>()?, default: number(&value["default"])? })
    }

    pub(crate) fn of(&self, name: &str) -> f64 {
        self.named.iter().find(|(known, _)| known == name).map_or(self.default, |(_, rank)| *rank)
    }
}

/// A test of a message by its id.
pub(crate) struct Predicate {
    holds: fn(&str, &str) -> bool,
    word: String,
}

impl Predicate {
    pub(crate) fn prefix(word: &str) -> Self {
        Self { holds: |id, word| id.starts_with(word), word: word.to_owned() }
    }

    pub(crate) fn equals(word: &str) -> Self {
        Self { holds: |id, word| id == word, word: word.to_owned() }
    }

    pub(crate) fn read(value: &Value) -> Result<Self, Stop> {
        let entries: Vec<_> = value.as_object().into_iter().flatten().collect();
        let [(kind, argument)] = entries.as_slice() else { return unknown("predicate", value) };
        match (kind.as_str(), argument) {
            ("never", Value::Bool(true)) => Ok(Self { holds: |_, _| false, word: String::new() }),
            ("prefix", Value::String(word)) => Ok(Self::prefix(word)),
            ("equals", Value::String(word)) => Ok(Self::equals(word)),
            ("suffix", Value::String(word)) => {
                Ok(Self { holds: |id, word| id.ends_with(word), word: word.clone() })
            }
            ("contains", Value::String(word)) => {
                Ok(Self { holds: |id, word| id.contains(word), word: word.clone() })
            }
            _ => unknown("predicate", value),
        }
    }

    pub(crate) fn holds(&self, id: &str) -> bool {
        (self.holds)(id, &self.word)
    }
}
