"""What many conversations are fitted into: their limits and what is sent beside them, found out once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from contextthrift.exceptions import ContextThriftError
from contextthrift.fit.door import checked_policy
from contextthrift.fit.limits import Limits, known_model, measure_of
from contextthrift.fit.measure import Measure
from contextthrift.fit.plain import asks
from contextthrift.fit.policy import SUMMARY_ID, is_summary
from contextthrift.fit.request import Request
from contextthrift.formats.field import listed
from contextthrift.formats.plain_chat import format_and_chat
from contextthrift.once import once

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from contextthrift import _native
    from contextthrift.fit.policy import FitPolicy
    from contextthrift.tokens import Model

_ABOUT_LIMITS: Final = frozenset({"context_window", "output_reserve"})
_ABOUT_REQUEST: Final = frozenset({"system", "tools", "response_format"})
_OWN: Final = _ABOUT_LIMITS | _ABOUT_REQUEST | {"tool_choice"}
"""What a conversation may have of its own and still be fitted together with others."""
_ASK_FOR_MORE: Final = frozenset({"memories", "retrievables", "query"})
"""What of all conversations keeps them from being fitted together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What one conversation is fitted into."""

    request: Request
    """What is sent beside the messages, measured."""
    limits: Limits
    known: Model | None
    """The model, where it is known."""
    tool_choice: Any


@dataclass(frozen=True, slots=True)
class ReadChat:
    """A plain chat that was read at once, and what it is fitted into."""

    messages: list[Any]
    chat: _native.PlainChat
    encoding: str
    """By which the core counts its texts."""
    frame: Frame


class Frames:
    """The frames of conversations with the same arguments, but for what some have of their own."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        """Takes arguments of :func:`fit`.

        Raises:
            WrongType: the policy is none.
        """
        self.arguments = dict(arguments)
        self.policy: FitPolicy = checked_policy(arguments.get("policy"))

    @property
    def asks_the_caller(self) -> bool:
        """Whether functions of the caller's are asked about messages."""
        asks_of_messages = asks(self.policy) or self.policy.is_pinned is not None
        return asks_of_messages or self.arguments.get("estimate_tokens") is not None

    @once
    def known(self) -> Model | None:
        """The model, where it is known.

        Raises:
            UnknownModel: it is not, and its limits or its encoding are needed.
        """
        given = self.arguments
        is_needed = given.get("context_window") is None or given.get("encoding") is None
        return known_model(given.get("model"), is_needed=is_needed)

    @once
    def measure(self) -> Measure:
        """What measures the chats that :meth:`read` returns.

        Raises:
            MissingEstimator: nothing says how to measure text.
        """
        given = self.arguments
        on_error = given.get("on_estimator_error", "raise")
        encoding, estimate = given.get("encoding"), given.get("estimate_tokens")
        return Measure(measure_of("fit", self.known, encoding, estimate, on_error), self.known)

    def read(self, messages: Sequence[Any], own: Mapping[str, Any]) -> ReadChat | None:
        """The conversation, read at once; None of one that is fitted by itself, also where it is wrong."""
        encoding = self._encoding
        if encoding is None or not own.keys() <= _OWN:
            return None
        given = self.arguments
        try:
            frame = self._frame(own) if own else self._common
            every = listed(messages)
            name, model = given.get("format", "auto"), given.get("model")
            _, chat = format_and_chat(
                every, name, model, summary_id=SUMMARY_ID, is_summary=is_summary, encoding=encoding
            )
        except ContextThriftError:
            return None
        if chat is None or chat.odd or chat.parts:
            return None
        return ReadChat(every, chat, encoding, frame)

    @once
    def _encoding(self) -> str | None:
        """By which the core counts; None where more is asked than the texts of each message can answer."""
        is_asked = self.asks_the_caller or self.arguments.keys() & _ASK_FOR_MORE
        try:
            return None if is_asked or self.policy.order == "relevance" else self.measure.native
        except ContextThriftError:
            return None

    def _frame(self, own: Mapping[str, Any]) -> Frame:
        given = {**self.arguments, **own}
        return Frame(
            request=self._request(given) if own.keys() & _ABOUT_REQUEST else self._common_request,
            limits=self._limits(given) if own.keys() & _ABOUT_LIMITS else self._common_limits,
            known=self.known,
            tool_choice=given.get("tool_choice"),
        )

    @once
    def _common(self) -> Frame:
        return self._frame({})

    @once
    def _common_request(self) -> Request:
        return self._request(self.arguments)

    @once
    def _common_limits(self) -> Limits:
        return self._limits(self.arguments)

    def _request(self, given: Mapping[str, Any]) -> Request:
        return Request.of(
            [],
            self.measure,
            self.policy,
            format="openai",
            model=given.get("model"),
            system=given.get("system"),
            tools=given.get("tools"),
            response_format=given.get("response_format"),
        )

    def _limits(self, given: Mapping[str, Any]) -> Limits:
        window, reserve = given.get("context_window"), given.get("output_reserve")
        return Limits.of(self.known, window, reserve, is_exact=self.measure.is_exact)
