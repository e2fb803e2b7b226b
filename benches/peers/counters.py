"""Ways to count tokens: characters / 4, and libraries that count cl100k exactly."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ENCODING = "cl100k_base"
CACHED_NAME = "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"
"""The vocabulary's file as tiktoken names it in its cache: the SHA-1 of its address."""


def vocabulary() -> Path:
    """The file of cl100k_base, which llama-index-core and litellm bring along."""
    import llama_index.core  # noqa: PLC0415 - in the environment of the peers only

    return Path(llama_index.core.__file__).parent / "_static" / "tiktoken_cache" / CACHED_NAME


def one_by_one(counter: str) -> Callable[[str], int]:
    """Counts one text: ``len4`` or ``cl100k`` by tiktoken."""
    if counter == "len4":
        return lambda text: len(text) // 4
    import tiktoken  # noqa: PLC0415 - in the environment of the peers only

    encode = tiktoken.get_encoding(ENCODING).encode_ordinary
    return lambda text: len(encode(text))


def tiktoken_batch() -> Callable[[Sequence[str]], Sequence[int]]:
    count = one_by_one("cl100k")
    return lambda texts: list(map(count, texts))


def toktok() -> Callable[[Sequence[str]], Sequence[int]]:
    import toktok as library  # noqa: PLC0415 - in the environment of the peers only

    tokenizer: Any = library._encoding(ENCODING)  # noqa: SLF001 - its batch is nowhere else
    return lambda texts: tokenizer.count_batch(texts, 1, False)


def gigatoken() -> Callable[[Sequence[str]], Sequence[int]]:
    import awkward  # noqa: PLC0415 - in the environment of the peers only
    from gigatoken import Tokenizer  # noqa: PLC0415 - in the environment of the peers only

    tokenizer = Tokenizer.from_tiktoken(vocabulary(), "cl100k", {})
    return lambda texts: awkward.num(tokenizer.encode_batch(texts, parallel=False)).to_list()


def fastokens() -> Callable[[Sequence[str]], Sequence[int]]:
    from fastokens import Tokenizer  # noqa: PLC0415 - in the environment of the peers only

    encode = Tokenizer.from_tiktoken(str(vocabulary()), encoding=ENCODING).encode_ordinary
    return lambda texts: [len(encode(text)) for text in texts]


def ours() -> Callable[[Sequence[str]], Sequence[int]]:
    from contextthrift import get_encoding  # noqa: PLC0415 - beside the others, which are imported late

    return get_encoding(ENCODING).count_list


BATCHES = {
    "tiktoken": tiktoken_batch,
    "toktok-rs": toktok,
    "gigatoken": gigatoken,
    "fastokens": fastokens,
    "contextthrift": ours,
}
"""By the package that counts; each is made once and counts on one thread where it has the choice."""
