//! What the core answers to a recorded case, in the notation of the recordings.

use contextthrift_core::subtract::{Items, Plan, shed_sets, subtract};
use contextthrift_core::{Bucket as Part, Row};
use serde_json::{Value, json};

use crate::folder::Case;
use crate::notation::{Stop, known, tokens};
use crate::scene::{Bucket, Item, Scene, resolved};

pub(crate) fn resolve_budget(case: &Case) -> Result<Value, Stop> {
    let words = ["id", "tags", "window", "output_reserve", "reserve_fraction", "expect"];
    let fields = known(&case.value, &words, "case")?;
    let window = tokens(&fields["window"], "window")?;
    let given = |name: &str| fields.get(name).filter(|value| !value.is_null());
    resolved(window, given("output_reserve"), given("reserve_fraction")).map(Value::from)
}

pub(crate) fn subtract_to_fit(case: &Case) -> Result<Value, Stop> {
    let scene = Scene::read(case)?;
    let decided = Decided::of(&scene);
    Ok(decided.answer(&scene))
}

/// The plan, and where the tools ended.
struct Decided {
    plan: Plan,
    tools: Row,
    tools_shed: usize,
    total_after: u64,
}

impl Decided {
    fn of(scene: &Scene) -> Self {
        let plan = subtract(&items(scene, &costs_by_name(scene)), scene.budget).unwrap();
        let tools = plan.rows[Part::ALL.len() - 1];
        let decided = Self { tools, tools_shed: plan.tools_shed, total_after: plan.total_after, plan };
        if scene.tools.is_rendered() { decided.with_rendered_tools(scene) } else { decided }
    }

    /// One text covers the tools: the walk goes over whole sets of them.
    fn with_rendered_tools(self, scene: &Scene) -> Self {
        let count = scene.tools.queue.len();
        let states: Vec<u64> = (0..=count).map(|shed| scene.tools.cost_without(shed)).collect();
        let walk = shed_sets(self.total_after, scene.budget, &states[..count], &states[1..]).unwrap();
        let tools = Row {
            tokens_before: states[0],
            tokens_after: states[walk.steps],
            count_before: count as u64,
            count_after: (count - walk.steps) as u64,
        };
        Self { tools, tools_shed: walk.steps, total_after: walk.total, ..self }
    }

    fn answer(&self, scene: &Scene) -> Value {
        let plan = &self.plan;
        let stripped = scene.all_thoughts.tokens() - scene.thoughts.tokens();
        let off_shortlist = scene.tools.cost_of_all() - scene.tools.cost_without(0);
        let fits = self.total_after <= scene.budget;
        let (hidden, visible) = scene.tools.hidden_and_visible(self.tools_shed);
        json!({
            "reserve": scene.window - scene.budget,
            "budget": scene.budget,
            "total_before": plan.total_before + stripped + off_shortlist,
            "total_after": self.total_after,
            "fits": fits,
            "refused": !fits,
            "rows": self.rows(scene),
            "row_ids": row_ids(scene, plan),
            "thoughts_note": thoughts_note(scene),
            "messages": scene.messages.labels(&plan.messages),
            "memories": scene.memories.labels(&plan.memories),
            "retrievables": scene.retrievables.labels(&plan.retrievables),
            "thoughts": scene.thoughts.labels(&plan.thoughts),
            "tool_calls": scene.tool_calls.as_ref().map(|calls| calls.labels(&plan.tool_calls)),
            "image_kept": plan.image_kept,
            "hidden": hidden,
            "visible": visible,
            "hide_calls": 1 + self.tools_shed,
        })
    }

    fn rows(&self, scene: &Scene) -> Vec<Value> {
        let mut rows = vec![thoughts_row(scene), tools_row(scene)];
        if !scene.size_unknown.is_empty() {
            rows.push(json!(["retrievables-size-unknown", 0, 0, scene.size_unknown.len(), 0]));
        }
        let has_calls = scene.tool_calls.as_ref().is_some_and(|calls| !calls.items.is_empty());
        for (part, row) in Part::ALL.into_iter().zip(self.plan.rows) {
            match part {
                Part::ToolCalls if !has_calls => {}
                Part::Tools => rows.push(row_value(part, &self.tools)),
                _ => rows.push(row_value(part, &row)),
            }
        }
        rows
    }
}

/// Each visible tool's own cost, or nothing where one text covers them all.
fn costs_by_name(scene: &Scene) -> Vec<u64> {
    if scene.tools.is_rendered() { Vec::new() } else { scene.tools.costs_by_name() }
}

fn items<'a>(scene: &'a Scene, tools: &'a [u64]) -> Items<'a> {
    let rendered = if scene.tools.is_rendered() { scene.tools.cost_without(0) } else { 0 };
    Items {
        fixed: scene.fixed + rendered,
        image: scene.image,
        tool_calls: scene.tool_calls.as_ref().map(Bucket::dated).unwrap_or_default(),
        this_turn_result_keep: scene.keep,
        retrievables: scene.retrievables.scored(),
        memories: scene.memories.scored(),
        messages: scene.messages.dated(),
        thoughts: scene.thoughts.dated(),
        tools,
    }
}

fn row_value(part: Part, row: &Row) -> Value {
    json!([part.row_name(), row.tokens_before, row.tokens_after, row.count_before, row.count_after])
}

fn thoughts_row(scene: &Scene) -> Value {
    let (all, kept) = (&scene.all_thoughts, &scene.thoughts);
    json!(["thoughts", all.tokens(), kept.tokens(), all.items.len(), kept.items.len()])
}

fn tools_row(scene: &Scene) -> Value {
    let tools = &scene.tools;
    let (all, visible) = (tools.cost_of_all(), tools.cost_without(0));
    json!(["tools", all, visible, tools.registry.len(), tools.visible.len()])
}

fn thoughts_note(scene: &Scene) -> &'static str {
    match (scene.is_stripped, scene.thoughts.items.len() < scene.all_thoughts.items.len()) {
        (false, _) => "disabled",
        (true, true) => "dropped",
        (true, false) => "none",
    }
}

/// Ids of what went, in the order handed in, without those that a survivor has too.
fn row_ids(scene: &Scene, plan: &Plan) -> Value {
    let (kept, shed): (Vec<_>, Vec<_>) =
        (0_u32..).zip(&scene.retrievables.items).partition(|(place, _)| plan.retrievables.contains(place));
    let surviving: Vec<_> = kept.iter().filter_map(|(_, item)| item.id.as_ref()).collect();
    let shed = shed.iter().filter_map(|(_, item)| item.id.as_ref()).filter(|id| !surviving.contains(id));
    let mut ids = json!({ "retrievables": shed.collect::<Vec<_>>() });
    if !scene.size_unknown.is_empty() {
        ids["retrievables-size-unknown"] = json!(ids_of(&scene.size_unknown));
    }
    ids
}

fn ids_of(items: &[Item]) -> Vec<&String> {
    items.iter().filter_map(|item| item.id.as_ref()).collect()
}
