"""A list of steps, or of names, as a model wrote it."""

from __future__ import annotations

MOST_STEPS = 12
"""The longest plan that is read. What a run takes of it is another cap, and a lower one by default."""


def normalize_steps(items: object, cap: int = MOST_STEPS) -> tuple[str, ...]:
    """The texts of a list, trimmed, without blanks, at most ``cap`` of them.

    A text that differs from an earlier one only by its case is left out. What is no text is left out too,
    and what is no list is empty.

    >>> normalize_steps(["Save", None, "  SAVE ", "Send it"])
    ('Save', 'Send it')
    >>> normalize_steps("Save")
    ()
    """
    if not isinstance(items, list | tuple):
        return ()
    trimmed = (item.strip() for item in items if isinstance(item, str))
    steps: dict[str, str] = {}
    for step in trimmed:
        if len(steps) >= cap:
            break
        if step:
            steps.setdefault(step.casefold(), step)
    return tuple(steps.values())
