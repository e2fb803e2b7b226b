"""A list of messages that need no repair: columns of all, an entry where one is asked for."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, overload

from contextthrift import _native
from contextthrift.fit.edits import edited_values, put_noted_costs, put_stub_costs, stubbed
from contextthrift.fit.listing import KIND, Sent
from contextthrift.fit.policy import SUMMARY_ID, is_summary
from contextthrift.fit.repair import Entry
from contextthrift.fit.standing import says_not_run
from contextthrift.formats import format_of
from contextthrift.formats.field import listed
from contextthrift.formats.note import BEFORE_TEXT
from contextthrift.formats.notice import GAP_NOTE, stub_text
from contextthrift.formats.plain_chat import format_and_chat
from contextthrift.formats.reading import Call, Fragment
from contextthrift.once import once

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from contextthrift.fit.ladder import Climb
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
        *,
        is_pinned: Callable[[Any], object] | None = None,
        counts: array[int] | None = None,
    ) -> None:
        """``chat`` is what was read of the messages, ``counts`` those of its texts where they are known."""
        self._messages = messages
        self.chat = chat
        self._measure = measure
        if counts is None:
            native = measure.native
            counts = counted([chat], native, here=True)[0] if native else measure.column(chat.texts)
        self.counts = counts
        self.entries: Sequence[Entry] = _Entries(messages, chat, provider)
        self.costs = array("Q", chat.costs(self.counts))
        self.total = _native.total(self.costs)
        self.is_exact = not chat.is_inexact
        self.kinds = chat.kinds
        self.flags = chat.flags if is_pinned is None else _pinned(chat.flags, messages, is_pinned)
        self.sources: Sequence[int] = range(len(messages))
        if chat.has_parts:
            self.sources = array("Q", chat.sources())
        self.editable = chat.media

    def openings(self) -> Sequence[int]:
        """As they were read."""
        return self.chat.openings

    def stub_costs(self, request: Request) -> array[int]:
        """The stub stands in the place of the content; one for each tool is measured."""
        stubs = self._measure.column([stub_text(name) for name in self.chat.tools])
        costs = array("Q", self.chat.stub_costs(self.costs, self.counts, stubs))
        if odd := [place for place in self.chat.odd if self.kinds[place] == _RESULT]:
            put_stub_costs(request, costs, [place for place in odd if not says_not_run(self.entries[place])])
        return costs

    def noted(self, request: Request) -> tuple[array[int], Iterable[int]]:
        """What the note costs before a text is measured for all of them at once."""
        if self._measure.native is None:
            costs = array("Q", self.costs)
            return costs, put_noted_costs(request, costs, self.openings())
        [(costs, told)] = noted_costs([self], self._measure.native)
        if odd := self.chat.odd:
            hosts = sorted({*odd}.intersection(self.openings()))
            return costs, {*told, *put_noted_costs(request, costs, hosts)}
        return costs, told

    def sent(self, request: Request, walked: Climb) -> Sent:
        """What was not edited is the caller's own; the format edits and joins what is left to it."""
        if walked.plan is None:
            return Sent(list(self._messages), (), ())
        stubs = [stub_text(name) for name in self.chat.tools]
        beside = [step.place for step in walked.chain if not step.is_beside]
        messages, stubs_at, gone, left = _native.messages_sent(
            self.chat, self._messages, walked.plan, stubs, GAP_NOTE, BEFORE_TEXT, beside
        )
        stubbed_places = array("Q", stubs_at)
        if left:
            edits = walked.edits({place for _, _, places in left for place in places})
            values = edited_values(request, edits)
            for begin, end, places in reversed(left):
                entries = [(place, self.entries[place]) for place in places]
                kept = [(values.get(place, entry.value), entry.fragment) for place, entry in entries]
                messages[begin:end] = request.provider.join(kept)
            edited = (self.sources[place] for place in stubbed(edits))
            stubbed_places = array("Q", sorted({*stubbed_places, *edited}))
        return Sent(messages, stubbed_places, array("Q", gone))


def counted(chats: Sequence[_native.PlainChat], encoding: str, *, here: bool) -> list[array[int]]:
    """The counts of each chat's texts, by an encoding of the core: on all cores, or in this thread alone."""
    return [array("Q", counts) for counts in _native.chat_counts(chats, encoding, here)]


def noted_costs(listings: Sequence[Plain], encoding: str) -> list[tuple[array[int], list[int]]]:
    """For each listing its costs with the gap note, and the places of those that have one already."""
    chats, costs, counts = [], [], []
    for each in listings:
        chats.append(each.chat)
        costs.append(each.costs)
        counts.append(each.counts)
    noted = _native.noted_costs(chats, encoding, (GAP_NOTE, BEFORE_TEXT), costs, counts)
    return [(array("Q", mine), told) for mine, told in noted]


def format_and_listing(
    messages: Sequence[Any], name: str | Format, measure: Measure, policy: FitPolicy, model: str | None = None
) -> tuple[Format, Plain | None]:
    """The format; and the listing, but where something is to be mended or each message is asked about."""
    if measure.is_custom or asks(policy):
        return format_of(messages, name, model), None
    every = listed(messages)
    provider, chat = format_and_chat(
        every, name, model, summary_id=SUMMARY_ID, is_summary=is_summary, encoding=measure.native
    )
    if chat is None or (chat.has_parts and policy.is_pinned):
        return provider, None  # what is pinned in Claude's messages stands apart from those beside it
    return provider, Plain(every, chat, provider, measure, is_pinned=policy.is_pinned)


class _Entries(Sequence[Entry]):
    """Each is read by the format when it is asked for."""

    def __init__(self, messages: list[Any], chat: _native.PlainChat, provider: Format) -> None:
        self._messages = messages
        self.chat = chat
        self._provider = provider

    @once
    def _parts(self) -> Sequence[tuple[int, int]]:
        return self.chat.parts

    def __len__(self) -> int:
        return len(self.chat.kinds)

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> list[Entry]: ...

    def __getitem__(self, place: int | slice) -> Entry | list[Entry]:
        if isinstance(place, slice):
            return [self[each] for each in range(len(self))[place]]
        fragment = self._fragment(place)
        reading, message = fragment.reading, fragment.message
        name = self.chat.tool_of(place)
        answered = None if name is None else Call(reading.answers or "", name)
        entry = Entry(fragment, reading, answered)
        works = bool(reading.calls) or reading.role == "result"
        if is_summary(message):
            entry.stays, entry.is_summary = works, not works
        return entry

    def _fragment(self, place: int) -> Fragment:
        if not self.chat.has_parts:
            message = self._messages[place]
            return Fragment(message, self._provider.read(message, place), place, message)
        source, at = self._parts[place]
        return replace(self._provider.fragments([self._messages[source]])[at], index=source)


_RESULT: Final = KIND["result"]


def _pinned(flags: bytes, messages: list[Any], is_pinned: Callable[[Any], object]) -> bytes:
    """The flags with what the policy pins."""
    rows = zip(flags, messages, strict=True)
    return bytes([flag | _native.FLAG_PINNED * bool(is_pinned(message)) for flag, message in rows])


def asks(policy: FitPolicy) -> bool:
    """Whether the policy has its own idea of who speaks, or edits what no column tells."""
    return (
        policy.is_summary is not is_summary
        or policy.is_tool_output is not None
        or policy.max_argument_tokens is not None
    )
