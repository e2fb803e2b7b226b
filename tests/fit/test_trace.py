"""What is counted, and what the trace tells."""

import json

import pytest

from contextthrift import count_messages, fit
from tests.fit.messages import image_part, long, result, says, user
from tests.fit.walk import GAPPED, WHOLE, into


def test_a_system_prompt_is_counted_and_never_cut():
    bare, prompt = count_messages(WHOLE, estimate_tokens="chars4"), long("rule", 100)
    whole = count_messages(WHOLE, estimate_tokens="chars4", system=prompt)
    assert whole >= bare + 125
    assert into(whole, WHOLE, system=prompt).trace.cuts == ()
    assert into(whole - 1, WHOLE, system=prompt).stubbed == (3,)


def test_output_reserve_is_taken_from_the_window():
    total = count_messages(WHOLE, estimate_tokens="chars4")
    trace = into(total + 500, WHOLE, output_reserve=500).trace
    assert (trace.window, trace.reserve, trace.budget) == (total + 500, 500, total)
    assert trace.cuts == ()


@pytest.mark.parametrize(
    ("messages", "encoding", "exact"),
    [
        (GAPPED, "o200k_base", True),
        (GAPPED, "cl100k_base", True),
        (GAPPED, "chars4", False),
        (WHOLE, "o200k_base", False),
        ([user([image_part()])], "o200k_base", False),
    ],
    ids=["text", "text in another encoding", "an estimate of text", "calls", "an image"],
)
def test_the_trace_names_its_measure_and_whether_it_is_exact(messages, encoding, exact):
    trace = fit(messages, context_window=300, encoding=encoding).trace
    assert (trace.encoding, trace.exact) == (encoding, exact)


@pytest.mark.parametrize(
    ("beside", "exact"),
    [({"system": "Be brief."}, True), ({"response_format": {"type": "string"}}, False)],
    ids=["a system prompt, framed as the messages are", "an output schema, whose framing is not published"],
)
def test_what_is_sent_beside_the_messages_may_make_an_estimate_of_the_total(beside, exact):
    assert fit(GAPPED, context_window=300, encoding="o200k_base", **beside).trace.exact is exact


def test_a_measure_of_the_callers_own_is_no_exact_one():
    trace = fit(GAPPED, context_window=300, estimate_tokens=lambda text, _encoding: len(text)).trace
    assert (trace.encoding, trace.exact) == ("custom", False)


def test_the_trace_as_a_dict_is_json_and_complete():
    trace = into(200, [result("gone", "x"), *WHOLE]).trace
    told = trace.to_dict()
    assert json.loads(json.dumps(told)) == told
    for name in (
        "window",
        "reserve",
        "budget",
        "total_before",
        "total_after",
        "fits",
        "refused",
        "exact",
        "encoding",
    ):
        assert told[name] == getattr(trace, name)
    assert [cut["stage"] for cut in told["cuts"]] == [cut.stage for cut in trace.cuts]
    assert [stage["name"] for stage in told["stages"]] == [stage.name for stage in trace.stages]
    assert [repair["action"] for repair in told["repairs"]] == ["dropped"]


def test_the_trace_as_text_tells_totals_stages_and_repairs():
    fitted = into(200, [result("gone", "x"), *WHOLE])
    text = str(fitted.trace)
    for fact in (fitted.trace.total_before, fitted.trace.total_after, fitted.trace.budget):
        assert str(fact) in text.replace(",", "")
    for stage in fitted.trace.stages:
        assert stage.name in text
    assert "gone" in text


def test_every_text_is_measured_once():
    heard = []

    def listening(text, _encoding):
        heard.append(text)
        return len(text)

    messages = [
        user(f"question {n} about birds") if n % 2 == 0 else says(f"answer {n} " * 20) for n in range(1000)
    ]
    fitted = fit(messages, context_window=16_000, estimate_tokens=listening)
    assert fitted.fits
    assert len(heard) <= 2 * len(messages) + 20
