"""Bad input gives one error of ours that names what is wrong, and nothing has been changed by then."""

import math
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

from contextthrift import (
    Image,
    Memory,
    Message,
    Retrievable,
    Thought,
    Tool,
    ToolCall,
    WorkingSet,
    resolve_budget,
    strip_prior_turn_thoughts,
    subtract_to_fit,
)
from contextthrift.exceptions import ContextThriftError, EstimatorAnswer, MissingEstimator, UnknownEncoding
from tests.reference.subtract import subtract
from tests.vectors.own_items import RecordingRegistry

NAN, INF = math.nan, math.inf
NO_NUMBERS = [True, "3"]
NO_COUNTS = [NAN, INF, -INF, -1]
HUGE = [
    pytest.param(value, id=name)
    for name, value in (("2**64", 2**64), ("2**70", 2**70), ("10**5000", 10**5000))
]


def length(text, _encoding):
    return len(text)


def working_set(**changes):
    """Four of everything, oldest and best first."""
    return WorkingSet(
        **{
            "system_prompt": "system",
            "standing_instructions": ["be brief", "be kind"],
            "messages": [Message(id=f"m{i}", content=f"message {i}", created_at_ms=i) for i in range(4)],
            "memories": [Memory(content=f"memory {i}", importance=4 - i) for i in range(4)],
            "retrievables": [Retrievable(id=f"r{i}", content=f"passage {i}", score=4 - i) for i in range(4)],
            "thoughts": [Thought(id=f"t{i}", content=f"thought {i}", created_at_ms=i) for i in range(4)],
            "tools": RecordingRegistry([Tool(name="read"), Tool(name="write", description="writes")]),
            "tool_calls": [ToolCall(ref=i, token_cost=i, created_at_ms=i) for i in range(4)],
            "image": Image(label="shot.png", token_cost=5),
            **changes,
        }
    )


def run(ws, window=10, names=("read", "write"), **options):
    return subtract_to_fit(ws, window, names, **{"estimate_tokens": length, "output_reserve": 0, **options})


def changed(bucket, index, **fields):
    """The working set with fields of one item set."""
    ws = working_set()
    for name, value in fields.items():
        setattr(getattr(ws, bucket)[index], name, value)
    return ws


def state(ws):
    lists = ws.messages, ws.memories, ws.retrievables, ws.thoughts, ws.tool_calls
    return [(id(items), [id(item) for item in items]) for items in lists], ws.image.kept, ws.tools.told


def refuses(ws, *facts, error=ValueError, **arguments):
    """The pass raises, names the facts, and has changed nothing."""
    before = state(ws)
    with pytest.raises(error) as caught:
        run(ws, **arguments)
    assert isinstance(caught.value, ContextThriftError)
    for fact in facts:
        assert fact in str(caught.value), f"{fact!r} is not named in: {caught.value}"
    assert state(ws) == before


def wrong(value):
    """The error for a value: what is not a number at all may be a TypeError."""
    return (ValueError, TypeError) if isinstance(value, bool | str | None) else ValueError


# --- arguments

BAD_ARGUMENTS = [
    *(("window", value) for value in [*NO_COUNTS, *NO_NUMBERS, 100.5, None]),
    *(("output_reserve", value) for value in [*NO_COUNTS, *NO_NUMBERS, -0.5]),
    *(("reserve_fraction", value) for value in [*NO_COUNTS, *NO_NUMBERS, -0.01, 1.01]),
]


@pytest.mark.parametrize(("name", "value"), BAD_ARGUMENTS)
def test_window_and_reserve_must_be_meant(name, value):
    arguments = {"window": 100, "output_reserve": None, name: value}
    refuses(working_set(), name, error=wrong(value), **arguments)
    with pytest.raises(wrong(value), match=name) as caught:
        resolve_budget(**arguments)
    assert isinstance(caught.value, ContextThriftError)


@pytest.mark.parametrize("value", [*NO_COUNTS, *NO_NUMBERS, 1.5, None])
def test_this_turn_result_keep_must_be_a_count(value):
    refuses(working_set(), "this_turn_result_keep", error=wrong(value), this_turn_result_keep=value)


@pytest.mark.parametrize("value", [2**63, *HUGE])
@pytest.mark.parametrize("name", ["window", "output_reserve", "reserve_fraction"])
def test_huge_windows_and_reserves_are_refused(name, value):
    refuses(working_set(), name, **{"window": 100, "output_reserve": None, name: value})
    with pytest.raises(ValueError, match=name) as caught:
        resolve_budget(**{"window": 100, name: value})
    assert isinstance(caught.value, ContextThriftError)


