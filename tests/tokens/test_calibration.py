import asyncio
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import CalibratedEncoding, calibrate, count_messages, fit, get_encoding
from contextthrift.exceptions import EstimatorAnswer, InvalidArgument, UnknownEncoding, WrongType
from contextthrift.tokens.calibration import CALLS_AT_ONCE, Calibration, SampleRatio
from contextthrift.tokens.samples import DEFAULT_SAMPLES

CLAUDE = get_encoding("claude")
FRAME = 7


class Provider:
    """Counts by an encoding times a number, plus a frame; notes what it is asked and how much at once."""

    def __init__(self, times=1.0, frame=FRAME, encoding="o200k_base"):
        self.times, self.frame, self.encoding = times, frame, get_encoding(encoding)
        self.asked, self.under_way, self.most, self.cancelled = [], 0, 0, 0
        self.full = asyncio.Event()

    def tokens(self, text):
        return max(1, int(self.encoding.count(text) * self.times))

    async def __call__(self, text):
        self.asked.append(text)
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        if self.under_way == CALLS_AT_ONCE:
            self.full.set()
        try:
            await asyncio.sleep(0)
            return await self.answer(text)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.under_way -= 1

    async def answer(self, text):
        return self.tokens(text) + self.frame


class Stuck(Provider):
    """Never answers."""

    async def answer(self, text):
        await asyncio.Event().wait()


def calibrated(provider, encoding="claude", **options):
    return asyncio.run(calibrate(encoding, provider, **options))


@pytest.mark.parametrize("times", [0.8, 1.0, 1.7])
def test_no_sample_counts_less_than_the_provider_says(times):
    provider = Provider(times)
    encoding = calibrated(provider)
    for text in DEFAULT_SAMPLES:
        assert encoding.count(text) >= provider.tokens(text)
    assert encoding.calibration.covers_every_sample
    assert any(encoding.count(text) == provider.tokens(text) for text in DEFAULT_SAMPLES)


def test_the_report_has_the_frame_and_both_counts_of_each_sample_in_order():
    provider = Provider()
    report = calibrated(provider).calibration
    assert report.frame == FRAME
    assert report.samples == tuple(
        SampleRatio(text=text, estimated=CLAUDE.count(text), counted=provider.tokens(text))
        for text in DEFAULT_SAMPLES
    )
    assert report.factor == max(sample.ratio for sample in report.samples)


def test_each_text_is_asked_once_and_few_at_a_time():
    provider = Provider()
    calibrated(provider)
    assert sorted(provider.asked) == sorted(["a", *DEFAULT_SAMPLES])
    assert provider.most == CALLS_AT_ONCE


def test_the_samples_are_a_dozen_different_texts():
    assert len(DEFAULT_SAMPLES) == len(set(DEFAULT_SAMPLES)) == 12
    assert all(10 < CLAUDE.count(text) < 100 for text in DEFAULT_SAMPLES)


