"""Spans by OpenTelemetry's conventions: what they say, how they hang together, and what they never hold."""

import asyncio
import builtins
import json
import subprocess
import sys

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from contextthrift.abort import AbortSignal
from contextthrift.agent import Agent, Telemetry
from contextthrift.exceptions import ModelError
from contextthrift.memory import MemoryStore
from contextthrift.models import ModelLimits
from contextthrift.testing import Scripted, ScriptedModel
from contextthrift.usage import Usage
from tests.agent.scripts import calls, plan, recorded, script
from tests.agent.test_abort import FOR_EVER, started
from tests.agent.test_handlers import Sink

SAID = "Rosebud"


class Seen:
    """A telemetry and the spans it made."""

    def __init__(self, **options):
        self.exporter = InMemorySpanExporter()
        self.provider = TracerProvider()
        self.provider.add_span_processor(SimpleSpanProcessor(self.exporter))
        self.telemetry = Telemetry(tracer_provider=self.provider, **options)

    @property
    def spans(self):
        """In the order in which they began."""
        return sorted(self.exporter.get_finished_spans(), key=lambda span: span.start_time)

    def run(self, model, goal=f"tell me of {SAID}", *, options=None, **config):
        config.setdefault("retry_base_delay_s", 0)
        agent = Agent(model, policies=[self.telemetry], **config)
        return agent.run_sync(goal, **(options or {}))

    def names(self):
        return [span.name for span in self.spans]

    def tree(self):
        """Each span with the name of the one above."""
        by_id = {span.context.span_id: span.name for span in self.spans}
        return [(span.name, by_id.get(span.parent.span_id) if span.parent else None) for span in self.spans]


def whole(span):
    return dict(span.attributes)


def find(name: str) -> str:
    """Find someone."""
    return f"{name} is a sledge"


def a_run():
    parts = {"cached_input_tokens": 4, "cache_write_tokens": 1, "reasoning_tokens": 2}
    usage = Usage.of(input_tokens=10, output_tokens=5, **parts)
    return script(
        planner=[plan(f"find {SAID}", thought=SAID)],
        executor=[calls(("find", {"name": SAID}), usage=usage), f"{SAID} is a sledge"],
        synthesizer=[f"{SAID}: a sledge"],
    )


def test_a_run_its_model_calls_and_its_tool_calls_are_spans():
    seen = Seen(agent_name="Archive")
    result = seen.run(a_run(), tools=[find], memory=MemoryStore(), options={"session_id": "ann"})
    assert seen.tree() == [
        ("invoke_agent Archive", None),
        ("chat scripted", "invoke_agent Archive"),
        ("chat scripted", "invoke_agent Archive"),
        ("execute_tool find", "invoke_agent Archive"),
        ("chat scripted", "invoke_agent Archive"),
        ("chat scripted", "invoke_agent Archive"),
    ]
    run, planner, executor, tool, _, _ = seen.spans
    run_id = whole(run).pop("contextthrift.run.id")
    assert whole(run) == {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.provider.name": "scripted",
        "gen_ai.request.model": "scripted",
        "gen_ai.agent.name": "Archive",
        "gen_ai.conversation.id": "ann",
        "contextthrift.run.id": run_id,
        "gen_ai.usage.input_tokens": result.usage.input_tokens,
        "gen_ai.usage.output_tokens": result.usage.output_tokens,
        "gen_ai.usage.cache_read.input_tokens": 4,
        "gen_ai.usage.cache_creation.input_tokens": 1,
        "gen_ai.usage.reasoning.output_tokens": 2,
        "contextthrift.steps": 1,
        "contextthrift.tool_calls": 1,
    }
    assert whole(planner) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "scripted",
        "gen_ai.request.model": "scripted",
        "gen_ai.conversation.id": "ann",
        "gen_ai.request.stream": True,
        "gen_ai.request.max_tokens": 800,
        "gen_ai.output.type": "json",
        "contextthrift.stage": "planner",
        "gen_ai.usage.input_tokens": 10,
        "gen_ai.usage.output_tokens": 5,
    }
    assert whole(executor)["contextthrift.stage"] == "executor"
    assert whole(executor)["gen_ai.usage.cache_read.input_tokens"] == 4
    assert whole(tool) == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "find",
        "gen_ai.tool.type": "function",
        "gen_ai.tool.call.id": "call-1",
        "contextthrift.step.id": "s1",
    }
    kinds = [span.kind for span in (run, planner, tool)]
    assert kinds == [SpanKind.INTERNAL, SpanKind.CLIENT, SpanKind.INTERNAL]
    assert {span.status.status_code for span in seen.spans} == {StatusCode.UNSET}


