"""An agent: a model, its tools, and how they work together."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypedDict, Unpack
from uuid import uuid4

from contextthrift.abort import AbortSignal
from contextthrift.agent.attachments.policy import AttachmentRefusal
from contextthrift.agent.attachments.reading import items_of, read_attachments
from contextthrift.agent.attachments.shown import capabilities_of
from contextthrift.agent.config import AgentConfig, AgentOptions, ModelSetting, resolve_config
from contextthrift.agent.conversation import messages_of
from contextthrift.agent.delivery import Delivery, EventHandler
from contextthrift.agent.fitting import WindowFitting
from contextthrift.agent.log import Log
from contextthrift.agent.loop import conduct
from contextthrift.agent.run import Run
from contextthrift.agent.running_loop import refuse_running_loop
from contextthrift.agent.stream import RunStream
from contextthrift.agent.windows import Windows
from contextthrift.compaction.settings import fit_compaction_to_window
from contextthrift.exceptions import Aborted, WrongType
from contextthrift.settings import check_names
from contextthrift.tools import FixedToolset

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType
    from typing import Self

    from contextthrift.agent.attachments import Attachable
    from contextthrift.agent.result import RunResult
    from contextthrift.memory import StoredMessage
    from contextthrift.models import Capabilities, FilePart
    from contextthrift.tools import Tool


class RunOptions(TypedDict, total=False):
    """The options of one run."""

    signal: AbortSignal
    """Fired by you to stop the run; it then returns a result with ``stopped=True``."""
    session_id: str
    """The conversation the run belongs to, in place of the agent's."""
    history: Sequence[StoredMessage]
    """The conversation so far, in place of the stored one."""
    images: Sequence[Attachable]
    """What to look at: paths, bytes, links, data URLs, base64, or a `RunFile` that says more."""
    files: Sequence[Attachable]
    """The same of PDF files and other documents; they stand behind the images."""
    deps: Any
    """Whatever your tools are to find in their context."""


