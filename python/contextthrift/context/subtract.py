"""The subtractive pass: measure in Python, decide in the core, apply in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from contextthrift import _native
from contextthrift.context.apply import apply
from contextthrift.context.argument import Ids, ids
from contextthrift.context.budget import resolve_budget
from contextthrift.context.flatten import FlatSet
from contextthrift.context.measure import Batch
from contextthrift.context.options import (
    DEFAULT_THIS_TURN_RESULT_KEEP,
    MessagePredicate,
    PassOptions,
    is_ephemeral,
    is_summary,
)
from contextthrift.context.shortlist import RenderTools, ShedRank, Shortlist
from contextthrift.context.toolshed import ToolSheds
from contextthrift.context.trace import NOTES, BucketTrace, ThriftTrace
from contextthrift.tokens import DEFAULT_ENCODING
from contextthrift.tokens.number import whole_number
from contextthrift.tokens.registry import resolve_estimator

if TYPE_CHECKING:
    from collections.abc import Iterable

    from contextthrift.context.items import WorkingSetLike
    from contextthrift.tokens import Encoding, Estimator, OnError


def subtract_to_fit(
    ws: WorkingSetLike,
    window: int,
    relevant_tool_names: Iterable[str],
    *,
    estimate_tokens: Estimator | None = None,
    encoding: str = DEFAULT_ENCODING,
    on_estimator_error: OnError = "raise",
    output_reserve: float | None = None,
    reserve_fraction: float = _native.DEFAULT_RESERVE_FRACTION,
    strip_prior_turn_thoughts: bool = True,
    keep_thought_ids: Ids | Iterable[str] | None = None,
    protect_thought_ids: Ids | Iterable[str] | None = None,
    render_tools: RenderTools | None = None,
    render_ctx: object = None,
    protected_tool_names: Ids | Iterable[str] | None = None,
    shed_rank: ShedRank | None = None,
    is_ephemeral_message: MessagePredicate = is_ephemeral,
    is_summary_message: MessagePredicate = is_summary,
    this_turn_result_keep: int = DEFAULT_THIS_TURN_RESULT_KEEP,
) -> ThriftTrace:
    """Takes out of a working set what does not fit in ``window`` tokens, and says what and why.

    The order is fixed: thoughts of earlier turns and tools off the shortlist go in any case; then,
    one at a time and only while the total is over the budget: the image, tool results, passages,
    memories, messages, thoughts, tools. Each item is measured exactly once. ``docs/thrift.md``
    describes every step.

    Args:
        ws: A :class:`WorkingSet` or an object with its attributes. Its lists are sorted and
            shortened, ``image.kept`` is written, the registry is told what to hide; items are never
            changed. Everything is read, measured and planned before anything is changed, so an
            exception on the way there leaves it as it was.
        window: The model's window in tokens.
        relevant_tool_names: The names of the tools this dispatch may see.
        estimate_tokens: Required: an encoding, its name, or a function of a text and an encoding
            name. A fraction is rounded up.
        encoding: The name handed to a function and to contents that estimate themselves.
        on_estimator_error: ``fallback`` measures by the estimate ``claude`` what the function fails
            for, and the trace says how often.
        output_reserve: Tokens to leave for the reply.
        reserve_fraction: The share of the window to leave when ``output_reserve`` is not given.
        strip_prior_turn_thoughts: Drop all thoughts but those in ``keep_thought_ids`` first.
        keep_thought_ids: Ids of the thoughts that survive that.
        protect_thought_ids: Ids of the thoughts that are not shed later either.
        render_tools: How a list of tools becomes one text; without it each tool costs its name and
            its description.
        render_ctx: The live context for contents that render or estimate themselves.
        protected_tool_names: Tools that go after all others.
        shed_rank: A tool's name to its rank; the lowest goes first.
        is_ephemeral_message: Which messages are control messages.
        is_summary_message: Which messages are summaries and stay.
        this_turn_result_keep: How many of this turn's newest results stay.

    Returns:
        The trace. Where even the least does not fit, ``trace.fits`` is False; nothing is raised.

    Raises:
        MissingEstimator: ``estimate_tokens`` was left out.
        InvalidArgument: a number that cannot be meant; the message names the argument or the item.
        EstimatorAnswer: an estimate that is no count; the message names the item.
        WrongType: a value of a type that cannot be read; the message names it.

    >>> from contextthrift import Message, WorkingSet, subtract_to_fit
    >>> ws = WorkingSet(
    ...     system_prompt="Be brief.",
    ...     messages=[Message(id=f"m{i}", content="word " * 10, created_at_ms=i) for i in range(5)],
    ... )
    >>> trace = subtract_to_fit(ws, 40, [], estimate_tokens="cl100k_base", output_reserve=0)
    >>> trace.fits, trace.total_after, [message.id for message in ws.messages]
    (True, 36, ['m2', 'm3', 'm4'])
    """
    measure = resolve_estimator(estimate_tokens, "subtract_to_fit", encoding, on_estimator_error)
    options = PassOptions(
        budget=resolve_budget(window, output_reserve, reserve_fraction),
        window=whole_number(window, "window"),
        strips_thoughts=strip_prior_turn_thoughts,
        keep_thought_ids=ids(keep_thought_ids, "keep_thought_ids"),
        protect_thought_ids=ids(protect_thought_ids, "protect_thought_ids"),
        render_tools=render_tools,
        protected_tool_names=ids(protected_tool_names, "protected_tool_names"),
        shed_rank=shed_rank,
        is_ephemeral_message=is_ephemeral_message,
        is_summary_message=is_summary_message,
        this_turn_result_keep=whole_number(this_turn_result_keep, "this_turn_result_keep"),
    )
    flat = FlatSet.of(ws, Shortlist(ws.tools, relevant_tool_names), options, Batch(measure, render_ctx))
    plan = flat.plan()
    sheds = ToolSheds.of(flat, plan)
    trace = _trace(flat, plan, sheds, measure)
    apply(ws, flat, plan, sheds)
    return trace


def _trace(flat: FlatSet, plan: _native.SubtractPlan, sheds: ToolSheds, measure: Encoding) -> ThriftTrace:
    options, thoughts, tools = flat.options, flat.thoughts, flat.tools
    shed_rows = dict(zip(_native.BUCKETS, plan.rows, strict=True))
    shed_rows["tools-shed"] = (
        tools.visible_tokens,
        sheds.tokens_after,
        len(flat.shortlist.visible),
        len(flat.shortlist.visible) - len(sheds.names),
    )
    if not flat.tool_calls:
        del shed_rows["toolCalls"]
    rows = {
        "thoughts": (thoughts.tokens_before, thoughts.tokens_kept, thoughts.count_before, len(thoughts.kept)),
        "tools": (
            tools.all_tokens,
            tools.visible_tokens,
            len(flat.shortlist.registered),
            len(flat.shortlist.visible),
        ),
    }
    if flat.size_unknown:
        rows["retrievables-size-unknown"] = (0, 0, len(flat.size_unknown), 0)
    row_ids = {
        "retrievables-size-unknown": flat.size_unknown_ids(),
        "retrievables": flat.shed_retrievable_ids(plan.retrievables),
    }
    notes = NOTES | {"thoughts": thoughts.note}
    return ThriftTrace(
        window=options.window,
        reserve=options.window - options.budget,
        budget=options.budget,
        total_before=flat.total_before(plan.total_before),
        total_after=sheds.total_after,
        estimator_failures=measure.counter.failures,
        rows=tuple(
            BucketTrace(
                name=name,
                tokens_before=row[0],
                tokens_after=row[1],
                count_before=row[2],
                count_after=row[3],
                note=notes.get(name),
                ids=row_ids.get(name),
            )
            for name, row in (rows | shed_rows).items()
        ),
    )
