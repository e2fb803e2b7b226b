//! A recorded case measured: flat columns for the core, and the labels of the items beside them.

use contextthrift_core::budget;
use contextthrift_core::subtract::{
    Dated, MESSAGE_EPHEMERAL, MESSAGE_SUMMARY, RESULT_THIS_TURN, Scored, THOUGHT_PROTECTED,
};
use serde_json::{Map, Value};

use crate::folder::Case;
use crate::notation::{
    Content, Estimator, Predicate, Stop, estimator, instant, known, list, number, reserve, text, texts,
    tokens, truth,
};
use crate::shortlist::Shortlist;

const CASE: [&str; 9] =
    ["id", "family", "tags", "estimator", "window", "relevant_tool_names", "options", "input", "expect"];
const INPUT: [&str; 9] = [
    "system_prompt",
    "standing_instructions",
    "messages",
    "memories",
    "retrievables",
    "thoughts",
    "tools",
    "tool_calls",
    "image",
];
const OPTIONS: [&str; 13] = [
    "output_reserve",
    "reserve_fraction",
    "encoding",
    "strip_prior_turn_thoughts",
    "keep_thought_ids",
    "protect_thought_ids",
    "protected_tool_names",
    "this_turn_result_keep",
    "render_ctx",
    "render_tools",
    "shed_rank",
    "is_ephemeral",
    "is_summary",
];

/// One item of a bucket.
#[derive(Debug, Clone, Default)]
pub(crate) struct Item {
    pub(crate) label: String,
    pub(crate) id: Option<String>,
    pub(crate) is_size_unknown: bool,
    cost: u64,
    at_ms: i64,
    score: f64,
    flags: u8,
}

/// The items of a bucket, and their columns.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bucket {
    pub(crate) items: Vec<Item>,
    cost: Vec<u64>,
    at_ms: Vec<i64>,
    score: Vec<f64>,
    flags: Vec<u8>,
}

impl Bucket {
    fn of(items: Vec<Item>) -> Self {
        Self {
            cost: items.iter().map(|item| item.cost).collect(),
            at_ms: items.iter().map(|item| item.at_ms).collect(),
            score: items.iter().map(|item| item.score).collect(),
            flags: items.iter().map(|item| item.flags).collect(),
            items,
        }
    }

    pub(crate) fn dated(&self) -> Dated<'_> {
        Dated::new("dated", &self.cost, &self.at_ms, &self.flags).unwrap()
    }

    pub(crate) fn scored(&self) -> Scored<'_> {
        Scored::new("scored", &self.cost, &self.score).unwrap()
    }

    pub(crate) fn tokens(&self) -> u64 {
        self.cost.iter().sum()
    }

    pub(crate) fn labels(&self, places: &[u32]) -> Vec<&str> {
        places.iter().map(|&place| self.items[place as usize].label.as_str()).collect()
    }
}

/// Everything one case says, measured.
pub(crate) struct Scene {
    pub(crate) window: u64,
    pub(crate) budget: u64,
    /// System prompt and standing instructions.
    pub(crate) fixed: u64,
    pub(crate) image: Option<u64>,
    pub(crate) tool_calls: Option<Bucket>,
    pub(crate) keep: usize,
    pub(crate) retrievables: Bucket,
    pub(crate) size_unknown: Vec<Item>,
    pub(crate) memories: Bucket,
    pub(crate) messages: Bucket,
    /// Before the strip.
    pub(crate) all_thoughts: Bucket,
    /// After it.
    pub(crate) thoughts: Bucket,
    pub(crate) is_stripped: bool,
    pub(crate) tools: Shortlist,
}

