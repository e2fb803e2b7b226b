"""The server as clients use it: in one process, and started as a configuration starts it."""

import asyncio
import json
import os
import pty
import signal
import sys
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from contextthrift import count_messages, fit
from contextthrift.fit.trace import STAGE_NOTES
from contextthrift.integrations.mcp import make_server

CHAT = json.loads((Path(__file__).parents[3] / "examples" / "airline.json").read_text("utf-8"))
TOOLS = json.loads((Path(__file__).parents[3] / "examples" / "airline_tools.json").read_text("utf-8"))
SMALL = {"context_window": 6_000, "output_reserve": 400, "encoding": "o200k_base"}


def called(tool, **arguments):
    """The structured answer of one call, or the text of its error."""

    async def call():
        async with Client(make_server()) as client:
            result = await client.call_tool(tool, arguments)
            return result.content[0].text if result.is_error else result.structured_content

    return asyncio.run(call())


def test_fit_gives_the_messages_that_the_function_gives():
    answer = called("fit", messages=CHAT, tools=TOOLS, **SMALL)
    fitted = fit(CHAT, tools=TOOLS, **SMALL)
    assert answer["messages"] == fitted.messages
    assert answer["tools"] == fitted.tools
    assert (answer["dropped"], answer["stubbed"]) == (list(fitted.dropped), list(fitted.stubbed))
    assert answer["fits"] is True
    assert (answer["window"], answer["budget"]) == (6_000, 5_600)
    assert (answer["tokens_before"], answer["tokens_after"]) == (
        fitted.trace.total_before,
        fitted.trace.total_after,
    )
    assert answer["summary"] == fitted.trace.summary()


def test_explain_gives_every_cut_and_why_and_no_messages():
    answer = called("explain", messages=CHAT, tools=TOOLS, **SMALL)
    trace = fit(CHAT, tools=TOOLS, **SMALL).trace
    assert [(cut["stage"], cut["index"], cut["tokens_before"]) for cut in answer["cuts"]] == [
        (cut.stage, cut.index, cut.tokens_before) for cut in trace.cuts
    ]
    assert {cut["why"] for cut in answer["cuts"]} == {STAGE_NOTES[cut.stage] for cut in trace.cuts}
    assert "messages" not in answer


def test_count_measures_messages_and_texts():
    answer = called("count", messages=CHAT, model="gpt-4o")
    tokens = count_messages(CHAT, model="gpt-4o")
    assert answer == {
        "tokens": tokens,
        "encoding": "o200k_base",
        "exact": False,
        "window": 128_000,
        "left": 128_000 - tokens,
    }
    assert called("count", text="Hello, world!", encoding="cl100k_base") == {
        "tokens": 4,
        "encoding": "cl100k_base",
        "exact": True,
        "window": None,
        "left": None,
    }
    assert called("count", text="Hello, world!", model="claude-sonnet-4-5")["exact"] is False
    plain = [{"role": "user", "content": "Hello, world!"}]
    assert called("count", messages=plain, model="gpt-4o")["exact"] is True


def test_the_window_is_that_of_the_model():
    answer = called("fit", messages=CHAT, model="azure/gpt-5.2-2025-12-11")
    assert (answer["window"], answer["budget"], answer["messages"]) == (400_000, 272_000, CHAT)


def test_a_refusal_is_an_answer_without_messages():
    answer = called("fit", messages=CHAT, model="gpt-4o", context_window=300, output_reserve=0)
    assert (answer["fits"], answer["messages"], answer["tools"]) == (False, None, None)
    assert answer["tokens_after"] > answer["budget"] == 300
    assert "REFUSED by a budget of 300" in answer["summary"]
    assert called("explain", messages=CHAT, **SMALL | {"context_window": 700})["fits"] is False


def test_messages_of_anthropic_and_gemini_are_read_too():
    claude = [{"role": "user", "content": [{"type": "text", "text": "Hi."}]}]
    answer = called("fit", messages=claude, model="claude-sonnet-4-5", system="Be brief.", format="anthropic")
    assert answer["messages"] == claude
    gemini = [{"role": "user", "parts": [{"text": "Hi."}]}]
    assert called("fit", messages=gemini, model="gemini-2.5-pro")["messages"] == gemini


