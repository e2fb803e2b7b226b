"""Every turn is in the summary or there as it is, whatever the summariser does."""

import asyncio
import math
from dataclasses import FrozenInstanceError
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import CompactionState, HistoryMessage, Turn, assemble_compacted_turns
from contextthrift.exceptions import InvalidArgument, MissingEstimator, WrongType
from tests.compaction.summarizers import Counting, Scripted, length
from tests.reference import relevance as twin

NAN, INF = math.nan, math.inf
SUMMARISED = CompactionState(summary="OLD", covered_older=2)


def history(*texts):
    return [Turn(qa=text, created_at=str(i)) for i, text in enumerate(texts)]


def compact(turns, **options):
    return asyncio.run(
        assemble_compacted_turns(turns, **{"summarize": Counting(), "estimate_tokens": length, **options})
    )


def shown(compacted, turns):
    """The summary as text, and the places of the caller's own turns."""
    standing = {id(turn): place for place, turn in enumerate(turns)}
    return [standing.get(id(turn), turn.qa) for turn in compacted.turns]


# --- what is shown


@given(
    st.lists(st.sampled_from(["", "hello", "漢字 🙂", "word " * 10]), max_size=7),
    st.integers(0, 4),
    st.integers(0, 60),
    st.integers(0, 8),
    st.booleans(),
)
def test_compacted_turns_are_the_twins(texts, keep, threshold, covered, has_summary):
    turns = history(*texts)
    state = CompactionState(summary="OLD" if has_summary else None, covered_older=covered)
    compacted = compact(turns, keep_verbatim=keep, summarise_at_tokens=threshold, prior_state=state)
    has_one, places, now_covered = twin.compact(
        turns, keep, threshold, length, covered=covered, has_summary=has_summary
    )
    summary = [compacted.state.summary] if has_one else []
    assert shown(compacted, turns) == summary + places
    assert compacted.state.covered_older == now_covered


@given(
    st.lists(st.integers(1, 60), min_size=1, max_size=12), st.integers(0, 3), st.sampled_from([0, 20, 100])
)
def test_a_session_shows_or_summarises_every_turn_once(lengths, keep, threshold):
    turns = history(*(f"<{i}>" + "x" * size for i, size in enumerate(lengths)))
    summarize, state = Counting(), None
    for count in range(1, len(turns) + 1):
        compacted = compact(
            turns[:count],
            summarize=summarize,
            keep_verbatim=keep,
            summarise_at_tokens=threshold,
            prior_state=state,
        )
        state = compacted.state
        places = [place for place in shown(compacted, turns) if isinstance(place, int)]
        assert places == list(range(state.covered_older, count))
        asked = "".join(summarize.asked)
        assert [asked.count(f"<{i}>") for i in range(count)] == [
            1 if i < state.covered_older else 0 for i in range(count)
        ]


def test_a_summary_is_a_turn_of_its_own():
    turns = history("x" * 30, "new")
    compacted = compact(turns, keep_verbatim=1, summarise_at_tokens=20, summary_message_id="mine")
    message = HistoryMessage(
        id="mine",
        role="user",
        content="[Earlier conversation, compacted summary]\nS1",
        created_at="1970-01-01T00:00:00.000Z",
    )
    assert compacted.turns == (
        Turn(qa="S1", created_at="1970-01-01T00:00:00.000Z", messages=(message,)),
        turns[1],
    )
    assert compacted.turns[1] is turns[1]
    assert compacted.state == CompactionState(summary="S1", covered_older=1)


def test_the_threshold_measures_what_no_summary_covers():
    turns = history("x" * 100, "y" * 100, "z" * 10, "new")
    still = compact(turns, keep_verbatim=1, summarise_at_tokens=10, prior_state=SUMMARISED)
    assert shown(still, turns) == ["OLD", 2, 3]
    assert still.state is SUMMARISED
    due = compact(turns, keep_verbatim=1, summarise_at_tokens=9, prior_state=SUMMARISED)
    assert shown(due, turns) == ["S1", 3]
    assert due.state.covered_older == 3


def test_the_first_summary_waits_for_the_threshold_too():
    turns = history("a", "b", "c")
    assert shown(compact(turns), turns) == [0, 1, 2]


def test_a_long_history_is_summarised_in_several_calls():
    summarize = Counting()
    turns = history(*(f"<{i}> " + "word " * 500 for i in range(20)), "new")
    compacted = compact(turns, summarize=summarize, keep_verbatim=1)
    assert shown(compacted, turns) == [f"S{len(summarize.asked)}", 20]
    assert all(sum(f"<{i}>" in text for text in summarize.asked) == 1 for i in range(20))
    assert len(summarize.asked) > 3


def test_a_summary_is_shown_without_older_turns_and_hidden_for_parity():
    turns = history("a")
    assert shown(compact(turns, prior_state=SUMMARISED), turns) == ["OLD", 0]
    assert shown(compact(turns, prior_state=SUMMARISED, parity=True), turns) == [0]


