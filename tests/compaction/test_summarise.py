"""A history goes to the summariser whole, in parts that fit, and what the summariser does comes through."""

import asyncio
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import SummaryCost, summarise_turns
from contextthrift.compaction import SUMMARY_PROMPT
from contextthrift.compaction.parts import split_history
from contextthrift.context.utf16 import utf16_length
from contextthrift.exceptions import InvalidArgument, MissingEstimator, UnknownEncoding, WrongType
from tests.compaction.summarizers import Counting, Scripted, length

CONVERSATION = "CONVERSATION TO SUMMARISE:\n"
ORIGINAL_PROMPT = "38505092a23961b8cbf24bbfd0e8b51d525edfc8ddda9eefe3f2461246b1c235"


def previous(summary):
    return f"PREVIOUS SUMMARY (extend/merge, do not lose facts):\n{summary}\n\n---\n\n{CONVERSATION}"


def summarise(history, prior=None, **options):
    return asyncio.run(summarise_turns(history, prior, **{"estimate_tokens": length, **options}))


def told(asked):
    """The parts of the history a summariser was asked about."""
    return [text.split(CONVERSATION, 1)[1] for text in asked]


# --- what is asked


def test_a_short_history_takes_one_call():
    summarize = Scripted(" \n They met. \t")
    assert summarise("Hello", summarize=summarize) == "They met."
    assert summarize.asked == [CONVERSATION + "Hello"]
    assert summarize.system == SUMMARY_PROMPT


def test_the_prior_summary_goes_before():
    summarize = Scripted("both")
    assert summarise("Hello", "They met.", summarize=summarize, system_prompt="Be brief.") == "both"
    assert summarize.asked == [previous("They met.") + "Hello"]
    assert summarize.system == "Be brief."


@given(
    st.lists(st.sampled_from(["word " * 900, "🙂" * 3_000, "x" * 7_000, "漢字 🙂\n", "\n\n"]), max_size=12),
    st.sampled_from([None, "", " ", "They met.", "long " * 2_000, "long " * 3_000]),
)
def test_nothing_of_a_long_history_is_left_out_and_no_text_is_too_long(pieces, prior):
    history = "".join(pieces)
    summarize = Counting()
    summary = summarise(history, prior, summarize=summarize)
    assert all(utf16_length(text) <= 12_000 for text in summarize.asked)
    if not history.strip():
        assert (summary, summarize.asked) == (prior or "", [])
        return
    assert "".join(told(summarize.asked)).endswith(history)
    assert summary == f"S{len(summarize.asked)}"
    for number, text in enumerate(summarize.asked[1:], start=1):
        assert text.startswith(previous(f"S{number}"))
    assert not (prior or "").strip() or "".join(summarize.asked).count(prior.strip()[:3])


def test_a_prior_summary_that_is_too_long_is_summarised_with_the_history():
    prior, history = "p" * 12_600, "h" * 500
    summarize = Counting()
    assert summarise(history, prior, summarize=summarize) == "S2"
    assert "".join(told(summarize.asked)) == prior + "\n\n" + history


