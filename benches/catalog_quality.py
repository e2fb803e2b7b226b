"""How many of the tools that a query needs are among the first found.

    python -m benches.catalog_quality             prints the table
    python -m benches.catalog_quality --record    writes it into benches/results as well

Mean recall at 1, 5 and 10. Needs rank-bm25 (benches/relevance/requirements.txt). "Two-fold" chooses the
weights of GRID on one half of the queries, all catalogues together, and counts on the other half.
"""

from __future__ import annotations

import itertools
import re
import sys
from dataclasses import asdict, dataclass, replace
from functools import cache
from statistics import fmean
from typing import TYPE_CHECKING, Any

from benches import record
from benches.catalogs import Collection, collections, plain_bm25
from contextthrift import ToolEntry, ToolIndex, ToolWeights
from contextthrift.tools.search import search_tools

if TYPE_CHECKING:
    from collections.abc import Callable

    from benches.catalogs import Search

    Engine = Callable[[list[ToolEntry]], Search]
    Recalls = list[tuple[float, float, float]]

CUTS = (1, 5, 10)
CHOSEN_BY = 3
"""Weights are chosen by so many of the collections, the first ones: the last asks for the same again."""

GRID = {
    "name": (2.0, 3.0, 5.0),
    "parameter_texts": (0.25, 0.5, 1.0),
    "grams": (0.5, 0.75, 1.0),
    "name_coverage": (0.25, 0.4, 0.6),
    "server_best": (0.15, 0.3, 0.6),
}

OURS = ToolWeights()
WITHOUT = {
    "grams": {"grams": 0},
    "coverage of names": {"name_coverage": 0},
    "servers' best": {"server_best": 0},
    "parameters": {"parameter_names": 0, "parameter_texts": 0},
    "descriptions": {"description": 0},
    "grams, coverage, servers' best": {"grams": 0, "name_coverage": 0, "server_best": 0},
}


def recalls(collection: Collection, search: Search) -> Recalls:
    """For each query the share of its tools among the first 1, 5 and 10."""
    found = [(asked.needs, search(asked.query)) for asked in collection.asked]
    return [tuple(len(needs & set(names[:cut])) / len(needs) for cut in CUTS) for needs, names in found]


def original(tools: list[ToolEntry]) -> Search:
    return lambda query: [tool.name for tool in search_tools(tools, query, limit=10)]


def weighted(weights: ToolWeights) -> Engine:
    def engine(tools: list[ToolEntry]) -> Search:
        index = ToolIndex(tools, weights=weights)
        return lambda query: [hit.name for hit in index.search(query)]

    return engine


@dataclass(frozen=True)
class Rewritten:
    """Our engine on texts in which some difference is hidden from it."""

    rewrite: Callable[[str], str]

    def __call__(self, tools: list[ToolEntry]) -> Search:
        rewritten = [
            replace(
                tool,
                name=self.rewrite(tool.name),
                server=self.rewrite(tool.server or ""),
                description=self.rewrite(tool.description),
                input_schema=self.schema(tool.input_schema),
            )
            for tool in tools
        ]
        index = ToolIndex(rewritten)
        return lambda query: [tools[hit.index].name for hit in index.search(self.rewrite(query))]

    def schema(self, value: Any, *, is_named: bool = False) -> Any:
        """The schema with its descriptions, its values and the names of its parameters rewritten."""
        if isinstance(value, dict):
            return {
                (self.rewrite(key) if is_named else key): self.schema(held, is_named=key == "properties")
                for key, held in value.items()
            }
        if isinstance(value, list):
            return [self.schema(held) for held in value]
        return self.rewrite(value) if isinstance(value, str) else value


def joined(text: str) -> str:
    """Each identifier as one word in lower case."""
    return text.replace("_", "").lower()


def unlike_singular(text: str) -> str:
    """Each word behind whose s a letter follows, so that none is a plural."""
    return re.sub(r"(?<=[a-z]s)(?=[^a-z]|$)", "q", text)


def without_values(tools: list[ToolEntry]) -> Search:
    return weighted(OURS)([replace(tool, input_schema=no_values(tool.input_schema)) for tool in tools])


def no_values(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: no_values(held) for key, held in value.items() if key not in {"enum", "const"}}
    return [no_values(held) for held in value] if isinstance(value, list) else value


def two_fold(known: list[Collection]) -> tuple[list[Recalls], list[ToolWeights]]:
    """Recalls of the half that the weights were not chosen on, and the weights chosen on each half."""
    settings = [
        replace(OURS, **dict(zip(GRID, values, strict=True))) for values in itertools.product(*GRID.values())
    ]

    @cache
    def of(place: int, weights: ToolWeights) -> Recalls:
        return recalls(known[place], weighted(weights)(known[place].tools))

    def at_ten(place: int, weights: ToolWeights, half: int) -> float:
        pairs = zip(of(place, weights), known[place].asked, strict=True)
        return fmean(recall[-1] for recall, asked in pairs if asked.half == half)

    chosen = [
        max(settings, key=lambda weights: fmean(at_ten(place, weights, half) for place in range(CHOSEN_BY)))
        for half in (0, 1)
    ]
    held_out = []
    for place, collection in enumerate(known):
        by_half = [of(place, weights) for weights in chosen]
        held_out.append([by_half[1 - asked.half][n] for n, asked in enumerate(collection.asked)])
    return held_out, chosen


def row(what: str, of: list[Recalls]) -> tuple[str, ...]:
    means = [[fmean(column) for column in zip(*recalls, strict=True)] for recalls in of]
    return (what, *(" / ".join(f"{mean:.3f}" for mean in each) for each in means))


def changed(weights: ToolWeights) -> str:
    given, ours = asdict(weights), asdict(OURS)
    return ", ".join(f"{key} {given[key]:g}" for key in GRID if given[key] != ours[key]) or "ours"


def main() -> None:
    known = collections()
    engines: dict[str, Engine] = {
        "plain BM25": plain_bm25,
        "the original's ranking (search_tools)": original,
        "ToolIndex": weighted(OURS),
        **{f"without {what}": weighted(replace(OURS, **off)) for what, off in WITHOUT.items()},
        "without values of parameters": without_values,
        "without splitting identifiers": Rewritten(joined),
        "without plurals as singulars": Rewritten(unlike_singular),
        "all fields alike": weighted(
            replace(OURS, name=1, server=1, description=1, parameter_names=1, parameter_texts=1)
        ),
    }
    head = [f"{each.name} ({len(each.asked)} of {len(each.tools)} tools)" for each in known]
    rows = [("recall at 1 / 5 / 10", *head)]
    rows += [
        row(what, [recalls(each, engine(each.tools)) for each in known]) for what, engine in engines.items()
    ]
    held_out, chosen = two_fold(known)
    rows.insert(4, row("two-fold", held_out))
    rows.append(("two-fold chose", *map(changed, chosen), "", ""))
    write = "--record" in sys.argv
    record.show("catalog_quality", "Tools found by words", rows, write=write)
    if write:
        record.into_page("catalogs.md", "quality", rows)


if __name__ == "__main__":
    main()