def test_usage_of_the_calls_adds_up_to_that_of_the_run():
    seen = Seen()
    seen.run(a_run(), tools=[find])
    run, *inner = seen.spans
    for name in ("gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens"):
        assert sum(whole(span).get(name, 0) for span in inner) == whole(run)[name]


def everything(spans):
    return json.dumps([span.to_json() for span in spans])


def test_nothing_that_was_said_is_in_a_span():
    def fail(name: str) -> str:
        raise ValueError(f"{name} is locked")

    seen = Seen()
    seen.run(a_run(), tools=[find], system_prompt=SAID, memory=MemoryStore())
    seen.run(a_run(), tools={"find": fail})
    seen.run(script(planner=[ModelError(f"bad prompt: {SAID}", status=400)]))
    assert len(seen.spans) > 12
    assert SAID not in everything(seen.spans)
    assert [event for span in seen.spans for event in span.events] == []


def test_what_was_said_is_recorded_where_it_is_asked_for():
    seen = Seen(with_content=True)
    seen.run(a_run(), tools=[find])
    _, planner, executor, tool, again, _ = seen.spans
    assert json.loads(whole(planner)["gen_ai.input.messages"])[0]["role"] == "user"
    assert "PLANNER" in json.loads(whole(planner)["gen_ai.system_instructions"])[0]["content"]
    call = {"type": "tool_call", "id": "call-1", "name": "find", "arguments": f'{{"name": "{SAID}"}}'}
    assert json.loads(whole(executor)["gen_ai.output.messages"]) == [{"role": "assistant", "parts": [call]}]
    told = {"type": "tool_call_response", "id": "call-1", "response": f"{SAID} is a sledge"}
    assert json.loads(whole(again)["gen_ai.input.messages"])[-1] == {"role": "tool", "parts": [told]}
    assert json.loads(whole(tool)["gen_ai.tool.call.arguments"]) == {"name": SAID}
    assert json.loads(whole(tool)["gen_ai.tool.call.result"]) == f"{SAID} is a sledge"


def test_each_try_of_a_call_is_a_span_and_one_that_failed_tells_its_status():
    seen = Seen()
    busy = ModelError("busy", status=429)
    answers = iter([busy, plan(thought="Hi!")])
    result = seen.run(ScriptedModel(lambda _request: next(answers)), "hello there")
    assert result.final == "Hi!"
    run, failed, tried_again = seen.spans
    assert (failed.status.status_code, failed.status.description) == (StatusCode.ERROR, None)
    assert whole(failed)["error.type"] == "429"
    assert "gen_ai.usage.input_tokens" not in whole(failed)
    assert [span.status.status_code for span in (run, tried_again)] == [StatusCode.UNSET] * 2


def test_a_run_that_failed_and_a_tool_that_raised_tell_their_kind():
    class Locked(Exception):
        pass

    def fail(name: str) -> str:
        raise Locked(name)

    seen = Seen()
    seen.run(a_run(), tools={"find": fail})
    tool = next(span for span in seen.spans if span.name == "execute_tool find")
    assert whole(tool)["error.type"].endswith(".Locked")
    assert tool.status.status_code == StatusCode.ERROR
    assert seen.spans[0].status.status_code == StatusCode.UNSET
    failed = Seen()
    failed.run(script(planner=[ValueError("no")]))
    assert whole(failed.spans[0])["error.type"] == "ValueError"
    assert failed.spans[0].status.status_code == StatusCode.ERROR


def test_a_run_that_is_stopped_is_no_error():
    seen = Seen()

    async def scene():
        signal = AbortSignal()
        agent = Agent(script(planner=[plan("a")], executor=[FOR_EVER]), policies=[seen.telemetry])
        task, _ = await started(agent, "step.start", signal=signal)
        await asyncio.sleep(0)
        signal.abort()
        return await asyncio.wait_for(task, 5)

    assert asyncio.run(scene()).stopped
    run, _, executor = seen.spans
    assert [whole(span).get("contextthrift.stopped") for span in (run, executor)] == [True, True]
    assert {span.status.status_code for span in seen.spans} == {StatusCode.UNSET}


