"""What attachments take of a window, and what stays of them in memory, events, logs and results."""

import asyncio
import json
import logging
from dataclasses import replace

import pytest

from contextthrift.agent import Agent
from contextthrift.agent.measured import Measured, encoding_of
from contextthrift.exceptions import ContextWindowExceededError
from contextthrift.formats.framing import OPENAI
from contextthrift.memory import MemoryStore
from tests.agent.attachments.samples import files_of, looking, pdf, png, seeing
from tests.agent.scripts import calls, plan, recorded, run, tool

SECRET = b"secret bytes " * 20
CSV = {"data": SECRET, "name": "t.csv"}


def cost(model, **attached):
    """The tokens that attachments add to the planner's request, beside those of their names."""
    Agent(model, fit_to_window=False).run_sync("What is it?", **attached)
    request = model.requests[0]
    encoding, is_exact = encoding_of(model)
    bare = request.messages[0].parts[:1]
    whole = Measured(encoding, is_exact=is_exact).of(request)
    without = replace(request, messages=(replace(request.messages[0], parts=bare),))
    return whole - Measured(encoding, is_exact=is_exact).of(without)


def test_an_image_is_counted_by_its_size_and_a_pdf_by_its_pages():
    small, large = (cost(looking(name="gpt-4o"), images=[png(*size)]) for size in ((64, 64), (1024, 1024)))
    assert 0 < small < large < 2_000
    pages = [cost(looking(name="gpt-4o"), files=[pdf(count)]) for count in (1, 3)]
    assert pages[1] - pages[0] == 2 * OPENAI.file


def test_a_text_is_counted_as_what_it_says():
    texts = ({"data": b"word " * times, "name": "a.md"} for times in (10, 1_000))
    few, many = (cost(looking(name="gpt-4o"), files=[text]) for text in texts)
    assert many - few == 990


@pytest.mark.parametrize(
    "attached",
    [
        {"files": [{"data": b"word " * 3_000, "name": "a.txt"}]},
        {"files": [pdf(3)]},
        {"images": [png(4_000, 4_000)] * 6},
    ],
)
def test_what_does_not_fit_the_window_is_said_before_any_call(attached):
    model = looking(window=4_096)
    result, _ = run(model, options=attached)
    assert model.requests == []
    assert isinstance(result.error.exception, ContextWindowExceededError)
    assert "window 4096" in result.final


def test_older_results_make_room_and_attachments_stay():
    def large(_arguments, _context):
        return "word " * 2_500

    model = seeing(
        window=9_000,
        planner=[plan("look")],
        executor=[calls("look"), calls("look"), "seen"],
        synthesizer=["so"],
    )
    result, _ = run(model, options={"images": [png()], "files": [pdf(2), CSV]}, tools=[tool("look", large)])
    assert result.final == "so"
    first, _, last = model.requests_of("executor")
    assert len(files_of(first)) == 3
    assert last.messages[0].parts == first.messages[0].parts
    results = [
        part.output.value
        for message in last.messages[1:]
        for part in message.parts
        if hasattr(part, "output")
    ]
    assert [len(value) > 5_000 for value in results] == [False, True]


def test_memory_keeps_the_goal_and_the_names():
    store = MemoryStore()
    given = {"images": [png(), {"data": png(), "name": "a\ncat.png"}], "files": [pdf(), CSV]}
    Agent(looking(), memory=store).run_sync("Compare these", **given)
    kept = asyncio.run(store.load("default"))
    assert [message.content for message in kept] == [
        "Compare these\n[attached: image 1, a cat.png, pdf 3, t.csv]",
        "It is a cat.",
    ]


def test_no_event_result_or_log_line_has_the_bytes(caplog):
    caplog.set_level(logging.DEBUG, logger="contextthrift")
    agent = Agent(looking(), log_level="debug", memory=MemoryStore())
    result, events = asyncio.run(recorded(agent, "Look", files=[CSV]))
    told = [json.dumps(event.to_dict()) for event in events] + [json.dumps(result.to_dict())]
    assert "secret" not in "".join([*told, repr(events), repr(result), caplog.text])
    assert result.goal == "Look"


def test_one_agent_serves_runs_with_different_attachments_at_the_same_time():
    async def both():
        agent = Agent(model)
        return await asyncio.gather(
            agent.run("first", images=[png(1, 1)]), agent.run("second", files=[pdf()]), agent.run("third")
        )

    model = looking()
    assert [result.error for result in asyncio.run(both())] == [None] * 3
    seen = {
        request.messages[0].text.split("\n")[1]: [part.media_type for part in files_of(request)]
        for request in model.requests_of("planner")
    }
    assert seen == {"first": ["image/png"], "second": ["application/pdf"], "third": []}
