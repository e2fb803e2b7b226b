"""What a caller may choose about the ladder."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from contextthrift.context.argument import names
from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.fit.context_block import check_template
from contextthrift.settings import Settings
from contextthrift.tokens.number import shown, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

OnOrphan: TypeAlias = Literal["repair", "error"]
"""What happens to a result without a call and a call without a result."""

Order: TypeAlias = Literal["age", "relevance"]
"""By what the units of earlier turns go."""

SUMMARY_ID: Final = "__compact-summary"


def is_summary(message: Any) -> bool:
    """Whether a message's id is ``__compact-summary``."""
    found = message.get("id") if isinstance(message, dict) else getattr(message, "id", None)
    return bool(found == SUMMARY_ID)


@dataclass(frozen=True, slots=True, kw_only=True)
class FitPolicy(Settings):
    """The choices behind :func:`fit`; the defaults suit a chat or an agent that calls tools."""

    keep_first_user: bool = True
    """The first user message goes last of all messages; it is usually the task."""
    gap_note: bool = True
    """A short note in a user's message says that messages before it were left out."""
    this_turn_result_keep: int = 3
    """How many of the current turn's newest tool results stay whole in the first round."""
    order: Order = "age"
    """``relevance``: single units of earlier turns go by their score, for the query or ``auto``."""
    keep_last_turns: int = 0
    """How many of the newest turns before the current one are never left out; results can become stubs."""
    max_argument_tokens: int | None = None
    """Arguments of earlier turns' calls that are larger than this are left out; None leaves them alone."""
    is_tool_output: Callable[[Any], object] | None = None
    """User messages that hold the output of a tool: they begin no turn and can become stubs."""
    memory_template: str = "- {content}"
    """How a memory is written in the context block; it may name ``content``, ``importance`` and ``id``."""
    passage_template: str = "- {content}"
    """How a passage is written in the context block; it may name ``content``, ``score`` and ``id``."""
    on_orphan: OnOrphan = "repair"
    """``error`` raises where a result has no call or a call no result."""
    is_pinned: Callable[[Any], object] | None = None
    """Messages that always stay, each with its unit."""
    is_summary: Callable[[Any], object] = is_summary
    """The summary of older history: it is in no turn and always stays."""
    tool_rank: Callable[[str], float] | None = None
    """A tool's name to its rank; the lowest is left out first."""
    protected_tools: Iterable[str] = ()
    """Tools that are left out after all others."""

    def __post_init__(self) -> None:
        """Checks every choice, so that a wrong one is told at once and not when something must be cut.

        Raises:
            InvalidArgument: a number or a word that cannot be meant; the message names it.
            WrongType: something else than a function, a truth value or a list of names.
        """
        for name in ("this_turn_result_keep", "keep_last_turns"):
            whole_number(getattr(self, name), f"policy.{name}")
        if self.max_argument_tokens is not None:
            whole_number(self.max_argument_tokens, "policy.max_argument_tokens")
        check_template(self.memory_template, "policy.memory_template", "importance")
        check_template(self.passage_template, "policy.passage_template", "score")
        if self.on_orphan not in ("repair", "error"):
            raise InvalidArgument(
                f"policy.on_orphan is {shown(self.on_orphan)}; it must be 'repair' or 'error'"
            )
        if self.order not in ("age", "relevance"):
            raise InvalidArgument(f"policy.order is {shown(self.order)}; it must be 'age' or 'relevance'")
        for name in ("keep_first_user", "gap_note"):
            if not isinstance(getattr(self, name), bool):
                raise WrongType(f"policy.{name} is {shown(getattr(self, name))}; it must be True or False")
        for name in ("is_pinned", "is_summary", "is_tool_output", "tool_rank"):
            _check_function(getattr(self, name), f"policy.{name}", is_optional=name != "is_summary")
        object.__setattr__(self, "protected_tools", names(self.protected_tools, "policy.protected_tools"))


def _check_function(value: object, name: str, *, is_optional: bool) -> None:
    if value is None and is_optional:
        return
    if not callable(value):
        raise WrongType(f"{name} is {shown(value)}; it must be a function")
    if iscoroutinefunction(value):
        raise WrongType(f"{name} is an async function; it must answer at once")
