"""``fit``: a provider's own messages in, messages that fit its window out."""

from __future__ import annotations

from collections.abc import Sized
from itertools import groupby
from typing import TYPE_CHECKING, Any

from contextthrift.exceptions import UnsupportedOption, WrongType
from contextthrift.fit.fitted import Fitted
from contextthrift.fit.ladder import Climb, Step, climb, stub_of
from contextthrift.fit.limits import Limits, known_model, measure_of
from contextthrift.fit.measure import Measure
from contextthrift.fit.policy import FitPolicy
from contextthrift.fit.request import Request
from contextthrift.fit.trace import Cut, FitTrace, StageTrace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.tokens import Encoding, Estimator, OnError


def fit(
    messages: Sequence[Any],
    *,
    context_window: int | None = None,
    model: str | None = None,
    encoding: str | Encoding | None = None,
    estimate_tokens: Estimator | None = None,
    on_estimator_error: OnError = "raise",
    system: str | None = None,
    tools: Sequence[Any] | None = None,
    tool_choice: Any = None,
    output_reserve: float | None = None,
    format: str = "auto",  # noqa: A002 - the word every user of message formats looks for
    memories: Sequence[Any] = (),
    retrievables: Sequence[Any] = (),
    query: str | None = None,
    policy: FitPolicy | None = None,
) -> Fitted:
    """Returns the messages that fit a window, valid for their provider, and the trace of what went.

    Pairs of tool calls and results are mended first; then cuts are made in one fixed order, each only
    while the total is over the budget. ``docs/fit.md`` has the order. The caller's list and messages
    are never changed: what was edited is a copy, everything else is the caller's own object.

    Args:
        messages: A list of OpenAI chat messages, as dicts or as the SDK's objects.
        context_window: The model's window in tokens; it goes before what is known of ``model``.
        model: The model's name: it gives window, longest input, longest reply and encoding. One that is
            not known needs ``context_window`` and a measure.
        encoding: The encoding that measures text, or its name.
        estimate_tokens: Instead of ``encoding``: a function of a text and an encoding name, or an
            object with ``estimate_batch(texts)``.
        on_estimator_error: ``fallback`` measures by the estimate ``claude`` what the function fails
            for, and the trace says how often.
        system: A system prompt that is sent beside the messages; counted, never cut.
        tools: The tools' definitions; counted, and cut last.
        tool_choice: The request's tool choice; a tool it names is never left out.
        output_reserve: Tokens to leave for the reply. When not given: the longest reply of ``model``, at
            most a quarter of its window; 0 without ``model``.
        format: ``auto`` or the name of a format.
        memories: Not supported yet.
        retrievables: Not supported yet.
        query: Not supported yet.
        policy: The choices behind the order of cuts.

    Returns:
        The result. Where even the least does not fit, ``fits`` is False and ``messages`` is that.

    Raises:
        InvalidMessages: messages or tools that cannot be read; the message names the index.
        InvalidArgument: a number or an option that cannot be meant; the message names it.
        UnknownModel: ``model`` is not known and its limits or its encoding are needed.
        MissingEstimator: nothing says how to measure text.
        EstimatorAnswer, WrongType: ``estimate_tokens`` answered something that is no count.
        UnsupportedOption: an option of a later version; the message names it.

    >>> from contextthrift import fit
    >>> chat = [{"role": "user", "content": f"question {i}"} for i in range(3)]
    >>> chat = [message for turn in chat for message in (turn, {"role": "assistant", "content": "answer"})]
    >>> chat.append({"role": "user", "content": "and now?"})
    >>> fitted = fit(chat, context_window=34, encoding="o200k_base")
    >>> fitted.fits, fitted.dropped
    (True, (1, 2, 3))
    """
    _refuse_unsupported(memories=memories, retrievables=retrievables, query=query)
    policy = _checked_policy(policy)
    has_measure = encoding is not None or estimate_tokens is not None
    known = known_model(model, is_needed=context_window is None or not has_measure)
    measure = Measure(measure_of("fit", known, encoding, estimate_tokens, on_estimator_error), known)
    limits = Limits.of(known, context_window, output_reserve, is_exact=measure.is_exact)
    request = Request.of(messages, measure, policy, system=system, tools=tools, format=format)
    walked = climb(request, limits.budget, request.provider.forced_tools(tool_choice))
    trace = FitTrace(
        model=known.name if known else None,
        window=limits.window,
        reserve=limits.reserve,
        reserve_source=limits.reserve_source,
        margin=limits.margin,
        budget=limits.budget,
        total_before=request.total,
        total_after=walked.total_after,
        encoding=measure.name,
        exact=request.is_exact,
        estimator_failures=measure.failures,
        stages=_stages(request, walked),
        cuts=tuple(_cut(request, step) for step in walked.steps),
        repairs=tuple(request.repairs),
    )
    return _fitted(request, walked, trace, tools, tool_choice)


