"""Local servers: the window with which one has loaded a model.

What counts is the window a model is loaded with, never the one it was trained for: Ollama loads models of
131,072 tokens with 4,096 and cuts what is longer without a word.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, Final

from contextthrift.formats.field import field
from contextthrift.models.http_get import get_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DEADLINE_S: Final = 2.0
"""Seconds that all questions together may take."""
UNKNOWN_WINDOW: Final = 4096
"""Tokens of a local model that nobody says anything of: what Ollama loads models with by default."""
LARGEST: Final = 100_000_000
"""Tokens above which an answer is no window."""

LOCAL: Final = re.compile(
    r"(?:local|ollama|llama[-_.]?cpp|llamafile|lm[-_]?studio|vllm|sglang|koboldcpp|jan)"
    r"(?:[._](?:chat|completion|responses))?",
    re.IGNORECASE,
)


def is_local(provider: str) -> bool:
    """Whether a provider's id means a server on one's own machine.

    >>> is_local("ollama"), is_local("openai")
    (True, False)
    """
    return LOCAL.fullmatch(provider) is not None


def runs_locally(model: Any) -> bool:
    """Whether a model says so itself (``is_local``), or by its provider's id."""
    said = getattr(model, "is_local", None)
    return said if isinstance(said, bool) else is_local(model.provider)


async def loaded_window(base_url: str, model: str, *, deadline_s: float = DEADLINE_S) -> int | None:
    """The window in tokens with which a server has loaded a model; None where it does not say so in time.

    llama.cpp, Ollama, vLLM, SGLang and LM Studio are asked, all at the same time; the smallest answer
    counts. Nothing is raised: a server that does not answer, or nonsense, says nothing.

    Args:
        base_url: Where the server is, with or without the ``/v1`` of its chat completions.
        model: The model's name there.
        deadline_s: Seconds until all answers must have come.
    """
    root = re.sub(r"(?:/(?:api/)?v\d+)?/*$", "", base_url)
    questions = [
        asyncio.create_task(_answer(f"{root}{path}", read, model), name=f"contextthrift-window{path}")
        for path, read in QUESTIONS.items()
    ]
    try:
        await asyncio.wait(questions, timeout=deadline_s)
    finally:
        for question in questions:
            question.cancel()
        answers = await asyncio.gather(*questions, return_exceptions=True)
    known = [answer for answer in answers if isinstance(answer, int)]
    return min(known, default=None)


async def _answer(url: str, read: Callable[[Any, str], Iterator[Any]], model: str) -> int | None:
    try:
        return next(filter(_is_window, read(await get_json(url), model)), None)
    except (OSError, ValueError, RecursionError):
        return None


def _is_window(found: Any) -> bool:
    return isinstance(found, int) and not isinstance(found, bool) and 0 < found <= LARGEST


def _llama_cpp(props: Any, _model: str) -> Iterator[Any]:
    """Of one slot: https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md."""
    yield field(field(props, "default_generation_settings"), "n_ctx")


def _ollama(running: Any, model: str) -> Iterator[Any]:
    """https://docs.ollama.com/api/ps."""
    for each in _named(field(running, "models"), model, "name", "model"):
        yield field(each, "context_length")


def _vllm(models: Any, model: str) -> Iterator[Any]:
    """Also SGLang: https://docs.vllm.ai/en/stable/serving/openai_compatible_server/."""
    for each in _named(field(models, "data"), model, "id"):
        yield field(each, "max_model_len")


def _lm_studio(models: Any, model: str) -> Iterator[Any]:
    """https://lmstudio.ai/docs/developer/rest."""
    for each in _named(field(models, "data"), model, "id"):
        yield field(each, "loaded_context_length")


QUESTIONS: Final[dict[str, Callable[[Any, str], Iterator[Any]]]] = {
    "/props": _llama_cpp,
    "/api/ps": _ollama,
    "/v1/models": _vllm,
    "/api/v0/models": _lm_studio,
}
"""What is asked, and how each answer is read."""


def _named(listed: Any, model: str, *fields: str) -> Iterator[Any]:
    """Those of the list that have the model's name; Ollama calls ``m`` ``m:latest``."""
    for each in listed if isinstance(listed, list) else ():
        names = {field(each, name) for name in fields if isinstance(field(each, name), str)}
        if names & {model, f"{model}:latest"}:
            yield each
