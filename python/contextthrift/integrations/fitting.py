"""What every integration shares: the caller's choices, and what a framework knows of its model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any, Final

from contextthrift.exceptions import InvalidArgument, MissingTokenizer, UnknownModel, WrongType
from contextthrift.fit import FitPolicy, Fitted, fit
from contextthrift.settings import Settings
from contextthrift.tokens import find_model, get_encoding

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from contextthrift.fit import FitTrace
    from contextthrift.formats.reading import Format
    from contextthrift.tokens import Encoding, Estimator, Model, OnError

UPWARD: Final = "claude"
"""The measure for a model that we do not know: an estimate that leans upwards."""

RESERVE_DIVISOR: Final = 4
"""The share of a window that only the framework knows which is kept for a reply nobody sized, as for ours."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """What a framework knows of the model that a request goes to."""

    name: str | None = None
    """Its name."""
    window: int | None = None
    """Its window in tokens; taken where the name is not one we know."""
    is_set: bool = False
    """The window is how the model was opened, as a local server is told one: it goes before the name's."""
    most_reply: int | None = None
    """The longest reply it can give, in tokens."""
    reply: int | None = None
    """The longest reply that this request asks for, in tokens."""


@dataclass(kw_only=True, eq=False)
class FitOptions(Settings):
    """The choices of :func:`contextthrift.fit` that hold for every request; all may be left out.

    It is not frozen because hooks inherit from it and from the frameworks' own dataclasses, which are not.

    Raises:
        InvalidArgument, UnknownModel, WrongType: a choice that cannot be meant, told when the hook is made.
    """

    model: str | None = None
    """Whose limits and encoding to take, instead of the model's that the framework calls."""
    context_window: int | None = None
    """The window in tokens; it goes before everything that is known of a model."""
    encoding: str | Encoding | None = None
    """What measures text, or its name; otherwise the model's own, or an estimate that leans upwards."""
    estimate_tokens: Estimator | None = None
    """Instead of ``encoding``: a function of a text and an encoding name."""
    on_estimator_error: OnError = "raise"
    """``fallback`` measures by an estimate what the function fails for."""
    output_reserve: float | None = None
    """Tokens to leave for the reply; otherwise what the request asks for, or the model's longest reply."""
    query: str | None = None
    """By what earlier turns are ranked; ``"auto"`` takes what the user says in the current turn."""
    policy: FitPolicy | None = None
    """The choices behind the order of cuts."""
    on_trace: Callable[[FitTrace], object] | None = None
    """Is told what was cut, before each request and also where it is refused."""

    def __post_init__(self) -> None:
        """Tries the choices on an empty list."""
        if self.on_trace is not None and not callable(self.on_trace):
            raise WrongType(f"on_trace is {type(self.on_trace).__name__}; it must be a function of a trace")
        if iscoroutinefunction(self.on_trace):
            raise WrongType("on_trace is an async function; it must answer at once")
        self._fit([], Seen(window=self.context_window or 1_000_000), format="openai")

    def fitted(
        self,
        messages: Sequence[Any],
        seen: Seen,
        *,
        format: str | Format,  # noqa: A002 - as in fit
        system: Any = None,
        tools: Any = None,
        tool_choice: Any = None,
        response_format: Any = None,
        goes_on: bool = False,
        is_summary: Callable[[Any], bool] | None = None,
        stays: Callable[[Any], bool] | None = None,
    ) -> Fitted:
        """What is left of a request; the trace has been told.

        ``is_summary`` names the messages that the framework itself made of older history, ``stays`` those
        that it cannot do without.

        Raises:
            WindowRefused: even the least does not fit.
            InvalidArgument: nobody knows the window.
            InvalidMessages: a message that cannot be read; the error names its index.
        """
        fitted = self._fit(
            messages,
            seen,
            format=format,
            system=system,
            tools=tools,
            tool_choice=tool_choice,
            response_format=response_format,
            goes_on=goes_on,
            policy=_with_the_frameworks(self.policy or FitPolicy(), is_summary, stays),
        )
        if self.on_trace is not None:
            self.on_trace(fitted.trace)
        return fitted.raise_for_refusal()

    def _fit(self, messages: Sequence[Any], seen: Seen, **beside: Any) -> Fitted:
        name = self.model if self.model is not None else seen.name
        known = self._known(name)
        window = self.context_window
        reserve = seen.reply if self.output_reserve is None else self.output_reserve
        if window is None and (seen.is_set or known is None):
            window = seen.window
            if window is None:
                raise InvalidArgument(_no_window(name))
            if reserve is None and known is None:
                reserve = min(seen.most_reply or window, window // RESERVE_DIVISOR)
        return fit(
            messages,
            model=name if known else None,
            context_window=window,
            encoding=self._encoding(known),
            estimate_tokens=self.estimate_tokens,
            on_estimator_error=self.on_estimator_error,
            output_reserve=reserve,
            query=self.query,
            **{"policy": self.policy, **beside},
        )

    def _known(self, name: str | None) -> Model | None:
        """What we know of the model; a name that the caller gives has to be known, or the window given."""
        if name is None:
            return None
        try:
            return find_model(name)
        except UnknownModel:
            if self.model is not None and self.context_window is None:
                raise
            return None

    def _encoding(self, known: Model | None) -> str | Encoding | None:
        """The caller's measure; else the model's own, unless that is a tokenizer that is not here."""
        if self.encoding is not None or self.estimate_tokens is not None:
            return self.encoding
        if known is None:
            return UPWARD
        try:
            return get_encoding(known.encoding)
        except MissingTokenizer:
            return UPWARD


def _with_the_frameworks(
    policy: FitPolicy, is_summary: Callable[[Any], bool] | None, stays: Callable[[Any], bool] | None
) -> FitPolicy:
    """The policy that takes for summaries, and keeps, what either names."""
    summary, pinned = policy.is_summary, policy.is_pinned
    if is_summary is not None:
        policy = replace(policy, is_summary=lambda message: is_summary(message) or summary(message))
    if stays is not None:
        policy = replace(
            policy, is_pinned=lambda message: stays(message) or (pinned is not None and pinned(message))
        )
    return policy


def _no_window(name: str | None) -> str:
    """The message where nobody knows the window."""
    if name is None:
        return "the window of the model is not known; give context_window= in tokens, or model= with its name"
    return (
        f"the window of the model {name!r} is not known; give context_window= in tokens, "
        "or make the model known with register_model()"
    )
