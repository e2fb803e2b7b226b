"""Writing the plan back into the working set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from contextthrift import _native
    from contextthrift.context.flatten import FlatSet
    from contextthrift.context.toolshed import ToolSheds


def apply(ws: Any, flat: FlatSet, plan: _native.SubtractPlan, sheds: ToolSheds) -> None:
    """Shortens the lists of ``ws`` to the survivors in their new order, and tells the registry what to hide.

    ``messages`` and ``memories`` stay the same list objects. ``retrievables`` does unless a passage
    of unknown size went, ``thoughts`` does unless thoughts were stripped; ``tool_calls`` is new.
    """
    ws.messages[:] = _pick(flat.messages, plan.messages)
    ws.memories[:] = _pick(flat.memories, plan.memories)
    if flat.size_unknown:
        ws.retrievables = []
    ws.retrievables[:] = _pick(flat.retrievables, plan.retrievables)
    if flat.options.strips_thoughts:
        ws.thoughts = []
    ws.thoughts[:] = _pick(flat.thoughts.kept, plan.thoughts)
    if flat.tool_calls:
        ws.tool_calls = _pick(flat.tool_calls, plan.tool_calls)
    if plan.image_kept is not None:
        ws.image.kept = plan.image_kept
    _hide(flat, sheds.names)


def _hide(flat: FlatSet, shed: list[str]) -> None:
    """Tells the registry once for the shortlist and once for each name that goes."""
    left = dict.fromkeys(flat.shortlist.visible)
    flat.shortlist.show(left)
    for name in shed:
        del left[name]
        flat.shortlist.show(left)


def _pick(items: list[Any], places: range | list[int]) -> list[Any]:
    if isinstance(places, range):
        return items[places.start : places.stop]
    return [items[place] for place in places]