@given(st.lists(st.text(max_size=60), max_size=8), st.fractions(Fraction(1, 2), 4), st.integers(0, 200))
def test_all_ways_to_count_agree(texts, factor, limit):
    encoding = CalibratedEncoding(CLAUDE, Calibration(factor=factor, frame=0, samples=()))
    counts = [encoding.count(text) for text in texts]
    assert counts == [-(-CLAUDE.count(text) * factor.numerator // factor.denominator) for text in texts]
    assert encoding.count_list(texts) == counts
    assert encoding.count_batch(texts).tolist() == counts
    within = [count if count <= limit else None for count in counts]
    assert [encoding.count_up_to(text, limit) for text in texts] == within


def test_it_goes_where_an_encoding_goes():
    encoding = calibrated(Provider(2.0))
    messages = [{"role": "user", "content": "How far is the moon?"}]
    assert count_messages(messages, encoding=encoding) > count_messages(messages, encoding="o200k_base")
    assert fit(messages, context_window=100, encoding=encoding).trace.encoding == "claude, calibrated"


def test_it_is_an_estimate_with_a_name_of_its_own_and_pickles():
    encoding = calibrated(Provider(encoding="cl100k_base"), "cl100k_base")
    assert (encoding.name, encoding.exact, encoding.is_custom) == ("cl100k_base, calibrated", False, False)
    assert repr(encoding) == "<Encoding cl100k_base, calibrated>"
    again = pickle.loads(pickle.dumps(encoding))
    assert again.calibration == encoding.calibration
    assert again.count_list(DEFAULT_SAMPLES) == encoding.count_list(DEFAULT_SAMPLES)


def test_an_exact_encoding_held_against_itself_stays_as_it_is():
    encoding = calibrated(Provider(), get_encoding("o200k_base"))
    assert encoding.calibration.factor == 1


@pytest.mark.parametrize(
    ("times", "factor", "covers"), [(0.01, Fraction(1, 2), True), (50, Fraction(4), False)]
)
def test_the_factor_stays_within_its_floor_and_its_ceiling(times, factor, covers):
    report = calibrated(Provider(times)).calibration
    assert (report.factor, report.covers_every_sample) == (factor, covers)


def test_a_provider_without_a_frame_and_one_that_counts_nothing_are_taken_as_they_are():
    assert calibrated(Provider(frame=0)).calibration.frame == 0
    nothing = calibrated(Provider(times=0, frame=-1)).calibration
    assert nothing.frame == 0
    assert {sample.counted for sample in nothing.samples} == {1}


def test_the_deadline_ends_all_calls():
    provider = Stuck()
    with pytest.raises(TimeoutError) as raised:
        calibrated(provider, deadline_s=0.05)
    assert str(raised.value) == "calibrate(): 0 of 13 counts came within 0.05 s"
    assert (provider.under_way, provider.cancelled) == (0, CALLS_AT_ONCE)


def test_cancellation_passes_through_and_ends_all_calls():
    provider = Stuck()

    async def cancel():
        task = asyncio.create_task(calibrate("claude", provider))
        await provider.full.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    assert (provider.under_way, provider.cancelled) == (0, CALLS_AT_ONCE)


@pytest.mark.parametrize(
    "error", [ValueError("quota"), TimeoutError("the client's own"), asyncio.CancelledError()]
)
def test_the_client_s_error_comes_through_as_it_is_and_ends_the_other_calls(error):
    class Failing(Stuck):
        async def answer(self, text):
            if text == DEFAULT_SAMPLES[0]:
                raise error
            return 9 if isinstance(error, asyncio.CancelledError) else await super().answer(text)

    provider = Failing()
    with pytest.raises(type(error)) as raised:
        calibrated(provider)
    assert raised.value is error or isinstance(error, asyncio.CancelledError)
    assert provider.under_way == 0


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (
            -1,
            EstimatorAnswer,
            "count_remotely's answer for the frame is -1; it must be a number of tokens, 0 or more",
        ),
        ("9", WrongType, "count_remotely's answer for the frame is '9' (str); it must be a number of tokens"),
        (
            None,
            WrongType,
            "count_remotely's answer for the frame is None (NoneType); it must be a number of tokens",
        ),
    ],
)
def test_an_answer_that_is_no_count_is_named(answer, error, message):
    async def count_remotely(text):
        return answer if text == "a" else 9

    with pytest.raises(error) as raised:
        calibrated(count_remotely)
    assert str(raised.value) == message


def test_what_cannot_be_meant_is_said():
    provider = Provider()
    with pytest.raises(InvalidArgument, match=r"^calibrate\(\) needs at least one sample$"):
        calibrated(provider, samples=[])
    with pytest.raises(InvalidArgument, match=r"^samples\[1\] is empty; a sample is a text with tokens$"):
        calibrated(provider, samples=["a", ""])
    with pytest.raises(WrongType, match=r"^texts\[0\] is int, not a string$"):
        calibrated(provider, samples=[3])
    with pytest.raises(WrongType, match="not one string"):
        calibrated(provider, samples="one text")
    with pytest.raises(InvalidArgument, match=r"^calibrate\(\): deadline_s is nan; it must be more than 0$"):
        calibrated(provider, deadline_s=float("nan"))
    with pytest.raises(WrongType, match="deadline_s is '5'; it must be a number of seconds"):
        calibrated(provider, deadline_s="5")
    with pytest.raises(WrongType, match="encoding is int, not an encoding or its name"):
        calibrated(provider, 3)
    with pytest.raises(UnknownEncoding):
        calibrated(provider, "clod")
    with pytest.raises(
        WrongType, match=r"^calibrate\(\): count_remotely must be an async function of a text$"
    ):
        calibrated(len)
    assert provider.asked == []
