"""What all integrations share: whose window, whose encoding, which reserve, and when a mistake is told."""

import pytest

from contextthrift import FitPolicy
from contextthrift.exceptions import InvalidArgument, UnknownModel, WindowRefused, WrongType
from contextthrift.integrations.fitting import FitOptions, Seen

CHAT = [{"role": "user", "content": "hi"}]


def told(seen, **options):
    """Model, window, reserve and encoding as the trace names them."""
    traces = []
    FitOptions(**options, on_trace=traces.append).fitted(CHAT, seen, format="openai")
    (trace,) = traces
    return trace.model, trace.window, trace.reserve, trace.encoding


@pytest.mark.parametrize(
    ("options", "seen", "expected"),
    [
        ({}, Seen(name="gpt-4o"), ("gpt-4o", 128_000, 16_384, "o200k_base")),
        ({}, Seen(name="gpt-4o", window=9_000), ("gpt-4o", 128_000, 16_384, "o200k_base")),
        ({}, Seen(name="gpt-4o", window=9_000, is_set=True), ("gpt-4o", 9_000, 2_250, "o200k_base")),
        ({}, Seen(name="house", window=9_000), (None, 9_000, 2_250, "claude")),
        ({}, Seen(window=9_000, most_reply=400), (None, 9_000, 400, "claude")),
        ({}, Seen(window=9_000, most_reply=400, reply=700), (None, 9_000, 700, "claude")),
        ({}, Seen(name="gpt-4o", reply=700), ("gpt-4o", 128_000, 700, "o200k_base")),
        ({"model": "gpt-4"}, Seen(name="gpt-4o"), ("gpt-4", 8_192, 2_048, "cl100k_base")),
        ({"context_window": 5_000}, Seen(name="gpt-4o"), ("gpt-4o", 5_000, 1_250, "o200k_base")),
        ({"context_window": 5_000}, Seen(), (None, 5_000, 0, "claude")),
        ({"context_window": 5_000, "model": "house"}, Seen(), (None, 5_000, 0, "claude")),
        ({"output_reserve": 100}, Seen(name="gpt-4o", reply=700), ("gpt-4o", 128_000, 100, "o200k_base")),
        ({"encoding": "cl100k_base"}, Seen(name="gpt-4o"), ("gpt-4o", 128_000, 16_384, "cl100k_base")),
        ({"estimate_tokens": len}, Seen(window=9_000), (None, 9_000, 2_250, "custom")),
    ],
)
def test_what_is_given_goes_before_what_is_known_and_that_before_what_is_said(options, seen, expected):
    assert told(seen, **options) == expected


def test_a_tokenizer_that_is_not_here_is_an_estimate(monkeypatch):
    monkeypatch.delenv("CONTEXTTHRIFT_TOKENIZER_LLAMA3", raising=False)
    monkeypatch.setenv("HF_HOME", "/nowhere")
    assert told(Seen(name="llama-3.3-70b-instruct"))[3] == "claude"


async def answers_later(trace):
    return trace


def test_mistakes_are_told_when_the_hook_is_made():
    with pytest.raises(UnknownModel, match="no model is called 'gpt-4oo'; near names"):
        FitOptions(model="gpt-4oo")
    with pytest.raises(InvalidArgument, match="output_reserve is 100; it must be below the context window"):
        FitOptions(context_window=100, output_reserve=100)
    with pytest.raises(InvalidArgument, match="takes one measure"):
        FitOptions(encoding="o200k_base", estimate_tokens=len)
    with pytest.raises(WrongType, match="policy is dict; it must be a FitPolicy"):
        FitOptions(policy={})
    with pytest.raises(WrongType, match="on_trace is bool; it must be a function of a trace"):
        FitOptions(on_trace=True)
    with pytest.raises(WrongType, match="on_trace is an async function; it must answer at once"):
        FitOptions(on_trace=answers_later)
    with pytest.raises(InvalidArgument, match="has no setting 'windows'"):
        FitOptions(windows=3)


@pytest.mark.parametrize(
    ("seen", "message"),
    [
        (
            Seen(),
            "the window of the model is not known; give context_window= in tokens, or model= with its name",
        ),
        (
            Seen(name="house"),
            "the window of the model 'house' is not known; give context_window= in tokens, or",
        ),
    ],
)
def test_a_window_that_nobody_knows_is_told_with_what_to_give(seen, message):
    with pytest.raises(InvalidArgument, match=f"^{message}"):
        FitOptions().fitted(CHAT, seen, format="openai")


def test_a_refusal_is_traced_and_raised():
    traces = []
    options = FitOptions(context_window=3, encoding="o200k_base", on_trace=traces.append)
    with pytest.raises(WindowRefused):
        options.fitted(CHAT, Seen(), format="openai")
    assert [trace.fits for trace in traces] == [False]


def test_what_the_framework_names_stays_besides_what_the_policy_names():
    chat = [{"role": "user", "content": f"{n} " + "word " * 20} for n in range(6)]
    chat = [each for turn in chat for each in (turn, {"role": "assistant", "content": "yes"})]
    options = FitOptions(
        context_window=120,
        encoding="o200k_base",
        policy=FitPolicy(gap_note=False, keep_first_user=False, is_pinned=lambda message: message is chat[4]),
    )
    fitted = options.fitted(
        chat,
        Seen(),
        format="openai",
        is_summary=lambda message: message is chat[0],
        stays=lambda message: message is chat[6],
    )
    assert all(any(message is kept for kept in fitted.messages) for message in (chat[0], chat[4], chat[6]))
    assert chat[2] not in fitted.messages
