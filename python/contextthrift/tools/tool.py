"""A tool: what an agent can call."""

from __future__ import annotations

from dataclasses import dataclass, field
from inspect import isawaitable, iscoroutinefunction
from typing import TYPE_CHECKING, Any, TypeAlias

from contextthrift.brief import Brief
from contextthrift.exceptions import ToolError, WrongType
from contextthrift.settings import Settings
from contextthrift.tools.definition import check_execute, check_name, check_schema
from contextthrift.tools.thread import in_thread

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from contextthrift.tools.context import ToolContext

Arguments: TypeAlias = dict[str, Any]
Execute: TypeAlias = "Callable[[Arguments, ToolContext], Any]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Brief, Settings):
    """Something a model can have called.

    >>> async def add(arguments, context):
    ...     return arguments["a"] + arguments["b"]
    >>> number = {"type": "number"}
    >>> schema = {"type": "object", "properties": {"a": number, "b": number}, "required": ["a", "b"]}
    >>> Tool(name="add", description="Add two numbers", input_schema=schema, execute=add).read_only
    False
    """

    name: str
    description: str
    input_schema: Mapping[str, Any] = field(default_factory=lambda: {"type": "object", "properties": {}})
    """JSON schema of the arguments, an object. Arguments are checked against it before the tool runs."""
    execute: Execute | None = None
    """Called with the arguments and a `ToolContext`. A function that is not async has a thread of its own.

    When the run is stopped an async function is cancelled, and has 10 seconds to clean up. A thread cannot be
    cancelled: the run goes on without it, and it may look at ``context.signal.aborted``.
    """
    prompt_hint: str | None = None
    """The arguments as a prompt shows them; made from the schema where there is none."""
    read_only: bool = False
    """Whether it changes nothing. A tool that does not say so may write."""
    builtin: bool = False
    """Whether the agent brought it along: such a call is not counted and nobody is asked about it."""
    to_model_output: Callable[[Any], Any] | None = None
    """What the model sees of a result; the whole of it where there is none."""

    def __post_init__(self) -> None:
        """Refuses a tool that no model could call.

        Raises:
            InvalidArgument: A name or a schema that some provider does not take.
            WrongType: A value of a type that cannot be read; a function that does not take its arguments.
        """
        check_name(self.name)
        if not isinstance(self.description, str):
            raise WrongType(
                f"description of tool {self.name!r} must be a str; got {type(self.description).__name__}"
            )
        check_schema(self.name, self.input_schema)
        check_execute(self.name, self.execute)

    async def run(self, arguments: Arguments, context: ToolContext) -> Any:
        """What the tool returns.

        Raises:
            ToolError: The tool has nothing to run. Whatever the tool itself raises passes through.
        """
        if self.execute is None:
            raise ToolError(f"the tool {self.name!r} has no implementation here")
        if _is_async(self.execute):
            return await self.execute(arguments, context)
        result = await in_thread(self.execute, arguments, context)
        return await _awaited(result) if isawaitable(result) else result


def _is_async(function: Callable[..., Any]) -> bool:
    called = getattr(type(function), "__call__", None)  # noqa: B004 - a callable object's own method
    return iscoroutinefunction(function) or iscoroutinefunction(called)


async def _awaited(result: Awaitable[Any]) -> Any:
    return await result
