"""The words of the recorded cases: numbers, estimators, contents, renderers, ranks and predicates.

Anything that is not in the notation raises `UnknownNotationError`, so that a case is never half understood.
"""

import json
import re

ENCODING = "cl100k_base"
LIVE = object()
"""The live context of a case that has one."""


class UnknownNotationError(AssertionError):
    """The case says something this notation has no word for."""


def known(mapping, words, where):
    """The mapping, whose keys are all among the words."""
    unknown = sorted(set(mapping) - set(words))
    if unknown:
        raise UnknownNotationError(f"{where} has unknown keys: {unknown}")
    return mapping


def named(table, name, what):
    if not isinstance(name, str) or name not in table:
        raise UnknownNotationError(f"unknown {what}: {name!r}")
    return table[name]


# --- numbers


def numbers(mapping):
    """Object hook of the JSON reader: `{"$num": "NaN"}` is a number."""
    return float(mapping["$num"]) if mapping.keys() == {"$num"} else mapping


def parsed(text):
    return json.loads(text, object_hook=numbers)


# --- estimators

# White space as JavaScript has it, which is where the recordings were made.
WORD = re.compile("[^\\t\\n\\v\\f\\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+")


def utf16_length(text):
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


ESTIMATORS = {
    "chars4": lambda text: -(-utf16_length(text) // 4),
    "words": lambda text: len(WORD.findall(text)),
    "len": utf16_length,
    "plus3": lambda text: utf16_length(text) + 3,
}


def estimator(name, encoding=ENCODING):
    """A callable for `estimate_tokens` that expects to be given this encoding, and two arguments only."""
    count = named(ESTIMATORS, name, "estimator")

    def estimate_tokens(text, encoding_name):
        assert encoding_name == encoding
        return count(text)

    return estimate_tokens


# --- contents


class Rendered:
    """Content that renders itself and has no estimate of its own."""

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


class Resolved(Rendered):
    """Content with its own estimate: of one text with a live context, of another without."""

    def __init__(self, text, resolved, estimate_tokens):
        super().__init__(text)
        self.resolved = resolved
        self.estimate_tokens = estimate_tokens

    def estimate(self, encoding, ctx):
        assert ctx is None or ctx is LIVE
        return self.estimate_tokens(self.text if ctx is None else self.resolved, encoding)


def content(value, estimate_tokens):
    if value is None or isinstance(value, str):
        return value
    known(value, {"static", "resolved"}, "content")
    if "resolved" in value:
        return Resolved(value["static"], value["resolved"], estimate_tokens)
    return Rendered(value["static"])


# --- renderers


def block(tools):
    lines = [f'{tool.name}|{getattr(tool, "description", None) or ""}|{{"type":"object"}}' for tool in tools]
    return "\n".join(["<tools>", *lines, "</tools>"])


RENDERERS = {
    "names": lambda tools: f"[{','.join(tool.name for tool in tools)}]",
    "block": block,
    "const": lambda _tools: "TOOLS AVAILABLE",
}


def renderer(name):
    return named(RENDERERS, name, "renderer")


# --- ranks and predicates


def rank(value):
    known(value, {"ranks", "default"}, "shed_rank")
    return lambda name: value["ranks"].get(name, value["default"])


PREDICATES = {
    "prefix": str.startswith,
    "suffix": str.endswith,
    "equals": str.__eq__,
    "contains": str.__contains__,
}


def predicate(value):
    """A test of a message by its id."""
    if value == {"never": True}:
        return lambda _message: False
    if len(value) != 1:
        raise UnknownNotationError(f"unknown predicate: {value!r}")
    ((word, text),) = value.items()
    holds = named(PREDICATES, word, "predicate")
    return lambda message: holds(message.id, text)
