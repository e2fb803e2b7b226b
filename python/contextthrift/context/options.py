"""The options of one pass, checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from contextthrift.context.argument import Ids
    from contextthrift.context.shortlist import RenderTools, ShedRank

EPHEMERAL_PREFIX: Final = "__eph-"
SUMMARY_ID: Final = "__compact-summary"
DEFAULT_THIS_TURN_RESULT_KEEP: Final = 3

MessagePredicate: TypeAlias = Callable[[Any], object]
"""A question about a message; the truth of its answer counts."""


def is_ephemeral(message: Any) -> bool:
    """Whether a message's id begins with ``__eph-``: a control message."""
    return isinstance(message.id, str) and message.id.startswith(EPHEMERAL_PREFIX)


def is_summary(message: Any) -> bool:
    """Whether a message's id is ``__compact-summary``."""
    return bool(message.id == SUMMARY_ID)


@dataclass(frozen=True, slots=True, kw_only=True)
class PassOptions:
    """What :func:`subtract_to_fit` was asked for, with every number checked."""

    window: int
    budget: int
    strips_thoughts: bool
    keep_thought_ids: Ids
    protect_thought_ids: Ids
    render_tools: RenderTools | None
    protected_tool_names: Ids
    shed_rank: ShedRank | None
    is_ephemeral_message: MessagePredicate
    is_summary_message: MessagePredicate
    this_turn_result_keep: int
