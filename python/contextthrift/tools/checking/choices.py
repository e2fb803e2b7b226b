"""The keywords that combine schemas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from contextthrift.tools.checking.scalars import wrong_type
from contextthrift.tools.checking.structures import named_schemas

if TYPE_CHECKING:
    from collections.abc import Iterator

    from contextthrift.tools.checking.check import Check
    from contextthrift.tools.checking.place import Place


def all_of(check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """Every schema fits."""
    for branch in branches(schema, "allOf"):
        yield from check.problems(value, branch, at.within())


def any_of(check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """At least one schema fits."""
    offered = branches(schema, "anyOf")
    if offered and not any(check.accepts(value, branch, at) for branch in offered):
        yield from _problems_of_the_meant(check, value, offered, at)


def one_of(check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """Exactly one schema fits."""
    offered = branches(schema, "oneOf")
    fitting = [branch for branch in offered if check.accepts(value, branch, at)]
    if offered and not fitting:
        yield from _problems_of_the_meant(check, value, offered, at)
    elif len(fitting) > 1:
        first, second = (check.hint(branch, at) for branch in fitting[:2])
        yield at.wants(f"a value of one form, not of both ({first}) and ({second})", value)


def negation(check: Check, value: object, schema: dict[str, object], at: Place) -> Iterator[str]:
    """The schema does not fit."""
    inner = schema["not"]
    if isinstance(inner, dict | bool) and check.accepts(value, inner, at):
        yield at.wants(f"anything but {check.hint(inner, at)}", value)


def branches(schema: dict[str, object], keyword: str) -> list[object]:
    """The schemas that are combined."""
    found = schema[keyword]
    return found if isinstance(found, list) else []


def _problems_of_the_meant(check: Check, value: object, offered: list[object], at: Place) -> Iterator[str]:
    """The problems of the one schema that was meant, if it stands out; else what all of them ask for.

    A model mends `pet.name: expected string` at once; from `expected { … } | { … }` it has to guess.
    """
    meant = [] if at.is_trial else [branch for branch in offered if _is_meant(check, value, branch, at)]
    if len(meant) == 1:
        yield from check.problems(value, meant[0], at.within())
    else:
        yield at.wants(check.hint({"anyOf": offered}, at), value)


def _is_meant(check: Check, value: object, branch: object, at: Place) -> bool:
    """Whether the value is of the schema's type and has its fixed words, such as `kind: "circle"`."""
    schema = check.target(branch)
    if not isinstance(schema, dict) or wrong_type(value, schema) is not None:
        return False
    if not isinstance(value, dict):
        return True
    fixed = {
        name: inner
        for name, inner in named_schemas(schema).items()
        if isinstance(inner, dict) and ("const" in inner or "enum" in inner)
    }
    return all(name in value and check.accepts(value[name], inner, at) for name, inner in fixed.items())