@pytest.mark.parametrize(
    ("window", "arguments", "budget"),
    [
        (0, {}, 0),
        (0, {"output_reserve": 7}, 0),
        (100, {"output_reserve": 101}, 0),
        (100, {"output_reserve": 0.1}, 99),
        (100, {"reserve_fraction": 0}, 100),
        (100, {"reserve_fraction": 1}, 0),
        (100, {"reserve_fraction": 0.07}, 92),
        (2**63 - 1, {"output_reserve": 0}, 2**63 - 1),
        (2**63 - 1, {"output_reserve": 2**63 - 1}, 0),
    ],
)
def test_unusual_windows_and_reserves_that_are_fine(window, arguments, budget):
    assert resolve_budget(window, **arguments) == budget


@pytest.mark.parametrize("value", ["read", b"read"])
@pytest.mark.parametrize("name", ["names", "keep_thought_ids", "protect_thought_ids", "protected_tool_names"])
def test_one_string_is_not_a_set_of_names(name, value):
    said = "relevant_tool_names" if name == "names" else name
    refuses(working_set(), said, error=TypeError, **{name: value})


@pytest.mark.parametrize("value", [None, 5])
def test_the_shortlist_must_be_a_list_of_names(value):
    refuses(working_set(), "relevant_tool_names", error=TypeError, names=value)


@pytest.mark.parametrize("make", [list, tuple, set, frozenset, dict.fromkeys])
def test_any_container_of_ids_will_do(make):
    ws = working_set()
    run(ws, window=10**6, keep_thought_ids=make(["t1", "t3"]))
    assert [thought.id for thought in ws.thoughts] == ["t1", "t3"]


@pytest.mark.parametrize("rank", [NAN, *NO_NUMBERS, None])
def test_a_rank_must_be_a_number(rank):
    refuses(working_set(), "shed_rank", "write", error=wrong(rank), shed_rank={"read": 1, "write": rank}.get)


@pytest.mark.parametrize("text", [None, 5, b"tools", ["read"]])
def test_a_renderer_must_return_text(text):
    refuses(working_set(), "render_tools", error=TypeError, render_tools=lambda _tools: text)


# --- the estimator


def test_the_estimator_left_out_is_named():
    ws = working_set()
    before = state(ws)
    for options in ({}, {"estimate_tokens": None}):
        with pytest.raises(MissingEstimator) as caught:
            subtract_to_fit(ws, 10, [], **options)
        assert "subtract_to_fit" in str(caught.value)
        assert "estimate_tokens" in str(caught.value)
    assert state(ws) == before


def test_the_estimator_left_out_is_named_before_anything_else_is_wrong():
    with pytest.raises(MissingEstimator):
        subtract_to_fit(working_set(), -1, "read")


def test_the_estimator_left_out_of_the_strip_is_named():
    holder = SimpleNamespace(thoughts=[Thought(id="t", content="hm")])
    with pytest.raises(MissingEstimator, match="estimate_tokens") as caught:
        strip_prior_turn_thoughts(holder)
    assert "strip_prior_turn_thoughts" in str(caught.value)
    assert len(holder.thoughts) == 1


def test_an_estimator_that_is_none_is_refused():
    refuses(working_set(), "subtract_to_fit", "estimate_tokens", error=TypeError, estimate_tokens=5)


def test_an_encoding_that_does_not_exist_is_named():
    refuses(working_set(), "runes_base", error=UnknownEncoding, estimate_tokens="runes_base")


MEASURED = [
    ("system", "system_prompt"),
    ("be kind", "standing_instructions[1]"),
    ("message 3", "messages[3]"),
    ("memory 2", "memories[2]"),
    ("passage 1", "retrievables[1]"),
    ("thought 0", "thoughts[0]"),
    ("write: writes", "tools[1]"),
]


@pytest.mark.parametrize("answer", [*NO_COUNTS, -1.5, *HUGE])
@pytest.mark.parametrize(("text", "name"), MEASURED)
def test_an_answer_that_is_no_count_names_the_item(text, name, answer):
    def estimate(asked, _encoding):
        return answer if asked == text else 1

    refuses(working_set(), name, error=EstimatorAnswer, estimate_tokens=estimate)


@pytest.mark.parametrize("answer", [True, False, "3", None, [3], 1j])
@pytest.mark.parametrize(("text", "name"), MEASURED)
def test_an_answer_that_is_no_number_names_the_item(text, name, answer):
    def estimate(asked, _encoding):
        return answer if asked == text else 1

    refuses(working_set(), name, error=TypeError, estimate_tokens=estimate)


@pytest.mark.parametrize("answer", [-1, NAN, INF, "3", None, True])
def test_an_answer_about_rendered_tools_is_checked(answer):
    def estimate(text, _encoding):
        return answer if text == "TOOLS" else 1

    error = (ValueError, TypeError)
    refuses(
        working_set(), "tools", error=error, estimate_tokens=estimate, render_tools=lambda _tools: "TOOLS"
    )


