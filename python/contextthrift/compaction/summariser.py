"""The injected summariser: asked, its answer checked, its cost told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from inspect import isawaitable
from typing import TYPE_CHECKING, Protocol, TypeAlias

from contextthrift.exceptions import WrongType
from contextthrift.tokens.registry import resolve_estimator

if TYPE_CHECKING:
    from contextthrift.tokens import Encoding, Estimator


class Summarize(Protocol):
    """An asynchronous function that has a model write a summary."""

    def __call__(self, *, system: str, text: str) -> Awaitable[str | None]:
        """The summary of ``text``, written as ``system`` says; None or no text where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryCost:
    """What one call of the summariser took, in tokens."""

    calls: int
    """How many calls this is about."""
    in_tok: int
    """Tokens of what the summariser got."""
    out_tok: int
    """Tokens of what it answered."""


OnCost: TypeAlias = Callable[[SummaryCost], object]
"""A function that is told the cost of each call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summariser:
    """A summariser with all it is asked with."""

    summarize: Summarize
    measure: Encoding
    system_prompt: str
    on_cost: OnCost | None

    @classmethod
    def of(
        cls,
        function: str,
        *,
        summarize: Summarize | None,
        estimate_tokens: Estimator | None,
        encoding: str,
        system_prompt: str,
        on_cost: OnCost | None,
    ) -> Summariser:
        """Checks what ``function`` was given: the summariser first, then the estimator.

        Raises:
            WrongType: there is no summariser, or it cannot be called.
            MissingEstimator: there is no estimator.
        """
        if not callable(summarize):
            given = "" if summarize is None else f", not {type(summarize).__name__}"
            raise WrongType(
                f"{function}() needs summarize: an async function (*, system, text) -> summary{given}"
            )
        return cls(
            summarize=summarize,
            measure=resolve_estimator(estimate_tokens, function, encoding),
            system_prompt=system_prompt,
            on_cost=on_cost,
        )

    async def ask(self, text: str) -> str:
        """The answer without white space at its ends; empty where there is none.

        What the summariser raises comes through as it is, a cancellation included.

        Raises:
            WrongType: it is not asynchronous, or it answered something other than text.
        """
        pending = self.summarize(system=self.system_prompt, text=text)
        if not isawaitable(pending):
            raise WrongType(f"summarize returned {type(pending).__name__}; it must be an async function")
        answer = await pending
        if answer is not None and not isinstance(answer, str):
            raise WrongType(f"summarize answered {type(answer).__name__}; it must answer a string")
        summary = (answer or "").strip()
        if self.on_cost:
            self.on_cost(self._cost(text, summary))
        return summary

    def tokens(self, text: str, name: str) -> int:
        """The tokens of a text; ``name`` says what it is."""
        return self.measure.column([text], lambda _: name)[0]

    def _cost(self, text: str, summary: str) -> SummaryCost:
        asked = self.tokens(f"{self.system_prompt}\n\n{text}", "the summariser's text")
        return SummaryCost(calls=1, in_tok=asked, out_tok=self.tokens(summary, "the summary"))
