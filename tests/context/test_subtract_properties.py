"""For every working set the pass does as its slow twin, and keeps each of its promises."""

from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from contextthrift import Memory, Message, ToolCall, WorkingSet
from contextthrift.context.trace import THOUGHTS_DISABLED, THOUGHTS_DROPPED, THOUGHTS_NONE
from tests.reference.subtract import default_is_ephemeral, default_is_summary
from tests.strategies import Call, Estimate, any_calls, calls, copied, crowd, encoded_calls
from tests.vectors.notation import LIVE, Resolved

NOTES = {"dropped": THOUGHTS_DROPPED, "none": THOUGHTS_NONE, "disabled": THOUGHTS_DISABLED}
BUCKETS = ("messages", "memories", "retrievables", "thoughts", "tool_calls")


def same_objects(left, right):
    """The same objects in the same order, or both absent."""
    if left is None or right is None:
        return left is right
    return list(map(id, left)) == list(map(id, right))


def image_kept(ws):
    return None if ws.image is None else ws.image.kept


def row(trace, name):
    return next(row for row in trace.rows if row.name == name)


# --- the twin


def figures(rows):
    return [
        (row.name, row.tokens_before, row.tokens_after, row.count_before, row.count_after, row.ids)
        for row in rows
    ]


def does_as_the_twin(call):
    twin = call.by_twin()
    trace = call.run()
    for bucket in BUCKETS:
        assert same_objects(getattr(call.ws, bucket), getattr(twin, bucket)), bucket
    assert image_kept(call.ws) is twin.image_kept
    assert call.ws.tools.told[-1] == twin.hidden
    assert len(call.ws.tools.told) == twin.hide_calls
    assert figures(trace.rows) == figures(twin.rows)
    assert trace.rows[0].note == NOTES[twin.thoughts_note]
    assert (trace.window, trace.reserve, trace.budget) == (call.window, twin.reserve, twin.budget)
    assert (trace.total_before, trace.total_after) == (twin.total_before, twin.total_after)
    assert (trace.fits, trace.refused) == (twin.fits, not twin.fits)


@settings(max_examples=1_500)
@given(calls())
def test_a_small_set_is_cut_as_by_the_twin(call):
    does_as_the_twin(call)


@settings(max_examples=500)
@given(calls(many=crowd))
def test_a_crowd_is_cut_as_by_the_twin(call):
    does_as_the_twin(call)


@settings(max_examples=300)
@given(encoded_calls)
def test_a_set_measured_by_an_encoding_is_cut_as_by_the_twin(call):
    does_as_the_twin(call)


# --- the budget


@given(any_calls)
def test_fits_says_that_what_is_left_is_within_the_budget(call):
    trace = call.run()
    assert trace.fits == (left_over(call) <= trace.budget)
    assert trace.total_after == left_over(call)


def left_over(call):
    """What everything costs that the pass has left, summed from nothing."""
    visible = [name for name in call.names if name not in call.ws.tools.told[-1]]
    options = {**call.options, "strip_prior_turn_thoughts": False, "output_reserve": 0}
    total = Call(ws=call.ws, window=10**12, names=visible, options=options).by_twin().total_after
    return total if image_kept(call.ws) in {None, True} else total - call.ws.image.token_cost


@given(any_calls)
def test_undoing_the_last_cut_would_exceed_the_budget(call):
    log = call.by_twin().log
    assume(log)
    trace = call.run()
    assert trace.total_after + log[-1].total_before - log[-1].total_after > trace.budget


@given(any_calls, st.integers(1, 40))
def test_a_larger_window_keeps_all_that_a_smaller_one_keeps(call, more):
    smaller, larger = call.fresh(), call.fresh(window=call.window + more)
    assume(smaller.run().budget <= larger.run().budget)
    for bucket in BUCKETS:
        kept = set(map(id, getattr(larger.ws, bucket) or ()))
        assert kept >= set(map(id, getattr(smaller.ws, bucket) or ())), bucket
    assert set(larger.ws.tools.told[-1]) <= set(smaller.ws.tools.told[-1])
    assert image_kept(larger.ws) is not False or image_kept(smaller.ws) is False


# --- what may not go


@given(any_calls)
def test_thoughts_that_are_kept_and_protected_survive(call):
    stripped = call.options.get("strip_prior_turn_thoughts", True)
    protected = call.options.get("protect_thought_ids") or ()
    safe = [thought for thought in call.ws.thoughts if thought.id in protected]
    if stripped:
        keep = call.options.get("keep_thought_ids") or ()
        safe = [thought for thought in safe if thought.id in keep]
    call.run()
    assert {id(thought) for thought in call.ws.thoughts} >= {id(thought) for thought in safe}


