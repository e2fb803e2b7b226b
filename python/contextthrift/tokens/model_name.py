"""The ways in which the name of one model is written: by hosts, with dates, with variants."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

# Signs that spellings of one name exchange: gpt-4.1 and gpt-4-1, sonnet-4@20250514, llama3.1:8b.
_BORDERS: Final = str.maketrans("._@:", "----")

# What stands behind a name without making it another model: a date or a build number, the host's version,
# the newest of its line, a router's variant, the way its weights are stored.
_DECORATION: Final = (
    r"[-@:](?:latest|default|maas|v\d{1,2}(?::\d)?|\d:\d"
    r"|\d{4}-\d{2}-\d{2}|\d{2}-\d{4}|\d{2}-\d{2}|\d{8}|\d{6}|\d{4}|\d{3})$"
    r"|:(?:free|extended|thinking|online|nitro|floor|exacto|beta|batch|flex|cloud)$"
    r"|[-_](?:fp8|bf16|int4|int8|nvfp4|mxfp4|awq|gptq|gguf)$"
)

# None of the known forms stacks more: name, date, host's version, variant.
_MOST_DECORATIONS: Final = 4

_BEDROCK_VENDORS: Final = (
    "anthropic|amazon|cohere|deepseek|google|meta|minimax|mistral|moonshot(?:ai)?|openai|qwen|xai|zai"
)

_WRAPPINGS: Final = (
    (r"^(?:[a-z_-]+:)?ft:([^:]*).*$", r"\1"),  # OpenAI's fine-tunes: ft:name:organisation::id
    (r"[:.]ft-.*$", ""),  # their older form, and Azure's
    (r"^[a-z_-]+:", ""),  # provider:name
    (rf"^(?:[a-z-]+\.)?(?:{_BEDROCK_VENDORS})\.", ""),  # Bedrock: region.vendor.name
    (r"^(?:databricks-|meta-)+", ""),
)


def spelling_key(text: str) -> str:
    """One key for all spellings of a name that differ in case or in their separators.

    >>> spelling_key("Claude-3.5-Sonnet@20240620")
    'claude-3-5-sonnet-20240620'
    """
    return text.lower().translate(_BORDERS)


def readings(name: str) -> Iterator[str]:
    """What ``name`` may mean, in lower case, from the name as it stands to the one without its host.

    >>> list(readings("bedrock/us.amazon.nova-pro-v1:0"))
    ['bedrock/us.amazon.nova-pro-v1:0', 'us.amazon.nova-pro-v1:0', 'nova-pro-v1:0']
    """
    text = name.strip().lower()
    yield text
    path = text.rsplit("/", 2)
    if len(path) > 2:  # noqa: PLR2004 - host/owner/name: a registered name may be owner/name
        yield "/".join(path[1:])
    if len(path) > 1:
        yield (text := path[-1])
    for pattern, replacement in _WRAPPINGS:
        unwrapped = re.sub(pattern, replacement, text, count=1)
        if unwrapped != text:
            yield (text := unwrapped)


def undecorated(text: str) -> Iterator[str]:
    """``text`` with one more date, version or variant taken from its end each time.

    >>> list(undecorated("claude-sonnet-4-20250514-v1:0"))
    ['claude-sonnet-4-20250514', 'claude-sonnet-4']
    """
    for _ in range(_MOST_DECORATIONS):
        shorter = re.sub(_DECORATION, "", text)
        if shorter == text:
            return
        yield (text := shorter)


def begins_with(text: str, family: str) -> bool:
    """Whether ``text`` is a name of a family: what follows is a new word, and no new version.

    >>> begins_with("gpt-4o-audio-preview", "gpt-4o"), begins_with("gpt-45", "gpt-4")
    (True, False)
    >>> begins_with("gpt-4.7", "gpt-4"), begins_with("gpt-4-7-mini", "gpt-4")
    (False, False)
    """
    border = len(family)
    if spelling_key(text[:border]) != spelling_key(family):
        return False
    return re.match(r"[-@:_](?!\d{1,2}(?![^\W_]))[^\W_]", text[border : border + 5]) is not None
