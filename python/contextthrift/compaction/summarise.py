"""A history as a summary."""

from __future__ import annotations

from typing import Final

from contextthrift.compaction.parts import split_history
from contextthrift.compaction.prompt import SUMMARY_PROMPT, summary_request
from contextthrift.compaction.summariser import OnCost, Summariser, Summarize
from contextthrift.context.listed import one_text
from contextthrift.context.utf16 import utf16_cut, utf16_length
from contextthrift.exceptions import InvalidArgument
from contextthrift.tokens import DEFAULT_ENCODING, Estimator

LONGEST_REQUEST_UNITS: Final = 12_000
"""The longest text a summariser gets, in UTF-16 units."""
LEAST_ROOM_UNITS: Final = 1_000
"""What a summary that is handed on must leave of that for the history."""


async def summarise_turns(
    history_text: str,
    prior_summary: str | None = None,
    *,
    summarize: Summarize | None = None,
    estimate_tokens: Estimator | None = None,
    encoding: str = DEFAULT_ENCODING,
    system_prompt: str = SUMMARY_PROMPT,
    on_cost: OnCost | None = None,
    parity: bool = False,
) -> str:
    """The summary of a history, merged with the summary of what came before it.

    The summariser gets at most 12,000 UTF-16 units at a time. A longer history takes several calls, each
    with the summary so far, so that nothing is cut off. An empty answer to any of them leaves the
    summary as it was: ``prior_summary``, or no text. A history without text takes no call.

    Args:
        history_text: What is to be summarised.
        prior_summary: The summary so far. One too long to be handed on is summarised with the history.
        summarize: Required: an async function that is called with ``system=`` and ``text=`` and answers
            the summary.
        estimate_tokens: Required, for ``on_cost``: an encoding, its name, or a function of a text and an
            encoding name.
        encoding: The name handed to a function.
        system_prompt: What the summariser is told; nine sections by default.
        on_cost: Is told the :class:`SummaryCost` of each call.
        parity: Do as the original does: one call, the text cut to its first 12,000 UTF-16 units.

    Raises:
        WrongType: ``summarize`` was left out, is not asynchronous, or answers no text.
        MissingEstimator: ``estimate_tokens`` was left out.
        InvalidArgument: a summary that must be handed on leaves less than 1,000 UTF-16 units.

    What the summariser raises comes through as it is, a cancellation included.

    >>> import asyncio
    >>> async def summarize(*, system: str, text: str) -> str:
    ...     return "They deployed the index."
    >>> asyncio.run(summarise_turns("...", summarize=summarize, estimate_tokens="o200k_base"))
    'They deployed the index.'
    """
    summariser = Summariser.of(
        "summarise_turns",
        summarize=summarize,
        estimate_tokens=estimate_tokens,
        encoding=encoding,
        system_prompt=system_prompt,
        on_cost=on_cost,
    )
    history = one_text(history_text, "history_text")
    prior = None if prior_summary is None else one_text(prior_summary, "prior_summary")
    summary = await (in_one_call if parity else in_parts)(summariser, history, prior)
    return summary or prior or ""


async def in_one_call(summariser: Summariser, history: str, prior: str | None) -> str:
    """The answer about the first 12,000 units, as the original asks for it; empty where there is none."""
    return await summariser.ask(utf16_cut(summary_request(history, prior), LONGEST_REQUEST_UNITS))


async def in_parts(summariser: Summariser, history: str, prior: str | None) -> str:
    """The summary of the prior one and of the whole history; empty where that or an answer has no text."""
    summary, rest = (prior or "").strip(), history
    if not rest.strip():
        return ""
    if _room_beside(summary) < LEAST_ROOM_UNITS:
        summary, rest = "", f"{summary}\n\n{rest}"
    while rest:
        part, rest = split_history(rest, _room_beside(summary))
        summary = await summariser.ask(summary_request(part, summary))
        if not summary:
            return ""
        if rest:
            _check_room(summary)
    return summary


def _room_beside(summary: str) -> int:
    return LONGEST_REQUEST_UNITS - utf16_length(summary_request("", summary))


def _check_room(summary: str) -> None:
    room = _room_beside(summary)
    if room < LEAST_ROOM_UNITS:
        raise InvalidArgument(
            f"summarize answered {utf16_length(summary)} UTF-16 units; handed on with the rest of the "
            f"history they leave {max(room, 0)} of {LONGEST_REQUEST_UNITS}, and {LEAST_ROOM_UNITS} are needed"
        )