@given(any_calls)
def test_summaries_that_are_no_control_messages_survive(call):
    is_ephemeral = call.options.get("is_ephemeral_message", default_is_ephemeral)
    is_summary = call.options.get("is_summary_message", default_is_summary)
    safe = [message for message in call.ws.messages if is_summary(message) and not is_ephemeral(message)]
    others = any(not is_summary(message) for message in call.ws.messages)
    call.run()
    assert {id(message) for message in call.ws.messages} >= {id(message) for message in safe}
    assert any(not is_summary(message) for message in call.ws.messages) == others


@given(any_calls)
def test_the_newest_results_of_this_turn_survive(call):
    keep = call.options.get("this_turn_result_keep", 3)
    current = sorted(
        (result for result in call.ws.tool_calls or () if result.this_turn),
        key=lambda result: result.created_at_ms,
    )
    call.run()
    left = set(map(id, call.ws.tool_calls or ()))
    assert left >= {id(result) for result in current[max(0, len(current) - keep) :]}


@given(any_calls)
def test_protected_tools_go_after_all_others(call):
    protected = call.options.get("protected_tool_names") or ()
    call.run()
    hidden = call.ws.tools.told[-1]
    gone = [name for name in call.names if name in hidden and name in protected]
    others = {tool.name for tool in call.ws.tools.list_tools() if tool.name not in protected}
    assert not gone or not (others & set(call.names)) - set(hidden)


# --- a second pass


@given(any_calls)
def test_a_second_pass_changes_nothing_but_an_image_that_fits_by_then(call):
    """Holds for all input whose estimator, renderer and predicates are pure.

    Tools of the last resort are on the shortlist again and go again. The image is the exception: it
    was the first to go, and what went after it may have made room for it.
    """
    first = call.run()
    again = call.fresh()
    second = again.run()
    for bucket in BUCKETS:
        assert same_objects(getattr(again.ws, bucket), getattr(call.ws, bucket)), bucket
    assert again.ws.tools.told == call.ws.tools.told
    returned = image_returns(call.ws, first)
    assert image_kept(again.ws) is (True if returned else image_kept(call.ws))
    assert second.total_after == first.total_after + (call.ws.image.token_cost if returned else 0)
    assert second.fits == first.fits


def image_returns(ws, trace):
    """Whether an image that was dropped fits beside what was left before tools were shed."""
    if image_kept(ws) in {None, True}:
        return False
    shed = row(trace, "tools-shed")
    return trace.total_after + shed.tokens_before - shed.tokens_after + ws.image.token_cost <= trace.budget


# --- ties


@given(st.lists(st.integers(0, 20), min_size=1, max_size=12), st.integers(0, 200))
def test_among_equals_the_first_listed_goes_first_or_last(costs, window):
    """Of equal times the first listed goes first, of equal importance the last listed."""
    options = {"estimate_tokens": Estimate("len"), "output_reserve": 0}
    contents = ["x" * cost for cost in costs]
    messages = [Message(id=f"m{i}", content=text, created_at_ms=7) for i, text in enumerate(contents)]
    memories = [Memory(content=text, importance=0.5) for text in contents]
    results = [ToolCall(ref=i, token_cost=cost, created_at_ms=7) for i, cost in enumerate(costs)]
    ws = WorkingSet(
        system_prompt="",
        messages=[*messages],
        memories=[*memories],
        tool_calls=[*results],
        retrievables=[],
        thoughts=[],
    )
    Call(ws=ws, window=window, names=[], options=options).run()
    assert same_objects(ws.messages, messages[len(messages) - len(ws.messages) :])
    assert same_objects(ws.memories, memories[: len(ws.memories)])
    assert same_objects(ws.tool_calls, results[len(results) - len(ws.tool_calls) :])


# --- measuring


class Counting:
    """An estimator that remembers every text it was asked about, and how often."""

    def __init__(self, estimate):
        self.estimate = estimate
        self.asked = Counter()

    def __call__(self, text, encoding):
        self.asked[text] += 1
        return self.estimate(text, encoding)


def counted(call):
    """The call with an estimator that counts, which contents with their own estimate use as well."""
    count = Counting(call.options["estimate_tokens"])
    for content in contents(call.ws):
        if isinstance(content, Resolved):
            content.estimate_tokens = count
    return count, call.fresh(options={**call.options, "estimate_tokens": count})


def contents(ws):
    items = [*ws.messages, *ws.memories, *ws.thoughts]
    return [ws.system_prompt, *(ws.standing_instructions or ()), *(item.content for item in items)]


def measured_text(content, ctx):
    if isinstance(content, Resolved) and ctx is LIVE:
        return content.resolved
    return "" if content is None else str(content)


