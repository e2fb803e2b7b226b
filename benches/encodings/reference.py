"""Python tiktoken, offline: the counts that every candidate must give."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import tiktoken
from tiktoken_ext import openai_public

FILES = {
    "cl100k_base": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
    "o200k_base": "fb374d419588a4632f3f557e76b4b70aebbca790",
    "p50k_base": "ec7223a39ce59f226a68acc30dc1af2788490e15",
}
"""Vocabularies under the names that tiktoken caches them by."""

BEFORE_P50K = 50_256
"""p50k_base is r50k_base and 24 runs of blanks behind it."""


def use(folder: Path | None) -> None:
    """Has tiktoken read its vocabularies from `folder`, by default the one inside litellm."""
    folder = folder or inside_litellm()
    missing = [name for name, file in FILES.items() if not (folder / file).is_file()]
    if missing:
        raise SystemExit(f"no vocabulary of {', '.join(missing)} in {folder}")
    os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)


def inside_litellm() -> Path:
    """The folder of vocabularies in an installed litellm, which need not be importable."""
    spec = find_spec("litellm")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("pip install --no-deps litellm, or name a folder with --vocabularies")
    return Path(spec.submodule_search_locations[0], "litellm_core_utils", "tokenizers")


@cache
def encoding(name: str) -> tiktoken.Encoding:
    return r50k(name) if name in {"r50k_base", "gpt2"} else tiktoken.get_encoding(name)


def r50k(name: str) -> tiktoken.Encoding:
    """r50k_base out of p50k_base, because litellm has no file of it."""
    parts = openai_public.p50k_base()
    ranks = {piece: rank for piece, rank in parts["mergeable_ranks"].items() if rank < BEFORE_P50K}
    return tiktoken.Encoding(name, pat_str=parts["pat_str"], mergeable_ranks=ranks, special_tokens={})


def count(name: str, text: str) -> int:
    """Tokens of a text, which counts as one piece where tiktoken's pattern engine overflows."""
    try:
        return len(encoding(name).encode_ordinary(text))
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        return len(encoding(name)._encode_single_piece(text))  # noqa: SLF001 - there is no public way
