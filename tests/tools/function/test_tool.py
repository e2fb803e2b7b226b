"""Functions as tools: which there are, how they are called, and which are refused."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import pytest

import contextthrift
from contextthrift.exceptions import InvalidArgument, ToolError, WrongType
from contextthrift.tools import Tool, tool

if TYPE_CHECKING:
    from contextthrift.tools import ToolContext

EMPTY = contextthrift.ToolContext()


def ran(made, arguments, context=EMPTY):
    return asyncio.run(made.run(arguments, context))


@tool
def double(number: int) -> int:
    """Double it."""
    return number * 2


def test_a_tool_can_still_be_called_as_its_function():
    assert double(4) == double.function(4) == 8
    assert isinstance(double, Tool)


def test_the_decorator_takes_what_the_function_does_not_say():
    @contextthrift.tool(name="find-it", description="Find.", read_only=True, prompt_hint="{ q }")
    async def find(q: str) -> str:
        """Something else."""
        return q

    assert (find.name, find.description, find.read_only, find.prompt_hint) == (
        "find-it",
        "Find.",
        True,
        "{ q }",
    )
    assert ran(find, {"q": "x"}) == "x"
    assert tool(double.function, name="twice").name == "twice"


def test_the_context_is_given_by_its_type_and_not_shown():
    @tool
    def who(name: str, context: ToolContext, again: bool = False) -> str:
        return f"{name} {context.call_id} {again}"

    assert list(who.input_schema["properties"]) == ["name", "again"]
    assert ran(who, {"name": "Ann"}, replace(EMPTY, call_id="7")) == "Ann 7 False"

    @tool
    async def none(context: ToolContext | None = None) -> object:
        return context

    assert none.input_schema == {"type": "object", "properties": {}, "additionalProperties": False}
    assert ran(none, {}) is EMPTY


def test_a_default_that_was_left_out_is_the_functions_own():
    marker = object()

    @tool
    def take(a: int = 1, b: str | None = None, c: object = marker) -> object:
        return a, b, c

    assert take.input_schema["properties"]["c"] == {}
    assert "required" not in take.input_schema
    assert ran(take, {}) == (1, None, marker)


def test_a_function_that_is_not_async_runs_in_a_thread_with_the_callers_variables():
    user = contextvars.ContextVar("user")

    @tool
    def whose() -> object:
        return user.get(), threading.current_thread() is threading.main_thread()

    async def scene():
        user.set("Ann")
        return await whose.run({}, EMPTY)

    assert asyncio.run(scene()) == ("Ann", False)


def test_a_thread_that_hangs_does_not_keep_the_program():
    never = threading.Event()

    @tool
    def hang() -> None:
        never.wait()

    async def scene():
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await hang.run({}, EMPTY)

    asyncio.run(scene())
    left = [thread for thread in threading.enumerate() if thread.name == "contextthrift-tool"]
    assert left
    assert all(thread.daemon for thread in left)
    never.set()
    for thread in left:
        thread.join(5)


class Shop:
    def __init__(self, name):
        self.name = name

    @tool
    async def find(self, item: str) -> str:
        """Find an item."""
        return f"{item} at {self.name}"

    @tool
    def count(self, context: ToolContext) -> str:
        return f"{self.name} {context.call_id}"

    @staticmethod
    @tool
    def hello(name: str) -> str:
        return f"hello {name}"

    def plain(self, item: str) -> str:
        return f"plain {item} at {self.name}"


def test_a_method_is_the_tool_of_its_object():
    one, two = Shop("one"), Shop("two")
    assert list(one.find.input_schema["properties"]) == ["item"]
    assert ran(one.find, {"item": "tea"}) == "tea at one"
    assert ran(two.find, {"item": "tea"}) == "tea at two"
    assert asyncio.run(two.find("tea")) == "tea at two"
    assert ran(two.count, {}, replace(EMPTY, call_id="7")) == "two 7"
    assert ran(one.hello, {"name": "Ann"}) == "hello Ann"
    assert ran(tool(one.plain), {"item": "tea"}) == "plain tea at one"
    with pytest.raises(
        ToolError, match="the tool 'find' is a method; take it from an object, not from its class"
    ):
        ran(Shop.find, {"item": "tea"})


class Asking:
    """Ask."""

    async def __call__(self, question: str) -> str:
        """Ask a question."""
        return question.upper()


def test_partials_and_objects_that_can_be_called_are_functions_too():
    def add(a: int, b: int, c: int = 0) -> int:
        """Add."""
        return a + b + c

    made = tool(functools.partial(add, 1, b=2))
    assert (made.name, made.description, list(made.input_schema["properties"])) == ("add", "Add.", ["c"])
    assert ran(made, {"c": 3}) == 6
    asking = tool(Asking(), name="ask")
    assert ran(asking, {"question": "why"}) == "WHY"


def test_a_decorated_function_keeps_its_parameters():
    def logged(function):
        @functools.wraps(function)
        def call(*args, **kwargs):
            return function(*args, **kwargs)

        return call

    @tool
    @logged
    def find(q: str) -> str:
        """Find."""
        return q

    assert find.input_schema["properties"] == {"q": {"type": "string"}}
    assert ran(find, {"q": "x"}) == "x"


@dataclass
class Wish:
    colour: str
    size: int = 3


def test_a_sole_object_stands_for_all_arguments():
    @tool
    def order(wish: Wish, context: ToolContext) -> Wish:
        """Order it."""
        return wish

    assert order.input_schema == {
        "type": "object",
        "properties": {"colour": {"type": "string"}, "size": {"type": "integer", "default": 3}},
        "required": ["colour"],
        "additionalProperties": False,
    }
    assert ran(order, {"colour": "red"}) == Wish("red")

    @tool
    def maybe(wish: Wish | None = None) -> Wish | None:
        return wish

    assert list(maybe.input_schema["properties"]) == ["wish"]


def no_type(q): ...


def many(*rows: int): ...


def named(**rows: int): ...


def positional(q: int, /): ...


def unknown_result(q: int) -> Nowhere:  # noqa: F821 - that is the point
    """Its result may be of a type that only a type checker imports."""


def test_nobody_asks_of_what_type_a_result_is():
    assert tool(unknown_result).input_schema["properties"] == {"q": {"type": "integer"}}


def unknown(q: Nowhere): ...  # noqa: F821 - that is the point


def no_hint(q: Final[int]): ...


def two_contexts(a: ToolContext, b: ToolContext): ...


def größe(): ...  # noqa: PLC2401 - that is the point


def rows():
    yield 1


async def async_rows():
    yield 1


@pytest.mark.parametrize(
    ("function", "error", "message"),
    [
        (
            no_type,
            InvalidArgument,
            "the parameter 'q' of the tool 'no_type' has no type; write one, as in q: str",
        ),
        (
            many,
            InvalidArgument,
            "the tool 'many' takes any number of arguments (*rows); use one that is a list",
        ),
        (
            named,
            InvalidArgument,
            "the tool 'named' takes arguments of any name (**rows); use one that is a dict[str, ...]",
        ),
        (
            positional,
            InvalidArgument,
            "the tool 'positional' has a parameter that has no name for callers (q, /)",
        ),
        (
            unknown,
            InvalidArgument,
            (
                "the hints of the tool 'unknown' cannot be read: name 'Nowhere' is not defined. What they "
                "name must be there when the tool is made: define it in the module, import it outside of "
                "`if TYPE_CHECKING`"
            ),
        ),
        (
            no_hint,
            InvalidArgument,
            "the hints of the tool 'no_hint' cannot be read: typing.Final[int] is not valid as type argument",
        ),
        (
            two_contexts,
            InvalidArgument,
            "the tool 'two_contexts' takes two contexts, 'a' and 'b'; one is given",
        ),
        (
            größe,
            InvalidArgument,
            (
                "a tool cannot be called 'größe'; a name has 1 to 64 letters, digits, underscores and dashes "
                "of ASCII"
            ),
        ),
        (rows, WrongType, "the function rows yields; a tool returns what it has, such as a list"),
        (async_rows, WrongType, "the function async_rows yields; a tool returns what it has, such as a list"),
        (Shop, WrongType, "tool takes a function; got the class Shop"),
        (5, WrongType, "tool takes a function; got int"),
        ("find", WrongType, "tool takes a function; a name is given as @tool(name='find')"),
        (
            classmethod(no_type),
            WrongType,
            "tool cannot stand above classmethod; make a tool of the bound method: tool(Class.method)",
        ),
    ],
)
def test_what_no_model_could_call_is_refused(function, error, message):
    with pytest.raises(error) as raised:
        tool(function)
    assert (type(raised.value), str(raised.value)) == (error, message)


def test_a_function_without_a_name_needs_one():
    with pytest.raises(
        InvalidArgument, match=r"has no name that a model could call; give one: tool\(..., name="
    ):
        tool(lambda: 1)
    assert ran(tool(lambda: 1, name="one"), {}) == 1


def test_a_stop_iteration_is_an_error_of_the_tool():
    @tool
    def stop() -> None:
        raise StopIteration

    with pytest.raises(ToolError, match="the tool raised StopIteration"):
        ran(stop, {})
