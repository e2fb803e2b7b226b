"""A history as a summary of its older turns and the newest ones as they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from contextthrift.compaction.prompt import SUMMARY_PROMPT
from contextthrift.compaction.state import CompactedTurns, CompactionState
from contextthrift.compaction.summarise import in_one_call, in_parts
from contextthrift.compaction.summariser import OnCost, Summariser, Summarize
from contextthrift.context.listed import listed, one_text, turn_texts
from contextthrift.context.options import SUMMARY_ID
from contextthrift.context.select import token_amount
from contextthrift.context.turn import HistoryMessage, Turn
from contextthrift.exceptions import WrongType
from contextthrift.tokens import DEFAULT_ENCODING, Estimator
from contextthrift.tokens.number import whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable

DEFAULT_KEEP_VERBATIM: Final = 2
DEFAULT_SUMMARISE_AT_TOKENS: Final = 2500

SUMMARY_TIME: Final = "1970-01-01T00:00:00.000Z"
"""The time of the summary's turn: before everything."""
SUMMARY_HEADING: Final = "[Earlier conversation, compacted summary]\n"
"""What the message of the summary's turn begins with."""


async def assemble_compacted_turns(
    turns: Iterable[Any],
    *,
    summarize: Summarize | None = None,
    estimate_tokens: Estimator | None = None,
    encoding: str = DEFAULT_ENCODING,
    system_prompt: str = SUMMARY_PROMPT,
    on_cost: OnCost | None = None,
    keep_verbatim: int = DEFAULT_KEEP_VERBATIM,
    summarise_at_tokens: float = DEFAULT_SUMMARISE_AT_TOKENS,
    summary_message_id: str = SUMMARY_ID,
    prior_state: CompactionState | None = None,
    parity: bool = False,
) -> CompactedTurns:
    """A history of which every turn is either in the summary or there as it is.

    The newest ``keep_verbatim`` turns stay as they are. The older ones stay, too, until those that no
    summary covers take more than ``summarise_at_tokens``; then all of them are summarised, see
    :func:`summarise_turns`, and one turn with the summary stands for them. If the summariser answers
    nothing, all stays as it was. Nothing of the caller's is changed, so an exception loses nothing.

    Args:
        turns: The whole history, as at every call: :class:`Turn` or objects with its ``qa``, oldest first.
        summarize: Required: an async function that is called with ``system=`` and ``text=`` and answers
            the summary.
        estimate_tokens: Required: an encoding, its name, or a function of a text and an encoding name.
        encoding: The name handed to a function.
        system_prompt: What the summariser is told; nine sections by default.
        on_cost: Is told the :class:`SummaryCost` of each call.
        keep_verbatim: How many of the newest turns are never summarised.
        summarise_at_tokens: How many tokens older turns may take before they are summarised.
        summary_message_id: The id of the message in the summary's turn; the default is the one that
            :func:`subtract_to_fit` protects.
        prior_state: The state of the call before; None at the first.
        parity: Do as the original does, which loses turns: see ``docs/relevance.md``.

    Raises:
        WrongType: ``summarize`` was left out, is not asynchronous, or answers no text; ``turns`` is one
            string, or a turn has no text.
        MissingEstimator: ``estimate_tokens`` was left out.
        InvalidArgument: a number that cannot be meant; the message names the argument.

    What the summariser raises comes through as it is, a cancellation included.

    >>> import asyncio
    >>> async def summarize(*, system: str, text: str) -> str:
    ...     return "They deployed the index."
    >>> turns = [Turn(qa="word " * 3000, created_at=""), Turn(qa="Thanks", created_at="")]
    >>> compacted = asyncio.run(
    ...     assemble_compacted_turns(
    ...         turns, summarize=summarize, estimate_tokens="o200k_base", keep_verbatim=1
    ...     )
    ... )
    >>> [turn.qa for turn in compacted.turns], compacted.state.covered_older
    (['They deployed the index.', 'Thanks'], 1)
    """
    compaction = _Compaction(
        summariser=Summariser.of(
            "assemble_compacted_turns",
            summarize=summarize,
            estimate_tokens=estimate_tokens,
            encoding=encoding,
            system_prompt=system_prompt,
            on_cost=on_cost,
        ),
        summarise_at_tokens=token_amount(summarise_at_tokens, "summarise_at_tokens"),
        message_id=one_text(summary_message_id, "summary_message_id"),
    )
    newest = whole_number(keep_verbatim, "keep_verbatim")
    state = CompactionState() if prior_state is None else prior_state
    if not isinstance(state, CompactionState):
        raise WrongType(f"prior_state is {type(state).__name__}; it must be a CompactionState")
    held = listed(turns, "turns")
    turn_texts(held)
    split = max(len(held) - newest, 0)
    run = compaction.as_the_original if parity else compaction.without_loss
    return await run(held[:split], held[split:], state)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Compaction:
    summariser: Summariser
    summarise_at_tokens: float
    message_id: str

    async def without_loss(
        self, older: list[Any], recent: list[Any], state: CompactionState
    ) -> CompactedTurns:
        """A turn is covered only where there is a summary to cover it."""
        summary = (state.summary or "").strip()
        uncovered = older[state.covered_older if summary else 0 :]
        text = _joined(uncovered)
        if uncovered and self._measured(text) > self.summarise_at_tokens:
            extended = await in_parts(self.summariser, text, summary)
            if extended:
                state = CompactionState(summary=extended, covered_older=len(older))
                summary, uncovered = extended, []
        shown = [self._summary_turn(summary)] if summary else []
        return CompactedTurns(turns=(*shown, *uncovered, *recent), state=state)

    async def as_the_original(
        self, older: list[Any], recent: list[Any], state: CompactionState
    ) -> CompactedTurns:
        """The threshold measures all older text, and older turns are never shown as they are."""
        if not older:
            return CompactedTurns(turns=tuple(recent), state=state)
        text = _joined(older)
        is_due = state.summary is None or self._measured(text) > self.summarise_at_tokens
        if len(older) > state.covered_older and is_due:
            answer = await in_one_call(self.summariser, text, state.summary)
            state = CompactionState(summary=answer or state.summary or "", covered_older=len(older))
        shown = text if state.summary is None else state.summary
        return CompactedTurns(turns=(self._summary_turn(shown), *recent), state=state)

    def _measured(self, text: str) -> int:
        return self.summariser.tokens(text, "the older turns")

    def _summary_turn(self, summary: str) -> Turn:
        message = HistoryMessage(
            id=self.message_id, role="user", content=SUMMARY_HEADING + summary, created_at=SUMMARY_TIME
        )
        return Turn(qa=summary, created_at=SUMMARY_TIME, messages=(message,))


def _joined(turns: list[Any]) -> str:
    return "\n\n".join(turn_texts(turns))
