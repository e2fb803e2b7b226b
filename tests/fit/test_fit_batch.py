"""Many conversations fitted at once are what each is when it is fitted alone."""

import os
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from inspect import signature
from itertools import cycle, islice
from multiprocessing import get_context
from time import monotonic, perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import FitArguments, FitPolicy, cache_clear, count_messages, fit, fit_batch, get_encoding
from contextthrift.exceptions import EstimatorAnswer, InvalidArgument, InvalidMessages, WrongType
from contextthrift.fit.batch import MESSAGES_AT_ONCE
from contextthrift.formats.notice import GAP_NOTE
from tests.fit.convert import converted
from tests.fit.examples import examples
from tests.fit.messages import call, calls, forced, long, result, says, system, tool, user
from tests.fit.strategies import chaotic, orderly
from tests.fit.traces import airline_tools, conversations

ENCODING = "o200k_base"


def chat(turns, word="heron"):
    """A plain chat of five messages a turn and one more."""
    made = [system()]
    for turn in range(turns):
        made += [
            user(f"{turn}: {long(word, 20)}"),
            calls(call(f"c{turn}", "find", '{"q": 1}')),
            result(f"c{turn}", long(word)),
            says(long(word, 10)),
        ]
    return [*made, user("And now?")]


def half(messages, **arguments):
    return count_messages(messages, encoding=ENCODING, **arguments) // 2


def alone(batch, **arguments):
    """What `fit` says of each."""
    given = [each if isinstance(each, dict) else {"messages": each} for each in batch]
    return [fit(**{**arguments, **each}) for each in given]


def same(batch, **arguments):
    for threads in (1, 3):
        assert fit_batch(batch, threads=threads, **arguments) == alone(batch, **arguments)


def test_it_takes_the_arguments_of_fit():
    assert FitArguments.__annotations__.keys() == signature(fit).parameters.keys() - {"messages"}


def test_no_conversations_have_no_fits():
    assert fit_batch([], context_window=100, encoding=ENCODING) == []


def test_recorded_conversations_are_fitted_as_alone_into_any_window():
    recorded = list(conversations().values())
    for window in (2_000, 6_000, 12_000, 10**6):
        same(recorded, context_window=window, encoding=ENCODING)
    same(recorded, context_window=8_000, encoding=ENCODING, tools=airline_tools())
    same(recorded, model="gpt-4o", context_window=9_000)


@pytest.mark.parametrize("variant", ["responses", "anthropic", "gemini"])
def test_conversations_of_other_formats_are_fitted_as_alone(variant):
    made = [converted(variant, chat(turns)) for turns in (3, 9, 1)]
    batch = [{"messages": each.messages, **each.arguments} for each in made]
    same(batch, context_window=400, encoding=ENCODING)


def test_formats_may_be_mixed_and_conversations_come_back_in_order():
    others = [converted("anthropic", chat(turns)).messages for turns in range(1, 9)]
    batch = [each for pair in zip(others, map(chat, range(1, 9)), strict=True) for each in pair]
    same(batch, context_window=500, encoding=ENCODING)


@examples(60)
@given(
    st.lists(st.one_of(orderly(), chaotic()), max_size=5),
    st.integers(5, 600),
    st.builds(FitPolicy, keep_first_user=st.booleans(), gap_note=st.booleans()),
)
def test_generated_conversations_are_fitted_as_alone(drawn, window, policy):
    same(drawn, context_window=window, encoding=ENCODING, policy=policy)


def test_more_messages_than_one_thread_takes_at_once():
    batch = [
        chat(turns % 40 + 1, word) for turns, word in zip(range(320), cycle(("heron", "reed")), strict=False)
    ]
    assert sum(map(len, batch)) > 4 * MESSAGES_AT_ONCE
    same(batch, context_window=1_500, encoding=ENCODING)


def test_a_noted_message_gets_no_second_note():
    noted = [user(long("reed")), says(long("reed")), user(f"{GAP_NOTE}\n\nAnd now?")]
    same([noted, chat(4)], context_window=120, encoding=ENCODING)


def test_messages_and_lists_are_the_callers_own_and_stay_as_they_are():
    batch = [chat(6), tuple(chat(2))]
    before = [[dict(message) for message in messages] for messages in batch]
    fits = fit_batch(batch, context_window=300, encoding=ENCODING)
    assert [list(messages) for messages in batch] == before
    assert fits[0].messages[0] is batch[0][0]


