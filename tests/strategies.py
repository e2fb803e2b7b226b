"""Hypothesis strategies for the library's own objects.

`calls()` draws whole calls of the pass: a working set of our classes and the other arguments. Small sets are
drawn item by item and shrink well; crowds, of up to 300 items, are copies of a few drawn items, each with a
place of its own in time or in rank.
"""

import math
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from contextthrift import (
    Image,
    Memory,
    Message,
    Retrievable,
    Thought,
    Tool,
    ToolCall,
    WorkingSet,
    encoding_names,
    get_encoding,
    subtract_to_fit,
)
from tests.reference.subtract import subtract
from tests.vectors.notation import ESTIMATORS, LIVE, RENDERERS, Rendered, Resolved
from tests.vectors.own_items import RecordingRegistry

NAMES = ("read", "write", "search", "calc", "naïve", "漢字")
UNREGISTERED = ("ghost", "phantom")
THOUGHT_IDS = ("t1", "t2", "t3", "plan")
MESSAGE_IDS = ("m1", "m2", "m3", "__eph-1", "__eph-2", "__compact-summary")
WORDS = ("", " ", "a", "list beta", "naïve café", "漢字かな交じり", "🙂 🙂🙂", "window\tindex\nrow", "x" * 40)


@dataclass(frozen=True)
class Estimate:
    """A pure estimator with a readable repr; the encoding name does not matter to it."""

    name: str
    divisor: int = 1

    def __call__(self, text, _encoding):
        count = ESTIMATORS[self.name](text)
        return count if self.divisor == 1 else count / self.divisor


@dataclass(frozen=True)
class Rank:
    """A rank for each tool, by name."""

    ranks: dict

    def __call__(self, name):
        return self.ranks.get(name, 0)


@dataclass(frozen=True)
class Named:
    """A test of a message: whether its id holds a piece of text."""

    piece: str

    def __call__(self, message):
        return self.piece in message.id


@dataclass(kw_only=True)
class Call:
    """One call of the pass."""

    ws: Any
    window: int
    names: list
    options: dict

    def run(self):
        return subtract_to_fit(self.ws, self.window, self.names, **self.options)

    def by_twin(self):
        """What the twin makes of it; nothing is changed."""
        estimate = counting(self.options["estimate_tokens"])
        return subtract(self.ws, self.window, self.names, **{**self.options, "estimate_tokens": estimate})

    def fresh(self, **changes):
        """The same call on a set with the same items and lists of its own, nothing told to its registry."""
        return replace(self, **{"ws": copied(self.ws), **changes})


def counting(estimate):
    """The estimator as a function, also where it is the name of an encoding."""
    if not isinstance(estimate, str):
        return estimate
    encoding = get_encoding(estimate)
    return lambda text, _encoding: encoding.count(text)


def copied(ws):
    calls = ws.tool_calls
    return WorkingSet(
        system_prompt=ws.system_prompt,
        messages=list(ws.messages),
        memories=list(ws.memories),
        retrievables=list(ws.retrievables),
        thoughts=list(ws.thoughts),
        tools=RecordingRegistry(ws.tools.list_tools()),
        standing_instructions=ws.standing_instructions,
        tool_calls=None if calls is None else list(calls),
        image=None if ws.image is None else replace(ws.image),
    )


# --- what items are made of

texts = st.sampled_from(WORDS) | st.text(max_size=12)
surrogates = st.sampled_from(["\ud800", "a\udc00b"])
estimators = st.sampled_from([*map(Estimate, ESTIMATORS), Estimate("len", 2), Estimate("chars4", 3)])
instants = st.integers(-3, 6) | st.sampled_from([1_767_225_600_000, 2**53 + 1, -(2**62)])
amounts = st.integers(0, 30)
levels = st.none() | st.integers(-2, 3) | st.sampled_from([0.5, -0.5, 1e300, -0.0])


def contents(estimate, texts=texts | surrogates):
    """Text, absent, rendered, or with its own estimate."""
    rendered = st.builds(Rendered, texts)
    return st.one_of(texts, texts, st.none(), rendered, st.builds(Resolved, texts, texts, st.just(estimate)))


# --- items


def messages(content):
    return st.builds(Message, id=st.sampled_from(MESSAGE_IDS), content=content, created_at_ms=instants)


def thoughts(content):
    return st.builds(Thought, id=st.sampled_from(THOUGHT_IDS), content=content, created_at_ms=instants)


def memories(content):
    return st.builds(Memory, content=content, importance=levels)