def test_what_a_tool_traces_itself_hangs_under_its_call():
    seen = Seen()
    own = seen.provider.get_tracer("host")

    def look_up(name: str) -> str:
        """In a thread."""
        with own.start_as_current_span("database"):
            return name

    async def ask(name: str) -> str:
        with own.start_as_current_span("http"):
            other = Agent(script(planner=[plan(thought="Yes.")]), policies=[seen.telemetry])
            return (await other.run("well now")).final

    both = calls(("look_up", {"name": "x"}), ("ask", {"name": "x"}))
    model = script(planner=[plan("a")], executor=[both, "x"])
    with own.start_as_current_span("request"):
        seen.run(model, tools=[look_up, ask], synthesize=False)
    tree = dict(reversed(seen.tree()))
    assert tree["invoke_agent"] == "request"
    assert tree["database"] == "execute_tool look_up"
    assert tree["http"] == "execute_tool ask"
    assert seen.tree().count(("invoke_agent", "http")) == 1


def test_what_a_model_traces_itself_hangs_under_its_call():
    seen = Seen()

    def answer(_request):
        with seen.provider.get_tracer("client").start_as_current_span("POST"):
            return '{"thought": "Hi!", "steps": []}'

    seen.run(answer, "hello there")
    assert seen.tree()[-1] == ("POST", seen.names()[1])


def test_two_runs_at_once_have_trees_of_their_own():
    seen = Seen()

    async def scene():
        agent = Agent(a_run(), tools=[find], policies=[seen.telemetry])
        await asyncio.gather(*(recorded(agent) for _ in range(5)))

    asyncio.run(scene())
    roots = [span for span in seen.spans if span.parent is None]
    assert len({span.context.trace_id for span in roots}) == len(roots) == 5


def test_a_request_that_was_cut_says_so():
    seen = Seen()
    big = {"role": "x" * 30_000}

    def much(name: str) -> dict:
        return big

    model = script(planner=[plan("a")], executor=[calls(("much", {"name": "x"})), "done"], synthesizer=["S"])
    model.limits = ModelLimits(context_window_tokens=3_000)
    seen.run(model, tools=[much])
    chats = [whole(span) for span in seen.spans if span.name.startswith("chat")]
    flags = [chat.get("gen_ai.conversation.compacted") for chat in chats]
    assert flags == [None, None, True, None]


def test_a_cap_that_was_reached_is_told():
    seen = Seen()
    seen.run(a_run(), tools=[find], limits={"max_total_tokens": 1})
    assert whole(seen.spans[0])["contextthrift.budget_exceeded"] == "total"


@pytest.mark.parametrize(
    ("provider", "told"),
    [("google", "gcp.gemini"), ("mistral", "mistral_ai"), ("openai-responses", "openai"), ("house", "house")],
)
def test_providers_have_the_names_of_the_conventions(provider, told):
    seen = Seen()
    seen.run(ScriptedModel(lambda _request: Scripted(text="{}"), provider=provider), "hello there")
    assert whole(seen.spans[0])["gen_ai.provider.name"] == told


def test_without_the_package_there_are_no_spans_and_one_line_in_the_log(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name.startswith("opentelemetry"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    telemetry, sink = Telemetry(), Sink()
    assert not telemetry.enabled
    agent = Agent(a_run(), tools=[find], policies=[telemetry], logger=sink)
    assert [agent.run_sync("tell me more").final for _ in range(2)] == [f"{SAID}: a sledge"] * 2
    told = [line for line in sink.lines if "spans" in line]
    assert told == ["there are no spans: telemetry needs pip install 'contextthrift[otel]'"]


BY_DEFAULT = """
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SimpleSpanProcessor
from contextthrift.agent import Agent, Telemetry

agent = Agent(lambda request: '{"thought": "Hi!", "steps": []}', policies=[Telemetry()])
agent.run_sync("hello there")
provider = TracerProvider()
exporter = ConsoleSpanExporter(formatter=lambda span: span.name + chr(10))
provider.add_span_processor(SimpleSpanProcessor(exporter))
trace.set_tracer_provider(provider)
agent.run_sync("hello there")
"""


def test_spans_go_to_the_provider_that_the_program_sets_be_it_later():
    done = subprocess.run(
        [sys.executable, "-c", BY_DEFAULT], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split("\n") == ["chat function", "invoke_agent", ""]