@pytest.mark.parametrize("summary", [None, "", " \n"])
def test_a_count_without_a_summary_covers_nothing(summary):
    turns = history("a", "b", "c", "d")
    state = CompactionState(summary=summary, covered_older=2)
    assert shown(compact(turns, prior_state=state), turns) == [0, 1, 2, 3]


def test_an_empty_history_stays_empty():
    assert compact([]).turns == ()
    assert compact([], parity=True).turns == ()


def test_any_object_with_text_and_any_iterable_will_do():
    turns = [SimpleNamespace(qa="x" * 30), SimpleNamespace(qa="new")]
    compacted = compact(iter(turns), keep_verbatim=1, summarise_at_tokens=20)
    assert shown(compacted, turns) == ["S1", 1]


def test_parity_loses_what_the_original_loses():
    turns = history("a" * 30, "b" * 5, "new")
    state = CompactionState(summary="OLD", covered_older=1)
    lost = compact(turns, keep_verbatim=1, summarise_at_tokens=100, prior_state=state, parity=True)
    assert shown(lost, turns) == ["OLD", 2]


# --- what the summariser does


@pytest.mark.parametrize("answer", ["", " \n ", None])
@pytest.mark.parametrize("state", [None, SUMMARISED])
def test_no_answer_leaves_the_history_as_it_was(answer, state):
    turns = history("x" * 30, "y" * 30, "z" * 30, "new")
    options = {"keep_verbatim": 1, "summarise_at_tokens": 0, "prior_state": state}
    compacted = compact(turns, summarize=Scripted(answer), **options)
    assert shown(compacted, turns) == ([0, 1, 2, 3] if state is None else ["OLD", 2, 3])
    assert compacted.state == (state or CompactionState())


def test_no_answer_to_a_later_part_leaves_the_history_as_it_was():
    turns = history("x" * 30_000, "new")
    compacted = compact(turns, summarize=Scripted("S1", None), keep_verbatim=1)
    assert shown(compacted, turns) == [0, 1]
    assert compacted.state == CompactionState()


@pytest.mark.parametrize("parity", [False, True])
@pytest.mark.parametrize("error", [RuntimeError("no model"), asyncio.CancelledError()])
def test_what_the_summariser_raises_comes_through_and_changes_nothing(parity, error):
    turns = history("x" * 30, "y" * 30, "z" * 30, "new")
    before = list(turns)

    async def run():
        with pytest.raises(type(error)) as caught:
            await assemble_compacted_turns(
                turns,
                summarize=Scripted(error),
                estimate_tokens=length,
                keep_verbatim=1,
                summarise_at_tokens=0,
                prior_state=SUMMARISED,
                parity=parity,
            )
        assert caught.value is error

    asyncio.run(run())
    assert turns == before
    assert CompactionState(summary="OLD", covered_older=2) == SUMMARISED


# --- arguments


@pytest.mark.parametrize("value", [-1, 1.5, 2.0, NAN, INF, None, "2", True])
def test_keep_verbatim_must_be_a_count(value):
    with pytest.raises(InvalidArgument, match="^keep_verbatim is "):
        compact(history("a"), keep_verbatim=value)


@pytest.mark.parametrize("value", [-1, -0.5, NAN, INF, None, "2", True])
def test_the_threshold_must_be_an_amount(value):
    with pytest.raises(InvalidArgument, match="^summarise_at_tokens is "):
        compact(history("a"), summarise_at_tokens=value)


@pytest.mark.parametrize(
    ("turns", "message"),
    [
        ("hello", "turns is one string; it must be a list"),
        (None, "turns is NoneType; it must be a list"),
        ([*history("a"), "b"], "turns[1] is str, which has no qa"),
        (history("a", 5), "turns[1].qa is int; it must be a string"),
    ],
)
def test_turns_must_be_a_list_of_turns(turns, message):
    with pytest.raises(WrongType) as caught:
        compact(turns)
    assert str(caught.value) == message


def test_both_functions_left_out_are_named_even_if_no_summary_is_needed():
    with pytest.raises(WrongType, match=r"^assemble_compacted_turns\(\) needs summarize: "):
        compact([], summarize=None, estimate_tokens=None)
    with pytest.raises(MissingEstimator, match="assemble_compacted_turns.*estimate_tokens"):
        compact([], estimate_tokens=None)


def test_a_state_is_checked_and_frozen():
    with pytest.raises(WrongType, match="^summary is int; it must be a string$"):
        CompactionState(summary=5)
    with pytest.raises(InvalidArgument, match="^covered_older is -1; "):
        CompactionState(covered_older=-1)
    with pytest.raises(WrongType, match="^prior_state is dict; it must be a CompactionState$"):
        compact([], prior_state={})
    with pytest.raises(FrozenInstanceError):
        SUMMARISED.summary = "new"
