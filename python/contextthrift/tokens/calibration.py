"""An encoding held against a provider's own count of a few texts."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias

from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.tokens.counter import Counter, NameOf
from contextthrift.tokens.encoding import Encoding
from contextthrift.tokens.number import is_number, shown, whole_tokens
from contextthrift.tokens.registry import get_encoding
from contextthrift.tokens.samples import DEFAULT_SAMPLES

CountRemotely: TypeAlias = Callable[[str], Awaitable[int]]
"""A coroutine function that asks a provider how many tokens a message with this text has."""

TINY_TEXT: Final = "a"
"""One token in every tokenizer we know, so that what is counted beyond one is the frame of a message."""
LEAST_FACTOR: Final = Fraction(1, 2)
"""The least a calibrated count is of the encoding's: the samples are short and few."""
LARGEST_FACTOR: Final = Fraction(4)
"""The most: a larger ratio says that something else is counted than the text."""
CALLS_AT_ONCE: Final = 4
"""Calls of the provider that are under way at a time."""


@dataclass(frozen=True, kw_only=True)
class SampleRatio:
    """What was counted for one sample."""

    text: str
    """The sample."""
    estimated: int
    """Tokens by the encoding."""
    counted: int
    """Tokens by the provider, without the frame."""

    @property
    def ratio(self) -> Fraction:
        """Counted tokens for each estimated one."""
        return Fraction(self.counted, self.estimated)


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """How an encoding was calibrated."""

    factor: Fraction
    """What the encoding's counts are multiplied by."""
    frame: int
    """Tokens that the provider counts for a message beyond those of its text."""
    samples: tuple[SampleRatio, ...]
    """Each sample with both counts, in the order given."""

    @property
    def covers_every_sample(self) -> bool:
        """Whether no sample has more tokens than its calibrated count; False only where the ceiling cuts."""
        return all(sample.ratio <= self.factor for sample in self.samples)


class CalibratedEncoding(Encoding):
    """An encoding whose counts are multiplied by a factor, rounded up. Made by :func:`calibrate`.

    It is an estimate, and goes wherever an encoding goes.
    """

    __slots__ = ("_base", "calibration")

    calibration: Final[Calibration]
    """Where the factor is from."""

    def __init__(self, base: Encoding, calibration: Calibration) -> None:
        """Takes the encoding to multiply and the calibration that says by what.

        Raises:
            WrongType: it is something else.
        """
        if not isinstance(base, Encoding) or not isinstance(calibration, Calibration):
            raise WrongType(
                "CalibratedEncoding takes an encoding and a calibration, "
                f"not {type(base).__name__} and {type(calibration).__name__}"
            )
        super().__init__(f"{base.name}, calibrated", Scaled(base.counter, calibration.factor), exact=False)
        self.calibration = calibration
        self._base = base

    def __reduce__(self) -> tuple[object, tuple[Any, ...]]:
        """Pickles with its encoding and its calibration."""
        return CalibratedEncoding, (self._base, self.calibration)


class Scaled(Counter):
    """Another counter's counts times a factor, rounded up."""

    __slots__ = ("_counter", "_factor", "is_custom")

    def __init__(self, counter: Counter, factor: Fraction) -> None:
        """Takes what counts and the factor."""
        self._counter = counter
        self._factor = factor
        self.is_custom = counter.is_custom

    def count_batch(self, texts: list[str], name_of: NameOf) -> list[int]:
        """The tokens of each text, in one call of the counter."""
        return [self._scaled(tokens) for tokens in self._counter.count_batch(texts, name_of)]

    def count(self, text: str) -> int:
        """The tokens of one text."""
        return self._scaled(self._counter.count(text))

    def count_up_to(self, text: str, limit: int) -> int | None:
        """The same, or None where it is more than ``limit``; the counter reads no further than it must."""
        tokens = self._counter.count_up_to(text, math.floor(limit / self._factor))
        return None if tokens is None else self._scaled(tokens)

    def _scaled(self, tokens: int) -> int:
        return math.ceil(tokens * self._factor)


