"""Code fences around JSON."""

from __future__ import annotations

import re

MARKER = re.compile("```(?:json)?", re.IGNORECASE)


def without_fences(text: str) -> str:
    """The text without its fence markers, trimmed. For reading JSON only: an answer keeps its fences.

    >>> without_fences('```JSON\\n{"plan": []}\\n```')
    '{"plan": []}'
    """
    return MARKER.sub("", text).strip()


def inside_only_fence(text: str) -> str:
    """What stands in the one fenced block that the text is, also one cut off; empty for any other text.

    >>> inside_only_fence("```json\\n[1]\\n```")
    '[1]'
    >>> inside_only_fence("```json\\n[1]\\n```\\nis the list")
    ''
    """
    opening = MARKER.match(text)
    if opening is None:
        return ""
    inside = text[opening.end() :].rstrip().removesuffix("```").strip()
    return "" if "```" in inside else inside
