"""Tools found by words: against the twin, by examples, and on input that nobody means."""

from dataclasses import asdict
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contextthrift import ToolEntry, ToolHit, ToolIndex, ToolWeights
from contextthrift.exceptions import InvalidArgument, WrongType
from tests.reference.catalog import Twin

WORDS = [
    *(
        "list",
        "issue",
        "issues",
        "query",
        "queries",
        "status",
        "get",
        "getWeather",
        "forecast",
        "forecasting",
    ),
    *("HTTPServer", "send_mail", "weather_forecast", "x2y", "ids", "the", "天気予報", "天気", "__init__"),
    *("movies", "ii"),
]

sentences = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
names = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map("_".join)
servers = st.sampled_from([None, "weather", "mail", "git hub"])
properties = st.dictionaries(
    st.sampled_from(WORDS), st.builds(lambda text: {"description": text}, sentences), max_size=2
)
entries = st.builds(
    lambda name, description, server, properties: ToolEntry(
        name=name, description=description, server=server, input_schema={"properties": properties}
    ),
    names,
    sentences,
    servers,
    properties,
)
catalogs = st.lists(entries, max_size=8)
weights = st.builds(
    ToolWeights,
    name=st.sampled_from([0, 0.5, 3]),
    parameter_names=st.sampled_from([0, 1, 2]),
    grams=st.sampled_from([0, 0.75]),
    name_coverage=st.sampled_from([0, 0.4]),
    server_best=st.sampled_from([0, 0.3]),
)


def twin_of(catalog, weights):
    tools = [
        {
            "name": entry.name,
            "server": entry.server or "",
            "description": entry.description,
            "parameter_names": "\n".join(entry.input_schema["properties"]),
            "parameter_texts": "\n".join(
                schema["description"] for schema in entry.input_schema["properties"].values()
            ),
        }
        for entry in catalog
    ]
    return Twin(tools, asdict(weights))


def tool(name, description="", server=None, **parameters):
    schema = {"type": "object", "properties": {key: {"description": v} for key, v in parameters.items()}}
    return ToolEntry(name=name, description=description, server=server, input_schema=schema)


def found(index, query, **options):
    return [hit.name for hit in index.search(query, **options)]


# --- against the twin


@settings(max_examples=300)
@given(catalogs, sentences, weights)
def test_the_ranking_is_the_twins(catalog, query, weights):
    hits = ToolIndex(catalog, weights=weights).search(query)
    expected = twin_of(catalog, weights).search(query, 10)
    assert [hit.index for hit in hits] == [place for place, _ in expected]
    assert [hit.score for hit in hits] == pytest.approx([score for _, score in expected], abs=1.5e-9, rel=0)


# --- laws


@given(catalogs, sentences, st.integers(0, 9), st.sets(names, max_size=3))
def test_limit_and_exclusion_only_take_from_the_whole_list(catalog, query, limit, exclude):
    index = ToolIndex(catalog)
    whole = index.search(query, limit=100)
    left = [hit for hit in whole if hit.name not in exclude]
    assert index.search(query, limit=limit, exclude=exclude) == left[:limit]


@given(catalogs, sentences)
def test_hits_are_in_falling_order_and_ties_in_that_of_the_catalogue(catalog, query):
    hits = ToolIndex(catalog).search(query, limit=100)
    order = [(-hit.score, hit.index) for hit in hits]
    assert order == sorted(order)
    assert all(hit == ToolHit(index=hit.index, name=catalog[hit.index].name, score=hit.score) for hit in hits)


@given(catalogs, entries, sentences)
def test_a_tool_that_matches_still_matches_beside_another(catalog, another, query):
    before = {hit.index for hit in ToolIndex(catalog).search(query, limit=100)}
    after = {hit.index for hit in ToolIndex([*catalog, another]).search(query, limit=100)}
    assert before <= after


@given(catalogs, sentences)
def test_a_tool_that_stands_twice_is_found_twice_side_by_side_but_for_ties(catalog, query):
    hits = ToolIndex([*catalog, *catalog]).search(query, limit=100)
    scores = {hit.index: hit.score for hit in hits}
    size = len(catalog)
    assert all(scores.get(place) == scores.get(place + size) for place in range(size))


@given(catalogs, st.permutations(WORDS[:6]))
def test_the_order_of_the_words_does_not_matter(catalog, words):
    index = ToolIndex(catalog)
    hits, sorted_hits = (index.search(" ".join(query)) for query in (words, sorted(words)))
    assert {hit.index for hit in hits} == {hit.index for hit in sorted_hits}
    by_place = {hit.index: hit.score for hit in sorted_hits}
    assert {hit.index: hit.score for hit in hits} == pytest.approx(by_place, abs=1.5e-9, rel=0)


# --- what is found


def test_a_name_counts_more_than_a_description():
    index = ToolIndex([tool("other", "Sends mail"), tool("send_mail", "Something"), tool("third", "Else")])
    assert found(index, "send mail") == ["send_mail", "other"]


def test_parameters_are_read_their_names_before_their_descriptions():
    index = ToolIndex([tool("a", x="Name of a city"), tool("b", city="Where"), tool("c", x="Number")])
    assert found(index, "city") == ["b", "a"]


def test_words_that_only_resemble_each_other_find_each_other():
    index = ToolIndex([tool("forecasting"), tool("cooking")])
    assert found(index, "forecasters") == ["forecasting"]


