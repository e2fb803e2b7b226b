"""Messages whose roles take turns and which hold results among their blocks: cut apart, and joined again.

A user's message with results is one fragment a result, and an aside for what else it holds. Joined
again, messages that a cut made neighbours are made one, results first; neighbours that were so in the
caller's list stay as they are. No text is empty in a message made here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from contextthrift.formats.copying import changed
from contextthrift.formats.reading import Fragment, Reading

if TYPE_CHECKING:
    from collections.abc import Sequence


class Blocks(Protocol):
    """How a provider's message holds its blocks."""

    def read(self, value: Any, index: int) -> Reading:
        """Reads one message."""

    def speaker(self, message: Any) -> str:
        """Whose turn it is: what has to alternate."""

    def blocks(self, message: Any) -> list[Any]:
        """The content as blocks, a text as one."""

    def with_blocks(self, message: Any, blocks: list[Any]) -> Any:
        """A copy with other blocks."""

    def is_result(self, block: Any) -> bool:
        """Whether it is a tool's result."""

    def is_empty(self, block: Any) -> bool:
        """Whether it is a text without any character, and nothing else."""


@dataclass(slots=True)
class _Piece:
    """Neighbouring fragments of one message."""

    message: Any
    index: int | None
    values: list[Any]
    fragments: list[Fragment]

    def follows(self, other: _Piece) -> bool:
        """Whether it stood behind ``other`` in the caller's list."""
        return other.index is not None and self.index == other.index + 1

    def extends_to(self, fragment: Fragment) -> bool:
        """Whether the fragment is the next one of the same message."""
        is_same = fragment.index is not None and fragment.index == self.index
        return is_same and fragment.message is self.message and fragment.at > self.fragments[-1].at

    def is_whole(self) -> bool:
        """Whether every fragment is there, as it was."""
        unedited = all(value is each.value for value, each in zip(self.values, self.fragments, strict=True))
        return unedited and len(self.fragments) == self.fragments[0].of


def split(form: Blocks, message: Any, index: int) -> list[Fragment]:
    """The fragments of one message, in their order: its results, then what else it holds."""
    reading = form.read(message, index)
    if reading.role != "result":
        return [Fragment(message, reading, index, message)]
    blocks = form.blocks(message)
    parts = [[block] for block in blocks if form.is_result(block)]
    aside = [block for block in blocks if not form.is_result(block) and not form.is_empty(block)]
    if len(parts) == 1 and not aside:
        return [Fragment(message, reading, index, message)]
    of = len(parts) + bool(aside)
    fragments = []
    for at, part in enumerate([*parts, aside][:of]):
        value = form.with_blocks(message, part)
        read = form.read(value, index)
        role = read if read.role == "result" else replace(read, role="aside")
        fragments.append(Fragment(value, role, index, message, at, of))
    return fragments


def rejoin(form: Blocks, kept: Sequence[tuple[Any, Fragment]]) -> list[Any]:
    """The messages to send, of the values as they are now."""
    groups: list[list[_Piece]] = []
    for piece in _system_behind_user(form, _pieces(kept)):
        while groups and _must_be_one(form, groups[-1], piece) and not _blocks(form, groups[-1][0]):
            groups.pop()
        if groups and _must_be_one(form, groups[-1], piece):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return [_joined(form, group) for group in groups]


def _pieces(kept: Sequence[tuple[Any, Fragment]]) -> list[_Piece]:
    pieces: list[_Piece] = []
    for value, fragment in kept:
        if pieces and pieces[-1].extends_to(fragment):
            pieces[-1].values.append(value)
            pieces[-1].fragments.append(fragment)
        else:
            pieces.append(_Piece(fragment.message, fragment.index, [value], [fragment]))
    return pieces


def _system_behind_user(form: Blocks, pieces: list[_Piece]) -> list[_Piece]:
    """A system message that a cut left before a user's goes behind it, as providers demand of it."""
    ordered: list[_Piece] = []
    held: list[_Piece] = []
    for piece in pieces:
        speaker = form.speaker(piece.message)
        if speaker == "system":
            held.append(piece)
            continue
        if speaker != "user" or not held or piece.follows(held[-1]):
            ordered += held
            held = []
        ordered.append(piece)
    return ordered + held


def _last_filled(form: Blocks, group: list[_Piece]) -> _Piece:
    """Its last piece that something is left of once it is joined."""
    return next((piece for piece in reversed(group) if _blocks(form, piece)), group[0])


def _must_be_one(form: Blocks, group: list[_Piece], after: _Piece) -> bool:
    speaker = form.speaker(after.message)
    if speaker != form.speaker(group[0].message):
        return False
    before = _last_filled(form, group)
    if after.follows(before):
        return False
    return speaker != "system" or not (_others(before.message) or _others(after.message))


def _joined(form: Blocks, group: list[_Piece]) -> Any:
    """One message: the caller's own where it is one and whole, otherwise a copy."""
    filled = group[:1] + [piece for piece in group[1:] if _blocks(form, piece)]
    if len(filled) == 1:
        return _alone(form, filled[0])
    base = next((piece for piece in filled if piece.index is not None), filled[0])
    blocks = [block for piece in filled for block in _blocks(form, piece)]
    blocks.sort(key=lambda block: not form.is_result(block))
    merged = form.with_blocks(base.message, blocks)
    return _with_fields_of([piece.message for piece in filled], merged)


def _alone(form: Blocks, piece: _Piece) -> Any:
    if piece.is_whole() and _begins_with_results(form, piece.message):
        return piece.message
    if len(piece.values) == 1:
        return piece.values[0]
    return form.with_blocks(piece.message, [block for value in piece.values for block in form.blocks(value)])


def _begins_with_results(form: Blocks, message: Any) -> bool:
    """Whether no result stands behind something else, as providers refuse it."""
    kinds = [form.is_result(block) for block in form.blocks(message)]
    return kinds == sorted(kinds, reverse=True)


def _blocks(form: Blocks, piece: _Piece) -> list[Any]:
    """Of the values as they are now, but for empty texts."""
    return [block for value in piece.values for block in form.blocks(value) if not form.is_empty(block)]


def _with_fields_of(messages: list[Any], merged: Any) -> Any:
    """Fields that only one of the merged dicts had are not lost."""
    if not isinstance(merged, dict):
        return merged
    fields = [(name, value) for message in messages for name, value in _others(message).items()]
    missing = {name: value for name, value in reversed(fields) if name not in merged}
    return changed(merged, **missing) if missing else merged


def _others(message: Any) -> dict[str, Any]:
    """The fields of a dict besides role and content."""
    if not isinstance(message, dict):
        return {}
    return {name: value for name, value in message.items() if name not in {"role", "content", "parts"}}
