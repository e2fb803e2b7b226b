"""Families of open models: their tokenizer is public, but not part of this package.

A family is counted by the ``tokenizer.json`` that the user points to, never by a guess: the
environment variable of the family first, then the hub's local cache.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from contextthrift.exceptions import MissingTokenizer
from contextthrift.tokens.tokenizer_json import HUB_PREFIX, cached_on_disk, encoding_of_file, encoding_of_hub

if TYPE_CHECKING:
    from collections.abc import Mapping

    from contextthrift.tokens.encoding import Encoding

VARIABLE_PREFIX: Final = "CONTEXTTHRIFT_TOKENIZER_"

FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    "llama2": ("meta-llama/Llama-2-7b-chat-hf", "meta-llama/Llama-2-7b-hf"),
    "llama3": (
        "meta-llama/Llama-3.3-70B-Instruct",
        "meta-llama/Llama-3.1-8B-Instruct",
        "meta-llama/Meta-Llama-3-8B-Instruct",
    ),
    "llama4": ("meta-llama/Llama-4-Scout-17B-16E-Instruct", "meta-llama/Llama-4-Maverick-17B-128E-Instruct"),
    "gemma": (),
    "qwen": (),
    "mistral": (),
    "deepseek": (),
    "glm": (),
    "kimi": (),
    "minimax": (),
}
"""For each family the repositories on the Hugging Face hub that are looked for in the local cache: those of
its owner, where all its models share one tokenizer. The other families have changed theirs between
versions, so that only the user can say which one is meant."""

EXAMPLE: Final = "hf:Qwen/Qwen3-8B"


def variable_of(family: str) -> str:
    """The environment variable that says where a family's tokenizer is."""
    return VARIABLE_PREFIX + "".join(sign if sign.isalnum() else "_" for sign in family).upper()


def encoding_of_family(family: str) -> Encoding:
    """The encoding of a family, from where the user has its tokenizer.

    Raises:
        MissingTokenizer: it is nowhere; the message says how to point to one.
    """
    variable = variable_of(family)
    if place := os.environ.get(variable):
        return encoding_of_hub(place) if place.startswith(HUB_PREFIX) else encoding_of_file(place)
    for repo in FAMILIES[family]:
        if path := _cached(repo):
            return encoding_of_file(path, HUB_PREFIX + repo)
    raise MissingTokenizer(
        f"the tokenizer of {family} is not part of this package: set {variable} to its tokenizer.json or to "
        f"a name such as {EXAMPLE}, or give the path of the file instead of {family!r}"
    )


def _cached(repo: str) -> str | None:
    try:
        return cached_on_disk(repo)
    except MissingTokenizer:
        return None