@pytest.mark.parametrize("answer", [-1, NAN, True, "3", None])
def test_an_answer_about_tools_rendered_late_is_checked_before_anything_changes(answer):
    def estimate(text, _encoding):
        return answer if text == "read" else 100

    def render(tools):
        return ",".join(tool.name for tool in tools)

    refuses(
        working_set(),
        "tools",
        error=(ValueError, TypeError),
        estimate_tokens=estimate,
        render_tools=render,
        shed_rank={"write": 0, "read": 1}.get,
    )


def test_answers_that_are_not_whole_are_rounded_up():
    ws = working_set(messages=[Message(id="m", content="x")], memories=[], retrievables=[], thoughts=[])
    ws.system_prompt, ws.standing_instructions, ws.tool_calls, ws.image = "", None, None, None
    trace = run(ws, 100, [], estimate_tokens=lambda text, _encoding: len(text) + 0.25)
    assert trace.total_after == 3
    assert type(trace.total_after) is int


@pytest.mark.parametrize("answer", [np.int64(3), np.float32(2.5), np.float64(2.5), Fraction(5, 2)], ids=repr)
def test_any_real_number_is_an_answer(answer):
    passage = SimpleNamespace(content="passage", estimate=lambda _encoding: answer)
    ws = working_set(
        messages=[Message(id="m", content=OwnEstimate(answer))],
        memories=[Memory(content="memory")],
        retrievables=[passage],
    )
    trace = run(ws, 10**6, estimate_tokens=lambda text, _encoding: answer if text == "memory" else 1)
    tokens = {row.name: row.tokens_before for row in trace.rows}
    assert (tokens["messages"], tokens["memories"], tokens["retrievables"]) == (3, 3, 3)


class OwnEstimate:
    """Content that answers for its own size."""

    def __init__(self, answer):
        self.answer = answer

    def estimate(self, _encoding, _ctx):
        return self.answer


@pytest.mark.parametrize("answer", [-1, NAN, INF, -INF, True, "3", None])
@pytest.mark.parametrize("bucket", ["messages", "memories", "thoughts"])
def test_a_contents_own_answer_is_checked(bucket, answer):
    refuses(changed(bucket, 2, content=OwnEstimate(answer)), f"{bucket}[2]", error=(ValueError, TypeError))


@pytest.mark.parametrize("answer", [-1, NAN, INF, -INF])
def test_a_passages_own_answer_is_checked(answer):
    passage = SimpleNamespace(content="x", estimate=lambda _encoding: answer)
    refuses(working_set(retrievables=[Retrievable(content="y"), passage]), "retrievables[1]")


@pytest.mark.parametrize("answer", [-1, NAN, "3", None])
def test_an_answer_about_a_stripped_thought_is_checked(answer):
    listed = [Thought(id="keep", content="keep"), Thought(id="bad", content="bad")]
    holder = SimpleNamespace(thoughts=listed)
    with pytest.raises((ValueError, TypeError), match=r"thoughts\[1\]") as caught:
        strip_prior_turn_thoughts(holder, estimate_tokens=lambda _text, _encoding: answer, keep_ids={"keep"})
    assert isinstance(caught.value, ContextThriftError)
    assert holder.thoughts is listed
    assert len(listed) == 2


@pytest.mark.parametrize("value", ["keep", b"keep"])
def test_one_string_is_not_a_set_of_thoughts_to_keep(value):
    holder = SimpleNamespace(thoughts=[Thought(id="k", content="hm")])
    with pytest.raises(TypeError, match="keep_ids"):
        strip_prior_turn_thoughts(holder, estimate_tokens=length, keep_ids=value)
    assert len(holder.thoughts) == 1


# --- items


@pytest.mark.parametrize("value", [*NO_COUNTS, *NO_NUMBERS, *HUGE, 1.5, None])
def test_a_given_cost_must_be_a_count(value):
    refuses(changed("tool_calls", 2, token_cost=value), "tool_calls[2]", "token_cost", error=wrong(value))
    image = Image(label="shot.png", token_cost=value)
    refuses(working_set(image=image), "image", "token_cost", error=wrong(value))


@pytest.mark.parametrize("value", [*NO_COUNTS, *NO_NUMBERS, *HUGE, 1.5])
def test_a_passages_own_size_must_be_a_count(value):
    refuses(changed("retrievables", 2, own_tokens=value), "retrievables[2]", error=wrong(value))


@pytest.mark.parametrize("value", [NAN, INF, -INF, *NO_NUMBERS, *HUGE, 2**63, -(2**70)])
@pytest.mark.parametrize("bucket", ["messages", "tool_calls", "thoughts"])
def test_an_instant_must_be_a_whole_number(bucket, value):
    ws = changed(bucket, 2, created_at_ms=value)
    refuses(ws, f"{bucket}[2]", "created_at_ms", error=wrong(value), keep_thought_ids=["t1", "t2"])