async def calibrate(
    encoding: str | Encoding,
    count_remotely: CountRemotely,
    *,
    samples: Iterable[str] = DEFAULT_SAMPLES,
    deadline_s: float = 30.0,
) -> CalibratedEncoding:
    """The encoding, multiplied so that it is not below the provider's count for any of the samples.

    The factor is the largest ratio of counted to estimated tokens, kept from 0.5 to 4. A provider counts the
    frame of a message, too: a text of one token is counted first, and what it has beyond one is taken off
    every count. With your own typical texts as samples the factor fits them better than with the dozen that
    come with the package; it promises nothing for other texts.

    Args:
        encoding: What to calibrate, or its name; ``"claude"`` or ``"gemini"`` for instance.
        count_remotely: An async function that is called with a text and answers a number of tokens. At most
            four calls are under way at a time.
        samples: Texts that are not empty.
        deadline_s: Seconds for all calls together.

    Raises:
        TimeoutError: the deadline passed; calls under way are cancelled.
        InvalidArgument: there is no sample, one is empty, or ``deadline_s`` is not positive.
        UnknownEncoding: no encoding has the name.
        WrongType: an argument or an answer of the provider is of another type than said here.
        EstimatorAnswer: an answer is negative, NaN or infinite.

    What ``count_remotely`` raises comes through as it is, a cancellation included; calls under way are
    cancelled first.

    >>> import asyncio
    >>> async def count_remotely(text: str) -> int:
    ...     return 7 + len(text) // 2  # your client's call
    >>> calibrated = asyncio.run(calibrate("claude", count_remotely, samples=["four words of text"]))
    >>> calibrated.calibration.frame, calibrated.exact
    (6, False)
    >>> calibrated.calibration.samples[0].counted, calibrated.count("four words of text")
    (10, 10)
    """
    base = get_encoding(encoding) if isinstance(encoding, str) else encoding
    if not isinstance(base, Encoding):
        raise WrongType(f"calibrate(): encoding is {type(base).__name__}, not an encoding or its name")
    if not is_number(deadline_s):
        raise WrongType(f"calibrate(): deadline_s is {shown(deadline_s)}; it must be a number of seconds")
    if not deadline_s > 0:
        raise InvalidArgument(f"calibrate(): deadline_s is {shown(deadline_s)}; it must be more than 0")
    texts, estimated = estimates(base, samples)
    counted = await remote_counts(count_remotely, [TINY_TEXT, *texts], deadline_s)
    frame = max(counted[0] - 1, 0)
    rows = tuple(
        SampleRatio(text=text, estimated=mine, counted=max(theirs - frame, 1))
        for text, mine, theirs in zip(texts, estimated, counted[1:], strict=True)
    )
    return CalibratedEncoding(base, Calibration(factor=factor_of(rows), frame=frame, samples=rows))


def estimates(base: Encoding, samples: Iterable[str]) -> tuple[list[str], list[int]]:
    """The samples and their counts by the encoding."""
    texts = samples if isinstance(samples, str) else list(samples)
    estimated = base.count_list(texts)
    if not estimated:
        raise InvalidArgument("calibrate() needs at least one sample")
    if 0 in estimated:
        raise InvalidArgument(f"samples[{estimated.index(0)}] is empty; a sample is a text with tokens")
    return list(texts), estimated


def factor_of(samples: Sequence[SampleRatio]) -> Fraction:
    """The largest ratio, within the floor and the ceiling."""
    return min(max(LEAST_FACTOR, *(sample.ratio for sample in samples)), LARGEST_FACTOR)


async def remote_counts(count_remotely: CountRemotely, texts: list[str], deadline_s: float) -> list[int]:
    """The provider's count of each text; a few calls at a time, all within the deadline."""
    turns = asyncio.Semaphore(CALLS_AT_ONCE)

    async def ask(index: int, text: str) -> int:
        async with turns:
            answer = count_remotely(text)
            if not isinstance(answer, Awaitable):
                raise WrongType("calibrate(): count_remotely must be an async function of a text")
            what = "the frame" if index == 0 else f"samples[{index - 1}]"
            return whole_tokens(await answer, f"count_remotely's answer for {what}")

    deadline = asyncio.timeout(deadline_s)
    try:
        async with deadline, asyncio.TaskGroup() as group:
            asked = [group.create_task(ask(index, text)) for index, text in enumerate(texts)]
    except BaseExceptionGroup as failed:
        # The caller's own error, not the task group's wrapping of it.
        raise failed.exceptions[0] from None
    except TimeoutError:
        done = sum(task.done() and not task.cancelled() for task in asked)
        raise TimeoutError(f"calibrate(): {done} of {len(texts)} counts came within {deadline_s} s") from None
    return [task.result() for task in asked]
