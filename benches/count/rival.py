"""Each library behind one face, by the quickest way to counts that it offers from Python.

All count as `encode_ordinary` of tiktoken does: text that spells a control token is text. A library is
imported when it is loaded, so that a process imports what it measures and nothing else.
"""

from __future__ import annotations

import json
import os
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, ClassVar

from benches.count.tokenizer_file import tokenizer_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FILES = {
    "cl100k_base": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
    "o200k_base": "fb374d419588a4632f3f557e76b4b70aebbca790",
}
"""Vocabularies under the names that tiktoken caches them by; litellm has them."""


class Rival:
    """A library. `count` counts one text; `batch` and `spread` many, on one thread and on two."""

    name: ClassVar[str]
    """Of the package that pip installs."""

    module: ClassVar[str]
    """What is imported."""

    has_threads: ClassVar[bool] = True
    """Whether it counts a batch on more than one thread."""

    count: Callable[[str], int]

    def __init__(self, encoding: str, folder: Path) -> None:
        """Loads what counts by the encoding; `folder` has the vocabularies."""

    def batch(self, texts: list[str]) -> Sequence[int]:
        count = self.count
        return [count(text) for text in texts]

    def spread(self, texts: list[str]) -> Sequence[int]:
        return self.batch(texts)


class Contextthrift(Rival):
    name, module = "contextthrift", "contextthrift"

    def __init__(self, encoding: str, folder: Path) -> None:
        from contextthrift import get_encoding, set_cache_size

        set_cache_size(0)
        found = get_encoding(encoding)
        self.count, self.batch = found.count, found.count_list


class Tiktoken(Rival):
    name, module = "tiktoken", "tiktoken"

    def __init__(self, encoding: str, folder: Path) -> None:
        os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
        import tiktoken

        self.encoding = tiktoken.get_encoding(encoding)

    def count(self, text: str) -> int:
        return len(self.encoding.encode_ordinary(text))

    def batch(self, texts: list[str]) -> Sequence[int]:
        encode = self.encoding.encode_ordinary
        return [len(encode(text)) for text in texts]

    def spread(self, texts: list[str]) -> Sequence[int]:
        return list(map(len, self.encoding.encode_ordinary_batch(texts, num_threads=2)))


class Gigatoken(Rival):
    name, module = "gigatoken", "gigatoken"

    def __init__(self, encoding: str, folder: Path) -> None:
        import awkward
        import gigatoken

        scheme = encoding.removesuffix("_base")
        self.lengths = awkward.num
        self.tokenizer = gigatoken.Tokenizer.from_tiktoken(str(folder / FILES[encoding]), scheme, {})
        self.encode = self.tokenizer.backend.encode

    def count(self, text: str) -> int:
        return len(self.encode(text))

    def batch(self, texts: list[str]) -> Sequence[int]:
        return self.lengths(self.tokenizer.encode_batch(texts, parallel=False)).to_numpy()

    def spread(self, texts: list[str]) -> Sequence[int]:
        return self.lengths(self.tokenizer.encode_batch(texts, parallel=True)).to_numpy()


class Fastokens(Rival):
    name, module = "fastokens", "fastokens"

    def __init__(self, encoding: str, folder: Path) -> None:
        import fastokens

        self.tokenizer = fastokens.Tokenizer.from_tiktoken(str(folder / FILES[encoding]), encoding=encoding)

    def count(self, text: str) -> int:
        return len(self.tokenizer.encode_ordinary(text))

    def batch(self, texts: list[str]) -> Sequence[int]:
        _, bounds = self.tokenizer.encode_batch_flat(
            texts, add_special_tokens=False, split_special_tokens=True
        )
        return differences(bounds)

    spread = batch


class Toktok(Rival):
    name, module = "toktok-rs", "toktok"

    def __init__(self, encoding: str, folder: Path) -> None:
        import toktok

        self.tokenizer = toktok._encoding(encoding)  # noqa: SLF001 - the public function loads it at each call
        self.count = self.tokenizer.count

    def batch(self, texts: list[str]) -> Sequence[int]:
        return self.tokenizer.count_batch(texts, 1, False)

    def spread(self, texts: list[str]) -> Sequence[int]:
        return self.tokenizer.count_batch(texts, 2, False)


class Splintr(Rival):
    name, module = "splintr-rs", "splintr"

    def __init__(self, encoding: str, folder: Path) -> None:
        import splintr

        self.tokenizer = splintr.Tokenizer.from_pretrained(encoding)

    def count(self, text: str) -> int:
        return len(self.tokenizer.encode_ordinary(text))

    def batch(self, texts: list[str]) -> Sequence[int]:
        return differences(self.tokenizer.encode_batch_flat(texts)[1])

    spread = batch


class Quicktok(Rival):
    name, module = "quicktok-v1", "quicktok"

    def __init__(self, encoding: str, folder: Path) -> None:
        import quicktok

        self.many, self.tokenizer = quicktok.count_batch, quicktok.get_encoding(encoding)
        self.count = self.tokenizer.count

    def batch(self, texts: list[str]) -> Sequence[int]:
        return self.many(self.tokenizer, texts, 1)

    def spread(self, texts: list[str]) -> Sequence[int]:
        return self.many(self.tokenizer, texts, 2)


class BpeOpenai(Rival):
    name, module, has_threads = "bpe-openai", "bpe_openai", False

    def __init__(self, encoding: str, folder: Path) -> None:
        from bpe_openai import _bindings

        self.count = _bindings.tokenizer_for_encoding(encoding).count


class RsBpe(Rival):
    name, module, has_threads = "rs-bpe", "rs_bpe", False

    def __init__(self, encoding: str, folder: Path) -> None:
        from rs_bpe import openai

        self.count = getattr(openai, encoding)().count


class Tokenizers(Rival):
    name, module = "tokenizers", "tokenizers"

    def __init__(self, encoding: str, folder: Path) -> None:
        import tokenizers

        with TemporaryDirectory() as place:
            file = Path(place, "tokenizer.json")
            file.write_text(json.dumps(tokenizer_file(encoding)), encoding="utf-8")
            self.tokenizer = tokenizers.Tokenizer.from_file(str(file))

    def count(self, text: str) -> int:
        return len(self.tokenizer.encode(text, add_special_tokens=False))

    def spread(self, texts: list[str]) -> Sequence[int]:
        return list(map(len, self.tokenizer.encode_batch_fast(texts, add_special_tokens=False)))


RIVALS: dict[str, type[Rival]] = {
    rival.name: rival
    for rival in (
        Contextthrift,
        Gigatoken,
        Fastokens,
        Toktok,
        Splintr,
        Quicktok,
        BpeOpenai,
        RsBpe,
        Tiktoken,
        Tokenizers,
    )
}
REFERENCE = Tiktoken.name


def vocabularies() -> Path:
    """The folder of vocabularies in an installed litellm, which is not imported."""
    found = find_spec("litellm")
    if found is None or not found.submodule_search_locations:
        raise SystemExit("litellm is not installed; `make bench-count` does that")
    return Path(found.submodule_search_locations[0], "litellm_core_utils", "tokenizers")


def loaded(name: str, encoding: str) -> Rival:
    """A library with its vocabulary."""
    rival = RIVALS[name]
    import_module(rival.module)
    return rival(encoding, Path(os.environ["COUNT_VOCABULARIES"]))


def differences(bounds: Any) -> Sequence[int]:
    """How many ids stand between two bounds each."""
    import numpy as np

    return np.diff(np.frombuffer(bounds, dtype=np.uint64))
