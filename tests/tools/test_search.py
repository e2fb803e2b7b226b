"""The original's ranking of tools."""

import pytest

from contextthrift import ToolEntry
from contextthrift.tools.search import search_score, search_tools, tokenize


def entry(name, description="", server=None):
    return ToolEntry(name=name, description=description, server=server)


CATALOG = [
    entry("git__list_issues", "List issues of a repository", "git"),
    entry("git__create", "Open an issue", "git"),
    entry("docs_v1__list", "", "Docs.v1"),
    entry("listing"),
]


def names(query, **options):
    return [found.name for found in search_tools(CATALOG, query, **options)]


def test_words_are_ascii_runs_with_camel_case_apart():
    assert tokenize("getHTTPResponse2Text, x_y-Z") == ["get", "httpresponse2", "text", "x", "y", "z"]


def test_each_list_counts_once_for_each_term_and_all_three_may():
    assert search_score(entry("git__git_git", "git git", "git"), ["git"]) == 6
    assert search_score(entry("git__git_git", "git git", "git"), ["git", "gitlab", "zip"]) == 12


@pytest.mark.parametrize(
    ("term", "word", "hits"),
    [
        ("an", "an", True),
        ("an", "and", False),
        ("and", "an", False),
        ("iss", "issues", True),
        ("issues", "iss", True),
        ("issues", "is", False),
        ("sue", "issue", False),
    ],
)
def test_a_beginning_stands_for_a_word_from_three_characters_on(term, word, hits):
    assert search_score(entry(word), [term]) == (3 if hits else 0)


def test_ties_stand_in_the_order_of_the_catalogue():
    assert names("list") == ["git__list_issues", "docs_v1__list", "listing"]
    assert names("issue") == ["git__list_issues", "git__create"]


@pytest.mark.parametrize("server", ["docs.v1", "DOCS.V1", "docs_v1"])
def test_a_server_is_named_in_any_case_or_as_in_its_tools_names(server):
    assert names("list", server=server) == ["docs_v1__list"]


def test_without_a_query_a_server_lists_its_tools_and_nothing_lists_nothing():
    assert names("", server="git") == ["git__list_issues", "git__create"]
    assert (names(""), names("?!", server=""), names("zebra", server="git")) == ([], [], [])


@pytest.mark.parametrize(("limit", "count"), [(None, 8), (0, 1), (-5, 1), (3, 3), (20, 20), (21, 20)])
def test_a_limit_is_kept_between_one_and_twenty(limit, count):
    many = [entry(f"thing_{number}") for number in range(40)]
    assert len(search_tools(many, "thing", limit=limit)) == count


def test_what_is_excluded_is_not_found():
    assert names("list", exclude={"listing"}) == ["git__list_issues", "docs_v1__list"]
