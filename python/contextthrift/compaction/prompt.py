"""What a summariser is told, and how the text it gets is laid out."""

from __future__ import annotations

from typing import Final

SUMMARY_PROMPT: Final = """\
You write the summary that takes the place of the older part of a conversation between a user and an \
assistant. Whoever continues the conversation sees your summary and not the original, so leave out \
nothing that is still needed. Be exact: copy names, paths, identifiers, numbers and quoted values as they \
stand. If there is a previous summary, carry its facts over and bring them up to date. Write these nine \
sections, and "none" under one that has nothing:

1. Request and intent: what the user wants, in full, with every constraint.
2. Technical concepts: languages, tools, libraries, protocols and ideas that matter.
3. Files and code: what was read, made or changed, where, why, and the parts of code still needed.
4. Errors and fixes: what failed, the exact message, what cured it, what the user said about it.
5. Problem solving: what was worked out, what was ruled out, what is still open.
6. User messages: every message of the user, in order, none left out.
7. Pending tasks: what was asked for and is not done.
8. Current work: what was being done last, in detail.
9. Next step: the one thing to do next, if it follows from the latest request, with the words it follows from.

Answer with the summary alone."""
"""The default system prompt of a summariser."""

_PREVIOUS: Final = "PREVIOUS SUMMARY (extend/merge, do not lose facts):\n"
_BETWEEN: Final = "\n\n---\n\n"
_CONVERSATION: Final = "CONVERSATION TO SUMMARISE:\n"


def summary_request(history_text: str, prior_summary: str | None) -> str:
    """The text a summariser gets: the summary so far, if there is one, and what is to be summarised."""
    previous = _PREVIOUS + prior_summary + _BETWEEN if prior_summary else ""
    return previous + _CONVERSATION + history_text