@given(st.text(alphabet="ab\n🙂", max_size=60), st.integers(2, 20))
def test_a_split_loses_nothing_and_ends_where_turns_end_if_it_can(text, units):
    part, rest = split_history(text, units)
    assert part + rest == text
    assert utf16_length(part) <= units
    assert part or not text
    if rest and "\n\n" in part[len(part) // 2 :]:
        assert part.endswith("\n\n") or "\n\n" not in part[len(part) // 2 + 1 :]


def test_parity_cuts_at_the_cap_and_asks_once():
    summarize = Counting()
    assert summarise("🙂" * 9_000, "prior", summarize=summarize, parity=True) == "S1"
    assert len(summarize.asked) == 1
    assert 11_999 <= utf16_length(summarize.asked[0]) <= 12_000


@pytest.mark.parametrize("parity", [False, True])
def test_each_call_is_told_its_cost(parity):
    costs = []
    summarise("Hello", summarize=Scripted(" hi "), system_prompt="SYS", on_cost=costs.append, parity=parity)
    assert costs == [SummaryCost(calls=1, in_tok=len("SYS\n\n" + CONVERSATION + "Hello"), out_tok=2)]


def test_costs_are_measured_by_an_encoding_too():
    costs = []
    summarise("Hello", summarize=Scripted("hi"), estimate_tokens="o200k_base", on_cost=costs.append)
    assert costs[0].out_tok == 1


def test_the_prompt_is_our_own_and_has_nine_sections():
    assert [f"\n{number}. " in SUMMARY_PROMPT for number in range(1, 11)] == [True] * 9 + [False]
    assert hashlib.sha256(SUMMARY_PROMPT.encode()).hexdigest() != ORIGINAL_PROMPT


# --- what the summariser does


@pytest.mark.parametrize("parity", [False, True])
@pytest.mark.parametrize("answer", ["", " \n ", None])
@pytest.mark.parametrize(("prior", "summary"), [(None, ""), ("", ""), ("They met.", "They met.")])
def test_no_answer_leaves_the_summary_as_it_was(parity, answer, prior, summary):
    assert summarise("Hello", prior, summarize=Scripted(answer), parity=parity) == summary


def test_no_answer_to_a_later_part_leaves_the_summary_as_it_was():
    summarize = Scripted("S1", "")
    assert summarise("h" * 20_000, "They met.", summarize=summarize) == "They met."
    assert len(summarize.asked) == 2


@pytest.mark.parametrize("parity", [False, True])
@pytest.mark.parametrize("error", [RuntimeError("no model"), asyncio.CancelledError(), KeyboardInterrupt()])
def test_what_the_summariser_raises_comes_through(parity, error):
    costs = []

    async def run():
        with pytest.raises(type(error)) as caught:
            await summarise_turns(
                "Hello",
                summarize=Scripted(error),
                estimate_tokens=length,
                on_cost=costs.append,
                parity=parity,
            )
        assert caught.value is error

    asyncio.run(run())
    assert costs == []


def test_a_cancelled_task_is_cancelled():
    async def summarize(*, system, text):
        started.set()
        await asyncio.Event().wait()

    async def run():
        task = asyncio.create_task(summarise_turns("Hello", summarize=summarize, estimate_tokens=length))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert task.cancelled()

    started = asyncio.Event()
    asyncio.run(run())


def test_an_answer_that_leaves_no_room_is_named():
    with pytest.raises(InvalidArgument) as caught:
        summarise("h" * 20_000, summarize=Scripted("s" * 11_000))
    assert str(caught.value) == (
        "summarize answered 11000 UTF-16 units; handed on with the rest of the history "
        "they leave 914 of 12000, and 1000 are needed"
    )
    assert summarise("h", summarize=Scripted("s" * 11_000)) == "s" * 11_000


@pytest.mark.parametrize("answer", [5, b"text", ["text"]])
def test_an_answer_must_be_text(answer):
    with pytest.raises(WrongType, match="^summarize answered .*; it must answer a string$"):
        summarise("Hello", summarize=Scripted(answer))


def test_a_summariser_must_be_asynchronous():
    with pytest.raises(WrongType) as caught:
        summarise("Hello", summarize=lambda *, system, text: "summary")
    assert str(caught.value) == "summarize returned str; it must be an async function"


# --- arguments


@pytest.mark.parametrize("given_one", [{}, {"summarize": None}, {"summarize": 5}, {"estimate_tokens": None}])
def test_the_summariser_left_out_is_named_first(given_one):
    with pytest.raises(WrongType, match=r"^summarise_turns\(\) needs summarize: ") as caught:
        summarise("Hello", **given_one)
    assert not isinstance(caught.value, MissingEstimator)


def test_the_estimator_left_out_is_named():
    with pytest.raises(MissingEstimator, match="summarise_turns.*estimate_tokens"):
        summarise("Hello", summarize=Scripted(), estimate_tokens=None)
    with pytest.raises(UnknownEncoding):
        summarise("Hello", summarize=Scripted(), estimate_tokens="runes_base")


@pytest.mark.parametrize(
    ("history", "prior", "name"), [(None, None, "history_text"), ("a", 5, "prior_summary")]
)
def test_texts_must_be_strings(history, prior, name):
    with pytest.raises(WrongType, match=f"^{name} is .*; it must be a string$"):
        summarise(history, prior, summarize=Scripted())
