"""Messages whose roles take turns and which hold results among their blocks: cut apart, and joined again.

A user's message with results is one fragment a result, and an aside for what else it holds. Joined
again, messages that a cut made neighbours are made one, results first; neighbours that were so in the
caller's list stay as they are, and so does what the policy sets apart: in one message with others, it
would make them part of it. No text is empty in a message made here.
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

    def is_not_run(self, block: Any) -> bool:
        """Whether it is a result of ours, which says that the call was not run."""


@dataclass(slots=True)
class _Piece:
    """Neighbouring fragments of one message, and where they stand among all that are kept."""

    places: list[int]
    values: list[Any]
    fragments: list[Fragment]

    @property
    def message(self) -> Any:
        return self.fragments[0].message

    @property
    def index(self) -> int | None:
        return self.fragments[0].index

    def add(self, place: int, value: Any, fragment: Fragment) -> None:
        self.places.append(place)
        self.values.append(value)
        self.fragments.append(fragment)

    def follows(self, other: _Piece) -> bool:
        """Whether it stood behind ``other`` in the caller's list."""
        return self.index is not None and other.index is not None and self.index == other.index + 1

    def extends_to(self, fragment: Fragment) -> bool:
        """Whether the fragment is the next one of the same message."""
        return self.is_of(fragment) and fragment.at > self.fragments[-1].at

    def is_of(self, fragment: Fragment) -> bool:
        """Whether both are of the same message of the caller's."""
        return self.index is not None and fragment.index == self.index and fragment.message is self.message

    def is_whole(self) -> bool:
        """Whether every fragment is there, as it was."""
        unedited = all(value is each.value for value, each in zip(self.values, self.fragments, strict=True))
        return unedited and len(self.fragments) == self.fragments[0].of


def split(form: Blocks, message: Any, index: int) -> list[Fragment]:
    """The fragments of one message, in their order: its results, then what else it holds.

    That is an aside. Where all its results are ours, the user's words were joined to them by a repair:
    they are still what the user says.
    """
    reading = form.read(message, index)
    if reading.role != "result":
        return [Fragment(message, reading, index, message)]
    blocks = form.blocks(message)
    results = [block for block in blocks if form.is_result(block)]
    rest = [block for block in blocks if not form.is_result(block) and not form.is_empty(block)]
    if len(results) == 1 and not rest:
        return [Fragment(message, reading, index, message)]
    values = [
        form.with_blocks(message, part) for part in [*([each] for each in results), *([rest] if rest else [])]
    ]
    readings = [form.read(value, index) for value in values]
    if rest and not all(form.is_not_run(block) for block in results):
        readings[-1] = replace(readings[-1], role="aside")
    return [
        Fragment(value, read, index, message, at, len(values))
        for at, (value, read) in enumerate(zip(values, readings, strict=True))
    ]


def rejoin(form: Blocks, kept: Sequence[tuple[Any, Fragment]]) -> list[Any]:
    """The messages to send, of the values as they are now."""
    return [_joined(form, group) for group in _groups(form, kept)]


def together(form: Blocks, kept: Sequence[Fragment]) -> list[list[int]]:
    """Which of the fragments, by their places, stand in one message once they are joined."""
    groups = _groups(form, [(fragment.value, fragment) for fragment in kept])
    return [[place for piece in group for place in piece.places] for group in groups]


def _groups(form: Blocks, kept: Sequence[tuple[Any, Fragment]]) -> list[list[_Piece]]:
    groups: list[list[_Piece]] = []
    for piece in _system_behind_user(form, _pieces(kept)):
        if (begun := _begun(form, groups, piece)) is not None:
            groups[begun:] = [[each for group in groups[begun:] for each in group] + [piece]]
        elif groups and _must_be_one(form, groups[-1], piece):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return groups


def _begun(form: Blocks, groups: list[list[_Piece]], piece: _Piece) -> int | None:
    """Which message right before has an earlier part of the same one; what stands between joins them."""
    speaker = form.speaker(piece.message)
    for at in range(len(groups) - 1, -1, -1):
        if piece.fragments[0].at == 0 or form.speaker(groups[at][0].message) != speaker:
            return None
        if any(each.is_of(piece.fragments[0]) for each in groups[at]):
            return at
    return None


def _pieces(kept: Sequence[tuple[Any, Fragment]]) -> list[_Piece]:
    pieces: list[_Piece] = []
    for place, (value, fragment) in enumerate(kept):
        if not (pieces and pieces[-1].extends_to(fragment)):
            pieces.append(_Piece([], [], []))
        pieces[-1].add(place, value, fragment)
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


def _must_be_one(form: Blocks, group: list[_Piece], after: _Piece) -> bool:
    """Whether a cut or a repair made them neighbours of one role; what the policy sets apart stays so."""
    speaker = form.speaker(after.message)
    if speaker != form.speaker(group[0].message):
        return False
    if after.index is not None and any(after.follows(each) for each in reversed(group)):
        return False
    if group[-1].fragments[-1].apart != after.fragments[0].apart:
        return False
    return speaker != "system" or not (_others(group[-1].message) or _others(after.message))


def _joined(form: Blocks, group: list[_Piece]) -> Any:
    """One message: the caller's own where it is one and whole, otherwise a copy."""
    filled = [piece for piece in group if _blocks(form, piece)] or group[:1]
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
