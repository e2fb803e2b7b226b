"""``fit``: a provider's own messages in, messages that fit its window out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from contextthrift.exceptions import WrongType
from contextthrift.fit.apply import applied, cuts, stages
from contextthrift.fit.ladder import climb
from contextthrift.fit.limits import Limits, known_model, measure_of
from contextthrift.fit.measure import Measure
from contextthrift.fit.policy import FitPolicy
from contextthrift.fit.request import Request
from contextthrift.fit.trace import FitTrace
from contextthrift.late import make_late

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.fit.fitted import Fitted
    from contextthrift.fit.ladder import Climb
    from contextthrift.formats.reading import Format
    from contextthrift.tokens import Encoding, Estimator, Model, OnError

_DEFAULT_POLICY: Final = FitPolicy()


def fit(
    messages: Sequence[Any],
    *,
    context_window: int | None = None,
    model: str | None = None,
    encoding: str | Encoding | None = None,
    estimate_tokens: Estimator | None = None,
    on_estimator_error: OnError = "raise",
    system: Any = None,
    tools: Any = None,
    tool_choice: Any = None,
    response_format: Any = None,
    output_reserve: float | None = None,
    format: str | Format = "auto",  # noqa: A002 - the word every user of message formats looks for
    memories: Sequence[Any] = (),
    retrievables: Sequence[Any] = (),
    query: str | None = None,
    goes_on: bool = False,
    policy: FitPolicy | None = None,
) -> Fitted:
    """Returns the messages that fit a window, valid for their provider, and the trace of what went.

    Pairs of tool calls and results are mended first; then cuts are made in one fixed order, each only
    while the total is over the budget. ``docs/fit.md`` has the order. The caller's list and messages
    are never changed: what was edited is a copy, everything else is the caller's own object.

    Args:
        messages: The messages of OpenAI chat, OpenAI Responses, Anthropic or Gemini, as dicts or as the
            SDK's objects.
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
        response_format: The request's output schema; counted, never cut.
        output_reserve: Tokens to leave for the reply. When not given: the longest reply of ``model``, at
            most a quarter of its window; 0 without ``model``.
        format: ``auto`` or the name of a format; for messages of another package an object with the methods
            of :class:`contextthrift.formats.reading.Format`.
        memories: Texts, or dicts or objects with ``content`` and perhaps ``importance``; what is kept of
            them is in the result's ``context_block``.
        retrievables: Passages: texts, or dicts or objects with ``content`` and perhaps ``score``; kept
            where memories are, and left out before them.
        query: What the user asks now: earlier turns that suit it less go first. ``"auto"`` takes what the
            user says in the current turn.
        goes_on: The messages go on from some that the provider has stored, as with OpenAI's
            ``previous_response_id``: a result whose call is not in the list answers one of those, and stays.
        policy: The choices behind the order of cuts.

    Returns:
        The result. Where even the least does not fit, ``fits`` is False and ``messages`` is that.

    Raises:
        InvalidMessages: messages or tools that cannot be read; the message names the index.
        InvalidArgument: a number or an option that cannot be meant; the message names it.
        UnknownModel: ``model`` is not known and its limits or its encoding are needed.
        MissingEstimator: nothing says how to measure text.
        EstimatorAnswer, WrongType: ``estimate_tokens`` answered something that is no count.

    >>> from contextthrift import fit
    >>> chat = [{"role": "user", "content": f"question {i}"} for i in range(3)]
    >>> chat = [message for turn in chat for message in (turn, {"role": "assistant", "content": "answer"})]
    >>> chat.append({"role": "user", "content": "and now?"})
    >>> fitted = fit(chat, context_window=34, encoding="o200k_base")
    >>> fitted.fits, fitted.dropped
    (True, (1, 2, 3))
    """
    policy = checked_policy(policy)
    has_measure = encoding is not None or estimate_tokens is not None
    known = known_model(model, is_needed=context_window is None or not has_measure)
    measure = Measure(measure_of("fit", known, encoding, estimate_tokens, on_estimator_error), known)
    limits = Limits.of(known, context_window, output_reserve, is_exact=measure.is_exact)
    request = Request.of(
        messages,
        measure,
        policy,
        system=system,
        tools=tools,
        response_format=response_format,
        format=format,
        model=model,
        memories=memories,
        retrievables=retrievables,
        query=query,
        goes_on=goes_on,
    )
    walked = climb(request, limits.budget, tool_choice)
    return finished(request, walked, limits, known, tool_choice)


def finished(
    request: Request, walked: Climb, limits: Limits, known: Model | None, tool_choice: Any
) -> Fitted:
    """The result of a request whose cuts are decided."""
    trace = FitTrace(
        model=known.name if known else None,
        window=limits.window,
        reserve=limits.reserve,
        reserve_source=limits.reserve_source,
        margin=limits.margin,
        budget=limits.budget,
        total_before=request.total,
        total_after=walked.total_after,
        encoding=request.measure.name,
        exact=request.is_exact,
        estimator_failures=request.measure.failures,
        stages=stages(request, walked),
        cuts=(),
        repairs=tuple(request.repairs),
        format=request.provider.name,
    )
    make_late(trace, cuts=partial(cuts, walked, request.listing.sources, request.context.items))
    return applied(request, walked, trace, tool_choice)


def count_messages(
    messages: Sequence[Any],
    *,
    model: str | None = None,
    encoding: str | Encoding | None = None,
    estimate_tokens: Estimator | None = None,
    system: Any = None,
    tools: Any = None,
    response_format: Any = None,
    format: str | Format = "auto",  # noqa: A002 - as in fit
) -> int:
    """The tokens of a request as :func:`fit` measures it: texts, framing, tools, the reply's priming.

    Nothing is repaired first. Arguments and errors are those of :func:`fit`.

    >>> count_messages([{"role": "user", "content": "Hello, world!"}], encoding="cl100k_base")
    11
    """
    return measured_request(
        messages,
        model=model,
        encoding=encoding,
        estimate_tokens=estimate_tokens,
        system=system,
        tools=tools,
        response_format=response_format,
        format=format,
    ).total


def measured_request(
    messages: Sequence[Any],
    *,
    model: str | None = None,
    encoding: str | Encoding | None = None,
    estimate_tokens: Estimator | None = None,
    **beside: Any,
) -> Request:
    """What :func:`count_messages` counts: it knows its total, and whether any of that is an estimate.

    Arguments and errors are those of :func:`count_messages`.

    >>> hello = [{"role": "user", "content": "Hello, world!"}]
    >>> measured_request(hello, encoding="cl100k_base", format="anthropic").is_exact
    False
    """
    known = known_model(model, is_needed=encoding is None and estimate_tokens is None)
    measure = Measure(measure_of("count_messages", known, encoding, estimate_tokens), known)
    return Request.of(messages, measure, _DEFAULT_POLICY, model=model, repairs=False, **beside)


def checked_policy(policy: FitPolicy | None) -> FitPolicy:
    """The policy, or the default one.

    Raises:
        WrongType: it is something else.
    """
    policy = _DEFAULT_POLICY if policy is None else policy
    if not isinstance(policy, FitPolicy):
        raise WrongType(f"policy is {type(policy).__name__}; it must be a FitPolicy")
    return policy
