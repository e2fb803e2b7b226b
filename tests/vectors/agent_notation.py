"""The words of the agent's cases: macros in what is given, helper keys in what is expected.

Anything that is not in the notation raises `UnknownNotationError`, so that a case is never half understood.
"""

from dataclasses import dataclass
from typing import Any

from tests.vectors.notation import UnknownNotationError, known, named

SAME_OBJECT = "$same_object"
OF_JSON_SCHEMA = {"$ref", "$defs", "$schema", "$id", "$anchor", "$comment"}
"""Keys that look like macros and are data."""


@dataclass(frozen=True)
class Told:
    """The answer of a function that promises to return its argument itself when it changes nothing."""

    value: Any
    is_same_object: bool


# --- what is given


def written_out(value):
    """The value with its macros replaced by the texts they stand for."""
    if isinstance(value, list):
        return [written_out(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    macros = [key for key in value if key.startswith("$") and key not in OF_JSON_SCHEMA | {SAME_OBJECT}]
    if not macros:
        return {key: written_out(entry) for key, entry in value.items()}
    if len(value) > 1:
        raise UnknownNotationError(f"macro {macros[0]} beside other keys: {sorted(value)}")
    return named(MACROS, macros[0], "macro")(*map(written_out, value[macros[0]]))


def repeat(text, count):
    return text * count


def concat(*parts):
    return "".join(parts)


MACROS = {"$repeat": repeat, "$concat": concat}


def catalog_of(word, fixtures):
    """A catalogue of tools: a fixture by its name, one entry many times over, or the entries themselves."""
    if isinstance(word, str):
        return named(fixtures, word, "catalog")
    if isinstance(word, list):
        return word
    known(word, {"repeat", "count"}, "catalog")
    return [numbered(word["repeat"], number) for number in range(word["count"])]


def numbered(entry, number):
    return {key: text.replace("{i}", str(number)) for key, text in entry.items()}


# --- what is expected


def same(answer, expected):
    """Equal after JSON: tuples are lists, sets sorted lists; True is not 1."""
    given = plain(answer)
    assert given == expected
    assert shape(given) == shape(expected), f"{given!r} has booleans where {expected!r} has numbers, or so"


def plain(value):
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(value)
    return [plain(entry) for entry in value] if isinstance(value, list | tuple) else value


def shape(value):
    """The value with its booleans marked, which equality takes for numbers."""
    if isinstance(value, dict):
        return {key: shape(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [shape(entry) for entry in value]
    return ("bool", value) if isinstance(value, bool) else value


def listed(answer, expected, words, *, partial=()):
    """Each listed key as it is meant: by its helper if it is a helper key, else equal.

    Under a name of `partial`, objects have their listed keys compared only, whatever their depth.
    """
    for key, wanted in expected.items():
        if key in words:
            words[key](answer, wanted)
            continue
        assert isinstance(answer, dict), f"{key!r} expected of {answer!r}"
        assert key in answer, f"{key!r} expected, there is {sorted(answer)}"
        if key in partial:
            within(answer[key], wanted, words, partial)
        else:
            meant(answer[key], wanted, words, partial)


def within(answer, expected, words, partial):
    """As `listed`, wherever objects stand."""
    if isinstance(expected, list) and any(isinstance(entry, dict) for entry in expected):
        assert len(answer) == len(expected)
        for given, wanted in zip(answer, expected, strict=True):
            within(given, wanted, words, partial)
    elif isinstance(expected, dict):
        listed(answer, expected, words, partial=partial)
    else:
        same(answer, expected)


def meant(answer, expected, words, partial=()):
    """The whole equal, or only what is listed where a helper key is."""
    if isinstance(expected, dict) and expected.keys() & words.keys():
        listed(answer, expected, words, partial=partial)
    else:
        same(answer, expected)


# --- helper keys


def text_of(answer):
    return answer if isinstance(answer, str) else answer["text"]


def starts_with(answer, wanted):
    assert text_of(answer).startswith(wanted)


def contains(answer, wanted):
    holds_all(text_of(answer), wanted)


def count(answer, wanted):
    assert len(answer) == wanted


def first(answer, wanted):
    same(answer[0], wanted)


def events(answer, wanted):
    """Each event, in order, by its listed keys."""
    assert len(answer["events"]) == len(wanted), f"there are {answer['events']}"
    for event, keys in zip(answer["events"], wanted, strict=True):
        same({key: event.get(key) for key in keys}, keys)


def handler_calls(answer, wanted):
    same(answer["handler_calls"], wanted)


def non_empty(answer, wanted):
    assert wanted is True
    assert isinstance(answer, str)
    assert answer.strip()


def at_least(answer, wanted):
    assert answer >= wanted


def at_most(answer, wanted):
    assert answer <= wanted


def holds_all(container, wanted):
    """All the parts of a text, or all the members of a list."""
    parts = [wanted] if isinstance(wanted, str) else wanted
    missing = [part for part in parts if part not in container]
    assert not missing, f"{missing} not in {container!r}"


def named_contains(name):
    return lambda answer, wanted: holds_all(answer[name], wanted)


def named_contains_none(name):
    def contains_none(answer, wanted):
        there = [part for part in wanted if part in answer[name]]
        assert not there, f"{there} in {answer[name]!r}"

    return contains_none


def error_contains(answer, wanted):
    holds_all(answer["error"].lower(), [part.lower() for part in wanted])


HELPERS = {
    "tools": {
        "starts_with": starts_with,
        "contains": contains,
        "count": count,
        "first": first,
        "events": events,
        "handler_calls": handler_calls,
        "error_contains": error_contains,
        "message_contains": named_contains("message"),
    },
    "context": {
        "message_contains": named_contains("message"),
        "first_contains": named_contains("first"),
        "content_contains": named_contains("content"),
    },
    "loop": {
        "non_empty": non_empty,
        "min_s": at_least,
        "max_s": at_most,
        "user_contains": named_contains("user"),
        "user_not_contains": named_contains_none("user"),
        "system_contains": named_contains("system"),
        "system_not_contains": named_contains_none("system"),
        "outbound_contains": named_contains("outbound"),
        "error_contains": error_contains,
    },
}
"""The helper keys of each file. Any other key is one of the answer's own."""

PARTIAL = ("result", "trace", "last", "outbound")
"""Parts of the answers in `loop` whose objects have more keys than a case lists."""


def holds(run, case):
    """What `run()` answers, or raises, is what the case expects."""
    if "expected_error" in case:
        fails(run, known(case["expected_error"], {"contains"}, "expected_error")["contains"])
        return
    answer = run()
    words = HELPERS[case["file"]]
    if "expect" in case:
        loosely(answer, case["expect"], words)
    else:
        wholly(answer, case["expected"], words)


def fails(run, parts):
    try:
        answer = run()
    except AssertionError:
        raise
    except Exception as error:  # noqa: BLE001 - any exception is the answer here
        error_contains({"error": str(error)}, parts)
    else:
        raise AssertionError(f"answered {answer!r} instead of an error with {parts}")


def loosely(answer, expected, words):
    """What is listed; an answer that is no object is compared whole."""
    value = answer.value if isinstance(answer, Told) else answer
    if isinstance(expected, dict):
        listed(value, expected, words, partial=PARTIAL)
    else:
        same(value, expected)


def wholly(answer, expected, words):
    """All of the answer, and that it is the given object where that is expected."""
    value = answer.value if isinstance(answer, Told) else answer
    if not isinstance(expected, dict) or SAME_OBJECT not in expected:
        meant(value, expected, words)
        return
    assert isinstance(answer, Told), f"nobody looked whether {answer!r} is the given object"
    assert answer.is_same_object is expected[SAME_OBJECT]
    rest = {key: wanted for key, wanted in expected.items() if key != SAME_OBJECT}
    if rest:
        meant(value, rest, words)
