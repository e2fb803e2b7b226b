"""The screen: what of an answer is shown while it comes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from contextthrift.models import TextDelta, ThinkingDelta

if TYPE_CHECKING:
    from collections.abc import Callable

    from contextthrift.models import StreamPart


class TextFilter(Protocol):
    """Lets through what of a streamed text may be shown."""

    def feed(self, piece: str) -> str:
        """What can be shown now that this piece is there."""

    def finish(self) -> str:
        """What is still to be shown, as no more pieces come."""


class Screen:
    """Shows the text of an answer, through a filter, and the thoughts beside it."""

    __slots__ = ("_filter", "_new_filter", "_text", "_thought", "shown")

    def __init__(
        self,
        new_filter: Callable[[], TextFilter],
        *,
        text: Callable[[str], None],
        thought: Callable[[str], None] | None,
    ) -> None:
        """Shows by calling ``text`` and ``thought``; thoughts are not shown where that is None."""
        self._new_filter, self._text, self._thought = new_filter, text, thought
        self.begin()

    def begin(self) -> None:
        """A try of the call begins: what an earlier one had held back is forgotten."""
        self._filter = self._new_filter()
        self.shown = False
        """Whether anything was shown since."""

    def show(self, part: StreamPart) -> None:
        """Takes a part of the answer as it comes."""
        match part:
            case TextDelta():
                self._say(self._filter.feed(part.text))
            case ThinkingDelta() if part.text and self._thought is not None:
                self.shown = True
                self._thought(part.text)

    def finish(self) -> None:
        """The answer is whole: shows what was held back."""
        self._say(self._filter.finish())

    def _say(self, text: str) -> None:
        if text:
            self.shown = True
            self._text(text)
