"""A run: the one object that changes while an agent works."""

from __future__ import annotations

import time
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from inspect import isawaitable
from typing import TYPE_CHECKING, Any

from contextthrift.abort import no_stray_cancellation
from contextthrift.agent.limits import check_limits
from contextthrift.agent.result import ErrorInfo, RunResult
from contextthrift.agent.time_box import time_box
from contextthrift.events import BudgetExceeded, Event, LimitBreach, Plan, StepResult, UsageReported
from contextthrift.models.thinking import thinking_config, thinking_for
from contextthrift.record import text_of
from contextthrift.tools import CallCounter, CappedToolset, FixedToolset, ToolContext
from contextthrift.tools.narrowing import NarrowedToolset
from contextthrift.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from contextthrift.abort import AbortSignal
    from contextthrift.agent.config import AgentConfig
    from contextthrift.agent.delivery import Delivery
    from contextthrift.agent.log import Log
    from contextthrift.events import PlanStep, UsagePhase
    from contextthrift.memory import StoredMessage
    from contextthrift.models import FilePart
    from contextthrift.models.base import Stage
    from contextthrift.tools import Tool, Toolset


@dataclass(slots=True, kw_only=True)
class Run:
    """Everything that belongs to one run of an agent."""

    id: str
    config: AgentConfig
    tools: tuple[Tool, ...]
    goal: str
    session_id: str
    signal: AbortSignal
    delivery: Delivery
    log: Log
    deps: Any = None
    given_history: Sequence[StoredMessage] | None = None
    """The conversation the caller gave in place of the stored one."""
    attachments: tuple[FilePart, ...] = ()
    notes: dict[object, Any] = field(default_factory=dict)
    """What policies and toolsets keep for this run, each under a key of its own."""

    usage: Usage = field(default_factory=Usage)
    plan: Plan = field(default_factory=lambda: Plan(thought="", steps=()))
    history: Sequence[StoredMessage] = ()
    """The conversation as the planner sees it."""
    trace: list[StepResult] = field(default_factory=list)
    progress: list[str] = field(default_factory=list)
    """What was done, a line for each step, as later prompts show it."""
    findings: list[str] = field(default_factory=list)
    """What tools found, a line for each call."""
    revisions: int = 0
    skills: list[str] = field(default_factory=list)
    final: str = ""
    answered: bool = False
    stopped: bool = False
    breach: LimitBreach | None = None
    error: ErrorInfo | None = None
    calls: CallCounter = field(init=False)
    toolset: Toolset = field(init=False)

    def __post_init__(self) -> None:
        """Puts the toolset of this run together."""
        self.calls = CallCounter(self.config.max_tool_calls)
        toolset: Toolset = FixedToolset(self.tools)
        for wrap in self.config.toolset_wrappers:
            toolset = wrap(toolset)
        for policy in self.config.policies:
            toolset = policy.toolset(self, toolset)
        self.toolset = CappedToolset(NarrowedToolset(toolset, self.config.strategy), self.calls)

    def emit(self, event: Event) -> None:
        """Sends an event to whoever listens."""
        self.delivery.emit(event)

    def charge(self, phase: UsagePhase, usage: Usage) -> None:
        """Adds tokens to the run and says so."""
        self.usage += usage
        self.emit(UsageReported(phase=phase, usage=usage))

    def cap_reached(self, so_far: Usage | None = None) -> LimitBreach | None:
        """The cap that is reached, counting the tokens of a step that is not charged yet."""
        spent = self.usage if so_far is None else self.usage + so_far
        breach = check_limits(spent, self.config.limits)
        if breach is None and self.calls.exhausted:
            breach = LimitBreach(kind="tool-calls", tokens=self.calls.calls, cap=self.calls.cap or 0)
        return breach

    def report_cap(self) -> bool:
        """Whether a cap is reached; the first time it is, says so."""
        breach = self.cap_reached()
        if breach is not None and self.breach is None:
            self.breach = breach
            self.log.warn("a cap is reached: %s %s of %s", breach.kind, breach.tokens, breach.cap)
            self.emit(BudgetExceeded(kind=breach.kind, tokens=breach.tokens, cap=breach.cap))
        return breach is not None

    def tool_context(
        self,
        step: PlanStep,
        *,
        call_id: str = "",
        off_the_clock: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> ToolContext:
        """What a tool of this run is given."""
        return ToolContext(
            call_id=call_id,
            step=step,
            deps=self.deps,
            signal=self.signal,
            emit=self.emit,
            add_usage=lambda usage: self.delivery.in_loop(partial(self.charge, "subagent"), usage),
            off_the_clock=off_the_clock,
        )

    def shows_thoughts(self, stage: Stage) -> bool:
        """Whether thoughts of a stage are events."""
        thinking = thinking_config(thinking_for(stage, self.config.thinking, self.config.stage_thinking))
        return thinking is None or thinking.include_thoughts

    async def state(self) -> str | None:
        """The state of the world as the host describes it now; None where it does not, or fails.

        Raises:
            Aborted: The run was told to stop.
        """
        describe = self.config.describe_state
        if describe is None:
            return None
        try:
            async with self.signal.scope(), time_box(self.config.chat_timeout_s, "describe_state"):
                with no_stray_cancellation("the answer of describe_state"):
                    described = describe()
                    described = await described if isawaitable(described) else described
        except Exception as error:
            if self.signal.aborted:
                raise
            self.log.warn("describe_state failed: %s", error)
            return None
        return described if described is None or isinstance(described, str) else text_of(described)

    def result(self) -> RunResult:
        """What the run gave."""
        return RunResult(
            goal=self.goal,
            final=self.final,
            plan=self.plan,
            trace=tuple(self.trace),
            applied=sum(call.ok for step in self.trace for call in step.tool_calls),
            stopped=self.stopped,
            usage=self.usage,
            skills=tuple(self.skills),
            budget_exceeded=self.breach,
            error=self.error,
        )


def seconds_since(start: float) -> float:
    """Wall-clock seconds since ``time.monotonic()`` gave ``start``."""
    return time.monotonic() - start