impl Scene {
    pub(crate) fn read(case: &Case) -> Result<Self, Stop> {
        let value = &case.value;
        known(value, &CASE, "case")?;
        let input = known(&value["input"], &INPUT, "input")?;
        let reader = Reader::read(&value["options"], &value["estimator"])?;
        let (window, budget) = reader.window(&value["window"])?;
        let all_thoughts = reader.thoughts(&input["thoughts"])?;
        let thoughts = reader.stripped(&all_thoughts)?;
        let (size_unknown, retrievables) = reader.retrievables(&input["retrievables"])?;
        Ok(Self {
            window,
            budget,
            fixed: reader.fixed(input)?,
            image: input.get("image").map(image).transpose()?,
            tool_calls: input.get("tool_calls").map(tool_calls).transpose()?,
            keep: reader.keep()?,
            retrievables,
            size_unknown,
            memories: reader.memories(&input["memories"])?,
            messages: reader.messages(&input["messages"])?,
            all_thoughts,
            thoughts,
            is_stripped: reader.is_stripped()?,
            tools: Shortlist::read(
                &input["tools"],
                &value["relevant_tool_names"],
                reader.options,
                reader.estimate,
            )?,
        })
    }
}

/// The options of a case, and the measuring they ask for.
struct Reader<'a> {
    options: &'a Map<String, Value>,
    estimate: Estimator,
    has_context: bool,
}

impl<'a> Reader<'a> {
    fn read(options: &'a Value, name: &Value) -> Result<Self, Stop> {
        let options = known(options, &OPTIONS, "options")?;
        options.get("encoding").map(|name| text(name, "encoding")).transpose()?;
        let has_context = truth(options.get("render_ctx"), false)?;
        Ok(Self { options, estimate: estimator(name)?, has_context })
    }

    fn window(&self, window: &Value) -> Result<(u64, u64), Stop> {
        let window = tokens(window, "window")?;
        let given = |name: &str| self.options.get(name);
        let budget = resolved(window, given("output_reserve"), given("reserve_fraction"))?;
        Ok((window, budget))
    }

    fn keep(&self) -> Result<usize, Stop> {
        let given = self.options.get("this_turn_result_keep");
        given.map_or(Ok(3), |value| tokens(value, "this_turn_result_keep").map(|keep| keep as usize))
    }

    fn ids(&self, name: &str) -> Result<Vec<String>, Stop> {
        self.options.get(name).map_or(Ok(Vec::new()), |value| texts(value, name))
    }

    fn is_stripped(&self) -> Result<bool, Stop> {
        truth(self.options.get("strip_prior_turn_thoughts"), true)
    }

    fn measured(&self, content: Option<&Value>) -> Result<u64, Stop> {
        Ok((self.estimate)(Content::read(content)?.asked(self.has_context)))
    }

    fn fixed(&self, input: &Map<String, Value>) -> Result<u64, Stop> {
        let instructions = input.get("standing_instructions");
        let instructions =
            instructions.map_or(Ok(&[][..]), |entries| list(entries, "standing_instructions"))?;
        let contents = [&input["system_prompt"]].into_iter().chain(instructions);
        contents.map(|content| self.measured(Some(content))).sum()
    }

    fn messages(&self, entries: &Value) -> Result<Bucket, Stop> {
        let is_ephemeral = self.predicate("is_ephemeral", Predicate::prefix("__eph-"))?;
        let is_summary = self.predicate("is_summary", Predicate::equals("__compact-summary"))?;
        self.dated(entries, "message", |id| {
            flag(MESSAGE_EPHEMERAL, is_ephemeral.holds(id)) | flag(MESSAGE_SUMMARY, is_summary.holds(id))
        })
    }

    fn predicate(&self, option: &str, default: Predicate) -> Result<Predicate, Stop> {
        self.options.get(option).map_or(Ok(default), Predicate::read)
    }

    fn thoughts(&self, entries: &Value) -> Result<Bucket, Stop> {
        let protected = self.ids("protect_thought_ids")?;
        self.dated(entries, "thought", |id| {
            flag(THOUGHT_PROTECTED, protected.iter().any(|known| known == id))
        })
    }

    fn dated(&self, entries: &Value, what: &str, flags: impl Fn(&str) -> u8) -> Result<Bucket, Stop> {
        bucket(entries, what, |entry| {
            let fields = known(entry, &["id", "key", "content", "created_at_ms"], what)?;
            Ok(Item {
                cost: self.measured(fields.get("content"))?,
                at_ms: instant(&entry["created_at_ms"])?,
                flags: flags(text(&entry["id"], "id")?),
                ..named(entry)?
            })
        })
    }

