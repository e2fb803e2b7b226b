"""What is left for the reply: its reserve before a prompt is made, its limit once the prompt stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from contextthrift.tokens.number import whole_number

if TYPE_CHECKING:
    from contextthrift.tokens.model import Model

MARGIN_DIVISOR: Final = 20
"""An inexact count may be a twentieth too low as a whole, although single texts are estimated upward: this
is our choice, for a tokenizer that changes; no vendor publishes such a share."""

RESERVE_DIVISOR: Final = 4
"""The share of the window that a reply may claim without being asked for: at most a quarter."""


class Reserve(NamedTuple):
    """How much of a window is kept for the reply, and why."""

    tokens: int
    """The reserve, in tokens."""

    source: str
    """Where it comes from, in words for a trace."""


def default_reserve(model: Model | None) -> Reserve:
    """What to keep for the reply where the caller names no ``output_reserve``.

    The model's maximum output, but never more than a quarter of its window, because some models may reply
    with half of it or all of it and the prompt needs room too. Without a model nothing is kept.

    >>> from contextthrift.tokens import find_model
    >>> default_reserve(find_model("gpt-4o"))
    Reserve(tokens=16384, source='the maximum output of gpt-4o')
    >>> default_reserve(find_model("gpt-5.2"))
    Reserve(tokens=100000, source='a quarter of the window, as the maximum output of gpt-5.2 is larger')
    """
    if model is None:
        return Reserve(0, "no model is given")
    quarter = model.window // RESERVE_DIVISOR
    if model.max_output is None:
        return Reserve(quarter, f"a quarter of the window, as no maximum output of {model.name} is published")
    if model.max_output > quarter:
        return Reserve(quarter, f"a quarter of the window, as the maximum output of {model.name} is larger")
    return Reserve(model.max_output, f"the maximum output of {model.name}")


def safety_margin(tokens: int, *, exact: bool) -> int:
    """How many tokens more than ``tokens`` a text may really have: 0 for an exact count, else a twentieth.

    Raises:
        InvalidArgument: ``tokens`` is not a whole number, or negative.

    >>> safety_margin(1_001, exact=False), safety_margin(1_001, exact=True)
    (51, 0)
    """
    counted = whole_number(tokens, "tokens")
    return 0 if exact else -(-counted // MARGIN_DIVISOR)


def prompt_limit(room: int, *, exact: bool) -> int:
    """The most tokens a prompt may be counted at, so that it and its :func:`safety_margin` fit ``room``.

    Raises:
        InvalidArgument: ``room`` is not a whole number, or negative.

    >>> prompt_limit(1_050, exact=False), prompt_limit(1_050, exact=True)
    (1000, 1050)
    """
    whole_number(room, "room")
    return room if exact else room * MARGIN_DIVISOR // (MARGIN_DIVISOR + 1)


def reply_limit(window: int, prompt: int, cap: int | None = None, *, exact: bool) -> int:
    """The most tokens to ask for as the reply, so that prompt and reply fit the window together.

    That is the window without the prompt and its :func:`safety_margin`, at most ``cap`` (the model's
    maximum output, or what the caller wants) and at least 1 while the count says that anything is left.
    0 says that nothing is left: such a request is refused by the provider and should not be sent.

    Raises:
        InvalidArgument: a number is not a whole one, or out of range; ``cap`` and ``window`` begin at 1.

    >>> reply_limit(65_536, 1_537, 64_000, exact=True)
    63999
    >>> reply_limit(8_192, 8_000, 4_096, exact=False), reply_limit(8_192, 8_192, exact=True)
    (1, 0)
    """
    left = whole_number(window, "window", least=1) - whole_number(prompt, "prompt")
    most = left if cap is None else whole_number(cap, "cap", least=1)
    return 0 if left <= 0 else min(most, max(1, left - safety_margin(prompt, exact=exact)))
