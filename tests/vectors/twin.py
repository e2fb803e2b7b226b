"""The twin's answer to a recorded case, in the notation of the recordings."""

from tests.reference.subtract import subtract
from tests.vectors.scene import ForeignItems, scene


def twin_answer(case):
    """What the pass should do, with our rules where they differ from the original's."""
    built = scene(case, ForeignItems)
    outcome = subtract(built.ws, **built.arguments)
    labels = built.labels.of
    registered = [tool.name for tool in built.ws.tools.list_tools()]
    return {
        "reserve": outcome.reserve,
        "budget": outcome.budget,
        "total_before": outcome.total_before,
        "total_after": outcome.total_after,
        "fits": outcome.fits,
        "refused": not outcome.fits,
        "rows": [
            [row.name, row.tokens_before, row.tokens_after, row.count_before, row.count_after]
            for row in outcome.rows
        ],
        "row_ids": {row.name: list(row.ids) for row in outcome.rows if row.ids is not None},
        "thoughts_note": outcome.thoughts_note,
        "messages": labels(outcome.messages),
        "memories": labels(outcome.memories),
        "retrievables": labels(outcome.retrievables),
        "thoughts": labels(outcome.thoughts),
        "tool_calls": None if outcome.tool_calls is None else labels(outcome.tool_calls),
        "image_kept": outcome.image_kept,
        "hidden": outcome.hidden,
        "visible": [name for name in registered if name not in outcome.hidden],
        "hide_calls": outcome.hide_calls,
    }