OWN = {
    "a window": {"context_window": 200},
    "a reserve": {"output_reserve": 100},
    "tools": {"tools": [tool("find"), tool("look")]},
    "a tool choice": {"tools": [tool("find"), tool("look")], "tool_choice": forced("look")},
    "a system prompt": {"system": "You are terse."},
    "a schema": {"response_format": {"type": "object"}},
    "a model": {"model": "gpt-4o"},
    "an encoding": {"encoding": "cl100k_base"},
    "a measure": {"encoding": None, "estimate_tokens": len, "context_window": 2_000},
    "memories": {"memories": ["Herons nest in trees."]},
    "a question": {"query": "heron"},
    "a policy": {"policy": FitPolicy(gap_note=False)},
    "a format": {"format": "openai"},
}


@pytest.mark.parametrize("what", OWN)
def test_a_conversation_may_have_arguments_of_its_own(what):
    batch = [chat(5), {"messages": chat(5), **OWN[what]}, chat(6)]
    same(batch, context_window=400, encoding=ENCODING)


@pytest.mark.parametrize("what", OWN)
def test_what_one_may_have_all_may_have(what):
    same([chat(5), chat(3)], **{"context_window": 400, "encoding": ENCODING, **OWN[what]})


def test_every_conversation_may_have_its_own_limits_and_none_be_common():
    batch = [{"messages": chat(turns), "context_window": half(chat(turns))} for turns in range(2, 9)]
    same(batch, encoding=ENCODING)


def test_a_conversation_that_does_not_fit_is_refused_as_alone():
    batch = [chat(3), chat(1), chat(2)]
    fits = fit_batch(batch, context_window=10, encoding=ENCODING)
    assert not any(each.fits for each in fits)
    assert fits == alone(batch, context_window=10, encoding=ENCODING)


BAD = [{"role": "user", "content": "a"}, {"content": "b"}]
NO_ROLE = "messages[1] has no role; it must have one of"


def test_the_error_of_the_first_bad_conversation_is_raised_with_its_place():
    batch = [chat(3), BAD, chat(3), [{"role": "robot"}]]
    for threads in (1, 3):
        with pytest.raises(InvalidMessages) as error:
            fit_batch(batch, context_window=200, encoding=ENCODING, threads=threads)
        assert str(error.value).startswith(f"conversations[1]: {NO_ROLE}")
        assert str(error.value.__cause__).startswith(NO_ROLE)


def test_the_first_bad_conversation_is_told_though_a_later_share_fails_sooner():
    batch = [*([chat(399)] * 3), chat(3), BAD, [{"role": "robot"}]]
    with pytest.raises(InvalidMessages, match=r"^conversations\[4\]: "):
        fit_batch(batch, context_window=200, encoding=ENCODING, threads=3)


def test_errors_are_returned_in_their_places():
    batch = [chat(3), BAD, chat(2), 5]
    first, second, third, fourth = fit_batch(batch, context_window=200, encoding=ENCODING, on_error="return")
    assert [first, third] == alone([chat(3), chat(2)], context_window=200, encoding=ENCODING)
    assert isinstance(second, InvalidMessages)
    assert str(second).startswith(f"conversations[1]: {NO_ROLE}")
    assert str(fourth) == "conversations[3]: messages is int; it must be a list of messages"


def test_an_error_of_the_callers_own_function_is_raised_as_it_is_with_a_note():
    def count(text):
        raise ZeroDivisionError("no")

    with pytest.raises(ZeroDivisionError) as error:
        fit_batch([[], chat(1)], context_window=200, estimate_tokens=count)
    assert error.value.__notes__ == ["in conversations[1]"]
    returned = fit_batch([[], chat(1)], context_window=200, estimate_tokens=count, on_error="return")
    assert isinstance(returned[1], ZeroDivisionError)


def test_a_measure_that_answers_no_count_is_told_with_the_conversation():
    with pytest.raises(EstimatorAnswer, match=r"^conversations\[0\]: .*-1"):
        fit_batch([chat(1)], context_window=200, estimate_tokens=lambda text: -1)


