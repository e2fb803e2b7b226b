"""``plan_batch``: the ladder on conversations that are measured already, as flat arrays."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from contextthrift import _native
from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.fit.door import checked_policy
from contextthrift.fit.plain import asks
from contextthrift.fit.threads import thread_count
from contextthrift.tokens.number import LARGEST

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from contextthrift.fit.policy import FitPolicy


class MessageKind(IntEnum):
    """What a message is to the ladder; ``docs/fit.md`` has the words."""

    SYSTEM = 0
    """System and developer messages: they stay."""
    USER = 1
    ASSISTANT = 2
    """The assistant speaks and calls no tool."""
    CALL = 3
    """The assistant calls tools; the results stand directly behind it."""
    RESULT = 4
    ASIDE = 5
    """What else the user says among the results."""
    SUMMARY = 6
    """The summary of older history: it stays."""


class Change(IntEnum):
    """What becomes of a message."""

    STAYS = 0
    STUB = 1
    """A result becomes a stub."""
    NOTE = 2
    """A user's message gets the gap note."""
    LEFT_OUT = 3


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BatchPlan:
    """What became of each message of a batch, and of each conversation."""

    changes: NDArray[np.uint8]
    """One :class:`Change` for each message."""
    total_before: NDArray[np.uint64]
    """Tokens of each conversation before any cut."""
    total_after: NDArray[np.uint64]
    """Tokens of what stays of it."""
    fits: NDArray[np.bool_]
    """Whether that is within its budget; where it is not, it is the least that costs alone can reach."""

    def __repr__(self) -> str:
        """Counts and totals in one line."""
        before, after = (int(sum(each.tolist())) for each in (self.total_before, self.total_after))
        fitting = f"{int(self.fits.sum()):,} of {self.fits.size:,} conversations fit"
        kept = f"{int(self.kept.sum()):,} of {self.changes.size:,} messages kept"
        return f"<BatchPlan {fitting}, {kept}, {before:,} -> {after:,} tokens>"

    @property
    def kept(self) -> NDArray[np.bool_]:
        """For each message whether it stays, changed or not."""
        kept: NDArray[np.bool_] = self.changes != Change.LEFT_OUT
        return kept


