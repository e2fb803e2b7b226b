"""``fit_request``: the arguments of an SDK's call in, arguments that fit out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from contextthrift.fit.door import fit
from contextthrift.fit.whole import WholeRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from contextthrift.fit.policy import FitPolicy
    from contextthrift.fit.trace import FitTrace
    from contextthrift.tokens import Encoding, Estimator, OnError


def fit_request(
    request: Mapping[str, Any],
    *,
    model: str | None = None,
    context_window: int | None = None,
    encoding: str | Encoding | None = None,
    estimate_tokens: Estimator | None = None,
    on_estimator_error: OnError = "raise",
    output_reserve: float | None = None,
    query: str | None = None,
    policy: FitPolicy | None = None,
    on_trace: Callable[[FitTrace], object] | None = None,
) -> dict[str, Any]:
    """Returns the arguments of a model call, fitted: ``client.messages.create(**fit_request(arguments))``.

    It takes those of OpenAI's ``chat.completions.create`` and ``responses.create``, of Anthropic's
    ``messages.create`` and of google-genai's ``generate_content``; arguments it does not know are left
    alone. Where no tool is left, ``tools``, ``tool_choice`` and what goes with them are left out together.

    Args:
        request: The call's arguments; never changed.
        model: The model whose limits and encoding are taken, if not the request's own ``model``.
        context_window: As in :func:`fit`.
        encoding: As in :func:`fit`.
        estimate_tokens: As in :func:`fit`.
        on_estimator_error: As in :func:`fit`.
        output_reserve: As in :func:`fit`; when not given, the longest reply that the request asks for.
        query: As in :func:`fit`.
        policy: As in :func:`fit`.
        on_trace: Is told what was cut, also where the request is refused.

    Returns:
        A new dict; messages and tools that were left alone are the caller's own objects.

    Raises:
        WindowRefused: even the least does not fit.
        UnknownFormat: it is no call of one of the SDKs.
        InvalidMessages, InvalidArgument, UnknownModel, MissingEstimator, EstimatorAnswer, WrongType: as
            in :func:`fit`.

    >>> request = {"model": "gpt-4o", "messages": [{"role": "user", "content": "hi"}], "temperature": 0}
    >>> fit_request(request) == request
    True
    """
    whole = WholeRequest.of(request)
    fitted = fit(
        whole.messages,
        model=request.get("model") if model is None else model,
        context_window=context_window,
        encoding=encoding,
        estimate_tokens=estimate_tokens,
        on_estimator_error=on_estimator_error,
        system=whole.system,
        tools=whole.tools,
        tool_choice=whole.tool_choice,
        response_format=whole.schema,
        output_reserve=whole.max_output if output_reserve is None else output_reserve,
        format=whole.format,
        query=query,
        goes_on=whole.goes_on,
        policy=policy,
    )
    if on_trace is not None:
        on_trace(fitted.trace)
    return whole.fitted(fitted.raise_for_refusal())
