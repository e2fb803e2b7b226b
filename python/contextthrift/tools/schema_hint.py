"""The parameters of a tool in one short line, derived from its JSON schema.

A model that is told its tools in text reads `{ text: string, limit?: number }` where it would have to work
through the whole schema. The form is TypeScript's: `?` marks what may be left out, `[]` a list, `|` a choice.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from contextthrift.tools.json_value import json_literal
from contextthrift.tools.local_reference import resolve_reference

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_PROPERTIES: Final = 12
"""Properties shown of one object."""
MAX_ENUM_MEMBERS: Final = 8
"""The longest enum that is spelled out."""
MAX_UNION_MEMBERS: Final = 4
"""Schemas shown of one `anyOf` or `oneOf`."""
MAX_OBJECT_DEPTH: Final = 2
"""Levels of objects spelled out below the top."""
_MAX_PARTS: Final = 2_000
"""Schemas looked at for one hint: full objects on three levels have 1,884, so only circles get here."""
_MAX_STEPS: Final = 24
"""Schemas within one another, of any kind: what is deeper is `any`. Far below Python's recursion limit."""
_PLAIN_NAME: Final = re.compile(r"[\w$.@-]+")


def schema_hint(schema: object) -> str:
    """The hint for the schema of a tool's arguments; empty when it describes no object. Never raises.

    Local `$ref`, `allOf`, `anyOf` and `oneOf` are followed, circles included; `null` is left out of a choice.

    >>> schema_hint({"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]})
    '{ q: string }'
    """
    if not isinstance(schema, dict):
        return ""
    writer = _Writer(schema)
    whole = writer.whole(schema)
    if _properties(whole):
        return writer.spelled(whole, 0)
    if _union(whole):
        choice = writer.choice(whole, -1)
        return " | ".join(choice) if all(each.startswith("{") for each in choice) else "{}"
    return "{}" if _type_name(whole) in {"object", "any"} else ""


def type_hint(schema: object, root: object) -> str:
    """What one part of the schema `root` asks for, in the same form.

    >>> type_hint({"anyOf": [{"type": "string"}, {"type": "integer"}]}, {})
    'string | integer'
    """
    return " | ".join(_Writer(root).choice(schema, 0))


class _Writer:
    """Writes the parts of one schema, and stops looking when it has looked at enough of them."""

    def __init__(self, root: object) -> None:
        self._root = root
        self._parts = 0

    def choice(self, schema: object, depth: int, above: tuple[int, ...] = ()) -> list[str]:
        """The forms a value may have; `depth` counts objects, `above` are the schemas since the last one."""
        self._parts += 1
        if schema is False:
            return ["never"]
        if not isinstance(schema, dict) or id(schema) in above:
            return ["any"]
        if self._parts > _MAX_PARTS or len(above) > _MAX_STEPS:
            return ["any"]
        above = (*above, id(schema))
        whole = self.whole(schema)
        members = whole.get("enum")
        if isinstance(members, list) and 0 < len(members) <= MAX_ENUM_MEMBERS:
            return [json_literal(member) for member in members]
        if "const" in whole:
            return [json_literal(whole["const"])]
        return self._union(whole, depth, above) or [self._typed(whole, depth, above)]

    def _union(self, whole: dict[str, object], depth: int, above: tuple[int, ...]) -> list[str]:
        found: dict[str, list[str]] = {}
        for member in _union(whole):
            forms = self.choice(member, depth, above)
            if forms == ["any"]:
                return []
            if forms != ["null"]:
                found.setdefault(" | ".join(forms), forms)
            if len(found) > MAX_UNION_MEMBERS:
                break
        kept = list(found.values())[:MAX_UNION_MEMBERS]
        forms = list(dict.fromkeys(form for each in kept for form in each))
        return [*forms, "…"] if len(found) > MAX_UNION_MEMBERS else forms

    def _typed(self, whole: dict[str, object], depth: int, above: tuple[int, ...]) -> str:
        name = _type_name(whole)
        if name == "array":
            return self._array(whole, depth, above)
        if name == "object" and _properties(whole) and depth < MAX_OBJECT_DEPTH:
            return self.spelled(whole, depth + 1)
        return name

    def _array(self, whole: dict[str, object], depth: int, above: tuple[int, ...]) -> str:
        places = whole.get("prefixItems")
        if isinstance(places, list) and 0 < len(places) <= MAX_UNION_MEMBERS:
            return f"[{', '.join(' | '.join(self.choice(each, depth, above)) for each in places)}]"
        forms = self.choice(whole.get("items"), depth, above)
        return f"{forms[0]}[]" if len(forms) == 1 else f"({' | '.join(forms)})[]"

    def spelled(self, whole: dict[str, object], depth: int) -> str:
        """An object with its properties, spelled out."""
        properties = _properties(whole)
        required = whole.get("required")
        shown = []
        for name, schema in list(properties.items())[:MAX_PROPERTIES]:
            mark = "" if isinstance(required, list) and name in required else "?"
            shown.append(f"{_name(name)}{mark}: {' | '.join(self.choice(schema, depth))}")
        if len(properties) > MAX_PROPERTIES:
            shown.append("…")
        return f"{{ {', '.join(shown)} }}"

    def whole(self, schema: dict[str, object], above: tuple[int, ...] = ()) -> dict[str, object]:
        """The schema with what it refers to, and all it is made of, in one; `above` are those being read."""
        parts = [resolve_reference(self._root, schema["$ref"])] if "$ref" in schema else []
        if isinstance(several := schema.get("allOf"), list):
            parts.extend(several)
        merged: dict[str, object] = {}
        for part in parts:
            self._parts += 1
            is_new = id(part) not in above and len(above) < _MAX_STEPS and self._parts < _MAX_PARTS
            if isinstance(part, dict) and is_new:
                _merge(merged, self.whole(part, (*above, id(schema))))
        _merge(merged, {key: held for key, held in schema.items() if key not in {"$ref", "allOf"}})
        return merged


def _merge(into: dict[str, object], schema: Mapping[str, object]) -> None:
    """Adds a schema to one; properties and what is required add up, anything else is the later one's."""
    for key, held in schema.items():
        before = into.get(key)
        if key == "properties" and isinstance(before, dict) and isinstance(held, dict):
            into[key] = {**before, **held}
        elif key == "required" and isinstance(before, list) and isinstance(held, list):
            into[key] = [*before, *held]
        else:
            into[key] = held


def _properties(whole: dict[str, object]) -> dict[object, object]:
    found = whole.get("properties")
    return found if isinstance(found, dict) else {}


def _union(whole: dict[str, object]) -> list[object]:
    """The members of a choice, unless the schema's own shape says more than they would."""
    if _properties(whole) or "items" in whole or "prefixItems" in whole:
        return []
    found = whole.get("anyOf") or whole.get("oneOf")
    return found if isinstance(found, list) else []


def _type_name(whole: dict[str, object]) -> str:
    named = whole.get("type")
    if isinstance(named, list):
        words = [word for word in named if isinstance(word, str)]
        named = next((word for word in words if word != "null"), "null" if words else None)
    if isinstance(named, str) and _PLAIN_NAME.fullmatch(named):
        return named
    if _properties(whole):
        return "object"
    return "array" if "items" in whole or "prefixItems" in whole else "any"


def _name(name: object) -> str:
    """A property's name, quoted where it could be taken for something else: foreign servers name them."""
    text = str(name)
    return text if _PLAIN_NAME.fullmatch(text) else json_literal(text)