WRONG = {
    "no list": ((5,), {}, WrongType, "conversations is int; it must be a list of conversations"),
    "a dict": (
        ({"messages": []},),
        {},
        WrongType,
        "conversations is dict; it must be a list of conversations",
    ),
    "a message for a conversation": (
        ([user("hi")],),
        {"context_window": 9, "encoding": ENCODING},
        InvalidMessages,
        (
            "conversations[0]: a dict with the fields 'role', 'content' is no conversation; it must be a "
            "list of messages, or a dict with that under 'messages' and arguments of fit() beside it"
        ),
    ),
    "an unknown argument of one": (
        ([{"messages": [], "windows": 5}],),
        {"context_window": 9, "encoding": ENCODING},
        InvalidArgument,
        "conversations[0]: 'windows' is no argument of fit()",
    ),
    "an unknown argument": (([],), {"windows": 5}, WrongType, "fit_batch() has no argument 'windows'"),
    "no policy": (([],), {"policy": 5}, WrongType, "policy is int; it must be a FitPolicy"),
    "threads": (
        ([],),
        {"threads": 0},
        InvalidArgument,
        "threads is 0; it must be a whole number from 1 to 2**63 - 1",
    ),
    "on_error": (
        ([],),
        {"on_error": "ignore"},
        InvalidArgument,
        "on_error is 'ignore'; it must be 'raise' or 'return'",
    ),
    "no measure": (
        ([[]],),
        {"context_window": 9},
        WrongType,
        "conversations[0]: fit() needs a measure of text: give model=, encoding= or estimate_tokens=",
    ),
    "no window": (
        ([[]],),
        {"encoding": ENCODING},
        InvalidArgument,
        (
            "conversations[0]: fit() needs context_window=, the model's window in tokens, or model=, a known "
            "model's name"
        ),
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_meant_is_refused_in_words(what):
    given, arguments, kind, message = WRONG[what]
    with pytest.raises(kind) as error:
        fit_batch(*given, **arguments)
    assert str(error.value) == message


def test_the_callers_own_functions_are_asked_in_one_thread_unless_more_are_wanted():
    seen = set()

    def count(text):
        seen.add(threading.get_ident())
        return len(text)

    batch = [chat(300)] * 8
    fit_batch(batch, context_window=10**6, estimate_tokens=count)
    assert seen == {threading.get_ident()}


def fitted_places(batch):
    """What a worker sends back: the places that were dropped."""
    return [fitted.dropped for fitted in fit_batch(batch, context_window=900, encoding=ENCODING, threads=2)]


BATCH = [chat(turns % 30 + 2) for turns in range(60)]


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_worker_processes_answer_as_the_parent(method):
    expected = fitted_places(BATCH)
    with ProcessPoolExecutor(2, mp_context=get_context(method)) as pool:
        assert list(pool.map(fitted_places, [BATCH] * 4, timeout=60)) == [expected] * 4


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_process_forked_while_threads_fit_answers_right_and_does_not_hang():
    expected, over = fitted_places(BATCH), threading.Event()

    def keep_fitting():
        while not over.is_set():
            fitted_places(BATCH)

    threads = [threading.Thread(target=keep_fitting) for _ in range(2)]
    for thread in threads:
        thread.start()
    children = []
    for _ in range(10):
        child = os.fork()
        if child == 0:
            os._exit(0 if fitted_places(BATCH) == expected else 1)
        children.append(child)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    over.set()
    for thread in threads:
        thread.join()
    assert codes == [0] * len(children)


def test_eight_threads_on_one_encoding_get_what_one_gets_alone():
    encoding = get_encoding(ENCODING)
    recorded = list(conversations().values())[:20]
    expected = alone(recorded, context_window=6_000, encoding=encoding)
    until = monotonic() + 2

    def keep_fitting(_):
        rounds = 0
        while monotonic() < until:
            assert fit_batch(recorded, context_window=6_000, encoding=encoding, threads=2) == expected
            assert [fit(each, context_window=6_000, encoding=encoding) for each in recorded[:5]] == expected[
                :5
            ]
            rounds += 1
        return rounds

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(keep_fitting, range(8)))


class Counting(threading.Thread):
    """A thread of Python that counts up, and the speed at which it does while other work is done."""

    def __init__(self):
        super().__init__()
        self.number = 0
        self.over = False

    def run(self):
        while not self.over:
            self.number += 1

    def speed_during(self, work):
        number, begun = self.number, perf_counter()
        work()
        return (self.number - number) / (perf_counter() - begun)


def test_a_thread_of_python_goes_on_beside_a_fit_of_a_million_tokens_as_beside_bare_counting():
    spoken = (m["content"] for c in cycle(conversations().values()) for m in c if m.get("content"))
    texts, encoding = list(islice(spoken, 6_000)), get_encoding(ENCODING)
    thread = Counting()

    def keeps_on(number):
        numbered = [f"{text} {number}" for text in texts]
        chat = [user(text) if place % 2 else says(text) for place, text in enumerate(numbered)]
        cache_clear()
        counting = thread.speed_during(partial(encoding.count_list, numbered))
        cache_clear()
        fitting = thread.speed_during(partial(fit, chat, context_window=500_000, encoding=encoding))
        return fitting > 0 and fitting >= 0.6 * counting

    thread.start()
    try:
        assert any(map(keeps_on, range(12)))
    finally:
        thread.over = True
        thread.join()
