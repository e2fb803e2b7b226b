"""The tools of a large catalogue that a query is about, found by words alone."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any, Final

from contextthrift import _native
from contextthrift.context.argument import names, real_number
from contextthrift.context.listed import listed, one_text
from contextthrift.context.schema_text import schema_texts
from contextthrift.context.tool_entry import local_name
from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.settings import Settings
from contextthrift.tokens.number import whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from contextthrift.context.tool_entry import ToolEntry

HEAVIEST: Final = 1_000.0
"""The largest weight that can be meant."""


@dataclass(frozen=True, kw_only=True)
class ToolWeights(Settings):
    """What counts in a ranking, and how much: from 0, not at all, to 1,000.

    The defaults are round numbers, the same for every catalogue; docs/catalogs.md tells how little they
    matter.
    """

    name: float = 3.0
    """A word in the tool's name."""
    server: float = 2.0
    """A word in the name of its server."""
    description: float = 0.75
    """A word in its description."""
    parameter_names: float = 1.0
    """A word in the name of a parameter."""
    parameter_texts: float = 0.5
    """A word in the description of a parameter or among its values."""
    grams: float = 0.75
    """All runs of five characters together, beside all words together, which count 1."""
    name_coverage: float = 0.4
    """The share of the name's words that the query has."""
    server_best: float = 0.3
    """The mean score of the three best tools of the same server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolHit:
    """A tool that was found."""

    index: int
    """Its place in the catalogue."""
    name: str
    """Its name."""
    score: float
    """How well it fits, above 0, rounded to nine places. Scores of two queries cannot be compared."""


class ToolIndex:
    """Finds the tools that matter among hundreds or thousands, without a model.

    Entries are :class:`ToolEntry` or anything with a ``name`` and, where it has them, ``description``,
    ``server`` and ``input_schema``. They are read once; later changes of them are not seen. An index is never
    changed and may be asked from several threads.

    The words of the query are looked for in all that is said of a tool, rare ones counting more and those in
    its name most. Identifiers are also read in parts, plurals as singulars, Chinese and the like by pairs of
    characters. Words that only resemble each other share runs of five characters.

    Raises:
        WrongType: An entry has no name, or a text that is no string; the message names it.
        InvalidArgument: A weight is no number from 0 to 1,000.

    >>> from contextthrift import ToolEntry
    >>> index = ToolIndex([
    ...     ToolEntry(name="weather__getForecast", server="weather", description="The weather ahead"),
    ...     ToolEntry(name="mail__send_message", server="mail", description="Send an e-mail"),
    ... ])
    >>> [hit.name for hit in index.search("Is there a forecast for Oslo?")]
    ['weather__getForecast']
    """

    def __init__(self, entries: Iterable[ToolEntry | Any], *, weights: ToolWeights | None = None) -> None:
        """Reads the entries."""
        tools = listed(entries, "entries")
        chosen = _checked(weights or ToolWeights())
        texts = [texts_of(tool, f"entries[{place}]") for place, tool in enumerate(tools)]
        self._names = [tool.name for tool in tools]
        self._places: dict[str, list[int]] = {}
        for place, name in enumerate(self._names):
            self._places.setdefault(name, []).append(place)
        self._parts = chosen[5:]
        self._native = _native.ToolCatalog(texts, chosen[:5])

    def __len__(self) -> int:
        """How many tools there are."""
        return len(self._names)

    @property
    def memory(self) -> int:
        """The bytes the index takes beside the names."""
        return self._native.bytes()

    def search(self, query: str, limit: int = 10, exclude: Iterable[str] = ()) -> list[ToolHit]:
        """The best tools for a query, best first; those with the same score stand as in the catalogue.

        Only tools that share something with the query are found, or whose server has such a tool. A lower
        limit gives the beginning of the same list, and leaving out names in ``exclude`` changes no other
        score. A query without words finds nothing.

        Raises:
            InvalidArgument: ``limit`` is no whole number from 0 on.
            WrongType: ``query`` is not a string, or ``exclude`` is no list of strings.
        """
        most = whole_number(limit, "limit")
        without = [place for name in names(exclude, "exclude") for place in self._places.get(name, ())]
        found = self._native.search(one_text(query, "query"), most, without, self._parts)
        return [ToolHit(index=place, name=self._names[place], score=score) for place, score in found]


def _checked(weights: ToolWeights) -> list[float]:
    """The weights, fields first, in the order of the core's columns."""
    numbers = []
    for name, value in zip(weights.__dataclass_fields__, astuple(weights), strict=True):
        number = real_number(value, f"weights.{name}")
        if not 0 <= number <= HEAVIEST:
            raise InvalidArgument(f"weights.{name} is {number}; it must be a number from 0 to {HEAVIEST:g}")
        numbers.append(number)
    return numbers


def texts_of(tool: object, where: str) -> tuple[str, str, str, str, str]:
    """What is said of a tool, in the order of the core's fields; ``where`` is named if it cannot be read."""
    if isinstance(tool, dict):
        raise WrongType(f"{where} is a dict; it must be a ToolEntry, or an object with the attribute name")
    name = one_text(getattr(tool, "name", None), f"{where}.name")
    server = _text(tool, "server", where)
    parameters = schema_texts(getattr(tool, "input_schema", None))
    return local_name(name, server), server, _text(tool, "description", where), *parameters


def _text(tool: object, attribute: str, where: str) -> str:
    value = getattr(tool, attribute, None)
    return "" if value is None else one_text(value, f"{where}.{attribute}")
