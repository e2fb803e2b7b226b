//! The tools of a case: which are visible, what sets of them cost, in which order they would go.

use serde_json::{Map, Value};

use crate::notation::{Estimator, Ranks, Renderer, Stop, Tool, list, renderer, texts};

/// The registry, the distinct names that are to be seen, and how a set of tools is measured.
pub(crate) struct Shortlist {
    pub(crate) registry: Vec<Tool>,
    pub(crate) visible: Vec<String>,
    /// The visible names in the order in which they would go.
    pub(crate) queue: Vec<String>,
    render: Option<Renderer>,
    estimate: Estimator,
}

impl Shortlist {
    pub(crate) fn read(
        tools: &Value,
        names: &Value,
        options: &Map<String, Value>,
        estimate: Estimator,
    ) -> Result<Self, Stop> {
        let visible = distinct(texts(names, "relevant_tool_names")?);
        Ok(Self {
            registry: list(tools, "tools")?.iter().map(Tool::read).collect::<Result<_, _>>()?,
            queue: shed_order(&visible, options)?,
            visible,
            render: options.get("render_tools").map(renderer).transpose()?,
            estimate,
        })
    }

    /// Whether one text covers the whole set, so that no tool has a cost of its own.
    pub(crate) fn is_rendered(&self) -> bool {
        self.render.is_some()
    }

    pub(crate) fn cost_of_all(&self) -> u64 {
        self.cost(|_| true)
    }

    /// Tokens of the visible tools once the first names of the queue have gone.
    pub(crate) fn cost_without(&self, shed: usize) -> u64 {
        self.cost(|name| self.queue[shed..].iter().any(|left| left == name))
    }

    /// Tokens of each name of the queue by itself.
    pub(crate) fn costs_by_name(&self) -> Vec<u64> {
        self.queue.iter().map(|name| self.cost(|other| other == name)).collect()
    }

    /// The registered names that are not seen once the first names of the queue have gone, then the others.
    pub(crate) fn hidden_and_visible(&self, shed: usize) -> (Vec<&str>, Vec<&str>) {
        let names = self.registry.iter().map(|tool| tool.name.as_str());
        names.partition(|name| !self.queue[shed..].iter().any(|left| left == name))
    }

    fn cost(&self, is_in: impl Fn(&str) -> bool) -> u64 {
        let tools: Vec<&Tool> = self.registry.iter().filter(|tool| is_in(&tool.name)).collect();
        match self.render {
            Some(render) if !tools.is_empty() => (self.estimate)(&render(&tools)),
            _ => tools.iter().map(|tool| (self.estimate)(&described(tool))).sum(),
        }
    }
}

fn described(tool: &Tool) -> String {
    format!("{}: {}", tool.name, tool.description)
}

fn distinct(names: Vec<String>) -> Vec<String> {
    let mut seen = Vec::new();
    for name in names {
        if !seen.contains(&name) {
            seen.push(name);
        }
    }
    seen
}

fn shed_order(visible: &[String], options: &Map<String, Value>) -> Result<Vec<String>, Stop> {
    let ranks = options.get("shed_rank").map_or_else(|| Ok(Ranks::none()), Ranks::read)?;
    let protected = options.get("protected_tool_names");
    let protected = protected.map_or(Ok(Vec::new()), |names| texts(names, "protected_tool_names"))?;
    let mut queue = visible.to_vec();
    queue.sort_by(|a, b| {
        let by_protection = protected.contains(a).cmp(&protected.contains(b));
        by_protection.then(ranks.of(a).partial_cmp(&ranks.of(b)).unwrap())
    });
    Ok(queue)
}
