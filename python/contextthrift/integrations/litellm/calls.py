"""Calls of litellm whose arguments are fitted first."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

import litellm
from litellm.exceptions import ContextWindowExceededError

from contextthrift.exceptions import WindowRefused, WrongType
from contextthrift.fit.whole import WholeRequest
from contextthrift.formats.field import kind_of
from contextthrift.integrations.fitting import FitOptions
from contextthrift.integrations.litellm.window import seen_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from contextthrift.integrations.fitting import Seen

DEFAULTS: Final = FitOptions()
"""Windows and encodings by the models' names."""

is_fitted: ContextVar[bool] = ContextVar("contextthrift_is_fitted", default=False)
"""Whether the call of litellm that is being made was fitted before it was made."""


def fit_arguments(arguments: Mapping[str, Any], options: FitOptions = DEFAULTS) -> dict[str, Any]:
    """The arguments of a call of litellm as they fit: ``litellm.completion(**fit_arguments(arguments))``.

    Takes those of ``completion`` and ``responses`` and of what is named after them. It differs from
    :func:`contextthrift.fit_request` in what it knows of a model: besides our table it reads litellm's, a
    deployment's ``model_info`` and ``base_model``, and ``num_ctx``.

    Raises:
        WindowRefused: even the least does not fit.
        InvalidArgument: nobody knows the window; local servers have it from ``num_ctx`` or ``options``.
        InvalidMessages: a message that cannot be read; the error names its index.

    >>> arguments = {"model": "openai/gpt-4o", "messages": [{"role": "user", "content": "hi"}], "seed": 1}
    >>> fit_arguments(arguments) == arguments
    True
    """
    whole = WholeRequest.of(arguments)
    return fitted_whole(whole, seen_in(arguments, reply=whole.max_output), options)


def fitted_whole(whole: WholeRequest, seen: Seen, options: FitOptions) -> dict[str, Any]:
    """The same of arguments in which messages were found, for a model of which ``seen`` tells."""
    fitted = checked_options(options).fitted(
        whole.messages,
        seen,
        format=whole.format,
        system=whole.system,
        tools=whole.tools,
        tool_choice=whole.tool_choice,
        response_format=whole.schema,
        goes_on=whole.goes_on,
    )
    return whole.fitted(fitted)


def checked_options(options: FitOptions) -> FitOptions:
    """The options themselves.

    Raises:
        WrongType: they are something else.
    """
    if not isinstance(options, FitOptions):
        raise WrongType(f"the options are {kind_of(options)}; they must be FitOptions(...)")
    return options


def completion(
    model: str, messages: Sequence[Any], *, fit_options: FitOptions = DEFAULTS, **arguments: Any
) -> Any:
    """``litellm.completion`` with what fits the model's window; every other argument is passed on.

    Raises:
        ContextWindowExceededError: of litellm, as where a provider refuses: even the least does not fit.
        InvalidArgument, InvalidMessages: as :func:`fit_arguments`.
    """
    fitted = _fitted(arguments | {"model": model, "messages": messages}, fit_options)
    token = is_fitted.set(True)
    try:
        return litellm.completion(**fitted)
    finally:
        is_fitted.reset(token)


async def acompletion(
    model: str, messages: Sequence[Any], *, fit_options: FitOptions = DEFAULTS, **arguments: Any
) -> Any:
    """``litellm.acompletion`` likewise; the fit runs in a thread, so that the event loop goes on."""
    given = arguments | {"model": model, "messages": messages}
    return await litellm.acompletion(**await asyncio.to_thread(_fitted, given, fit_options))


def _fitted(arguments: dict[str, Any], options: FitOptions) -> dict[str, Any]:
    try:
        return fit_arguments(arguments, options)
    except WindowRefused as refused:
        raise exceeded(refused, arguments["model"]) from refused


def exceeded(refused: WindowRefused, model: str) -> Exception:
    """A refusal in litellm's words: its router goes on to the model's ``context_window_fallbacks``."""
    provider, _, rest = model.partition("/")
    error: Exception = ContextWindowExceededError(
        message=str(refused), model=model, llm_provider=provider if rest else ""
    )
    return error
