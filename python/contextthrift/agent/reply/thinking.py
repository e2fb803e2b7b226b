"""Thoughts that a model writes into its text, between ``<think>`` and ``</think>``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

OPENING = "<think>"
CLOSING = "</think>"
TAG = re.compile("(</?think>)", re.IGNORECASE | re.ASCII)


def strip_thinking(text: str) -> str:
    """The text without its thoughts; nothing is trimmed.

    Closed blocks go, in any case and across lines. If a closing tag is left, as when a chat template has
    written the opening one, everything up to the first such tag goes; if an opening tag is left, everything
    from it on.

    >>> strip_thinking("<think>seven times six</think>It is 42.")
    'It is 42.'
    >>> strip_thinking("seven times six</THINK>It is 42.")
    'It is 42.'
    >>> strip_thinking("It is 42. <think>or is it")
    'It is 42. '
    """
    thoughts = ThinkingFilter()
    return thoughts.feed(text) + thoughts.finish()


class ThinkingFilter:
    """Takes the thoughts out of one streamed text.

    What the calls return, joined, is ``strip_thinking`` of the whole, wherever the text was cut, with one
    exception. A closing tag without an opening one makes a thought of all that went before it, and what was
    already returned cannot be taken back; then the tag goes, with what its own piece has before it, and the
    answer ends as ``strip_thinking`` has it.

    >>> thoughts = ThinkingFilter()
    >>> [thoughts.feed(piece) for piece in ("It ", "<th", "ink>hm", "</think", ">is 4 <", " 5")]
    ['It ', '', '', '', 'is 4 ', '< 5']
    >>> thoughts.finish()
    ''
    """

    def __init__(self) -> None:
        """Starts before the first piece."""
        self._blocks = _Blocks()
        self._remains = _Remains()

    def feed(self, piece: str) -> str:
        """What can be shown once this piece is there; what might begin a tag waits for the next."""
        return self._remains.feed(self._blocks.feed(piece))

    def finish(self) -> str:
        """What was waiting, as no more pieces come."""
        return self._remains.feed(self._blocks.finish()) + self._remains.finish()


class _Tags:
    """Cuts a streamed text at its tags, and keeps back what may be the beginning of one."""

    def __init__(self) -> None:
        self._kept = ""
        self.hidden = False

    def cut(self, piece: str) -> Iterator[tuple[str, str]]:
        """Each tag with the text before it, then the text after the last one with no tag."""
        text = self._kept + piece
        end = _start_of_unfinished_tag(text)
        self._kept = text[end:]
        parts = TAG.split(text[:end])
        yield from zip(parts[::2], [*parts[1::2], ""], strict=True)

    def finish(self) -> str:
        """What was kept back, if it is not within a thought."""
        return "" if self.hidden else self._kept


class _Blocks(_Tags):
    """Takes out the blocks that have both their tags; a block still open hides the rest."""

    def feed(self, piece: str) -> str:
        visible = []
        for text, tag in self.cut(piece):
            is_closing = tag.lower() == CLOSING
            if not self.hidden:
                visible.append(text)
                if is_closing:
                    visible.append(tag)
            if tag:
                self.hidden = not is_closing
        return "".join(visible)


class _Remains(_Tags):
    """Judges the tags that are left, or that arose where a block was taken out of another tag."""

    def __init__(self) -> None:
        super().__init__()
        self._was_closed = False

    def feed(self, piece: str) -> str:
        visible: list[str] = []
        for text, tag in self.cut(piece):
            if not self.hidden:
                visible.append(text)
            if tag.lower() == CLOSING and not self._was_closed:
                visible.clear()
                self.hidden, self._was_closed = False, True
            elif tag.lower() == OPENING:
                self.hidden = True
            elif not self.hidden:
                visible.append(tag)
        return "".join(visible)


def _start_of_unfinished_tag(text: str) -> int:
    """Where the text may have begun a tag without finishing it; its length when it has not."""
    start = text.rfind("<")
    last = text[start:].lower() if start >= 0 else ""
    begun = [tag for tag in (OPENING, CLOSING) if len(last) < len(tag) and tag.startswith(last)]
    return start if last and begun else len(text)