def plan_batch(
    offsets: ArrayLike,
    costs: ArrayLike,
    kinds: ArrayLike,
    *,
    budgets: ArrayLike,
    fixed: ArrayLike = 0,
    stubs: ArrayLike | None = None,
    noted: ArrayLike | None = None,
    pinned: ArrayLike | None = None,
    policy: FitPolicy | None = None,
    threads: int | None = None,
) -> BatchPlan:
    """Plans the cuts of many conversations whose messages are measured already, without the GIL.

    The conversations stand one behind the other. Columns are anything that numpy makes a one-dimensional
    array of; arrays of uint64, and of uint8 for ``kinds``, are not copied. Nothing is repaired: results
    stand behind their calls.

    Args:
        offsets: Where each conversation begins in the columns, and last where the last one ends.
        costs: Tokens of each message.
        kinds: One :class:`MessageKind` for each message.
        budgets: The most tokens of a conversation, one number for all or for each one.
        fixed: Tokens that a conversation always has beside its messages, likewise.
        stubs: Tokens of each message once its content is a stub; when not given nothing becomes one.
        noted: Tokens of each message with a gap note in it; when not given nothing gets one.
        pinned: For each message whether it always stays, with its unit.
        policy: Of it counts what needs no message: ``keep_first_user``, ``this_turn_result_keep``,
            ``keep_last_turns``.
        threads: How many threads work at most; when not given as many as there are cores.

    Returns:
        What becomes of each message. A conversation that does not fit comes down to the floor; what
        :func:`fit` does beyond that, as shortening the newest results, needs their texts.

    Raises:
        InvalidArgument: a column that cannot be meant, or does not go with the others; the message names it.
        WrongType: ``policy`` asks functions about messages.

    >>> from contextthrift import MessageKind, plan_batch
    >>> kinds = [MessageKind.USER, MessageKind.ASSISTANT, MessageKind.USER] * 2
    >>> plan = plan_batch([0, 3, 6], [10, 90, 10, 10, 20, 10], kinds, budgets=50)
    >>> plan
    <BatchPlan 2 of 2 conversations fit, 5 of 6 messages kept, 150 -> 60 tokens>
    >>> plan.kept.tolist()
    [True, False, True, True, True, True]
    >>> plan.total_after.tolist(), plan.fits.tolist()
    ([20, 40], [True, True])
    """
    import numpy as np  # noqa: PLC0415 - numpy is imported only where an array is asked for

    policy = checked_policy(policy)
    if asks(policy) or policy.is_pinned is not None:
        raise WrongType("policy asks a function about messages, which plan_batch() does not see; see pinned=")
    ends = _tokens(offsets, "offsets")
    kind = _column(kinds, "kinds", np.uint8, len(MessageKind) - 1)
    cost = _tokens(costs, "costs", kind.size)
    _check_offsets(ends, kind.size)
    limit = _tokens(budgets, "budgets", ends.size - 1)
    flags: Any = np.zeros(kind.size, np.uint8)
    if pinned is not None:
        flags[_sized(np.asarray(pinned, dtype=bool), "pinned", kind.size)] = _native.FLAG_PINNED
    columns = (
        kind,
        flags,
        cost,
        cost if stubs is None else _tokens(stubs, "stubs", kind.size),
        cost if noted is None else _tokens(noted, "noted", kind.size),
    )
    try:
        changes, before, after = _native.change_conversations(
            ends,
            columns,
            _tokens(fixed, "fixed", ends.size - 1),
            limit,
            policy.keep_first_user,
            policy.this_turn_result_keep,
            policy.keep_last_turns,
            thread_count(threads),
        )
    except OverflowError as error:
        raise InvalidArgument(str(error)) from error
    total_after = np.frombuffer(after, np.uint64)
    return BatchPlan(
        changes=np.frombuffer(changes, np.uint8),
        total_before=np.frombuffer(before, np.uint64),
        total_after=total_after,
        fits=total_after <= limit,
    )


def _tokens(values: ArrayLike, name: str, size: int | None = None) -> Any:
    """Whole numbers as a native column; one number stands for ``size`` of them."""
    import numpy as np  # noqa: PLC0415 - as above

    column = _column(values, name, np.uint64, LARGEST)
    if size is None:
        return column
    return _sized(np.repeat(column, size) if np.ndim(values) == 0 else column, name, size)


def _column(values: ArrayLike, name: str, kind: Any, largest: int) -> Any:
    import numpy as np  # noqa: PLC0415 - as above

    given = np.atleast_1d(np.asarray(values))
    if given.ndim != 1 or not (given.size == 0 or np.issubdtype(given.dtype, np.integer)):
        what = f"{given.ndim}-dimensional and of {given.dtype}"
        raise InvalidArgument(f"{name} is {what}; it must be whole numbers in a row")
    if given.size and (given.min() < 0 or given.max() > largest):
        at = int(np.flatnonzero((given < 0) | (given > largest))[0])
        raise InvalidArgument(f"{name}[{at}] is {given[at]}; it must be from 0 to {largest}")
    return np.ascontiguousarray(given, dtype=kind)


def _sized(column: Any, name: str, size: int) -> Any:
    if column.shape != (size,):
        raise InvalidArgument(f"{name} has {column.size} values; it must have {size}")
    return column


def _check_offsets(ends: Any, messages: int) -> None:
    if ends.size == 0 or ends[0] != 0 or ends[-1] != messages or (ends[1:] < ends[:-1]).any():
        raise InvalidArgument(f"offsets must rise from 0 to the number of messages, which is {messages}")
