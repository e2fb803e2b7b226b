"""Edited copies: of the same type, with every field that was not edited."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from copy import copy
from dataclasses import is_dataclass, replace
from typing import Any

from contextthrift.exceptions import WrongType


def changed(holder: Any, **fields: Any) -> Any:
    """A copy of a dict, a dataclass, a named tuple or a model with some fields changed.

    Raises:
        WrongType: its type allows no edited copy; the message names it.

    >>> message = {"role": "user", "content": "hi", "cache": True}
    >>> changed(message, content="ho"), message["content"]
    ({'role': 'user', 'content': 'ho', 'cache': True}, 'hi')
    """
    if type(holder) is dict:
        return {**holder, **fields}
    try:
        if is_dataclass(holder) and not isinstance(holder, type):
            return replace(holder, **fields)
        if hasattr(holder, "_replace"):
            return holder._replace(**fields)
        if hasattr(holder, "model_copy"):
            return holder.model_copy(update=fields)
        edited = copy(holder)
        if isinstance(edited, MutableMapping):
            edited.update(fields)
        else:
            for name, value in fields.items():
                setattr(edited, name, value)
    except (AttributeError, TypeError, ValueError) as error:
        kind = type(holder).__name__
        raise WrongType(f"a message of type {kind} allows no edited copy: {error}") from error
    return edited


def without(holder: Any, name: str) -> Any:
    """A copy without a field: a dict has it no more, in an object it is None."""
    if isinstance(holder, dict):
        return {key: value for key, value in holder.items() if key != name}
    return changed(holder, **{name: None}) if getattr(holder, name, None) is not None else holder


def with_item(items: Any, at: int, item: Any) -> list[Any]:
    """A copy of a list with another item at one place."""
    edited = list(items)
    edited[at] = item
    return edited


def of_one_kind(items: list[Any], like: list[Any]) -> list[Any]:
    """The items, their dicts as models where ``like`` holds models of one type, as an SDK wants them.

    >>> of_one_kind([{"text": "hi"}], [{"text": "ho"}])
    [{'text': 'hi'}]
    """
    models = {type(item) for item in [*items, *like] if hasattr(item, "model_validate")}
    if len(models) != 1:
        return items
    (model,) = models
    return [model.model_validate(item) if isinstance(item, Mapping) else item for item in items]
