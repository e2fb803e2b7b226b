"""The terminal agent, run as a user runs it."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from io import StringIO

import pytest
from rich.console import Console

from contextthrift.cli.terminal.demo import FILES, GOAL, demo_folder
from contextthrift.cli.terminal.display import Display
from contextthrift.cli.terminal.folder import LARGEST_BYTES, MOST_LINES, folder_tools
from contextthrift.events import FinalTextDelta, Retry
from contextthrift.exceptions import ToolError
from contextthrift.memory import SQLiteStore
from tests.agent.attachments.samples import png
from tests.models.server import openai_chat
from tests.models.server.http import Answer, serving
from tests.models.server.turn import Turn
from tests.models.wires import needs_providers

COMMAND = [sys.executable, "-c", "from contextthrift.cli import main; main()", "agent"]
KEYS = {"OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_BASE_URL", "CONTEXTTHRIFT_MODEL"}
ANSWER = (
    "Answer: Two invoices are open, both of Blue Fern Ltd: A-17 (120.50) and A-19 (42.25). 162.75 is owed."
)


def environment(**more):
    kept = {name: value for name, value in os.environ.items() if name not in KEYS}
    return kept | {"NO_COLOR": "1", "COLUMNS": "120", "TERM": "dumb"} | more


def run(*arguments, **variables):
    done = subprocess.run(
        [*COMMAND, *arguments], capture_output=True, check=False, timeout=60, env=environment(**variables)
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_the_demonstration_shows_plan_steps_calls_a_new_plan_and_the_answer():
    code, printed, errors = run("--demo")
    assert (code, errors) == (0, "")
    lines = printed.splitlines()
    wanted = [
        "Plan: Read the invoices, then see which of them were paid.",
        "Step 1 of 2: Read every invoice",
        '  > read_file {"path": "invoices/A-17.json"}',
        "Step 2 of 2: See what was paid",
        "New plan: There is no payments.csv; the payments stand in payments/2026-10.csv.",
        "Step 3 of 3: Read payments/2026-10.csv",
        ANSWER,
    ]
    assert [line for line in lines if line in wanted] == wanted
    assert next(line for line in lines if line.startswith("  x ")).endswith("there is payments/2026-10.csv")
    assert lines[-1].startswith("3 steps, 6 tool calls, ")


def test_the_events_of_the_demonstration_are_one_json_object_a_line():
    code, printed, errors = run("--demo", "--json")
    events = [json.loads(line) for line in printed.splitlines()]
    assert (code, errors) == (0, "")
    assert events[0]["type"] == "run.start"
    assert events[0]["goal"] == GOAL
    assert {event["run_id"] for event in events} == {events[0]["run_id"]}
    assert [event["text"] for event in events if event["type"] == "final"] == [
        ANSWER.removeprefix("Answer: ")
    ]


BAD = {
    "no model": (["hi"], "a model is missing: give --model"),
    "no goal": (["--model", "openai-chat:m", "--base-url", "http://127.0.0.1:9/v1"], "a goal is missing"),
    "no key": (["hi", "--model", "openai:gpt-5.2"], "set OPENAI_API_KEY in the environment"),
    "no provider": (["hi", "--model", "opnai:gpt-5.2"], "did you mean 'openai:gpt-5.2'"),
    "no folder": (["hi", "--model", "openai:m", "--folder", "/no/such"], "/no/such is no folder"),
    "a goal for the demonstration": (
        ["mine", "--demo"],
        (
            "contextthrift: the demonstration has a goal of its own, "
            f'"{GOAL}": leave yours out, or leave out --demo\n'
        ),
    ),
    "options for the demonstration": (
        ["--demo", "--model", "openai:gpt-5.2", "--max-tokens", "5", "--memory", "chats.db"],
        (
            "contextthrift: the demonstration does not read --model, --max-tokens, --memory: "
            "leave that out, or leave out --demo\n"
        ),
    ),
    "no folder for the memory": (
        [
            "hi",
            "--model",
            "openai-chat:m",
            "--base-url",
            "http://127.0.0.1:9/v1",
            "--memory",
            "/no/such/x.db",
        ],
        "there is no directory '/no/such'",
    ),
    "no image": (
        ["hi", "--model", "openai-chat:m", "--base-url", "http://127.0.0.1:9/v1", "--image", "/no/such.png"],
        "images[0]: there is no file /no/such.png",
    ),
    "an image that is none": (
        ["hi", "--model", "openai-chat:m", "--base-url", "http://127.0.0.1:9/v1", "--image", __file__],
        "images[0]: neither its name nor its first bytes say which image it is; give its media_type",
    ),
    "an image for the demonstration": (
        ["--demo", "--image", "cat.png", "--file", "a.pdf"],
        "the demonstration does not read --image, --file: leave that out, or leave out --demo",
    ),
    "no level": (
        ["hi", "--model", "openai-chat:m", "--base-url", "http://127.0.0.1:9/v1", "--thinking", "lots"],
        "thinking level must be one of",
    ),
}


@pytest.mark.parametrize(("arguments", "told"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line_and_exit_code_2(arguments, told):
    code, printed, errors = run(*arguments)
    assert (code, printed) == (2, "")
    assert told in errors
    assert len(errors.splitlines()) == 1


def test_the_model_may_stand_in_the_environment():
    _, _, errors = run("hi", CONTEXTTHRIFT_MODEL="anthropic:claude-opus-4-6")
    assert "set ANTHROPIC_API_KEY in the environment" in errors


def test_a_model_in_the_environment_does_not_keep_the_demonstration_from_running():
    code, printed, errors = run("--demo", CONTEXTTHRIFT_MODEL="anthropic:claude-opus-4-6")
    assert (code, errors) == (0, "")
    assert ANSWER in printed.splitlines()


def test_a_model_that_cannot_be_reached_fails_the_run():
    code, printed, _ = run(
        "say hi", "--model", "openai-chat:m", "--base-url", f"http://127.0.0.1:{closed_port()}/v1"
    )
    assert code == 1
    assert "could not be reached" in printed


def test_a_goal_is_kept_in_the_file_of_the_conversation(tmp_path):
    kept = tmp_path / "chats.db"
    address = f"http://127.0.0.1:{closed_port()}/v1"
    run("My name is Ann", "--model", "openai-chat:m", "--base-url", address, "--memory", str(kept))
    stored = asyncio.run(SQLiteStore(kept).load("default"))
    assert [(message.role, message.content) for message in stored] == [("user", "My name is Ann")]


@needs_providers
def test_images_and_files_are_shown_to_the_model(tmp_path):
    async def asked():
        plan = Turn(text=('{"thought": "A cat.", "steps": []}',))
        async with serving(Answer(openai_chat.pieces(plan))) as (server, url):
            code, printed, _ = await asyncio.to_thread(
                run,
                *("hi there", "--model", "openai-chat:m", "--base-url", f"{url}/v1"),
                *("--image", str(picture), "--image", "https://example.com/cat.png", "--file", str(notes)),
            )
            return code, printed, server.bodies

    picture, notes = tmp_path / "cat.png", tmp_path / "notes.md"
    picture.write_bytes(png(64, 64))
    notes.write_text("four legs")
    code, printed, (body, *_) = asyncio.run(asked())
    text, image, linked, attached = body["messages"][-1]["content"]
    assert (code, "A cat." in printed) == (0, True)
    assert "[attached: cat.png, image 2, notes.md]" in text["text"]
    assert image["image_url"]["url"].startswith("data:image/png;base64,iVBORw")
    assert linked["image_url"]["url"] == "https://example.com/cat.png"
    assert "four legs" in attached["text"]


def closed_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def test_an_interrupted_run_exits_with_130():
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"http://127.0.0.1:{mute.getsockname()[1]}/v1"
        started = subprocess.Popen(
            [*COMMAND, "say hi", "--model", "openai-chat:m", "--base-url", address],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        mute.settimeout(60)
        connection, _ = mute.accept()
        with connection:
            time.sleep(0.2)
            started.send_signal(signal.SIGINT)
            _, errors = started.communicate(timeout=30)
    assert started.returncode == 130
    assert b"Traceback" not in errors


def shown(*events):
    told = StringIO()
    display = Display(Console(file=told, width=80, force_terminal=True, highlight=False), thoughts=False)
    for event in events:
        display.show(event)
    return told.getvalue()


def test_what_models_and_servers_say_cannot_steer_the_terminal():
    steering = "\x1b]0;title\x07\x1b[2J\x9b31m\rhidden"
    told = shown(FinalTextDelta(delta=steering), Retry(phase="plan", attempt=1, error=steering))
    assert "\x1b]" not in told
    assert "\x1b[2J" not in told
    assert not {"\x07", "\x9b", "\r"} & set(told)
    assert told.count("]0;title") == 2


def test_markup_of_the_display_is_plain_text_in_an_answer():
    assert "[bold]not bold[/bold]" in shown(FinalTextDelta(delta="[bold]not bold[/bold]"))


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "given"
    root.mkdir()
    (tmp_path / "secret.txt").write_text("keep out")
    (demo_folder(root) / "link.txt").symlink_to(tmp_path / "secret.txt")
    return {tool.name: tool for tool in folder_tools(root)}, root


def test_a_folder_is_listed_read_and_searched(folder):
    tools, _ = folder
    listed = tools["list_files"]()
    assert [file["path"] for file in listed["files"]] == sorted(FILES)
    assert listed["more"] is False
    assert tools["read_file"](path="payments/2026-10.csv") == {
        "text": FILES["payments/2026-10.csv"].rstrip("\n"),
        "lines": 2,
    }
    hits = tools["search_files"](text="BLUE fern", pattern="**/*.json")
    assert [(hit["path"], hit["line"]) for hit in hits["lines"]] == [
        ("invoices/A-17.json", 1),
        ("invoices/A-19.json", 1),
    ]


@pytest.mark.parametrize(
    "path", ["../secret.txt", "link.txt", "invoices", "no.txt", "invoices/../../secret.txt"]
)
def test_nothing_outside_of_the_folder_is_read(folder, path):
    tools, _ = folder
    with pytest.raises(ToolError, match="no file"):
        tools["read_file"](path=path)


@pytest.mark.parametrize("pattern", ["../*", "/etc/*", "**/../../*"])
def test_no_pattern_leads_out_of_the_folder(folder, pattern):
    tools, _ = folder
    try:
        found = tools["list_files"](pattern=pattern)["files"]
    except ToolError:
        return
    assert not [file for file in found if "secret" in file["path"] or file["path"].startswith("/")]


def test_a_link_out_of_the_folder_is_neither_listed_nor_searched(folder):
    tools, _ = folder
    assert tools["search_files"](text="keep out") == {"lines": [], "more": False}


def test_long_files_are_read_in_parts_and_others_are_refused(folder):
    tools, root = folder
    (root / "long.txt").write_text("\n".join(map(str, range(1, 1001))))
    (root / "binary.bin").write_bytes(b"\xff\xfe\x00")
    (root / "huge.txt").write_bytes(b"a" * (LARGEST_BYTES + 1))
    part = tools["read_file"](path="long.txt", first_line=900)
    assert (part["text"].splitlines()[0], part["lines"]) == ("900", 1000)
    assert len(tools["read_file"](path="long.txt")["text"].splitlines()) == MOST_LINES
    with pytest.raises(ToolError, match="binary.bin is no UTF-8 text"):
        tools["read_file"](path="binary.bin")
    with pytest.raises(ToolError, match="at most 4,000,000 are read"):
        tools["read_file"](path="huge.txt")
    assert tools["search_files"](text="999")["lines"][0]["path"] == "long.txt"