def retrievables(content):
    return st.builds(
        Retrievable,
        content=content,
        id=st.none() | st.sampled_from(["d1", "d2", "d3"]),
        score=levels,
        own_tokens=st.none() | amounts,
        size_unknown=st.sampled_from([False, False, False, True]),
    )


tools = st.builds(Tool, name=st.sampled_from(NAMES), description=st.none() | texts)
tool_calls = st.builds(
    ToolCall, ref=st.just("ref"), token_cost=amounts, created_at_ms=instants, this_turn=st.booleans()
)
images = st.builds(
    Image, label=st.just("shot.png"), token_cost=amounts, kept=st.sampled_from([None, True, False])
)


# --- lists


def few(items):
    return st.lists(items, max_size=6)


@st.composite
def crowd(draw, items, most=60):
    """Copies of a few items, which differ in their times, scores or importances alone."""
    models = draw(st.lists(items, min_size=1, max_size=4))
    random = Random(draw(st.integers(0, 2**16)))
    count = random.randint(0, most)
    spread = random.choice([1, 5, 10_000])
    return [placed(random.choice(models), random.randint(0, spread)) for _ in range(count)]


def placed(item, place):
    if isinstance(item, Retrievable):
        return replace(item, score=place)
    if isinstance(item, Memory):
        return replace(item, importance=place)
    return replace(item, created_at_ms=place)


@st.composite
def working_sets(draw, estimate, content=None, many=few):
    """A working set whose contents are measured by the estimator, with a registry that remembers."""
    content = contents(estimate) if content is None else content
    return WorkingSet(
        system_prompt=draw(content),
        messages=draw(many(messages(content))),
        memories=draw(many(memories(content))),
        retrievables=draw(many(retrievables(content))),
        thoughts=draw(many(thoughts(content))),
        tools=RecordingRegistry(draw(st.lists(tools, max_size=6))),
        standing_instructions=draw(st.none() | st.lists(content, max_size=2)),
        tool_calls=draw(st.none() | many(tool_calls)),
        image=draw(st.none() | images),
    )


# --- the other arguments


def some(names):
    return st.frozensets(st.sampled_from(names), max_size=len(names) // 2)


def shortlists():
    return st.lists(st.sampled_from(NAMES + UNREGISTERED), max_size=8)


options = st.fixed_dictionaries(
    {},
    optional={
        "encoding": st.sampled_from(["cl100k_base", "o200k_base", "mine"]),
        "output_reserve": st.none() | st.integers(0, 40) | st.sampled_from([0.1, 7.5, 10**9]),
        "reserve_fraction": st.sampled_from([0, 0.07, 0.35, 0.9999, 1]),
        "strip_prior_turn_thoughts": st.sampled_from([True, False, False]),
        "keep_thought_ids": some(THOUGHT_IDS),
        "protect_thought_ids": some(THOUGHT_IDS),
        "render_tools": st.sampled_from([None, None, None, *RENDERERS.values()]),
        "protected_tool_names": some(NAMES + UNREGISTERED),
        "shed_rank": st.builds(Rank, st.fixed_dictionaries(dict.fromkeys(NAMES, st.integers(-2, 2)))),
        "is_ephemeral_message": st.builds(Named, st.sampled_from(["eph", "m", "-"])),
        "is_summary_message": st.builds(Named, st.sampled_from(["summary", "1", "-"])),
        "this_turn_result_keep": st.integers(0, 5),
        "render_ctx": st.sampled_from([None, LIVE]),
    },
)


@st.composite
def calls(draw, many=few, estimators=estimators, content=None):
    """A whole call, with a window from 0 to above the total."""
    estimate = draw(estimators)
    call = Call(
        ws=draw(working_sets(estimate, content, many)),
        window=0,
        names=draw(shortlists()),
        options={"estimate_tokens": estimate, **draw(options)},
    )
    call.window = draw(windows(call))
    return call


def windows(call):
    """Windows from 0 to above the total, many of them where only tools are left to go."""
    emptied = call.by_twin()
    shortlisted = next(row.tokens_after for row in emptied.rows if row.name == "tools")
    least = emptied.total_after + shortlisted
    reserve = math.ceil(call.options.get("output_reserve") or 0)
    room = st.integers(0, emptied.total_before * 6 // 5) | st.integers(emptied.total_after, least)
    return room.map(lambda budget: budget + min(reserve, 100))


any_calls = calls() | calls(many=crowd)
encoded_calls = calls(estimators=st.sampled_from(encoding_names()), content=contents(Estimate("len"), texts))
"""Calls measured by an encoding of ours, by its name."""
