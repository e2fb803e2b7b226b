"""What of a streamed answer can be shown while it is written."""

from __future__ import annotations

from contextthrift.agent.reply.json_object import BEFORE_JSON_IN_LIST, is_json, looks_like_json
from contextthrift.agent.reply.thinking import ThinkingFilter


class AnswerFilter:
    """Shows a streamed answer without its thoughts, or nothing of an answer that is JSON.

    Nothing is shown before the first visible character that is no white space. What is there then decides,
    once, whether the answer looks like JSON. A leading bracket is kept back until what follows it is known,
    and so is a list that is complete, such as a footnote's number: the next piece may make it prose.

    The answer itself is ``parse_plain_text`` of the whole, which also knows what came later.

    >>> answer = AnswerFilter()
    >>> [answer.feed(piece) for piece in ("<think>hm</think>", "\\n", "[", "1] is", " right")]
    ['', '', '', '[1] is', ' right']
    >>> answer = AnswerFilter()
    >>> [answer.feed(piece) for piece in (' {"reply"', ': "It is 42."}')]
    ['', '']
    """

    def __init__(self) -> None:
        """Starts before the first piece."""
        self._thoughts = ThinkingFilter()
        self._opening = ""
        self._is_json: bool | None = None

    def feed(self, piece: str) -> str:
        """What to show now that this piece is there."""
        return self._passed(self._thoughts.feed(piece), is_last=False)

    def finish(self) -> str:
        """What is still to be shown, as no more pieces come."""
        return self._passed(self._thoughts.finish(), is_last=True)

    def _passed(self, visible: str, *, is_last: bool) -> str:
        if self._is_json is not None:
            return "" if self._is_json else visible
        opening = self._opening + visible if self._opening else visible.lstrip()
        if not is_last and (not visible.strip() or _is_undecided(opening)):
            self._opening = opening
            return ""
        self._is_json = looks_like_json(opening)
        return "" if self._is_json else opening


def _is_undecided(opening: str) -> bool:
    """Whether what comes next may still turn a list into prose."""
    if not opening.startswith("["):
        return False
    following = opening[1:].lstrip()[:1]
    return not following or (following not in BEFORE_JSON_IN_LIST and is_json(opening))
