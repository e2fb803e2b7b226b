"""A function as a tool."""

from __future__ import annotations

import functools
import inspect
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, overload

from contextthrift.exceptions import InvalidArgument, ToolError, WrongType
from contextthrift.tools.checking.place import Place
from contextthrift.tools.function.docstring import read_docstring
from contextthrift.tools.function.signature import read_signature
from contextthrift.tools.tool import Tool

if TYPE_CHECKING:
    from collections.abc import Callable

    from contextthrift.tools.context import ToolContext
    from contextthrift.tools.function.signature import Signature
    from contextthrift.tools.tool import Arguments, Execute

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionTool(Tool, Generic[P, R]):
    """A tool made from a function, which can still be called as the function it is.

    As a method's it is bound by the object it is taken from: ``Agent(tools=[shop.find])``.
    """

    function: Callable[P, R]
    """The function."""
    signature: Signature = field(repr=False)
    """What it takes."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Calls the function itself; nothing is checked or converted."""
        return self.function(*args, **kwargs)

    def __get__(self, instance: object, owner: type | None = None) -> FunctionTool[..., R]:
        """The tool of one object, where the function is a method."""
        if instance is None or not self.signature.is_method:
            return self
        bound: Any = functools.partial(self.function, instance)  # type: ignore[arg-type]  # P begins with it
        unbound = replace(self.signature, is_method=False)
        execute = _execute(self.function, self.name, unbound, instance)
        return replace(self, function=bound, signature=unbound, execute=execute)


@overload
def tool(
    function: Callable[P, R],
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    read_only: bool = False,
    prompt_hint: str | None = None,
    to_model_output: Callable[[Any], Any] | None = None,
) -> FunctionTool[P, R]: ...


@overload
def tool(
    *,
    name: str | None = None,
    description: str | None = None,
    read_only: bool = False,
    prompt_hint: str | None = None,
    to_model_output: Callable[[Any], Any] | None = None,
) -> Callable[[Callable[P, R]], FunctionTool[P, R]]: ...


def tool(
    function: Callable[..., Any] | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    read_only: bool = False,
    prompt_hint: str | None = None,
    to_model_output: Callable[[Any], Any] | None = None,
) -> Any:
    """A function as a tool: schema from its type hints, words from its docstring.

    The arguments a model gives are checked and arrive as the types say: dataclasses, enumerations, dates,
    models of pydantic. A parameter whose type is `ToolContext` is given the context of the call and is not
    shown to the model. A function that is not async runs in a thread of its own.

    Args:
        function: What is to be called; left out where this is written as ``@tool(...)``.
        name: What models call it; else the function's own name.
        description: What models are told of it; else its docstring, up to the first section.
        read_only: Whether it changes nothing.
        prompt_hint: Its parameters as a prompt shows them; else made from the schema.
        to_model_output: What the model sees of a result.

    Raises:
        InvalidArgument: A parameter that no model could fill in: ``*args``, one without a type, or with one
            that no JSON value can be made into. Or a name that some provider does not take.
        WrongType: It is no function.

    >>> @tool(read_only=True)
    ... async def find_invoices(status: str, limit: int = 10) -> list[str]:
    ...     '''Find invoices.
    ...
    ...     Args:
    ...         status: ``open`` or ``paid``.
    ...     '''
    ...     return []
    >>> find_invoices.description, find_invoices.input_schema["properties"]["limit"]
    ('Find invoices.', {'type': 'integer', 'default': 10})
    """
    options = {"read_only": read_only, "prompt_hint": prompt_hint, "to_model_output": to_model_output}
    if function is None:
        return lambda given: _made(given, name, description, options)
    return _made(function, name, description, options)


def _made(
    function: Any, name: str | None, description: str | None, options: dict[str, Any]
) -> FunctionTool[..., Any]:
    _check(function)
    called = name or _name(function)
    owner = f"the tool {called!r}"
    said = read_docstring(inspect.getdoc(_plain(function)))
    signature = read_signature(function, owner, said.parameters)
    return FunctionTool(
        name=called,
        description=said.description if description is None else description,
        input_schema=signature.schema,
        execute=_execute(function, called, signature),
        function=function,
        signature=signature,
        **options,
    )


def _check(function: Any) -> None:
    if isinstance(function, str):
        raise WrongType(f"tool takes a function; a name is given as @tool(name={function!r})")
    if isinstance(function, classmethod):
        raise WrongType(
            "tool cannot stand above classmethod; make a tool of the bound method: tool(Class.method)"
        )
    if isinstance(function, type) or not callable(function):
        what = f"the class {function.__name__}" if isinstance(function, type) else type(function).__name__
        raise WrongType(f"tool takes a function; got {what}")
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        raise WrongType(f"the function {_name(function)} yields; a tool returns what it has, such as a list")


def _plain(function: Any) -> Any:
    """The function within partials; an object that can be called by its class's method."""
    while isinstance(function, functools.partial):
        function = function.func
    return function


def _name(function: Any) -> str:
    name = getattr(_plain(function), "__name__", None)
    if name is None or name == "<lambda>":
        raise InvalidArgument(
            f"{function!r:.80} has no name that a model could call; give one: tool(..., name=...)"
        )
    return str(name)


def _execute(function: Callable[..., Any], name: str, signature: Signature, *bound: object) -> Execute:
    """What the agent calls, with the arguments as the model wrote them; async where the function is."""

    def read(arguments: Arguments, context: ToolContext) -> dict[str, Any]:
        if signature.is_method:
            raise ToolError(f"the tool {name!r} is a method; take it from an object, not from its class")
        try:
            values: dict[str, Any] = signature.arguments.read(arguments, Place())
        except ToolError as error:
            raise ToolError(f"invalid arguments for {name!r}: {error}") from error
        return values | ({signature.context: context} if signature.context else {})

    def call(arguments: Arguments, context: ToolContext) -> Any:
        return function(*bound, **read(arguments, context))

    async def call_async(arguments: Arguments, context: ToolContext) -> Any:
        return await function(*bound, **read(arguments, context))

    return call_async if _is_async(function) else call


def _is_async(function: Any) -> bool:
    plain = _plain(function)
    return inspect.iscoroutinefunction(plain) or inspect.iscoroutinefunction(getattr(plain, "__call__", None))  # noqa: B004
