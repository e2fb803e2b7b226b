"""Overflow: which errors of a provider say that a prompt is longer than the model's window."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from contextthrift.exceptions import ContextThriftError, ContextWindowExceededError, ModelError
from contextthrift.formats.field import field
from contextthrift.models.overflow_sizes import prompt_tokens_in, window_tokens_in
from contextthrift.models.retry import status_of
from contextthrift.record import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from contextthrift.models.base import Model

LONGEST: Final = 20_000
"""Characters of an error that are looked at; some echo the whole request behind their message."""
DEEPEST: Final = 8
"""Causes of an error that are looked at."""

SAYS_SO: Final = re.compile(
    "|".join(
        (
            r"prompt tokens exceed context window|context window size",  # runtimes in a browser
            r"context_length_exceeded|maximum context length",  # OpenAI, routers, vLLM, Mistral, DeepSeek
            r"exceeds the context window|context length exceeded",  # OpenAI's Responses
            r"prompt is too long|exceed context limit",  # Claude
            r"input token count.*exceeds|exceeds the maximum number of tokens",  # Gemini
            r"input token count is.*only supports up to",  # Vertex
            r"input is too long for requested model|too many input tokens",  # Bedrock
            r"malformed input request: expected maxlength",
            r"too many tokens in (?:the )?(?:prompt|input)|too many tokens: size limit exceeded",  # Cohere
            r"maximum prompt length is",  # xAI
            r"reduce the length of the messages or completion",  # Groq
            r"inputs` tokens \+ `max_new_tokens` must be|inputs` must have less than",  # TGI, Together
            r"longer than the (?:maximum model|model's context) length",  # vLLM, SGLang
            r"exceeds the available context size|exceed_context_size_error",  # llama.cpp
            r"context size has been exceeded",
            r"(?:input length|prompt) exceeds the context length|exceeded max context length",  # Ollama
            r"tokens to keep from the initial prompt is greater than the context length",  # LM Studio
            r"exceeded model token limit",  # Moonshot
            r"prompt token count of.*exceeds the limit|model_max_prompt_tokens_exceeded",  # Copilot
            r"prompt has [\d,]+ tokens, but the configured context size",
            r"contextwindow(?:size)?exceeded",  # the names of other libraries' errors
        )
    ),
    re.IGNORECASE,
)
"""What providers and servers say; whole answers stand in tests/data/overflow_answers.json."""

OTHER_CODES: Final = frozenset(
    {"rate_limit_exceeded", "insufficient_quota", "invalid_value", "string_above_max_length"}
)
"""Codes of errors that may echo such words without meaning them."""
CODE_IN_TEXT: Final = re.compile(r"""['"]code['"]: ?['"](\w+)['"]""")
"""A code in a body that is given as text."""

STATUSES: Final = frozenset({None, 200, 400, 413, 422})
"""HTTP statuses that go with it; 200 is an error in the middle of a stream."""
SAYS_SO_AS_SERVER_ERROR: Final = re.compile(
    r"context size has been exceeded|exceeds the available context size", re.IGNORECASE
)
"""What llama.cpp says with status 500."""

EMPTY_400: Final = re.compile(r"\b4(?:00|13)\b.*\(no body\)", re.IGNORECASE)
"""All that Cerebras says of a prompt that is too long."""


def context_overflow_of(error: object, model: Model | str | None = None) -> ContextWindowExceededError | None:
    """The error as a `ContextWindowExceededError`, if it says that the prompt is too long; else None.

    Looked at are the error's class, text, parsed body and code, and the same of what caused it. A rate
    limit, a quota, a cap on the answer or a server's trouble is none. An error that is one already comes
    back itself.

    Args:
        error: What a model's call raised, or the text of it.
        model: The model that was called, for the message; where the error has no window, its own is taken.

    >>> error = ValueError("prompt is too long: 210000 tokens > 200000 maximum")
    >>> context_overflow_of(error).prompt_tokens, context_overflow_of(ValueError("no such key"))
    (210000, None)
    """
    if isinstance(error, ContextWindowExceededError):
        return error
    if isinstance(error, ContextThriftError) and not isinstance(error, ModelError):
        return None
    said = next((text for each in _causes(error) if (text := _overflow_text(each, model))), None)
    if said is None:
        return None
    limits = getattr(model, "limits", None)
    window = window_tokens_in(said) or getattr(limits, "context_window_tokens", None)
    return ContextWindowExceededError(label_of(model), prompt_tokens_in(said), window)


def label_of(model: Model | str | None) -> str:
    """A model as people read it: its name and, in brackets, its provider.

    >>> label_of("gpt-4o"), label_of(None)
    ('gpt-4o', 'this model')
    """
    if isinstance(model, str):
        return model
    name, provider = getattr(model, "name", None), getattr(model, "provider", None)
    if not name:
        return "this model"
    return f"{name} ({provider})" if provider else str(name)


def _overflow_text(error: object, model: Model | str | None) -> str | None:
    """What the error says, if that is that the prompt is too long."""
    status = status_of(error) if isinstance(error, BaseException) else None
    codes = set(_codes(error))
    text = _text(error, codes)
    if OTHER_CODES & (codes or set(CODE_IN_TEXT.findall(text))):
        return None
    if status not in STATUSES:
        return text if status == 500 and SAYS_SO_AS_SERVER_ERROR.search(text) else None  # noqa: PLR2004
    if SAYS_SO.search(text):
        return text
    is_mute = getattr(model, "provider", None) == "cerebras" and EMPTY_400.search(text)
    return text if is_mute else None


def _text(error: object, codes: set[str]) -> str:
    name = f"{type(error).__name__} " if isinstance(error, BaseException) else ""
    said = f"{name}{text_of(error)}"[:LONGEST]
    body = text_of(_body(error))[:LONGEST] if _body(error) is not None else ""
    return "\n".join((said, body, *codes))


def _body(error: object) -> Any:
    return getattr(error, "body", None) if isinstance(error, BaseException) else None


def _codes(error: object) -> Iterator[str]:
    """The words by which the error, or its body, says what kind it is."""
    body = _body(error)
    inner = field(body, "error")
    holders = (error, body, inner, field(field(body, "response"), "error"))
    for holder in holders:
        for name in ("code", "type", "error_type"):
            found = None if isinstance(holder, str) else field(holder, name)
            if isinstance(found, str):
                yield found.lower()


def _causes(error: object) -> Iterator[object]:
    """The error and what it was raised from."""
    cause: object | None = error
    for _ in range(DEEPEST):
        if cause is None:
            return
        yield cause
        cause = getattr(cause, "__cause__", None)
