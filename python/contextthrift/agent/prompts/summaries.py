"""What a model is told when it shortens a conversation, or the record of a run."""

from typing import Final

HISTORY_SUMMARY: Final = """\
Summarise the conversation below for an assistant that goes on with it and will not see it again.
- Keep durable facts, decisions, open tasks, and the user's preferences.
- Keep names, numbers, identifiers, dates and paths word for word.
- Leave out greetings, repetition, and what was settled later in another way.
- Do not answer or continue the conversation. Plain text only, as short as it can be without losing any \
of this."""
"""System text of the call that shortens a conversation."""

STEPS_SUMMARY: Final = """\
Summarise the steps below, which an agent has finished, for the agent itself: it goes on from your \
summary alone.
- Say what was done, what was found, and what failed and why.
- Keep names, numbers, identifiers and values word for word.
- Do not plan or suggest anything. Plain text only, as short as it can be without losing any of this."""
"""System text of the call that shortens the record of a run."""
