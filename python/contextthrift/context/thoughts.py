"""Stripping the thoughts of earlier turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from contextthrift.context.argument import Ids, ids
from contextthrift.context.measure import Batch, rendered
from contextthrift.tokens import DEFAULT_ENCODING
from contextthrift.tokens.registry import resolve_estimator

if TYPE_CHECKING:
    from collections.abc import Iterable

    from contextthrift.tokens import Estimator


@dataclass(frozen=True, slots=True, kw_only=True)
class StrippedThoughts:
    """What was taken out."""

    dropped: int
    """How many thoughts."""
    tokens: int
    """Their size in tokens, measured as plain text."""


def strip_prior_turn_thoughts(
    holder: Any,
    *,
    estimate_tokens: Estimator | None = None,
    encoding: str = DEFAULT_ENCODING,
    keep_ids: Ids | Iterable[str] | None = None,
) -> StrippedThoughts:
    """Takes thoughts out of ``holder.thoughts``, all but those whose id is in ``keep_ids``.

    ``holder.thoughts`` becomes a new list in the same order; the old list object stays as it was.
    The thoughts dropped are measured as plain text.

    Raises:
        MissingEstimator: ``estimate_tokens`` was left out.
        EstimatorAnswer, WrongType: it answered something that is no count.

    >>> from types import SimpleNamespace as Holder
    >>> holder = Holder(thoughts=[Holder(id="a", content="hm"), Holder(id="b", content="so")])
    >>> strip_prior_turn_thoughts(holder, estimate_tokens="o200k_base", keep_ids={"b"})
    StrippedThoughts(dropped=1, tokens=1)
    """
    measure = resolve_estimator(estimate_tokens, "strip_prior_turn_thoughts", encoding)
    thoughts = list(holder.thoughts)
    keep = ids(keep_ids, "keep_ids")
    dropped = [(place, thought) for place, thought in enumerate(thoughts) if thought.id not in keep]
    batch = Batch(measure, None)
    for place, thought in dropped:
        name = f"thoughts[{place}]"
        batch.add(name, [rendered(getattr(thought, "content", None), None, name)])
    tokens = sum(batch.run())
    holder.thoughts = kept_thoughts(thoughts, keep)
    return StrippedThoughts(dropped=len(dropped), tokens=tokens)


def kept_thoughts(thoughts: list[Any], keep: Ids) -> list[Any]:
    """The thoughts whose id is to be kept, in their order."""
    return [thought for thought in thoughts if thought.id in keep]
