"""Policies: what happens at the fixed points of a run, beside the work itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from contextthrift.agent.prompts import PromptContext
    from contextthrift.agent.run import Run
    from contextthrift.events import StepResult
    from contextthrift.memory import StoredMessage
    from contextthrift.models import ModelRequest, Reply
    from contextthrift.models.base import Stage
    from contextthrift.tools import Toolset


class Policy:
    """Does nothing at every point; override those that matter.

    An exception ends the run with an error. A policy belongs to the agent and serves all its runs, also at
    the same time: what belongs to a run is kept in ``run.notes`` under a key of the policy's own. One that
    waits for something else than a model does so ``async with run.signal.scope()``, so that an abort ends it.
    """

    async def admit(self, run: Run) -> None:
        """Before anything is stored or any model is called: raise to refuse the run."""

    async def before_plan(self, run: Run, history: Sequence[StoredMessage]) -> Sequence[StoredMessage]:
        """The conversation so far, as the planner is to see it."""
        return history

    async def after_plan(self, run: Run, skills: Sequence[str]) -> None:
        """The plan was made and announced; ``skills`` are the names the planner picked."""

    async def after_step(self, run: Run, result: StepResult) -> None:
        """A step was executed and written down."""

    async def after_answer(self, run: Run) -> None:
        """The answer was given and stored. An exception here is only logged."""

    def prompt(self, run: Run, stage: Stage, context: PromptContext) -> PromptContext:
        """What a stage's prompt is made of: put sections in."""
        return context

    async def before_call(self, run: Run, request: ModelRequest) -> ModelRequest:
        """A request as it is to be sent."""
        return request

    async def around_run(self, run: Run, proceed: Callable[[], Awaitable[None]]) -> None:
        """All the work of a run, of which ``proceed`` is the rest: await it once.

        What ends the run early comes out of it as an exception, and must pass.
        """
        await proceed()

    async def around_call(
        self, run: Run, request: ModelRequest, proceed: Callable[[ModelRequest], Awaitable[Reply]]
    ) -> Reply:
        """One try of a model call, of which ``proceed`` is the rest; what it raises may be tried again."""
        return await proceed(request)

    def toolset(self, run: Run, inner: Toolset) -> Toolset:
        """The tools of a run: put a toolset around them that crosses all calls."""
        return inner