def count_messages(
    messages: Sequence[Any],
    *,
    model: str | None = None,
    encoding: str | Encoding | None = None,
    estimate_tokens: Estimator | None = None,
    system: str | None = None,
    tools: Sequence[Any] | None = None,
    format: str = "auto",  # noqa: A002 - as in fit
) -> int:
    """The tokens of a request as :func:`fit` measures it: texts, framing, tools, the reply's priming.

    Nothing is repaired first. Arguments and errors are those of :func:`fit`.

    >>> count_messages([{"role": "user", "content": "Hello, world!"}], encoding="cl100k_base")
    11
    """
    known = known_model(model, is_needed=encoding is None and estimate_tokens is None)
    measure = Measure(measure_of("count_messages", known, encoding, estimate_tokens), known)
    policy = FitPolicy()
    request = Request.of(messages, measure, policy, system=system, tools=tools, format=format, repairs=False)
    return request.total


def _refuse_unsupported(**options: Any) -> None:
    for name, value in options.items():
        is_empty = value is None or (
            isinstance(value, Sized) and not isinstance(value, str) and not len(value)
        )
        if not is_empty:
            raise UnsupportedOption(f"fit() does not support {name}= yet; leave it out")


def _checked_policy(policy: FitPolicy | None) -> FitPolicy:
    policy = FitPolicy() if policy is None else policy
    if not isinstance(policy, FitPolicy):
        raise WrongType(f"policy is {type(policy).__name__}; it must be a FitPolicy")
    return policy


def _stages(request: Request, walked: Climb) -> tuple[StageTrace, ...]:
    stages = []
    total = request.total
    for name, group in groupby(walked.steps, key=lambda step: step.stage):
        steps = list(group)
        after = total - sum(step.before - step.after for step in steps)
        cuts = len({step.place for step in steps if step.action != "note"})
        stages.append(StageTrace(name=name, cuts=cuts, total_before=total, total_after=after))
        total = after
    return tuple(stages)


def _cut(request: Request, step: Step) -> Cut:
    source = step.place if step.stage == "tools" else request.entries[step.place].source
    return Cut(
        stage=step.stage,
        step=step.number,
        action=step.action,
        index=-1 if source is None else source,
        tokens_before=step.before,
        tokens_after=step.after,
    )


def _fitted(
    request: Request, walked: Climb, trace: FitTrace, tools: Sequence[Any] | None, tool_choice: Any
) -> Fitted:
    """Applies the steps to copies."""
    provider, entries = request.provider, request.entries
    kept: dict[int, Any] = {place: entry.message for place, entry in enumerate(entries)}
    left_out: set[int] = set()
    stubbed: dict[int, None] = {}
    dropped = [mended.index for mended in request.repairs if mended.action == "dropped"]
    for step in walked.steps:
        entry = entries[step.place] if step.stage != "tools" else None
        if entry is None:
            left_out.add(step.place)
        elif step.action == "drop":
            del kept[step.place]
            stubbed.pop(step.place, None)
            dropped += [] if entry.source is None else [entry.source]
        elif step.action == "note":
            kept[step.place] = provider.with_note(entry.message)
        elif step.action == "unnote":
            kept[step.place] = entry.message
        else:
            kept[step.place] = provider.with_result(entry.message, step.text or stub_of(entry))
            if step.action == "stub":
                stubbed[step.place] = None
    shown = [tool for place, tool in enumerate(request.tools) if place not in left_out]
    has_tools = bool(shown) or not left_out
    return Fitted(
        messages=list(kept.values()),
        tools=shown if tools is not None and has_tools else None,
        tool_choice=tool_choice if shown else None,
        context_block=None,
        trace=trace,
        dropped=tuple(sorted(dropped)),
        stubbed=tuple(sorted(index for place in stubbed if (index := entries[place].source) is not None)),
    )