    fn stripped(&self, thoughts: &Bucket) -> Result<Bucket, Stop> {
        let kept = self.ids("keep_thought_ids")?;
        let is_stripped = self.is_stripped()?;
        let stays = |item: &&Item| !is_stripped || item.id.as_ref().is_some_and(|id| kept.contains(id));
        Ok(Bucket::of(thoughts.items.iter().filter(stays).cloned().collect()))
    }

    fn memories(&self, entries: &Value) -> Result<Bucket, Stop> {
        bucket(entries, "memory", |entry| {
            let fields = known(entry, &["key", "content", "importance"], "memory")?;
            let cost = self.measured(fields.get("content"))?;
            Ok(Item { cost, score: score(fields.get("importance"))?, ..named(entry)? })
        })
    }

    /// Those without a known size, and the others.
    fn retrievables(&self, entries: &Value) -> Result<(Vec<Item>, Bucket), Stop> {
        let all = bucket(entries, "retrievable", |entry| self.retrievable(entry))?;
        let (unknown, others) = all.items.into_iter().partition(|item| item.is_size_unknown);
        Ok((unknown, Bucket::of(others)))
    }

    fn retrievable(&self, entry: &Value) -> Result<Item, Stop> {
        let words = ["id", "key", "content", "score", "own_tokens", "own_async", "size_unknown"];
        let fields = known(entry, &words, "retrievable")?;
        truth(fields.get("own_async"), false)?;
        let cost = match fields.get("own_tokens") {
            Some(own) => tokens(own, "own_tokens")?,
            None => (self.estimate)(Content::read(fields.get("content"))?.shown()),
        };
        let is_size_unknown = truth(fields.get("size_unknown"), false)?;
        Ok(Item { cost, is_size_unknown, score: score(fields.get("score"))?, ..named(entry)? })
    }
}

/// The budget the core has for a window, or the name of what it refuses.
pub(crate) fn resolved(
    window: u64,
    output_reserve: Option<&Value>,
    reserve_fraction: Option<&Value>,
) -> Result<u64, Stop> {
    let given = output_reserve.map(reserve).transpose()?;
    let fraction = reserve_fraction.map_or(Ok(budget::DEFAULT_RESERVE_FRACTION), number)?;
    budget::resolve(window, given, fraction).map_err(|error| Stop::Refused(error.to_string()))
}

fn bucket(entries: &Value, what: &str, item: impl Fn(&Value) -> Result<Item, Stop>) -> Result<Bucket, Stop> {
    Ok(Bucket::of(list(entries, what)?.iter().map(item).collect::<Result<_, _>>()?))
}

fn named(entry: &Value) -> Result<Item, Stop> {
    let word = |name: &str| entry.get(name).map(|value| text(value, name).map(str::to_owned)).transpose();
    let (key, id, reference) = (word("key")?, word("id")?, word("ref")?);
    let label = key.or_else(|| id.clone()).or(reference);
    Ok(Item { label: label.unwrap_or_default(), id, ..Item::default() })
}

fn flag(flag: u8, is_set: bool) -> u8 {
    if is_set { flag } else { 0 }
}

fn score(value: Option<&Value>) -> Result<f64, Stop> {
    value.map_or(Ok(0.0), number)
}

fn image(value: &Value) -> Result<u64, Stop> {
    known(value, &["label", "token_cost", "kept"], "image")?;
    tokens(&value["token_cost"], "image.token_cost")
}

fn tool_calls(entries: &Value) -> Result<Bucket, Stop> {
    bucket(entries, "tool_call", |entry| {
        let fields = known(entry, &["ref", "token_cost", "created_at_ms", "this_turn"], "tool_call")?;
        Ok(Item {
            cost: tokens(&entry["token_cost"], "tool_call.token_cost")?,
            at_ms: instant(&entry["created_at_ms"])?,
            flags: flag(RESULT_THIS_TURN, truth(fields.get("this_turn"), false)?),
            ..named(entry)?
        })
    })
}
