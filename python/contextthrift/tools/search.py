"""Tools found by words, as the original ranks them: a point for each place where a word of the query stands.

:class:`contextthrift.ToolIndex` finds more; this ranking is kept because its answers are recorded.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from contextthrift.context.tool_entry import local_name, server_prefix

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from contextthrift.context.tool_entry import ToolEntry

DEFAULT_FOUND: Final = 8
"""Tools found where no limit is given."""
MOST_FOUND: Final = 20
"""Tools found at most, whatever limit is given."""

NAME_POINTS: Final = 3
"""For a word of the query that stands in the name of a tool."""
SERVER_POINTS: Final = 2
"""For one that stands in the name of its server."""
DESCRIPTION_POINTS: Final = 1
"""For one that stands in its description."""

_SHORTEST_PREFIX: Final = 3
"""Characters that the beginning of a word must have to stand for it."""
_CAMEL: Final = re.compile("(?<=[a-z0-9])(?=[A-Z])")
_WORD: Final = re.compile("[a-z0-9]+")


def tokenize(text: str) -> list[str]:
    """The words of a text in lower case: runs of ASCII letters and digits, camelCase apart.

    >>> tokenize("jira__searchIssues, naïve")
    ['jira', 'search', 'issues', 'na', 've']
    """
    return _WORD.findall(_CAMEL.sub(" ", text).lower())


def search_score(entry: ToolEntry, terms: Iterable[str]) -> int:
    """The points of a tool: 3, 2 and 1 for each term in its name, its server's and its description.

    A term stands where a word equals it, or one of the two begins with the other and both have three
    characters at least. It counts once in each of the three. A server's name in front of the tool's own is no
    part of the tool's.

    >>> from contextthrift import ToolEntry
    >>> entry = ToolEntry(name="git__list_issues", server="git", description="All issues")
    >>> search_score(entry, ["issue", "git"])
    6
    """
    places = (
        (NAME_POINTS, tokenize(local_name(entry.name, entry.server))),
        (SERVER_POINTS, tokenize(entry.server or "")),
        (DESCRIPTION_POINTS, tokenize(entry.description or "")),
    )
    return sum(points for term in terms for points, words in places if any(_hits(term, w) for w in words))


def _hits(term: str, word: str) -> bool:
    if term == word:
        return True
    shorter = min(len(term), len(word))
    return shorter >= _SHORTEST_PREFIX and (word.startswith(term) or term.startswith(word))


def search_tools(
    catalog: Iterable[ToolEntry],
    query: str,
    server: str | None = None,
    limit: int | None = None,
    exclude: Container[str] = (),
) -> list[ToolEntry]:
    """The tools with the most points, best first; those with the same stand in the order of the catalogue.

    Args:
        catalog: What is searched.
        query: Its distinct words are the terms.
        server: Only tools of this server, in whatever case; its name may be as it stands in those of its
            tools. Without a query, all of them.
        limit: How many, from 1 to 20; other numbers count as the nearer of these. 8 where there is none.
        exclude: Names of tools that are left out.

    >>> from contextthrift import ToolEntry
    >>> [entry.name for entry in search_tools([ToolEntry(name="send_mail"), ToolEntry(name="zip")], "mails")]
    ['send_mail']
    """
    terms = list(dict.fromkeys(tokenize(query)))
    offered = [
        entry for entry in catalog if entry.name not in exclude and (not server or _is_of(entry, server))
    ]
    scored = [(_score(entry, terms, is_whole_server=bool(server)), entry) for entry in offered]
    found = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: -pair[0])
    most = DEFAULT_FOUND if limit is None else max(1, min(MOST_FOUND, int(limit)))
    return [entry for _, entry in found[:most]]


def _score(entry: ToolEntry, terms: list[str], *, is_whole_server: bool) -> int:
    return search_score(entry, terms) if terms else int(is_whole_server)


def _is_of(entry: ToolEntry, server: str) -> bool:
    own = entry.server or ""
    return server.lower() in {own.lower(), server_prefix(own).lower()}