class Agent:
    """Works on a goal: plans, carries the steps out with tools, looks at the plan again, answers.

    Serves any number of runs at the same time. It is bound to no event loop, as far as its models, tools and
    store are not.

    >>> import asyncio
    >>> from contextthrift.testing import ScriptedModel
    >>> model = ScriptedModel(planner=['{"thought": "Hello!", "steps": []}'])
    >>> result = asyncio.run(Agent(model).run("hello there"))
    >>> result.final
    'Hello!'
    """

    def __init__(self, model: ModelSetting, **options: Unpack[AgentOptions]) -> None:
        """Makes an agent; nothing is opened or called yet.

        Args:
            model: A `Model`, a name such as ``openai:gpt-5.2``, a model of pydantic-ai, or a function that
                answers a `ModelRequest`.
            **options: See `AgentOptions`.

        Raises:
            InvalidArgument: An option that does not exist or cannot be meant; a provider whose name is
                unknown, or whose extra or key is missing.
            WrongType: A value of a type that cannot be read.
        """
        resolved = resolve_config(model, options)
        self._windows = Windows(resolved)
        self._resolved = _with_policies(resolved, self._windows)
        self._compaction = options.get("compaction")
        self.config: AgentConfig = self._resolved
        self._suit_windows()
        self._log = Log(self.config.log_level, self.config.logger)
        self._tools = _chosen(self.config, self._log)
        self._running: set[asyncio.Task[RunResult]] = set()
        names = ", ".join(tool.name for tool in self._tools) or "none"
        self._log.info(
            "agent ready: tools %s; strategy %s; window %s tokens; planner %s, executor %s",
            names,
            self.config.strategy,
            self.config.compaction.context_window_tokens,
            self.config.mode_of("planner"),
            self.config.mode_of("executor"),
        )

    @property
    def tools(self) -> tuple[Tool, ...]:
        """What it can call."""
        return self._tools

    @property
    def context_window_tokens(self) -> int:
        """The window that the agent reckons with, in tokens: the smallest known one of its models.

        Models that must be asked for it are asked at the first run; see `refresh_context_window`.
        """
        return self.config.compaction.context_window_tokens

    @property
    def capabilities(self) -> Capabilities:
        """What the executor's model takes: ``images``, ``pdf``, ``files``; None where nobody knows."""
        return capabilities_of(self.config, "executor")

    async def refresh_context_window(self) -> int:
        """Asks the models for their windows, now or again; the window that the agent now reckons with."""
        await self._windows.read(again=True)
        self._suit_windows()
        return self.context_window_tokens

    async def run(
        self,
        goal: str,
        *,
        on_event: EventHandler | None = None,
        raise_on_error: bool = False,
        **options: Unpack[RunOptions],
    ) -> RunResult:
        """Works on a goal and gives the result. Trouble of models and tools is in the result, not raised.

        Args:
            goal: What is wanted. A blank one gives an empty result.
            on_event: Called with each event, in order. What it answers is awaited behind the run's back, and
                all of it before this returns.
            raise_on_error: Raise the exception that ended the run.
            **options: See `RunOptions`.

        Raises:
            InvalidArgument: An option that does not exist.
            UnreadableAttachment: A file that is not there, is too large, or is not what it is said to be.
            WrongType: The goal is no text, the history holds something that is no message, or an option has
                another type.
            CancelledError: The task was cancelled; the run was wound up.
        """
        if on_event is not None and not callable(on_event):
            raise WrongType(f"on_event must be a function; got {type(on_event).__name__}")
        handlers = () if on_event is None else (on_event,)
        result = await self._conducted(goal, handlers, options)
        if raise_on_error:
            result.raise_for_error()
        return result

    def run_sync(
        self,
        goal: str,
        *,
        on_event: EventHandler | None = None,
        raise_on_error: bool = False,
        **options: Unpack[RunOptions],
    ) -> RunResult:
        """As `run`, for code that is not async: has an event loop of its own and blocks until it is done.

        Ctrl-C stops the run, waits until it is wound up and raises KeyboardInterrupt.

        Raises:
            LoopIsRunning: An event loop runs here, as in a notebook; write ``await agent.run(...)``.
            InvalidArgument: An option that does not exist.
            UnreadableAttachment: A file that is not there, is too large, or is not what it is said to be.
            WrongType: The goal is no text, the history holds something that is no message, or an option has
                another type.
        """
        refuse_running_loop("agent.run_sync(...)", "await agent.run(...)")
        return asyncio.run(self.run(goal, on_event=on_event, raise_on_error=raise_on_error, **options))

    def stream(self, goal: str, **options: Unpack[RunOptions]) -> RunStream:
        """The events of a run as they happen; see `RunStream`.

        Raises:
            InvalidArgument: An option that does not exist.
            UnreadableAttachment: A file that is not there, is too large, or is not what it is said to be.
            WrongType: The goal is no text, the history holds something that is no message, or an option has
                another type.
        """
        _check_run(goal, options)

        async def start(handler: EventHandler, signal: AbortSignal) -> RunResult:
            return await self._conducted(goal, (handler,), {**options, "signal": signal})

        return RunStream(start, options.get("signal"), self._running)

    async def aclose(self) -> None:
        """Cancels the streamed runs that are still going, and waits until they are wound up."""
        loop = asyncio.get_running_loop()
        running = [task for task in self._running if task.get_loop() is loop]
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)

    async def __aenter__(self) -> Self:
        """The agent itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the agent."""
        await self.aclose()

    async def _conducted(
        self, goal: str, handlers: tuple[EventHandler, ...], options: RunOptions
    ) -> RunResult:
        if await self._windows.read():
            self._suit_windows()
        _check_run(goal, options)
        attachments = await self._attachments(options) if goal.strip() else ()
        run = self._new_run(goal, handlers, options, attachments)
        if not run.goal:
            return run.result()
        self._log.info("run %s: %s", run.id, run.goal)
        try:
            await conduct(run)
        finally:
            await run.delivery.aclose()
        return run.result()

    def _suit_windows(self) -> None:
        """Makes the settings of compaction suit the windows that are known."""
        resolved = self._resolved.compaction
        fitted = fit_compaction_to_window(resolved, self._compaction, self._windows.smallest)
        self.config = replace(self._resolved, compaction=fitted)

    async def _attachments(self, options: RunOptions) -> tuple[FilePart, ...]:
        """What was attached, read; nothing where the run was aborted meanwhile, so that it stops at once."""
        images, files = options.get("images") or (), options.get("files") or ()
        try:
            async with (options.get("signal") or AbortSignal()).scope():
                return await read_attachments(images, files, self.config.max_attachment_bytes)
        except Aborted:
            return ()

    def _new_run(
        self,
        goal: str,
        handlers: tuple[EventHandler, ...],
        options: RunOptions,
        attachments: tuple[FilePart, ...],
    ) -> Run:
        run_id = uuid4().hex
        return Run(
            id=run_id,
            config=self.config,
            tools=self._tools,
            goal=goal.strip(),
            session_id=options.get("session_id") or self.config.session_id,
            signal=options.get("signal") or AbortSignal(),
            delivery=Delivery(run_id, handlers, self._log),
            log=self._log,
            deps=options.get("deps"),
            given_history=options.get("history"),
            attachments=attachments,
        )


def _with_policies(config: AgentConfig, windows: Windows) -> AgentConfig:
    """The configuration with the policies that every agent has, behind the host's own."""
    fitting = (WindowFitting(windows),) if config.fit_to_window else ()
    return replace(config, policies=(*config.policies, *fitting, AttachmentRefusal()))


def _check_run(goal: object, options: RunOptions) -> None:
    if not isinstance(goal, str):
        raise WrongType(f"goal must be a str; got {type(goal).__name__}")
    check_names("a run", options, RunOptions.__annotations__, noun="option")
    signal = options.get("signal")
    if signal is not None and not isinstance(signal, AbortSignal):
        raise WrongType(f"signal must be an AbortSignal of contextthrift.abort; got {type(signal).__name__}")
    session = options.get("session_id")
    if session is not None and not isinstance(session, str):
        raise WrongType(f"session_id must be a str; got {type(session).__name__}")
    messages_of(options.get("history") or ())
    items_of("images", options.get("images"))
    items_of("files", options.get("files"))


def _chosen(config: AgentConfig, log: Log) -> tuple[Tool, ...]:
    """The tools that may be called, in their order: those made available, without those excluded."""
    FixedToolset(config.tools)  # refuses two tools of one name
    names = {tool.name for tool in config.tools}
    for name in (*config.available_tools, *config.excluded_tools):
        if name not in names:
            log.warn("available_tools or excluded_tools names %s, which is no tool of this agent", name)
    available = set(config.available_tools) or names
    chosen = available - set(config.excluded_tools)
    return tuple(tool for tool in config.tools if tool.name in chosen)
