"""Runs recorded cases about finding tools in a catalogue."""

from contextthrift.context import ToolEntry
from contextthrift.tools.search import search_score, search_tools, tokenize
from tests.vectors.notation import known


def words(*, text):
    return tokenize(text)


def entries(catalog):
    for entry in catalog:
        known(entry, {"name", "description", "server", "read_only"}, "catalog entry")
    return [
        ToolEntry(name=entry["name"], description=entry.get("description", ""), server=entry.get("server"))
        for entry in catalog
    ]


def found(*, catalog, query, server=None, limit=None, exclude=()):
    found = search_tools(entries(catalog), query, server=server, limit=limit, exclude=exclude)
    return [entry.name for entry in found]


def scores(*, catalog, query):
    """The points of each tool that has any."""
    terms = list(dict.fromkeys(tokenize(query)))
    points = {entry.name: search_score(entry, terms) for entry in entries(catalog)}
    return {name: score for name, score in points.items() if score}


ADAPTERS = {
    "tools:tokenize": words,
    "tools:search_tools": found,
    "tools:search_score": scores,
}