@pytest.mark.parametrize("value", [NAN, *NO_NUMBERS, pytest.param(10**5000, id="10**5000")])
@pytest.mark.parametrize(("bucket", "field"), [("memories", "importance"), ("retrievables", "score")])
def test_a_score_must_be_a_number(bucket, field, value):
    refuses(changed(bucket, 2, **{field: value}), f"{bucket}[2]", field, error=wrong(value))


@pytest.mark.parametrize("change", [{"score": NAN}, {"own_tokens": -1}, {"content": object()}])
def test_a_passage_is_named_by_its_place_among_all(change):
    """A passage of unknown size before it does not shift its index."""
    ws = changed("retrievables", 3, **change)
    ws.retrievables[0].size_unknown = True
    refuses(ws, "retrievables[3]", error=(ValueError, TypeError))


def test_a_measured_passage_is_named_by_its_place_among_all():
    ws = changed("retrievables", 0, size_unknown=True)

    def estimate(text, _encoding):
        return -1 if text == "passage 3" else 1

    refuses(ws, "retrievables[3]", estimate_tokens=estimate)


class Bare:
    """An object with nothing but the language's default rendering."""


@pytest.mark.parametrize("bucket", ["messages", "memories", "thoughts", "retrievables"])
def test_an_object_that_does_not_render_is_refused(bucket):
    refuses(changed(bucket, 2, content=Bare()), f"{bucket}[2]", error=TypeError)


@pytest.mark.parametrize("field", ["system_prompt", "standing_instructions"])
def test_a_prompt_that_does_not_render_is_refused(field):
    ws = working_set(**{field: [Bare()] if field == "standing_instructions" else Bare()})
    refuses(ws, field, error=TypeError)


def test_a_thought_that_does_not_render_cannot_be_stripped():
    holder = SimpleNamespace(thoughts=[Thought(id="keep", content="hm"), Thought(id="t", content=Bare())])
    with pytest.raises(TypeError, match=r"thoughts\[1\]"):
        strip_prior_turn_thoughts(holder, estimate_tokens=length, keep_ids=["keep"])
    assert len(holder.thoughts) == 2


# --- what is fine


def charged(ws):
    """The rows of a pass whose estimator charges 7 for empty text."""
    trace = run(ws, 10**6, [], estimate_tokens=lambda text, _encoding: len(text) + 7)
    return {row.name: row.tokens_before for row in trace.rows}


@pytest.mark.parametrize("bucket", ["messages", "memories", "thoughts", "retrievables"])
def test_no_content_costs_what_the_empty_text_costs(bucket):
    assert charged(changed(bucket, 0, content=None)) == charged(changed(bucket, 0, content=""))


def test_a_stripped_thought_without_content_costs_what_the_empty_text_costs():
    holder = SimpleNamespace(thoughts=[Thought(id="t", content=None)])
    stripped = strip_prior_turn_thoughts(holder, estimate_tokens=lambda text, _encoding: len(text) + 7)
    assert (stripped.dropped, stripped.tokens) == (1, 7)


@pytest.mark.parametrize("value", [True, 1, "yes"])
def test_unknown_size_is_a_matter_of_truth(value):
    ws = changed("retrievables", 1, size_unknown=value)
    run(ws, 10**6)
    assert [passage.id for passage in ws.retrievables] == ["r0", "r2", "r3"]


@pytest.mark.parametrize("value", [False, 0, None])
def test_known_size_is_a_matter_of_truth(value):
    ws = changed("retrievables", 1, size_unknown=value)
    run(ws, 10**6)
    assert len(ws.retrievables) == 4


def test_a_foreign_passage_may_give_its_size_as_an_attribute():
    ws = working_set(retrievables=[SimpleNamespace(content="a long passage", own_tokens=3)])
    trace = run(ws, 10**6)
    assert next(row.tokens_before for row in trace.rows if row.name == "retrievables") == 3


def test_a_window_of_nothing_leaves_what_cannot_go():
    ws = working_set()
    trace = run(ws, 0)
    assert (trace.fits, trace.refused, trace.budget) == (False, True, 0)
    assert [message.id for message in ws.messages] == ["m3"]
    assert ws.tools.told[-1] == ["read", "write"]


@pytest.mark.parametrize("cost", [2**62, 2**63 - 1, 2**63, 2**64 - 1])
def test_sums_of_large_costs_are_exact_or_refused(cost):
    ws = working_set(tool_calls=[ToolCall(ref=i, token_cost=cost, created_at_ms=i) for i in range(4)])
    before = state(ws)
    twin = subtract(ws, 100, [], estimate_tokens=length, output_reserve=0)
    try:
        trace = run(ws, 100, [])
    except ContextThriftError:
        assert state(ws) == before
    else:
        assert (trace.total_before, trace.total_after) == (twin.total_before, twin.total_after)
