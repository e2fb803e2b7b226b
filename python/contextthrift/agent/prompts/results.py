"""What a model in text mode is told after its actions have run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from contextthrift.agent.prompts.section import entry, join_sections, section
from contextthrift.agent.reply.clip import as_json, clip
from contextthrift.tools.catalog import CatalogEntry, render_catalog

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_ARGUMENT_CHARS: Final = 160
"""The arguments only remind the model of which call it was."""
MAX_OUTPUT_CHARS: Final = 400
"""Longest output of one call: models in text mode have small windows."""

_GO_ON: Final = (
    "Continue the current step from these results, with one JSON object of the same form. If the step "
    'is complete: "actions": [] and a short outcome with the concrete data in "reply". Otherwise: only '
    "the calls that are still missing, or corrected ones for those that failed. Never repeat a call "
    "that succeeded."
)


class Called(Protocol):
    """One call that was made."""

    @property
    def name(self) -> str:
        """The tool."""

    @property
    def input(self) -> object:
        """Its arguments."""

    @property
    def output(self) -> object:
        """What it gave back; the error where it failed."""

    @property
    def ok(self) -> bool:
        """Whether it succeeded."""


def results_turn(calls: Sequence[Called], new_tools: Sequence[CatalogEntry] = ()) -> str:
    """The results of one round of actions, the tools that became callable in it, and how to go on.

    >>> from types import SimpleNamespace
    >>> add = SimpleNamespace(name="add", input={"x": 1}, output=2, ok=True)
    >>> print(results_turn([add]).splitlines()[1])
    - add {"x":1} -> ok: 2
    """
    tools = (
        f"You can call these too, by exactly these names:\n{render_catalog(new_tools)}" if new_tools else ""
    )
    return join_sections(
        section("RESULTS", "\n".join(_line(call) for call in calls)),
        section("NEWLY AVAILABLE TOOLS", tools),
        _GO_ON,
    )


def _line(call: Called) -> str:
    arguments = clip(as_json(call.input), MAX_ARGUMENT_CHARS)
    outcome = "ok" if call.ok else "failed"
    output = clip(as_json(call.output), MAX_OUTPUT_CHARS)
    return entry("- ", f"{call.name} {arguments} -> {outcome}: {output}")
