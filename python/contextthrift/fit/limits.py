"""What of a window may be filled: a model's three limits, the reply's reserve, the margin of a guess."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from contextthrift.context.argument import rounded_up
from contextthrift.exceptions import InvalidArgument, MissingEstimator, UnknownModel, WrongType
from contextthrift.tokens import Encoding, default_reserve, find_model, get_encoding, prompt_limit
from contextthrift.tokens.number import whole_number
from contextthrift.tokens.registry import resolve_estimator

if TYPE_CHECKING:
    from contextthrift.tokens import Estimator, Model, OnError

ReserveSource: TypeAlias = Literal["given", "model", "none"]
"""Where the reserve comes from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The numbers that a fit keeps to, in tokens."""

    window: int
    """What prompt and reply may have together."""
    reserve: int
    """What stays free for the reply."""
    reserve_source: ReserveSource
    margin: int
    """What stays free because counts for the model are estimates."""
    budget: int
    """What may be filled."""

    @classmethod
    def of(
        cls, model: Model | None, context_window: int | None, output_reserve: float | None, *, is_exact: bool
    ) -> Limits:
        """The limits of a model, of a window that was given, or of both: the window given goes first.

        Raises:
            InvalidArgument: neither is given, or the reserve leaves nothing of the window.
        """
        if context_window is not None:
            window = whole_number(context_window, "context_window", least=1)
            model = model and replace(
                model,
                window=window,
                max_input=None,
                max_output=model.max_output and min(model.max_output, window),
            )
        elif model is None:
            raise InvalidArgument(
                "fit() needs context_window=, the model's window in tokens, or model=, a known model's name"
            )
        else:
            window = model.window
        reserve, source = _reserve(model, output_reserve)
        if reserve >= window:
            raise InvalidArgument(
                f"output_reserve is {reserve}; it must be below the context window, which is {window}"
            )
        room = window - reserve if model is None else model.input_budget(reserve)
        budget = prompt_limit(room, exact=model is None or is_exact)
        return cls(window=window, reserve=reserve, reserve_source=source, margin=room - budget, budget=budget)


def _reserve(model: Model | None, output_reserve: float | None) -> tuple[int, ReserveSource]:
    if output_reserve is not None:
        return rounded_up(output_reserve, "output_reserve"), "given"
    return default_reserve(model).tokens, "none" if model is None else "model"


def known_model(model: str | None, *, is_needed: bool) -> Model | None:
    """The model of that name; None without a name, or for an unknown one whose limits are not needed.

    Raises:
        UnknownModel: it is unknown and needed; the message offers near names.
        WrongType: the name is no string.
    """
    if model is None:
        return None
    try:
        return find_model(model)
    except UnknownModel:
        if is_needed:
            raise
        return None


def measure_of(
    function: str,
    model: Model | None,
    encoding: str | Encoding | None,
    estimate_tokens: Estimator | None,
    on_error: OnError = "raise",
) -> Encoding:
    """What measures text: the one that is given, else the model's own encoding.

    Raises:
        MissingEstimator: nothing says how to measure.
        InvalidArgument: two measures are given.
        WrongType: what is given measures nothing.
    """
    if encoding is not None and estimate_tokens is not None:
        raise InvalidArgument(f"{function}() takes one measure: encoding= or estimate_tokens=, not both")
    if callable(encoding):
        raise WrongType(f"encoding is {type(encoding).__name__}; a function belongs in estimate_tokens=")
    if estimate_tokens is not None:
        return resolve_estimator(estimate_tokens, function, on_error=on_error)
    if isinstance(encoding, Encoding):
        measure = encoding
    elif encoding is not None:
        measure = get_encoding(encoding)
    elif model is not None:
        measure = get_encoding(model.encoding)
    else:
        raise MissingEstimator(
            f"{function}() needs a measure of text: give model=, encoding= or estimate_tokens="
        )
    return resolve_estimator(measure, function, on_error=on_error)
