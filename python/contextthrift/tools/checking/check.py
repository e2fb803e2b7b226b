"""The walk through a value and its schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from contextthrift.tools.checking.keywords import KEYWORDS
from contextthrift.tools.checking.scalars import wrong_type
from contextthrift.tools.local_reference import resolve_reference
from contextthrift.tools.schema_hint import type_hint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from contextthrift.tools.checking.place import Place

MAX_DEPTH: Final = 150
"""Steps into values and schemas; each takes up to three frames of Python's limit of 1,000."""
_HINT_CHARS: Final = 200
_COMBINING: Final = frozenset({"$ref", "allOf", "anyOf", "oneOf", "not"})


class Check:
    """One check of one value; it remembers what a schema that combines others has said about a value.

    Without that, schemas that refer to themselves twice would be walked a number of times exponential in the
    depth of the value. Values and schemas are told apart by identity: they live as long as the check.
    """

    def __init__(self, root: object) -> None:
        """Prepares for values that `root` describes; references are looked up in it."""
        self._root = root
        self._verdicts: dict[tuple[int, int], bool] = {}

    def problems(self, value: object, schema: object, at: Place) -> Iterator[str]:
        """The problems of one value; a value of the wrong type has that one problem."""
        if schema is False:
            yield at.wants("nothing", value)
        if not isinstance(schema, dict) or at.depth > MAX_DEPTH:
            return
        if value is None and schema.get("nullable") is True:
            return
        if (expected := wrong_type(value, schema)) is not None:
            yield at.wants(expected, value)
        elif _COMBINING.isdisjoint(schema):
            yield from self._by_keyword(value, schema, at)
        else:
            yield from self._remembered(value, schema, at)

    def accepts(self, value: object, schema: object, at: Place) -> bool:
        """Whether the schema has nothing against the value."""
        return next(self.problems(value, schema, at.within(is_trial=True)), None) is None

    def hint(self, schema: object, at: Place) -> str:
        """What the schema asks for, in short; empty in a trial, whose words nobody reads."""
        if at.is_trial:
            return ""
        hint = type_hint(schema, self._root)
        if hint == "any":
            return "any value"
        return hint if len(hint) <= _HINT_CHARS else hint[: _HINT_CHARS - 1] + "…"

    def target(self, schema: object) -> object:
        """What the schema refers to, at the end of its references; itself where it refers to nothing."""
        for _ in range(MAX_DEPTH):
            if not isinstance(schema, dict) or "$ref" not in schema:
                break
            schema = resolve_reference(self._root, schema["$ref"])
        return schema

    def _remembered(self, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
        key = (id(value), id(schema))
        verdict = self._verdicts.get(key)
        if verdict is True or id(schema) in at.following:
            return
        if verdict is False and at.is_trial:
            yield ""
            return
        for problem in self._by_keyword(value, schema, at.within(following=id(schema))):
            self._verdicts[key] = False
            yield problem
        self._verdicts.setdefault(key, True)

    def _by_keyword(self, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
        if "$ref" in schema:
            yield from self.problems(value, resolve_reference(self._root, schema["$ref"]), at.within())
        for keyword, read in KEYWORDS.items():
            if keyword in schema:
                yield from read(self, value, schema, at)
