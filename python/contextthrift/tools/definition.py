"""What a provider takes as the definition of a tool, checked before any provider sees it."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Mapping
from typing import Any, Final

from contextthrift.exceptions import InvalidArgument, WrongType

NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""A name that OpenAI, Anthropic and Gemini all take: their references of the API give the rule."""
_WORDS: Final = ("object", "array", "string", "integer", "number", "boolean", "null")
_SCHEMAS: Final = ("items", "additionalProperties", "not", "contains", "if", "then", "else")
_LISTS: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
_NAMED: Final = ("properties", "$defs", "definitions", "patternProperties")
_DEEPEST: Final = 150
"""Levels that are looked at, as many as of arguments."""


def check_name(name: Any) -> None:
    """Refuses what some provider would not take for a tool's name.

    Raises:
        InvalidArgument: The message has the rule.
    """
    if not isinstance(name, str) or not name.strip():
        raise InvalidArgument(f"a tool needs a name; got {name!r}")
    if not NAME.fullmatch(name):
        raise InvalidArgument(
            f"a tool cannot be called {name!r:.80}; a name has 1 to 64 letters, digits, underscores and "
            "dashes of ASCII"
        )


def check_schema(name: str, schema: Any) -> None:
    """Refuses a schema of arguments that some provider would not take.

    Raises:
        WrongType: It is no mapping, or holds what JSON does not.
        InvalidArgument: It describes no object, or has a keyword whose value cannot be meant.
    """
    where = f"input_schema of tool {name!r}"
    if not isinstance(schema, Mapping):
        raise WrongType(f"{where} must be a mapping; got {type(schema).__name__}")
    try:
        json.dumps(schema, default=_plain, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise WrongType(f"{where} must be JSON: {error}") from error
    if schema.get("type") != "object":
        raise InvalidArgument(f"{where} must have the type 'object'; got {schema.get('type')!r:.80}")
    _check_part(schema, where, 0)


def check_execute(name: str, execute: Any) -> None:
    """Refuses what cannot be called with the arguments and the context of a call.

    Raises:
        WrongType: The message says how it is called.
    """
    if execute is None:
        return
    if not callable(execute):
        raise WrongType(f"execute of tool {name!r} must be a function; got {type(execute).__name__}")
    try:
        inspect.signature(execute).bind(None, None)
    except TypeError as error:
        raise WrongType(
            f"execute of tool {name!r} is called with (arguments, context), which it does not take "
            f"({error}); contextthrift.tools.tool makes a tool of a function with parameters of its own"
        ) from error
    except ValueError:  # a function in C that does not say what it takes
        return


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is no value of JSON")


def _check_part(schema: Any, where: str, depth: int) -> None:
    if isinstance(schema, bool) or depth > _DEEPEST:
        return
    if not isinstance(schema, Mapping):
        raise InvalidArgument(f"{where} must be a schema, so a mapping; got {type(schema).__name__}")
    _check_words(schema, where)
    for keyword in _NAMED:
        for name, part in _mapping(schema, keyword, where).items():
            _check_part(part, f"{where}.{keyword}.{name}", depth + 1)
    for keyword in _LISTS:
        for index, part in enumerate(_list(schema, keyword, where)):
            _check_part(part, f"{where}.{keyword}[{index}]", depth + 1)
    for keyword in _SCHEMAS:
        if keyword in schema and not isinstance(schema[keyword], list):
            _check_part(schema[keyword], f"{where}.{keyword}", depth + 1)


def _check_words(schema: Mapping[str, Any], where: str) -> None:
    words = schema.get("type", [])
    for word in words if isinstance(words, list | tuple) else [words]:
        if word not in _WORDS:
            raise InvalidArgument(f"{where} has the type {word!r:.80}; the types are {', '.join(_WORDS)}")
    for name in _list(schema, "required", where):
        if not isinstance(name, str):
            raise InvalidArgument(f"{where}.required must hold names; got {name!r:.80}")


def _mapping(schema: Mapping[str, Any], keyword: str, where: str) -> Mapping[str, Any]:
    held = schema.get(keyword, {})
    if not isinstance(held, Mapping):
        raise InvalidArgument(f"{where}.{keyword} must be a mapping; got {type(held).__name__}")
    return held


def _list(schema: Mapping[str, Any], keyword: str, where: str) -> list[Any] | tuple[Any, ...]:
    held = schema.get(keyword, [])
    if not isinstance(held, list | tuple):
        raise InvalidArgument(f"{where}.{keyword} must be a list; got {type(held).__name__}")
    return held
