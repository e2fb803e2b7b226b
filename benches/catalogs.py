"""Catalogues of tools with queries, and plain BM25 to compare with."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from contextthrift import ToolEntry

if TYPE_CHECKING:
    from collections.abc import Callable

    Search = Callable[[str], list[str]]

DATA = Path(__file__).parent / "data" / "catalogs"
WORD = re.compile(r"[a-z0-9]+")
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@dataclass(frozen=True)
class Asked:
    """A query, the names of the tools it needs, and which half of the queries it is of."""

    query: str
    needs: frozenset[str]
    half: int


@dataclass(frozen=True)
class Collection:
    """A catalogue and what is asked of it."""

    name: str
    tools: list[ToolEntry]
    asked: list[Asked]


def collections() -> list[Collection]:
    live, single = catalogue("livemcp_tools"), catalogue("bfcl_tools")
    tasks, queries = lines("livemcp_queries"), lines("bfcl_queries")
    return [
        Collection("LiveMCP, steps", live, whole(tasks, "steps")),
        Collection("BFCL, single turn", single, whole(queries, "query")),
        Collection("BFCL, multi turn", catalogue("bfcl_multiturn_tools"), turns()),
        Collection("LiveMCP, tasks", live, whole(tasks, "query")),
    ]


def lines(name: str) -> list[dict[str, Any]]:
    with DATA.joinpath(f"{name}.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def catalogue(name: str) -> list[ToolEntry]:
    return [
        ToolEntry(
            name=tool["name"],
            server=tool.get("server"),
            description=tool.get("description") or "",
            input_schema=tool.get("inputSchema") or tool.get("parameters") or {},
        )
        for tool in lines(name)
    ]


def whole(tasks: list[dict[str, Any]], key: str) -> list[Asked]:
    return [
        Asked(task[key], frozenset(task["gold"]), number % 2)
        for number, task in enumerate(tasks)
        if task["gold"]
    ]


def turns() -> list[Asked]:
    """Each turn by itself; all turns of a task are in the same half."""
    return [
        Asked(turn["query"], frozenset(turn["gold"]), number % 2)
        for number, task in enumerate(lines("bfcl_multiturn_queries"))
        for turn in task["turns"]
        if turn["gold"]
    ]


def plain_words(text: str) -> list[str]:
    return WORD.findall(CAMEL.sub(" ", text).lower())


def plain_bm25(tools: list[ToolEntry]) -> Search:
    """rank-bm25 on name (twice), server and description."""
    from rank_bm25 import BM25Okapi  # noqa: PLC0415 - not installed for development

    engine = BM25Okapi(
        [
            plain_words(tool.name) * 2 + plain_words(tool.server or "") + plain_words(tool.description)
            or ["-"]
            for tool in tools
        ]
    )

    def search(query: str) -> list[str]:
        scores = engine.get_scores(plain_words(query))
        return [
            tools[place].name for place in sorted(range(len(tools)), key=lambda place: -scores[place])[:10]
        ]

    return search