@given(any_calls)
def test_every_item_is_measured_once(call):
    call.options.pop("render_tools", None)
    ctx = call.options.get("render_ctx")
    expected = Counter(measured_text(content, ctx) for content in contents(call.ws))
    for passage in call.ws.retrievables:
        if passage.own_tokens is None and not passage.size_unknown:
            expected[measured_text(passage.content, None)] += 1
    for tool in call.ws.tools.list_tools():
        expected[f"{tool.name}: {tool.description or ''}"] += 1
    count, call = counted(call)
    call.run()
    assert count.asked == expected


@given(any_calls)
def test_all_tools_and_the_shortlist_are_rendered_once_each_where_everything_fits(call):
    asked = []

    def render(tools):
        asked.append([tool.name for tool in tools])
        return "tools"

    call.options.update(render_tools=render, output_reserve=0)
    call = call.fresh(window=10**12)
    call.run()
    registered = [tool.name for tool in call.ws.tools.list_tools()]
    shortlist = [name for name in registered if name in call.names]
    assert asked == [names for names in (registered, shortlist) if names]


# --- the caller's objects


@given(any_calls)
def test_the_callers_objects_change_as_promised(call):
    ws, was = call.ws, copied(call.ws)
    lists = {bucket: getattr(ws, bucket) for bucket in BUCKETS}
    values = {id(item): repr(item) for bucket in lists.values() for item in bucket or ()}
    call.run()
    assert ws.messages is lists["messages"]
    assert ws.memories is lists["memories"]
    assert (ws.retrievables is lists["retrievables"]) != any(item.size_unknown for item in was.retrievables)
    assert (ws.thoughts is lists["thoughts"]) != call.options.get("strip_prior_turn_thoughts", True)
    assert (ws.tool_calls is lists["tool_calls"]) != bool(was.tool_calls)
    for bucket, old in lists.items():
        assert getattr(ws, bucket) is old or same_objects(old, getattr(was, bucket)), bucket
        assert {id(item): repr(item) for item in getattr(ws, bucket) or ()}.items() <= values.items(), bucket
    assert ws.system_prompt is was.system_prompt
    assert ws.standing_instructions is was.standing_instructions
    assert image_kept(ws) in {True, False} if ws.image else ws.image is None


class Refusal(Exception):
    """What a function of the caller raises."""


class Failing:
    """A function of the caller that raises when it is asked for the nth time."""

    def __init__(self, function, nth):
        self.function = function
        self.left = nth

    def __call__(self, *args):
        if self.left == 0:
            raise Refusal
        self.left -= 1
        return self.function(*args)


INJECTED = {
    "estimate_tokens": Estimate("len"),
    "render_tools": lambda tools: f"[{','.join(tool.name for tool in tools)}]",
    "shed_rank": len,
    "is_ephemeral_message": default_is_ephemeral,
    "is_summary_message": default_is_summary,
}


@settings(max_examples=300)
@given(any_calls, st.sampled_from(sorted(INJECTED)), st.integers(0, 12), st.booleans())
def test_a_function_that_raises_leaves_everything_as_it_was(call, name, nth, is_empty_window):
    call.options[name] = Failing(call.options.get(name) or INJECTED[name], nth)
    window = 0 if is_empty_window else call.window
    ws, was = call.ws, copied(call.ws)
    lists = {bucket: getattr(ws, bucket) for bucket in BUCKETS}
    try:
        call.fresh(ws=ws, window=window).run()
    except Refusal:
        pass
    else:
        assume(False)
    for bucket, old in lists.items():
        assert getattr(ws, bucket) is old, bucket
        assert same_objects(old, getattr(was, bucket)), bucket
    assert image_kept(ws) is image_kept(was)
    assert ws.tools.told == []


@given(any_calls, st.integers(0, 12), st.sampled_from([-1, float("nan"), float("inf"), True, "3", None]))
def test_an_answer_that_is_no_count_leaves_everything_as_it_was(call, nth, answer):
    estimate = call.options["estimate_tokens"]
    asked = []

    def sometimes(text, encoding):
        asked.append(text)
        return answer if len(asked) == nth + 1 else estimate(text, encoding)

    call.options["estimate_tokens"] = sometimes
    was = copied(call.ws)
    try:
        call.run()
    except (ValueError, TypeError):
        pass
    else:
        assume(False)
    for bucket in BUCKETS:
        assert same_objects(getattr(call.ws, bucket), getattr(was, bucket)), bucket
    assert image_kept(call.ws) is image_kept(was)
    assert call.ws.tools.told == []


def test_the_comparison_notices_a_set_that_was_cut_differently():
    ws = WorkingSet(
        system_prompt="",
        messages=[
            Message(id="a", content="x" * 9, created_at_ms=1),
            Message(id="b", content="x", created_at_ms=2),
        ],
    )
    call = Call(ws=ws, window=5, names=[], options={"estimate_tokens": Estimate("len"), "output_reserve": 0})
    wrong = call.fresh(window=20)
    wrong.by_twin = call.by_twin
    with pytest.raises(AssertionError):
        does_as_the_twin(wrong)
