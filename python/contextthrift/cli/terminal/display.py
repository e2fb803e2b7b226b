"""What a run looks like on a terminal: each event in a few words, as it happens."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from contextthrift.events import (
    BudgetExceeded,
    ErrorRaised,
    Event,
    FinalReasoningDelta,
    FinalTextDelta,
    Plan,
    PlanCreated,
    PlanRevised,
    Retry,
    StepReasoningDelta,
    StepStart,
    StepTextDelta,
    StepToolCall,
    StepToolResult,
)
from contextthrift.record import plain

if TYPE_CHECKING:
    from rich.console import Console

    from contextthrift.agent import RunResult

LONGEST_VALUE: Final = 160
"""Characters of arguments and results that are shown."""
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Display:
    """Prints the events of one run.

    What models and tools say is printed without control characters: none of them can move the cursor,
    colour the screen or set its title.
    """

    def __init__(self, console: Console, *, thoughts: bool) -> None:
        """On a console, with the thoughts of models or without."""
        self._console, self._thoughts = console, thoughts
        self._started, self._called = time.monotonic(), dict[str, float]()
        self._flowing: str | None = None

    def show(self, event: Event) -> None:
        """Prints one event; those that say nothing new to a reader print nothing."""
        match event:
            case FinalTextDelta(delta=piece):
                self._flow("answer", piece, "bold")
            case StepTextDelta(delta=piece):
                self._flow("step", piece, "")
            case StepReasoningDelta(delta=piece) | FinalReasoningDelta(delta=piece):
                if self._thoughts:
                    self._flow("thoughts", piece, "dim italic")
            case _:
                self._show_whole(event)

    def ended(self, result: RunResult, answered: bool) -> None:
        """Prints what the run took; the answer too where nothing of it was streamed."""
        self._end_flow()
        if not answered and result.final and result.error is None:
            self._flow("answer", result.final, "bold")
            self._end_flow()
        usage, seconds = result.usage, time.monotonic() - self._started
        calls = sum(len(step.tool_calls) for step in result.trace)
        cached = f" ({usage.cached_input_tokens:,} from a cache)" if usage.cached_input_tokens else ""
        self._line(
            f"{_number(result.steps, 'step')}, {_number(calls, 'tool call')}, "
            f"{usage.input_tokens:,} tokens in{cached}, {usage.output_tokens:,} out, {seconds:.1f} s",
            "dim",
        )

    def _show_whole(self, event: Event) -> None:
        match event:
            case PlanCreated(plan=plan):
                self._plan("Plan", plan.thought, plan)
            case PlanRevised(plan=plan, reason=reason):
                self._plan("New plan", reason, plan)
            case StepStart(step=step, index=index, total=total):
                self._line(f"\nStep {index} of {total}: {step.description}", "bold cyan")
            case StepToolCall(name=name, input=given, call_id=call_id):
                self._called[call_id] = time.monotonic()
                self._line(f"  > {name} {_short(given)}", "yellow")
            case StepToolResult():
                self._result(event)
            case Retry(attempt=attempt, error=error):
                self._line(f"  again, try {attempt + 1}: {error}", "magenta")
            case BudgetExceeded(kind=kind, tokens=tokens, cap=cap):
                self._line(f"  the cap on {kind} is reached: {tokens:,} of {cap:,}", "magenta")
            case ErrorRaised(phase=phase, error=error):
                self._line(f"  {phase}: {error}", "red")

    def _plan(self, title: str, thought: str, plan: Plan) -> None:
        self._line(f"\n{title}: {thought}", "bold")
        for number, step in enumerate(plan.steps, start=1):
            self._line(f"  {number}. {step.description}", "")

    def _result(self, event: StepToolResult) -> None:
        took_ms = (time.monotonic() - self._called.pop(event.call_id, time.monotonic())) * 1000
        mark, style = ("<", "green") if event.ok else ("x", "red")
        self._line(f"  {mark} {event.name} {took_ms:.0f} ms: {_short(event.output)}", style)

    def _flow(self, kind: str, piece: str, style: str) -> None:
        """A piece of running text; a new paragraph where another kind of text was running."""
        if self._flowing != kind:
            self._end_flow()
            self._flowing = kind
            self._console.print(Text("\nAnswer: " if kind == "answer" else "  ", style=style), end="")
        self._console.print(Text(_harmless(piece), style=style), end="", soft_wrap=True)

    def _end_flow(self) -> None:
        if self._flowing is not None:
            self._flowing = None
            self._console.print()

    def _line(self, text: str, style: str) -> None:
        self._end_flow()
        self._console.print(Text(_harmless(text), style=style), soft_wrap=True)


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _short(value: Any) -> str:
    """A value on one line, cut where it is long."""
    value = plain(value)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


def _harmless(text: str) -> str:
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)
