"""The command ``contextthrift agent``."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Final, Unpack

import typer

from contextthrift.cli import report
from contextthrift.cli.bad_input import BadInput
from contextthrift.cli.exit_code import Exit

if TYPE_CHECKING:
    from contextthrift.agent import Agent, RunOptions, RunResult

NO_MODEL = (
    "a model is missing: give --model, such as --model openai:gpt-5.2, or set CONTEXTTHRIFT_MODEL; "
    "--demo shows a run without one"
)
NOT_OF_DEMO: Final = (
    "model",
    "base_url",
    "folder",
    "thinking",
    "max_tokens",
    "memory",
    "session",
    "image",
    "file",
)
"""Options that the demonstration, which has all of its own, does not read."""


def agent_command(
    context: typer.Context,
    goal: Annotated[str | None, typer.Argument(metavar="[GOAL]", help="What the agent is to do.")] = None,
    model: Annotated[
        str | None,
        typer.Option(
            "--model", envvar="CONTEXTTHRIFT_MODEL", help="Provider and model: anthropic:claude-..."
        ),
    ] = None,
    base_url: Annotated[
        str | None, typer.Option("--base-url", help="Another server that speaks the provider's protocol.")
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="DIR", help="A folder the agent may list, read and search."),
    ] = None,
    thinking: Annotated[
        str | None,
        typer.Option("--thinking", help="none, minimal, low, medium, high ...; shown as it comes."),
    ] = None,
    max_tokens: Annotated[
        int | None, typer.Option("--max-tokens", help="Tokens of the run after which it comes to its answer.")
    ] = None,
    memory: Annotated[
        Path | None,
        typer.Option(
            "--memory", metavar="FILE", help="Where the conversation is kept, to go on with it later."
        ),
    ] = None,
    session: Annotated[str, typer.Option("--session", help="Which conversation of that file.")] = "default",
    image: Annotated[
        list[str] | None,
        typer.Option("--image", metavar="FILE|URL", help="An image to look at; may be given several times."),
    ] = None,
    file: Annotated[
        list[str] | None,
        typer.Option("--file", metavar="FILE|URL", help="A PDF or another file, likewise."),
    ] = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="A scripted model on a small task; no key and no network.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one event a line, as JSON.")] = False,
) -> None:
    """Let an agent work on a goal, and watch it: plan, steps, tool calls, answer.

    Without --folder the agent has no tools. What it reads there is sent to the model's provider.

    Exit code 0: answered. 1: the run failed. 2: bad input. 130: interrupted.
    """
    with report.errors(Exit.BAD_INPUT), ExitStack() as stack:
        if demo:
            _refuse_options(context)
            goal, agent = _demonstration(goal, Path(stack.enter_context(TemporaryDirectory())))
        else:
            agent = _agent(model, base_url, folder, thinking, max_tokens, memory)
        if not goal or not goal.strip():
            raise BadInput('a goal is missing: contextthrift agent "what is to be done"')
        try:
            result = asyncio.run(
                _watched(
                    agent,
                    goal,
                    thoughts=thinking is not None,
                    as_json=as_json,
                    session_id=session,
                    images=_sources(image),
                    files=_sources(file),
                )
            )
        except KeyboardInterrupt:
            raise typer.Exit(Exit.INTERRUPTED) from None
    raise typer.Exit(Exit.ANSWERED if result.error is None else Exit.FAILED)


def _sources(given: list[str] | None) -> list[str | Path]:
    """What was named on the command line: a link, or else a path."""
    return [each if each.lower().startswith(("http://", "https://")) else Path(each) for each in given or ()]


def _refuse_options(context: typer.Context) -> None:
    """Refuses what was given beside --demo and would do nothing; a variable may stand in the environment."""
    sources = {name: context.get_parameter_source(name) for name in NOT_OF_DEMO}
    given = [name for name, source in sources.items() if source and source.name == "COMMANDLINE"]
    if given:
        options = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        raise BadInput(f"the demonstration does not read {options}: leave that out, or leave out --demo")


def _demonstration(goal: str | None, root: Path) -> tuple[str, Agent]:
    from contextthrift.agent import Agent  # noqa: PLC0415 - other commands start without the agent
    from contextthrift.cli.terminal.demo import GOAL, demo_folder, demo_model  # noqa: PLC0415
    from contextthrift.cli.terminal.folder import folder_tools  # noqa: PLC0415

    if goal is not None and goal != GOAL:
        raise BadInput(
            f'the demonstration has a goal of its own, "{GOAL}": leave yours out, or leave out --demo'
        )
    return GOAL, Agent(demo_model(), tools=folder_tools(demo_folder(root)), log_level="silent")


def _agent(
    model: str | None,
    base_url: str | None,
    folder: Path | None,
    thinking: str | None,
    max_tokens: int | None,
    memory: Path | None,
) -> Agent:
    if model is None:
        raise BadInput(NO_MODEL)
    if folder is not None and not folder.is_dir():
        raise BadInput(f"{folder} is no folder")
    from contextthrift.agent import Agent, AgentOptions  # noqa: PLC0415 - as above
    from contextthrift.cli.terminal.folder import folder_tools  # noqa: PLC0415
    from contextthrift.memory import SQLiteStore  # noqa: PLC0415
    from contextthrift.models import language_model  # noqa: PLC0415

    options = AgentOptions(tools=folder_tools(folder) if folder else [], log_level="silent")
    if thinking is not None:
        options["thinking"] = {"level": thinking}
    if max_tokens is not None:
        options["limits"] = {"max_total_tokens": max_tokens}
    if memory is not None:
        options["memory"] = SQLiteStore(memory)
    return Agent(language_model(model, base_url=base_url), **options)


async def _watched(
    agent: Agent, goal: str, *, thoughts: bool, as_json: bool, **options: Unpack[RunOptions]
) -> RunResult:
    """Runs the goal and shows each event; leaving early stops the run and waits for it."""
    from rich.console import Console  # noqa: PLC0415

    from contextthrift.cli.terminal.display import Display  # noqa: PLC0415
    from contextthrift.events import FinalTextDelta  # noqa: PLC0415

    display, answered = Display(Console(highlight=False), thoughts=thoughts), False
    async with agent.stream(goal, **options) as stream:
        async for event in stream:
            answered = answered or isinstance(event, FinalTextDelta)
            if as_json:
                report.line(json.dumps(event.to_dict(), ensure_ascii=False))
            else:
                display.show(event)
        result = await stream.result()
    if not as_json:
        display.ended(result, answered)
    return result
