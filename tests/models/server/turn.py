"""One answer of a model, whatever the wire form."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Call:
    """A tool call, its arguments in pieces."""

    call_id: str
    name: str
    pieces: tuple[str, ...]

    @property
    def arguments(self):
        return "".join(self.pieces)


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What a model says in one answer."""

    thinking: tuple[str, ...] = ()
    signature: str = "c2lnbmF0dXJl"
    text: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    cut_off: bool = False
    input_tokens: int = 100
    """Those that no cache took part in."""
    cached: int = 40
    written: int = 0
    output_tokens: int = 30
    """Those that are no thinking."""
    reasoning: int = 12
