"""The context block: passages and memories as one text beside the messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from contextthrift.context.argument import real_number
from contextthrift.context.measure import rendered
from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.tokens.number import shown

if TYPE_CHECKING:
    from contextthrift.fit.measure import Measure
    from contextthrift.fit.policy import FitPolicy

ItemKind: TypeAlias = Literal["passage", "memory"]

HEADINGS: Final[Mapping[ItemKind, str]] = {"passage": "Retrieved passages:\n", "memory": "\nMemories:\n"}
"""What stands above the items of a kind; passages come first."""


@dataclass(frozen=True, slots=True)
class Item:
    """One passage or memory."""

    kind: ItemKind
    place: int
    """In the caller's list."""
    text: str
    """As it stands in the block, with the end of its line."""
    rank: float
    """Its score or importance."""


@dataclass(slots=True)
class ContextBlock:
    """All items in the order in which they go, with what each costs."""

    items: list[Item] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)
    """Tokens; the last of a kind takes the kind's heading along."""

    @classmethod
    def of(
        cls, memories: Sequence[Any], retrievables: Sequence[Any], policy: FitPolicy, measure: Measure
    ) -> ContextBlock:
        """Renders and measures: passages go before memories, the lowest rank first, the later of equal ones.

        Raises:
            WrongType: a list is none, or an item renders to no text.
            InvalidArgument: a score or an importance that is no number.
        """
        if type(memories) is type(retrievables) is tuple and not memories and not retrievables:
            return cls()
        passages = _items("passage", retrievables, "retrievables", policy.passage_template)
        kept = _items("memory", memories, "memories", policy.memory_template)
        items = [*_shed_order(passages), *_shed_order(kept)]
        costs = measure.texts([item.text for item in items], "context item {}") if items else []
        for kind, last in (("passage", len(passages) - 1), ("memory", len(items) - 1)):
            if items and items[last].kind == kind:
                costs[last] += measure.texts([HEADINGS[kind]], "a heading")[0]
        return cls(items, costs)

    def text(self, left_out: set[int]) -> str | None:
        """The block without the items at some places of the order; None where nothing is in it."""
        if not self.items:
            return None
        kept = [item for place, item in enumerate(self.items) if place not in left_out]
        kept.sort(key=lambda item: item.place)
        sections = []
        for kind, heading in HEADINGS.items():
            texts = [item.text for item in kept if item.kind == kind]
            sections += [heading, *texts] if texts else []
        return "".join(sections).strip("\n") or None


def _items(kind: ItemKind, given: Sequence[Any], name: str, template: str) -> list[Item]:
    if isinstance(given, str | bytes) or not isinstance(given, Sequence):
        raise WrongType(f"{name} is {type(given).__name__}; it must be a list")
    return [_item(kind, at, item, f"{name}[{at}]", template) for at, item in enumerate(given)]


def _item(kind: ItemKind, place: int, given: Any, name: str, template: str) -> Item:
    """A text, or a dict or an object with ``content`` and perhaps ``id``, ``score`` or ``importance``."""
    word = "score" if kind == "passage" else "importance"
    is_text = isinstance(given, str)
    content = given if is_text else _field(given, "content")
    if content is None:
        raise WrongType(f"{name} is {shown(given)}; it must be a text, or have one as its content")
    ranked = None if is_text else _field(given, word)
    rank = 0.0 if ranked is None else real_number(ranked, f"{name}.{word}")
    identity = None if is_text else _field(given, "id")
    fields = {"content": rendered(content, None, name), "id": identity, word: rank}
    return Item(kind, place, template.format(**fields) + "\n", rank)


def _field(given: Any, name: str) -> Any:
    return given.get(name) if isinstance(given, Mapping) else getattr(given, name, None)


def _shed_order(items: list[Item]) -> list[Item]:
    return sorted(items, key=lambda item: (item.rank, -item.place))


def check_template(template: object, name: str, word: str) -> None:
    """Refuses a template that cannot be filled.

    Raises:
        WrongType: it is no string.
        InvalidArgument: it names an unknown field or has no ``{content}``.
    """
    if not isinstance(template, str):
        raise WrongType(f"{name} is {shown(template)}; it must be a string")
    try:
        filled = template.format(content="\0", id="", **{word: 0.0})
    except (KeyError, IndexError, ValueError, AttributeError) as error:
        raise InvalidArgument(
            f"{name} is {shown(template)}; it may name {{content}}, {{id}} and {{{word}}}"
        ) from error
    if "\0" not in filled:
        raise InvalidArgument(f"{name} is {shown(template)}; it must name {{content}}")
