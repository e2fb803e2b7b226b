"""What litellm's arguments and its list of models say of a window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import litellm

from contextthrift.exceptions import UnknownModel
from contextthrift.formats.field import field, text_field
from contextthrift.integrations.fitting import Seen
from contextthrift.models.local_server import is_local
from contextthrift.tokens import find_model

if TYPE_CHECKING:
    from collections.abc import Mapping

LOADED: Final = "num_ctx"
"""The argument by which Ollama is told how large a window to load a model with."""


def seen_in(arguments: Mapping[str, Any], *, reply: int | None = None) -> Seen:
    """What the arguments of a call say of its model, and litellm's list of models where they say nothing.

    A deployment's ``model_info`` goes before what is known of the name, and so does ``num_ctx``. A model on a
    server of one's own has the window that the server was started with, which neither list knows.
    """
    name = _name(arguments)
    told = field(arguments, "model_info")
    window = _tokens(told, "max_input_tokens") or _tokens(arguments, LOADED)
    is_loaded = name is not None and is_local(name.partition("/")[0].removeprefix("hosted_"))
    listed = {} if window or is_loaded else _listed(name)
    return Seen(
        name=name,
        window=window or _tokens(listed, "max_input_tokens"),
        is_set=window is not None or is_loaded,
        most_reply=_tokens(told, "max_output_tokens") or _tokens(listed, "max_output_tokens"),
        reply=reply,
    )


def longest_input(name: str | None) -> int | None:
    """The most tokens that a prompt to a model may have; None where neither list knows."""
    if name is None:
        return None
    try:
        known = find_model(name)
    except UnknownModel:
        return _tokens(_listed(name), "max_input_tokens")
    return known.max_input or known.window


def _name(arguments: Mapping[str, Any]) -> str | None:
    """The model's name; ``base_model`` is who answers under the name of a deployment, as on Azure."""
    base = text_field(arguments, "base_model") or text_field(field(arguments, "model_info"), "base_model")
    return base or text_field(arguments, "model")


def _listed(name: str | None) -> Mapping[str, Any]:
    """The entry of litellm's own list, which is looked at and not asked: asking can call a server."""
    names = () if name is None else (name, name.partition("/")[2])
    return next((entry for each in names if (entry := litellm.model_cost.get(each))), {})


def _tokens(holder: Any, name: str) -> int | None:
    found = field(holder, name)
    is_number = isinstance(found, int) and not isinstance(found, bool)
    return found if is_number and found > 0 else None