HI = [{"role": "user", "content": "hi"}]
ERRORS = {
    "nobody says which window": (
        "fit",
        {"messages": HI},
        "the window of the model is not known; give context_window in tokens, or model with its name",
    ),
    "an unknown model": (
        "fit",
        {"messages": HI, "model": "gpt-4oo"},
        (
            "no model is called 'gpt-4oo'; near names: gpt-4o, gpt-4, gpt-5.4. "
            "Give context_window and encoding instead"
        ),
    ),
    "an unknown encoding": (
        "explain",
        {"messages": HI, "model": "gpt-4o", "encoding": "/etc/passwd"},
        (
            "no encoding is called '/etc/passwd'; give one of chars4, claude, gemini, cl100k_base, "
            "o200k_base, o200k_harmony, p50k_base, p50k_edit, r50k_base, gpt2"
        ),
    ),
    "a message that cannot be read": (
        "explain",
        {"messages": [*HI, {"role": "robot", "content": "hi"}], "model": "gpt-4o"},
        (
            "messages[1] has the role 'robot'; it must be one of system, developer, user, assistant, tool, "
            "function"
        ),
    ),
    "nothing to count": ("count", {"model": "gpt-4o"}, "give either messages or text"),
    "two things to count": (
        "count",
        {"model": "gpt-4o", "text": "a", "messages": HI},
        "give either messages or text",
    ),
    "no measure": ("count", {"text": "a"}, "what measures text is missing: give model or encoding"),
    "a reserve that leaves nothing": (
        "fit",
        {"messages": HI, "model": "gpt-4o", "context_window": 100, "output_reserve": 100},
        "output_reserve is 100; it must be below the context window, which is 100",
    ),
}


@pytest.mark.parametrize("fault", ERRORS)
def test_an_error_tells_the_model_what_to_give(fault):
    tool, arguments, message = ERRORS[fault]
    assert called(tool, **arguments) == f"Error executing tool {tool}: {message}"


def test_arguments_of_a_wrong_type_are_refused_by_their_schema():
    assert "messages\n  Input should be a valid list" in called("fit", messages="hi", model="gpt-4o")
    refused = called("fit", messages=HI, model="gpt-4o", context_window=0)
    assert "context_window\n  Input should be greater than or equal to 1" in refused


def test_every_tool_says_what_it_is_and_that_it_only_reads():
    async def listed():
        async with Client(make_server()) as client:
            return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in asyncio.run(listed())}
    assert list(tools) == ["fit", "count", "explain"]
    for tool in tools.values():
        assert tool.annotations.read_only_hint is True
        assert tool.annotations.open_world_hint is False
        assert all("description" in json.dumps(each) for each in tool.input_schema["properties"].values())
        assert all(each.get("description") for each in tool.output_schema["properties"].values())
        assert "    " not in tool.description
    assert tools["fit"].input_schema["required"] == ["messages"]


def test_at_a_terminal_it_says_what_it_waits_for_and_an_interrupt_ends_it():
    code = "from contextthrift.cli import main; main()"
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-c", code, "mcp"])  # noqa: S606 - our own interpreter
    said = read_until(terminal, b"ends it")
    assert said.startswith(b"contextthrift: waiting for an MCP client")
    os.write(terminal, b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
    read_until(terminal, b'"result"')  # it is served, and waits for the next line
    os.kill(pid, signal.SIGINT)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGINT


def read_until(terminal, mark):
    said = b""
    while mark not in said:
        said += os.read(terminal, 1_000)
    return said


def test_it_is_served_over_standard_input_and_output_as_a_client_starts_it():
    command = Path(sys.executable).parent / "contextthrift"
    program = {"command": str(command), "args": ["mcp"]}
    if not command.exists():
        code = "from contextthrift.cli import main; main()"
        program = {"command": sys.executable, "args": ["-c", code, "mcp"], "env": dict(os.environ)}

    async def call():
        async with Client(StdioServerParameters(**program)) as client:
            info, tools = client.server_info, await client.list_tools()
            answer = await client.call_tool("fit", {"messages": CHAT, **SMALL})
            return info.name, [tool.name for tool in tools.tools], answer.structured_content

    name, tools, answer = asyncio.run(asyncio.wait_for(call(), 60))
    assert (name, tools) == ("contextthrift", ["fit", "count", "explain"])
    assert answer["messages"] == fit(CHAT, **SMALL).messages
