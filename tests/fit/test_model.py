"""What `fit(model=)` takes from a model: three limits, the reserve, the measure, the margin of a guess."""

import pytest

from contextthrift import count_messages, fit, register_model
from contextthrift.exceptions import InvalidArgument, MissingEstimator, UnknownModel
from contextthrift.tokens import model as models

CHAT = [{"role": "user", "content": "Hello, world!"}]


@pytest.fixture(autouse=True)
def forget(monkeypatch):
    monkeypatch.setattr(models, "_own", {})


def limits(**options):
    trace = fit(CHAT, **options).trace
    return trace.model, trace.window, trace.reserve, trace.reserve_source, trace.margin, trace.budget


def test_the_smaller_of_window_without_reserve_and_longest_input_may_be_filled():
    assert limits(model="gpt-5.2", output_reserve=50_000) == (
        "gpt-5.2",
        400_000,
        50_000,
        "given",
        0,
        272_000,
    )
    assert limits(model="gpt-5.2", output_reserve=200_000)[-1] == 200_000


def test_without_a_reserve_the_longest_reply_is_kept_free_but_no_more_than_a_quarter():
    assert limits(model="gpt-4o") == ("gpt-4o", 128_000, 16_384, "model", 0, 111_616)
    assert limits(model="gpt-5.2")[2:4] == (100_000, "model")
    assert limits(context_window=1_000, encoding="cl100k_base") == (None, 1_000, 0, "none", 0, 1_000)


def test_a_window_that_is_given_goes_first():
    assert limits(model="gpt-5.2", context_window=8_000) == ("gpt-5.2", 8_000, 2_000, "model", 0, 6_000)


def test_a_guess_keeps_a_margin_that_the_trace_names():
    register_model("guessed", encoding="chars4", window=21_000)
    assert limits(model="guessed", output_reserve=0) == ("guessed", 21_000, 0, "given", 1_000, 20_000)
    assert limits(model="guessed", output_reserve=0, encoding="o200k_base")[-2:] == (0, 21_000)
    assert "margin 1,000" in fit(CHAT, model="guessed", output_reserve=0).trace.summary()
    assert limits(context_window=21_000, encoding="chars4")[-2:] == (0, 21_000)


def test_an_exact_encoding_that_only_stands_in_for_the_models_own_is_a_guess():
    trace = fit(CHAT, model="gpt-6-sol", output_reserve=0).trace
    assert (trace.encoding, trace.exact) == ("o200k_base", False)
    assert trace.margin > 0


def test_the_model_says_how_text_is_measured():
    assert fit(CHAT, model="gpt-4").trace.encoding == "cl100k_base"
    assert fit(CHAT, model="azure/gpt-4o-2024-08-06").trace.encoding == "o200k_base"
    assert count_messages(CHAT, model="gpt-4") == count_messages(CHAT, encoding="cl100k_base")


def test_an_unknown_model_is_an_error_unless_window_and_measure_are_given():
    with pytest.raises(UnknownModel, match="no model is called 'gpt-4.7'; near names: "):
        fit(CHAT, model="gpt-4.7")
    with pytest.raises(UnknownModel):
        fit(CHAT, model="gpt-4.7", context_window=1_000)
    with pytest.raises(UnknownModel):
        fit(CHAT, model="gpt-4.7", encoding="o200k_base")
    assert limits(model="gpt-4.7", encoding="o200k_base", context_window=1_000)[:2] == (None, 1_000)


def test_what_is_missing_is_named():
    with pytest.raises(InvalidArgument) as no_window:
        fit(CHAT, encoding="o200k_base")
    assert str(no_window.value) == (
        "fit() needs context_window=, the model's window in tokens, or model=, a known model's name"
    )
    with pytest.raises(MissingEstimator) as no_measure:
        fit(CHAT, context_window=1_000)
    assert str(no_measure.value) == (
        "fit() needs a measure of text: give model=, encoding= or estimate_tokens="
    )


def test_a_reserve_that_leaves_nothing_is_refused():
    with pytest.raises(InvalidArgument) as refused:
        fit(CHAT, model="gpt-4", output_reserve=8_192)
    assert str(refused.value) == "output_reserve is 8192; it must be below the context window, which is 8192"
