"""One fit, with what of the list given stands where in the list that came out.

`Outcome.pairs` puts each piece of the output beside the piece it stands for, which is the whole of "kept
messages are the caller's own, in order, edited only as said": a piece that stands for none is an error.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from contextthrift.formats.notice import ARGUMENT_MARK, CUT_MARK, NOT_RUN, stub_text
from tests.fit import pieces as reading
from tests.reference import conversation

USERS = {"user", "aside"}
LEFT_OUT = stub_text("").partition("  ")[2]
"""How every stub ends."""


@dataclass(frozen=True)
class Given:
    """A list as it is given to `fit`, read once for all windows."""

    format: str
    messages: list

    @cached_property
    def said(self):
        """The list given as chat messages."""
        return reading.turns_of(self.format, self.messages)

    @cached_property
    def entries(self):
        """The same repaired, as the reference has it."""
        return conversation.repair(self.said, NOT_RUN)

    @cached_property
    def units_of(self):
        """For each message of results, which calls' results it has; None among them stands for an orphan."""
        found = {}
        for position, owner in conversation.owners(self.said).items():
            found.setdefault(self.said[position]["sources"][0], set()).add(owner)
        return found

    @cached_property
    def split(self):
        """The places of messages of results that do not all belong to one unit."""
        return {index for index, units in self.units_of.items() if len(units) > 1 or None in units}

    @cached_property
    def current(self):
        """Where the current turn begins in the repaired list."""
        roles = [entry.message["role"] for entry in self.entries]
        return len(roles) - 1 - roles[::-1].index("user") if "user" in roles else 0

    @cached_property
    def untidy(self):
        """The places of messages of results that repair had to take apart, or to add to."""
        if self.format in {"openai", "openai-responses"}:
            return self.split
        listed = {}
        for piece in reading.pieces(self.format, self.messages):
            listed.setdefault(piece.index, []).append(piece)
        return self.split | {index for index in listed if is_untidy(listed, index)}

    @cached_property
    def stubs(self):
        """What a result of any tool that is called may read as a stub."""
        names = {piece.name for entry in self.entries for piece in entry_pieces(entry)}
        return {stub_text(name) for name in names if name}


def is_untidy(listed, index):
    """Whether results stand behind other words, or are not just those of the calls right before."""
    own = [piece.kind == "result" for piece in listed[index]]
    called, answered = (
        Counter(piece.id for piece in listed.get(place, ()) if piece.kind == kind)
        for place, kind in ((index - 1, "call"), (index, "result"))
    )
    return any(own) and (own != sorted(own, reverse=True) or called != answered)


@dataclass(frozen=True)
class Outcome:
    """What was given to `fit`, with all arguments but the list, and what came out."""

    given: Given
    arguments: dict
    fitted: Any

    @property
    def format(self):
        return self.given.format

    @property
    def messages(self):
        return self.given.messages

    @property
    def entries(self):
        return self.given.entries

    @cached_property
    def expected(self):
        """The pieces that should stand in the output, each with whether it may be missing."""
        return [
            (piece, self.may_be_missing(piece, position))
            for position, entry in enumerate(self.entries)
            for piece in entry_pieces(entry)
            if says_something(piece) and not self.is_gone(entry, piece)
        ]

    def may_be_missing(self, piece, position):
        """Whether it may go though its message stays: old thinking, and what repair takes apart."""
        is_old_thought = piece.kind == "thinking" and position < self.given.current
        return is_old_thought or piece.index in self.given.split

    def is_gone(self, entry, piece):
        """Whether the piece was dropped; a result that repair added goes with its call."""
        places = {piece.index} if entry.source is not None else set(self.given.said[entry.owner]["sources"])
        return places <= set(self.fitted.dropped)

    @cached_property
    def made(self):
        """The pieces of the output; their `index` is the place there."""
        return list(filter(says_something, reading.pieces(self.format, self.fitted.messages)))

    @cached_property
    def pairs(self):
        """Each piece given that is still there, with the piece of the output that stands for it."""
        return aligned(self.expected, self.made, self.given.stubs)


def says_something(piece):
    """Whether it is more than an empty text, which stands for nothing and nothing for it."""
    return piece.kind != "text" or bool(piece.text)


def entry_pieces(entry):
    """The pieces of an entry of the repaired list; a result that repair added is one with the place -1."""
    if entry.source is not None:
        return entry.message["pieces"]
    answered = entry.message["tool_call_id"]
    return [reading.Piece(kind="result", speaker="user", index=-1, value=None, id=answered, text=NOT_RUN)]


def aligned(expected, made, stubs):
    """Puts the pieces beside each other, in order: all that were made, and none missing but loose ones."""
    reached = [{0}]
    for piece, is_loose in expected:
        reached.append(
            {at + 1 for at in reached[-1] if at < len(made) and becomes(piece, made[at], stubs)}
            | (reached[-1] if is_loose else set())
        )
        assert reached[-1], f"nothing stands for {piece!r:.400} in its place"
    assert len(made) in reached[-1], f"{made[max(reached[-1])]!r:.400} stands for nothing that was given"
    return backwards(expected, made, reached, stubs)


def backwards(expected, made, reached, stubs):
    pairs, at = [], len(made)
    for position in range(len(expected) - 1, -1, -1):
        piece, is_loose = expected[position]
        if is_loose and at in reached[position]:
            continue
        assert at - 1 in reached[position]
        assert becomes(piece, made[at - 1], stubs)
        pairs.append((piece, made[at - 1]))
        at -= 1
    return pairs[::-1]


def becomes(given, made, stubs):
    """Whether the piece given may be what the other one shows."""
    if (given.kind, given.id, given.name) != (made.kind, made.id, made.name):
        return False
    if given.speaker != made.speaker and not {given.speaker, made.speaker} <= USERS:
        return False
    if given.kind == "media":
        return made.is_noted or given.value == made.value
    if given.kind == "call":
        return given.text == made.text or ARGUMENT_MARK in made.text
    if given.kind == "result":
        return made.media <= given.media and (given.text == made.text or is_cut(given.text, made.text, stubs))
    return given.text == made.text or (given.speaker in USERS and made.text.endswith(LEFT_OUT))


def is_cut(text, made, stubs):
    """Whether a result's text was stubbed or shortened to its head and tail."""
    if made in stubs:
        return True
    head, mark, tail = made.partition(CUT_MARK)
    return bool(mark) and len(made) < len(text) and text.startswith(head) and text.endswith(tail)
