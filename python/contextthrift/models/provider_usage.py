"""What each provider reports as usage, in our names and with our meaning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from contextthrift.usage import Usage, count_of, first_of, normalize_usage

if TYPE_CHECKING:
    from collections.abc import Callable


def usage_from_provider(provider: str, report: Mapping[str, Any] | None) -> Usage:
    """The tokens a provider reports: input with what caches read and wrote, output with thinking.

    A provider that is not known is read as `normalize_usage` does.

    >>> report = {"input_tokens": 20, "output_tokens": 3, "cache_read_input_tokens": 900}
    >>> usage_from_provider("anthropic", report).input_tokens
    920
    """
    read = _READERS.get(provider.lower(), normalize_usage)
    return read(report or {})


def _anthropic(report: Mapping[str, Any]) -> Usage:
    """Its input leaves out what the cache took part in.

    https://docs.claude.com/en/docs/build-with-claude/prompt-caching
    """
    read = first_of(count_of(report, "cache_read_input_tokens"))
    written = first_of(count_of(report, "cache_creation_input_tokens"))
    return Usage.of(
        input_tokens=first_of(count_of(report, "input_tokens")) + read + written,
        output_tokens=first_of(count_of(report, "output_tokens")),
        cached_input_tokens=read,
        cache_write_tokens=written,
    )


def _openai(report: Mapping[str, Any]) -> Usage:
    """Chat completions and responses; both count cache and reasoning inside.

    https://platform.openai.com/docs/api-reference/chat/object
    """
    sent = _details(report, "prompt_tokens_details", "input_tokens_details")
    answered = _details(report, "completion_tokens_details", "output_tokens_details")
    input_tokens = first_of(count_of(report, "prompt_tokens"), count_of(report, "input_tokens"))
    output_tokens = first_of(count_of(report, "completion_tokens"), count_of(report, "output_tokens"))
    return Usage(
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        total_tokens=first_of(count_of(report, "total_tokens"), input_tokens + output_tokens),
        reasoning_tokens=first_of(count_of(answered, "reasoning_tokens")),
        cached_input_tokens=first_of(count_of(sent, "cached_tokens")),
    )


def _google(report: Mapping[str, Any]) -> Usage:
    """Its candidates leave out the thoughts; both spellings of its SDK and its wire.

    https://ai.google.dev/api/generate-content#UsageMetadata
    """

    def count(snake: str, camel: str) -> int:
        return first_of(count_of(report, snake), count_of(report, camel))

    thoughts = count("thoughts_token_count", "thoughtsTokenCount")
    input_tokens = count("prompt_token_count", "promptTokenCount") + count(
        "tool_use_prompt_token_count", "toolUsePromptTokenCount"
    )
    output_tokens = count("candidates_token_count", "candidatesTokenCount") + thoughts
    return Usage(
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        total_tokens=count("total_token_count", "totalTokenCount") or input_tokens + output_tokens,
        reasoning_tokens=thoughts,
        cached_input_tokens=count("cached_content_token_count", "cachedContentTokenCount"),
    )


def _xai(report: Mapping[str, Any]) -> Usage:
    """As OpenAI, but the reasoning stands outside the completion tokens.

    https://docs.x.ai/docs/guides/reasoning
    """
    usage = _openai(report)
    return Usage(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens + usage.reasoning_tokens,
        total_tokens=max(
            usage.total_tokens, usage.input_tokens + usage.output_tokens + usage.reasoning_tokens
        ),
        reasoning_tokens=usage.reasoning_tokens,
        cached_input_tokens=usage.cached_input_tokens,
    )


def _details(report: Mapping[str, Any], *names: str) -> Mapping[str, Any]:
    found = (report.get(name) for name in names)
    return next((details for details in found if isinstance(details, Mapping)), {})


_READERS: dict[str, Callable[[Mapping[str, Any]], Usage]] = {
    "anthropic": _anthropic,
    "openai": _openai,
    "azure": _openai,
    "google": _google,
    "gemini": _google,
    "vertex": _google,
    "xai": _xai,
}
