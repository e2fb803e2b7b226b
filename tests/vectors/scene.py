"""A recorded case built up: the objects handed to the function under test, and their labels beside them."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from tests.vectors.notation import (
    ENCODING,
    LIVE,
    content,
    estimator,
    known,
    predicate,
    rank,
    renderer,
)

CASE = {
    "id",
    "fn",
    "family",
    "tags",
    "estimator",
    "window",
    "relevant_tool_names",
    "options",
    "input",
    "expect",
}
INPUT = {
    "system_prompt",
    "standing_instructions",
    "messages",
    "memories",
    "retrievables",
    "thoughts",
    "tools",
    "tool_calls",
    "image",
}


class Labels:
    """The harness's names of the items, by identity: the function under test cannot see them."""

    def __init__(self):
        self._held = {}

    def put(self, item, label):
        self._held[id(item)] = item, label
        return item

    def of(self, items):
        return [self._held[id(item)][1] for item in items]


class ForeignRegistry:
    """A tool registry that is not ours: it can do the two things asked of it."""

    def __init__(self, tools):
        self.tools = tools
        self.told = []

    def list_tools(self):
        return list(self.tools)

    def set_hidden(self, names):
        self.told.append(list(names))


class ForeignItems:
    """Plain objects that have the attributes given and no others."""

    working_set = message = memory = thought = tool = tool_call = image = SimpleNamespace
    registry = ForeignRegistry

    @staticmethod
    def retrievable(*, own_tokens=None, own_async=False, **fields):
        if own_tokens is not None:
            fields["estimate"] = lambda _encoding: own_tokens
        if own_async:
            fields["estimate"] = lambda _encoding: object()
        return SimpleNamespace(**fields)


@dataclass(frozen=True, kw_only=True)
class Scene:
    """What one call gets."""

    ws: Any
    labels: Labels
    arguments: dict
    """Every argument but the working set, by name."""


@dataclass(frozen=True, kw_only=True)
class Builder:
    """Builds the items of one case in one make of items."""

    items: Any
    labels: Labels
    estimate_tokens: Any

    def list_of(self, kind, entries, fields):
        """The entries as items: labelled, contents built, no field that is not known."""
        return [self.item(kind, dict(known(entry, fields, kind))) for entry in entries]

    def item(self, kind, fields):
        label = fields.pop("key", None) or fields.get("id") or fields.get("ref")
        if "content" in fields:
            fields["content"] = content(fields["content"], self.estimate_tokens)
        return self.labels.put(getattr(self.items, kind)(**fields), label)

    def tools(self, entries):
        tools = [self.items.tool(**known(entry, {"name", "description"}, "tool")) for entry in entries]
        return self.items.registry(tools)

    def thoughts(self, entries):
        return self.list_of("thought", entries, {"id", "key", "content", "created_at_ms"})

    def retrievables(self, entries):
        fields = {"id", "key", "content", "score", "own_tokens", "own_async", "size_unknown"}
        return self.list_of("retrievable", entries, fields)

    def working_set(self, recorded):
        known(recorded, INPUT, "input")
        built = {
            "system_prompt": content(recorded["system_prompt"], self.estimate_tokens),
            "messages": self.list_of(
                "message", recorded["messages"], {"id", "key", "content", "created_at_ms"}
            ),
            "memories": self.list_of("memory", recorded["memories"], {"key", "content", "importance"}),
            "retrievables": self.retrievables(recorded["retrievables"]),
            "thoughts": self.thoughts(recorded["thoughts"]),
            "tools": self.tools(recorded["tools"]),
        }
        if "standing_instructions" in recorded:
            standing = recorded["standing_instructions"]
            built["standing_instructions"] = [content(entry, self.estimate_tokens) for entry in standing]
        if "tool_calls" in recorded:
            fields = {"ref", "token_cost", "created_at_ms", "this_turn"}
            built["tool_calls"] = self.list_of("tool_call", recorded["tool_calls"], fields)
        if "image" in recorded:
            built["image"] = self.items.image(
                **known(recorded["image"], {"label", "token_cost", "kept"}, "image")
            )
        return self.items.working_set(**built)


OPTIONS = {
    "output_reserve": ("output_reserve", None),
    "reserve_fraction": ("reserve_fraction", None),
    "encoding": ("encoding", None),
    "strip_prior_turn_thoughts": ("strip_prior_turn_thoughts", None),
    "keep_thought_ids": ("keep_thought_ids", set),
    "protect_thought_ids": ("protect_thought_ids", set),
    "protected_tool_names": ("protected_tool_names", set),
    "this_turn_result_keep": ("this_turn_result_keep", None),
    "render_ctx": ("render_ctx", lambda given: LIVE if given else None),
    "render_tools": ("render_tools", renderer),
    "shed_rank": ("shed_rank", rank),
    "is_ephemeral": ("is_ephemeral_message", predicate),
    "is_summary": ("is_summary_message", predicate),
}
"""For each recorded option, the library's name for it and how its value is built."""


def built_options(options):
    known(options, OPTIONS, "options")
    arguments = {}
    for word, value in options.items():
        name, build = OPTIONS[word]
        arguments[name] = build(value) if build else value
    return arguments


def scene(case, items):
    """The working set of a recorded `subtract_to_fit` case, and the other arguments."""
    known(case, CASE, "case")
    options = built_options(case["options"])
    estimate_tokens = estimator(case["estimator"], options.get("encoding", ENCODING))
    labels = Labels()
    builder = Builder(items=items, labels=labels, estimate_tokens=estimate_tokens)
    arguments = {
        "window": case["window"],
        "relevant_tool_names": case["relevant_tool_names"],
        "estimate_tokens": estimate_tokens,
        **options,
    }
    return Scene(ws=builder.working_set(case["input"]), labels=labels, arguments=arguments)
