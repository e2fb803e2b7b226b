"""A working set as the core reads it: flat arrays, each item measured once."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from contextthrift import _native
from contextthrift.context.argument import Name, Named, costs, instants, scores
from contextthrift.context.listed import attributes
from contextthrift.context.options import EPHEMERAL_PREFIX, SUMMARY_ID, is_ephemeral, is_summary
from contextthrift.context.trace import THOUGHTS_DISABLED, THOUGHTS_DROPPED, THOUGHTS_NONE
from contextthrift.exceptions import WrongType, total_in_range
from contextthrift.tokens.number import whole_number

if TYPE_CHECKING:
    from contextthrift.context.items import MessageLike, ThoughtLike, ToolCallLike, WorkingSetLike
    from contextthrift.context.measure import Batch
    from contextthrift.context.options import PassOptions
    from contextthrift.context.shortlist import Shortlist


@dataclass(slots=True, kw_only=True)
class FlatThoughts:
    """Thoughts before and after the strip, which no budget decides."""

    kept: list[ThoughtLike]
    places: list[int]
    """Where they stood before the strip."""
    costs: array[int]
    count_before: int
    tokens_before: int
    note: str

    @property
    def times(self) -> array[int]:
        """When those that survived the strip were made."""
        return _times(self.kept, Named("thoughts[{}].created_at_ms", self.places))

    @property
    def tokens_kept(self) -> int:
        """Tokens of the thoughts that survived the strip."""
        return sum(self.costs)


@dataclass(slots=True, kw_only=True)
class FlatTools:
    """What tools cost: all that are registered, those on the shortlist, and each name alone."""

    all_tokens: int
    visible_tokens: int
    by_name: dict[str, int] | None
    """None where one text covers the whole set, so that no tool has a cost of its own."""

    @classmethod
    def of(cls, shortlist: Shortlist, measured: array[int], *, is_rendered: bool) -> FlatTools:
        """Reads what :meth:`Shortlist.texts` was measured to cost."""
        if is_rendered:
            all_tokens, visible_tokens = measured
            return cls(all_tokens=all_tokens, visible_tokens=visible_tokens, by_name=None)
        by_name = dict.fromkeys(shortlist.visible, 0)
        for tool, cost in zip(shortlist.registered, measured, strict=True):
            if tool.name in by_name:
                by_name[tool.name] += cost
        return cls(all_tokens=sum(measured), visible_tokens=sum(by_name.values()), by_name=by_name)


@dataclass(slots=True, kw_only=True)
class FlatSet:
    """Everything the pass decides about, beside the objects it came from."""

    options: PassOptions
    batch: Batch
    shortlist: Shortlist
    fixed: int
    thoughts: FlatThoughts
    tools: FlatTools
    image: int | None
    tool_calls: list[ToolCallLike]
    retrievables: list[Any]
    retrievable_places: list[int]
    """Where those with a known size stood."""
    size_unknown: list[Any]
    memories: list[Any]
    messages: list[MessageLike]
    retrievable_costs: array[int]
    memory_costs: array[int]
    message_costs: array[int]

    @classmethod
    def of(cls, ws: WorkingSetLike, shortlist: Shortlist, options: PassOptions, batch: Batch) -> FlatSet:
        """Reads and measures a working set and changes nothing in it."""
        passages = _list(ws, "retrievables")
        size_unknown = _of_unknown_size(passages)
        places = list(range(len(passages)))
        if size_unknown:
            places = [place for place in places if not getattr(passages[place], "size_unknown", False)]
        retrievables = [passages[place] for place in places] if size_unknown else list(passages)
        messages, memories, thoughts = _list(ws, "messages"), _list(ws, "memories"), _list(ws, "thoughts")
        instructions = _optional_list(ws, "standing_instructions")
        at_prompt = batch.add("system_prompt", [ws.system_prompt])
        at_instructions = batch.add("standing_instructions[{}]", instructions)
        at_messages = batch.add("messages[{}]", _contents(messages))
        at_memories = batch.add("memories[{}]", _contents(memories))
        at_thoughts = batch.add("thoughts[{}]", _contents(thoughts))
        at_retrievables = batch.add_retrievables(Named("retrievables[{}]", places), retrievables)
        at_tools = batch.add("tools[{}]", shortlist.texts(options.render_tools))
        measured = batch.run()
        return cls(
            options=options,
            batch=batch,
            shortlist=shortlist,
            fixed=sum(measured[at_prompt]) + sum(measured[at_instructions]),
            thoughts=_strip(thoughts, measured[at_thoughts], options),
            tools=FlatTools.of(shortlist, measured[at_tools], is_rendered=options.render_tools is not None),
            image=_image(ws),
            tool_calls=_optional_list(ws, "tool_calls"),
            retrievables=retrievables,
            retrievable_places=places,
            size_unknown=size_unknown,
            memories=memories,
            messages=messages,
            retrievable_costs=measured[at_retrievables],
            memory_costs=measured[at_memories],
            message_costs=measured[at_messages],
        )

    def plan(self) -> _native.SubtractPlan:
        """What the core decides, but for tools that one text covers."""
        tools = self.tools.by_name
        order = self.shed_order() if tools is not None else []
        columns = (
            self._tool_call_columns(),
            self.options.this_turn_result_keep,
            (self.retrievable_costs, self._passage_scores()),
            (self.memory_costs, _scores(self.memories, "memories[{}].importance", "importance")),
            (self.message_costs, _times(self.messages, "messages[{}].created_at_ms"), self._message_flags()),
            (self.thoughts.costs, self.thoughts.times, self._thought_flags()),
            array("Q", [tools[name] for name in order] if tools is not None else []),
        )
        rendered = self.tools.visible_tokens if tools is None else 0
        with total_in_range():
            return _native.subtract(self.options.budget, self.fixed + rendered, self.image, *columns)

    def total_before(self, planned: int) -> int:
        """Everything as handed in, where ``planned`` is what the core started from."""
        stripped = self.thoughts.tokens_before - self.thoughts.tokens_kept
        off_shortlist = self.tools.all_tokens - self.tools.visible_tokens
        return planned + stripped + off_shortlist

    def size_unknown_ids(self) -> tuple[str, ...]:
        """Ids of the passages whose size cannot be told."""
        return tuple(_ids(self.size_unknown))

    def shed_retrievable_ids(self, survivors: range | list[int]) -> tuple[str, ...]:
        """Ids of the passages left out, in the order handed in, without those that a survivor has too."""
        if not survivors:
            return tuple(_ids(self.retrievables))
        staying = set(survivors)
        shed = [passage for place, passage in enumerate(self.retrievables) if place not in staying]
        surviving_ids = set(_ids([self.retrievables[place] for place in survivors]))
        return tuple([name for name in _ids(shed) if name not in surviving_ids])

    def shed_order(self) -> list[str]:
        """The visible tools in the order in which they would go."""
        return self.shortlist.shed_order(self.options.shed_rank, self.options.protected_tool_names)

    def _passage_scores(self) -> array[float]:
        name = Named("retrievables[{}].score", self.retrievable_places)
        return _scores(self.retrievables, name, "score")

    def _tool_call_columns(self) -> tuple[array[int], array[int], bytes]:
        calls = self.tool_calls
        return (
            costs([call.token_cost for call in calls], "tool_calls[{}].token_cost"),
            _times(calls, "tool_calls[{}].created_at_ms"),
            bytes([_native.RESULT_THIS_TURN if getattr(call, "this_turn", False) else 0 for call in calls]),
        )

    def _message_flags(self) -> bytes:
        ephemeral, summary = self.options.is_ephemeral_message, self.options.is_summary_message
        if ephemeral is is_ephemeral and summary is is_summary:
            return _default_flags(_message_ids(self.messages))
        return bytes(
            [
                _native.MESSAGE_EPHEMERAL * bool(ephemeral(message))
                | _native.MESSAGE_SUMMARY * bool(summary(message))
                for message in self.messages
            ]
        )

    def _thought_flags(self) -> bytes:
        protected = self.options.protect_thought_ids
        return bytes(_native.THOUGHT_PROTECTED * (thought.id in protected) for thought in self.thoughts.kept)


def _default_flags(ids: list[Any]) -> bytes:
    """The flags of the default predicates, without a call for each message."""
    flags = bytearray(len(ids))
    if _holds_special(ids):
        for place, name in enumerate(ids):
            if name == SUMMARY_ID:
                flags[place] |= _native.MESSAGE_SUMMARY
            elif isinstance(name, str) and name.startswith(EPHEMERAL_PREFIX):
                flags[place] |= _native.MESSAGE_EPHEMERAL
    return bytes(flags)


def _holds_special(ids: list[Any]) -> bool:
    """Whether any id can be that of a control message or a summary; one search through all of them."""
    try:
        joined = "\n".join(ids)
    except TypeError:
        return True
    return EPHEMERAL_PREFIX in joined or SUMMARY_ID in joined


def _strip(thoughts: list[Any], measured: array[int], options: PassOptions) -> FlatThoughts:
    places, note = list(range(len(thoughts))), THOUGHTS_DISABLED
    if options.strips_thoughts:
        ids = attributes(thoughts, "id", "thoughts[{}]")
        places = [place for place in places if ids[place] in options.keep_thought_ids]
        note = THOUGHTS_DROPPED if len(places) < len(thoughts) else THOUGHTS_NONE
    return FlatThoughts(
        kept=[thoughts[place] for place in places],
        places=places,
        costs=array("Q", [measured[place] for place in places]),
        count_before=len(thoughts),
        tokens_before=sum(measured),
        note=note,
    )


def _image(ws: Any) -> int | None:
    image = getattr(ws, "image", None)
    if image is None:
        return None
    return whole_number(attributes([image], "token_cost", "image")[0], "image.token_cost")


def _list(ws: Any, name: str) -> list[Any]:
    items = getattr(ws, name, None)
    if not isinstance(items, list):
        raise WrongType(f"{name} of the working set is {type(items).__name__}; it must be a list")
    return items


def _of_unknown_size(passages: list[Any]) -> list[Any]:
    try:
        return [passage for passage in passages if passage.size_unknown]
    except AttributeError:
        return [passage for passage in passages if getattr(passage, "size_unknown", False)]


def _ids(passages: list[Any]) -> list[str]:
    try:
        found = [passage.id for passage in passages]
    except AttributeError:
        found = [getattr(passage, "id", None) for passage in passages]
    return [name for name in found if name is not None]


def _optional_list(ws: Any, name: str) -> list[Any]:
    items = getattr(ws, name, None)
    if items is None:
        return []
    if isinstance(items, str | bytes) or not isinstance(items, Sequence):
        raise WrongType(f"{name} of the working set is {type(items).__name__}; it must be a list")
    return list(items)


def _contents(items: Sequence[Any]) -> list[Any]:
    try:
        return [item.content for item in items]
    except AttributeError:
        return [getattr(item, "content", None) for item in items]


def _message_ids(messages: list[Any]) -> list[Any]:
    # A comprehension reads a slot in half the time that `attributes` takes, and this is the widest column.
    try:
        return [message.id for message in messages]
    except AttributeError:
        return attributes(messages, "id", "messages[{}]")


def _times(items: Sequence[Any], name: Name) -> array[int]:
    try:
        times = [item.created_at_ms for item in items]
    except AttributeError:
        missing = next(place for place, item in enumerate(items) if not hasattr(item, "created_at_ms"))
        raise WrongType(f"{name.format(missing)} is missing") from None
    return instants(times, name)


def _scores(items: Sequence[Any], name: Name, field: str) -> array[float]:
    try:
        values = list(map(attrgetter(field), items))
    except AttributeError:
        values = [getattr(item, field, None) for item in items]
    return scores(values, name)