def test_a_plural_finds_its_singular_also_where_grams_are_off():
    index = ToolIndex([tool("issue"), tool("query")], weights=ToolWeights(grams=0))
    assert (found(index, "issues"), found(index, "queries")) == (["issue"], ["query"])


def test_chinese_is_found_by_pairs_of_characters():
    index = ToolIndex([tool("bing", "使用必应搜索"), tool("weather", "天气预报")])
    assert found(index, "今天天气怎么样") == ["weather"]


def test_a_server_lifts_its_tools_and_brings_those_without_a_match():
    catalog = [tool("open", "Opens"), tool("open", "Opens", "car"), tool("lock", server="car")]
    without = ToolIndex(catalog, weights=ToolWeights(server_best=0))
    assert [hit.index for hit in without.search("open")] == [0, 1]
    assert [hit.index for hit in ToolIndex(catalog).search("open")] == [1, 0, 2]


def test_a_servers_name_in_front_is_no_part_of_a_tools():
    entries = [ToolEntry(name=name, server="docs.v1") for name in ("docs.v1__list", "docs_v1__list", "list")]
    assert len({hit.score for hit in ToolIndex(entries).search("docs list")}) == 1


def test_tools_of_the_agent_and_objects_of_your_own_are_read():
    index = ToolIndex([SimpleNamespace(name="zip_files"), SimpleNamespace(name="x", description=None)])
    assert (len(index), found(index, "zip")) == (2, ["zip_files"])


def test_names_may_repeat_and_are_left_out_together():
    index = ToolIndex([tool("get", "A mail"), tool("get", "A file"), tool("send", "A mail")])
    assert [hit.index for hit in index.search("mail")] == [0, 2]
    assert found(index, "mail", exclude=["get"]) == ["send"]


def test_an_index_of_many_tools_takes_no_more_than_one_and_a_half_times_their_text():
    words = [f"{a}{b}{c}" for a in ("con", "de", "pro") for b in ("tect", "fig", "ver") for c in ("ed", "or")]
    catalog = [
        tool(f"tool_{n}", " ".join(words[(n * step) % len(words)] for step in range(1, 30)))
        for n in range(3_000)
    ]
    text = sum(len(entry.name) + len(entry.description) for entry in catalog)
    assert 0 < ToolIndex(catalog).memory <= 1.5 * text


# --- what nobody means


@pytest.mark.parametrize("query", ["", " \n", "?!", "\ud800", "🙂", "_"])
def test_a_query_without_words_finds_nothing(query):
    assert ToolIndex([tool("a", "b", "c", d="e")]).search(query) == []


def test_an_empty_catalogue_finds_nothing():
    index = ToolIndex([])
    assert (len(index), index.search("anything")) == (0, [])


def test_tools_without_any_word_are_no_obstacle():
    assert found(ToolIndex([tool(""), tool("🙂", "?"), tool("zip")]), "zip") == ["zip"]


def test_half_a_surrogate_pair_ends_a_word():
    index = ToolIndex([tool("send\ud800mail", "\udfff", "\ud83d", **{"\ud800": "\ud800"}), tool("other")])
    assert found(index, "mail\udfff") == ["send\ud800mail"]


@pytest.mark.parametrize("schema", [None, 5, "text", [], {"properties": 3}, {1: {2: 3}}, {"enum": {}}, True])
def test_a_schema_that_is_none_has_no_texts(schema):
    assert found(ToolIndex([SimpleNamespace(name="zip", input_schema=schema)]), "zip") == ["zip"]


def test_a_hundred_thousand_tools_are_searched():
    index = ToolIndex([tool(f"tool_{number}", "Does it") for number in range(100_000)])
    assert found(index, "tool 77777", limit=1) == ["tool_77777"]
    assert len(index.search("does it", limit=200_000)) == 100_000


def test_a_very_long_query_is_read():
    assert found(ToolIndex([tool("zip"), tool("mail")]), "zip " * 200_000 + "x" * 1_000_000) == ["zip"]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (SimpleNamespace(), "entries[1].name is NoneType; it must be a string"),
        (
            {"name": "a"},
            "entries[1] is a dict; it must be a ToolEntry, or an object with the attribute name",
        ),
        (SimpleNamespace(name=5), "entries[1].name is int; it must be a string"),
        (SimpleNamespace(name="a", server=b""), "entries[1].server is bytes; it must be a string"),
        (SimpleNamespace(name="a", description=[]), "entries[1].description is list; it must be a string"),
    ],
)
def test_an_entry_that_cannot_be_read_is_named(entry, message):
    with pytest.raises(WrongType) as caught:
        ToolIndex([tool("a"), entry])
    assert str(caught.value) == message


@pytest.mark.parametrize("value", [-1, float("nan"), float("inf"), 1_001, "3", None, True])
def test_a_weight_that_cannot_be_meant_is_refused(value):
    with pytest.raises(InvalidArgument, match=r"^weights\.grams is "):
        ToolIndex([], weights=ToolWeights(grams=value))


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"limit": -1}, InvalidArgument),
        ({"limit": 1.5}, InvalidArgument),
        ({"exclude": "a"}, WrongType),
        ({"query": 5}, WrongType),
    ],
)
def test_a_question_that_cannot_be_meant_is_refused(options, error):
    with pytest.raises(error):
        ToolIndex([tool("a")]).search(**{"query": "a", **options})


def test_all_weights_can_be_nothing():
    nothing = ToolWeights(**dict.fromkeys(asdict(ToolWeights()), 0))
    assert ToolIndex([tool("a", "a", "a", a="a")], weights=nothing).search("a") == []
