"""A list of plain messages, which need no repair: columns of all, an entry where one is asked for."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any, overload

from contextthrift.fit.listing import KIND
from contextthrift.fit.policy import SUMMARY_ID, is_summary
from contextthrift.fit.repair import Entry
from contextthrift.formats.note import noted_text
from contextthrift.formats.notice import NAMELESS_TOOL, stub_text
from contextthrift.formats.plain_chat import plain_chat
from contextthrift.formats.reading import Call, Fragment

if TYPE_CHECKING:
    from collections.abc import Mapping

    from contextthrift import _native
    from contextthrift.fit.measure import Measure
    from contextthrift.fit.policy import FitPolicy
    from contextthrift.fit.request import Request
    from contextthrift.formats.reading import Format


class Plain:
    """A listing of messages whose costs are those of their texts, counted each by itself."""

    def __init__(
        self,
        messages: list[Any],
        chat: _native.PlainChat,
        provider: Format,
        measure: Measure,
        counts: array[int] | None = None,
    ) -> None:
        """``chat`` is what was read of the messages, ``counts`` those of its texts where they are known."""
        self._messages = messages
        self._chat = chat
        self._measure = measure
        self._counts = measure.column(chat.texts) if counts is None else counts
        self.entries: Sequence[Entry] = _Entries(messages, chat, provider)
        self.costs = array("Q", chat.costs(self._counts))
        self.kinds = chat.kinds
        self.flags = chat.flags
        self.sources = range(len(messages))
        self.editable = ()
        self._noted: dict[int, str] = {}
        self._stubs = {None: stub_text(NAMELESS_TOOL)} | {name: stub_text(name) for name in chat.tools}

    @classmethod
    def of(
        cls, messages: Sequence[Any], provider: Format, measure: Measure, policy: FitPolicy
    ) -> Plain | None:
        """The listing; None where a message is not plain, or the policy or the measure asks about each."""
        if measure.is_custom or asks(policy):
            return None
        listed = messages if type(messages) is list else list(messages)
        chat = plain_chat(provider, listed, SUMMARY_ID)
        return None if chat is None else cls(listed, chat, provider, measure)

    @property
    def is_exact(self) -> bool:
        """What is around calls and results is not published."""
        return KIND["call"] not in self.kinds and KIND["result"] not in self.kinds

    def value(self, place: int) -> Any:
        """The caller's own."""
        return self._messages[place]

    def stubbed(self, request: Request, place: int) -> Any:
        """The stub is the content."""
        return {**self._messages[place], "content": self._stubs[self._chat.tool_of(place)]}

    def with_note(self, request: Request, place: int) -> Any:
        """The content is the one that was measured."""
        return {**self._messages[place], "content": self._noted[place]}

    def openings(self) -> Sequence[int]:
        """As they were read."""
        return self._chat.openings

    def stub_costs(self, request: Request) -> array[int]:
        """The stub stands in the place of the content; one for each tool is measured."""
        stubs = self._measure.column([self._stubs[name] for name in self._chat.tools])
        return array("Q", self._chat.stub_costs(self.costs, self._counts, stubs))

    def noted(self, request: Request, hosts: Sequence[int]) -> tuple[array[int], set[int]]:
        """The note stands in the content."""
        texts = [self._messages[place]["content"] for place in hosts]
        values = [noted_text(text) for text in texts]
        self._noted = dict(zip(hosts, values, strict=True))
        costs, counts = array("Q", self.costs), self._counts
        for place, count in zip(hosts, self._measure.column(values), strict=True):
            costs[place] += count - counts[place]
        rows = zip(hosts, texts, values, strict=True)
        return costs, {place for place, text, value in rows if text is value}

    def joined(self, request: Request, kept: bytes, edited: Mapping[int, Any]) -> list[Any]:
        """The messages as they are: each is one entry."""
        messages = list(self._messages)
        for place, value in edited.items():
            messages[place] = value
        return list(compress(messages, kept))


class _Entries(Sequence[Entry]):
    """Each is read by the format when it is asked for."""

    def __init__(self, messages: list[Any], chat: _native.PlainChat, provider: Format) -> None:
        self._messages = messages
        self._chat = chat
        self._provider = provider

    def __len__(self) -> int:
        return len(self._messages)

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> list[Entry]: ...

    def __getitem__(self, place: int | slice) -> Entry | list[Entry]:
        if isinstance(place, slice):
            return [self[each] for each in range(len(self))[place]]
        message = self._messages[place]
        reading = self._provider.read(message, place)
        name = self._chat.tool_of(place)
        answered = None if name is None else Call(reading.answers or "", name)
        return Entry(Fragment(message, reading, place, message), reading, answered)


def asks(policy: FitPolicy) -> bool:
    """Whether the policy has to see every message, or edits what no column tells."""
    return (
        policy.is_summary is not is_summary
        or policy.is_pinned is not None
        or policy.is_tool_output is not None
        or policy.max_argument_tokens is not None
    )
