"""Progress and findings: what later prompts are told of the steps before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from contextthrift.agent.reply.clip import as_json, clip

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from contextthrift.events import StepResult

MOST_SUMMARY_CHARS = 600
MOST_FINDING_CHARS = 600
MOST_FINDINGS_CHARS = 6_000


def progress_line(result: StepResult) -> str:
    """What was done, in a line: the step, its summary, how its calls went, whether it is blocked."""
    marks = []
    if result.tool_calls:
        ok = sum(call.ok for call in result.tool_calls)
        marks.append(f" [{ok} tool call(s) ok, {len(result.tool_calls) - ok} failed]")
    if result.blocked:
        marks.append(" [blocked]")
    return f"{result.step.description} — {clip(result.summary, MOST_SUMMARY_CHARS)}{''.join(marks)}"


def findings_of(result: StepResult, builtins: Collection[str] = ()) -> list[str]:
    """What the tools of a step found: a line for each call that succeeded, built-in tools left out."""
    return [
        f"{call.name}: {clip(_as_text(call.output), MOST_FINDING_CHARS)}"
        for call in result.tool_calls
        if call.ok and call.name not in builtins
    ]


def trim_findings(lines: Sequence[str], max_chars: int = MOST_FINDINGS_CHARS) -> list[str]:
    """The newest lines that together, joined by line ends, have at most so many characters; one at least.

    >>> trim_findings(["old" * 9, "new"], 10)
    ['new']
    """
    kept: list[str] = []
    left = max_chars + 1
    for line in reversed(lines):
        left -= len(line) + 1
        if left < 0 and kept:
            break
        kept.append(line)
    return kept[::-1]


def _as_text(output: object) -> str:
    return output if isinstance(output, str) else as_json(output)
