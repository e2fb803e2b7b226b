"""Whether the arguments a model gave fit the schema of a tool, and if not, why not."""

from __future__ import annotations

from itertools import islice
from typing import Final

from contextthrift.tools.checking.check import Check
from contextthrift.tools.checking.place import Place

MAX_PROBLEMS: Final = 8
"""Problems reported at once: a list of a thousand rows can have thousands, a model mends few at a time."""


def check_arguments(arguments: object, schema: object) -> list[str]:
    """What is wrong with the arguments, at most 8 sentences for a model to read; empty when they are right.

    Checked are `type`, `enum`, `const`, `properties`, `required`, `additionalProperties`, `items`,
    `prefixItems`, `minItems`, `maxItems`, `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`,
    `minLength`, `maxLength`, `anyOf`, `oneOf`, `allOf`, `not`, local `$ref`, and schemas that are `true` or
    `false`, with the meaning JSON Schema 2020-12 gives them; besides them OpenAPI's `nullable`, and `items`
    that is a list, which is read as `prefixItems`.

    Any other keyword (`format`, `multipleOf`, `if` …) is ignored, as is a keyword whose value cannot be
    meant: the tool itself still sees the arguments. `pattern` and `patternProperties` are ignored because a
    foreign server's pattern, run on a model's text by an engine that backtracks, can take forever; beside
    `patternProperties`, `additionalProperties` is therefore ignored too. What lies deeper than 150
    steps, into values and into schemas, is not looked at. Never raises.

    >>> schema = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
    >>> check_arguments({"q": 5}, schema)
    ['q: expected string, got integer 5']
    >>> check_arguments({}, schema)
    ['q: missing, expected string']
    >>> check_arguments({"q": "x"}, schema)
    []
    """
    found = Check(schema).problems(arguments, schema, Place())
    return list(dict.fromkeys(islice(found, MAX_PROBLEMS)))
