"""The sizes in what a provider says of a prompt that is too long."""

from __future__ import annotations

import re
from typing import Final

_NUMBER: Final = r"(\d[\d,]{0,14})"

PROMPT: Final = tuple(
    re.compile(pattern.replace("N", _NUMBER), re.IGNORECASE)
    for pattern in (
        r"number of prompt tokens: N",
        r"\(N in the messages",
        r"N tokens from the input messages",
        r"\(N of text input, N of tool input",
        r"prompt contains at least N input tokens",
        r"messages resulted in N tokens",
        r"prompt is too long: N",
        r"input token count(?: is|:)? \(?N",
        r"context limit: N \+",
        r"request contains N tokens",
        r"prompt contains N tokens",
        r"prompt \(length N\)",
        r"request \(N tokens\)",
        r"n_prompt_tokens['\"]?: ?N",
        r"input \(N tokens\)",
        r"given: N",
        r"\(requested: N\)",
        r"prompt token count of N",
        r"prompt has N tokens",
        r"requested (?:about )?N tokens",
        r"total of (?:at least )?N tokens",
    )
)
"""Where the prompt's size stands; the prompt alone before prompt and reply together."""

WINDOW: Final = tuple(
    re.compile(pattern.replace("N", _NUMBER), re.IGNORECASE)
    for pattern in (
        r"context window size: N",
        r"maximum context length(?: is|:| of)? N",
        r"with N maximum context length",
        r"context limit: [\d,]+ \+ [\d,]+ > N",
        r"> N maximum",
        r"maximum number of tokens allowed \(N\)",
        r"only supports up to N",
        r"maximum prompt length is N",
        r"maximum model length of N",
        r"context size \(N tokens\)",
        r"n_ctx['\"]?: ?N",
        r"context length \(N tokens\)",
        r"max input tokens: N",
        r"limit for this model is N",
        r"must be <= N",
        r"less than N tokens",
        r"token limit: N",
        r"exceeds the limit of N",
        r"configured context size is N",
    )
)
"""Where the window's size stands."""


def prompt_tokens_in(text: str) -> int | None:
    """The size of the prompt, where the text says it.

    >>> prompt_tokens_in("you requested 8405 tokens (7893 in the messages, 512 in the completion)")
    7893
    """
    return _first(PROMPT, text)


def window_tokens_in(text: str) -> int | None:
    """The size of the window, where the text says it.

    >>> window_tokens_in("Prompt has 5,958,968 tokens, but the configured context size is 256,000 tokens")
    256000
    """
    return _first(WINDOW, text)


def _first(patterns: tuple[re.Pattern[str], ...], text: str) -> int | None:
    found = (match for pattern in patterns if (match := pattern.search(text)))
    match = next(found, None)
    return None if match is None else sum(int(number.replace(",", "")) for number in match.groups())
