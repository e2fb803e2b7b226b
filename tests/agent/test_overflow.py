"""What becomes of a prompt that is too long, in each stage."""

import pytest

from contextthrift.exceptions import ContextWindowExceededError, ModelError
from contextthrift.testing import Scripted
from contextthrift.usage import Usage
from tests.agent.scripts import calls, decision, plan, run, script, tool, types

TOO_LONG = ModelError("prompt is too long: 210000 tokens > 200000 maximum", status=400)
AS_SERVER_ERROR = ModelError("Context size has been exceeded.", status=500)
SAID = (
    "scripted (scripted): the conversation no longer fits its context window (prompt 210000 tokens, window "
    "200000). Start a new chat or compact this one, use fewer tools, or choose a model with a larger window"
)


@pytest.mark.parametrize("tool_mode", ["native", "prompted"])
def test_a_planner_ends_the_run_at_once_without_asking_in_words(tool_mode):
    model = script(planner=[TOO_LONG])
    result, events = run(model, tool_mode=tool_mode)
    assert len(model.requests) == 1
    assert types(events) == ["run.start", "error"]
    assert (events[-1].phase, events[-1].error, result.final) == ("run", SAID, SAID)
    assert isinstance(result.error.exception, ContextWindowExceededError)


def test_it_is_not_tried_again_though_the_status_is_a_servers():
    model = script(planner=[AS_SERVER_ERROR])
    _, events = run(model, llm_max_retries=5)
    assert (len(model.requests), types(events)) == (1, ["run.start", "error"])


def test_an_executor_blocks_its_step_and_the_run_goes_on():
    model = script(
        planner=[plan("look", "tell")],
        executor=[TOO_LONG, "told"],
        replanner=[decision("continue")],
        synthesizer=["the answer"],
    )
    result, events = run(model)
    assert [(step.blocked, step.summary) for step in result.trace] == [(True, SAID), (False, "told")]
    [error] = [event for event in events if event.type == "error"]
    assert (error.phase, error.error, result.final) == ("execute", SAID, "the answer")


def test_a_later_round_of_an_executor_blocks_its_step():
    model = script(planner=[plan("look")], executor=[calls("look"), TOO_LONG], synthesizer=["so"])
    result, _ = run(model, tools=[tool("look")], replan=False)
    assert [(step.blocked, step.summary) for step in result.trace] == [(True, SAID)]


def test_a_replanner_lets_the_plan_go_on_without_asking_in_words():
    model = script(
        planner=[plan("look", "tell")],
        executor=[Scripted(text="[BLOCKER] no"), "told"],
        replanner=[TOO_LONG],
        synthesizer=["so"],
    )
    result, events = run(model)
    assert len(model.requests_of("replanner")) == 1
    assert [event.mode for event in events if event.type == "replan.decision"] == ["continue"]
    assert (len(result.trace), result.final) == (2, "so")


def test_a_synthesizer_says_so_and_the_steps_own_summaries_are_the_answer():
    model = script(planner=[plan("look")], executor=["found 3"], synthesizer=[TOO_LONG])
    result, events = run(model)
    [error] = [event for event in events if event.type == "error"]
    assert (error.phase, error.error) == ("synthesize", SAID)
    assert (result.final, result.error) == ("found 3", None)


def test_a_synthesizer_that_fails_otherwise_says_nothing():
    model = script(planner=[plan("look")], executor=["found 3"], synthesizer=[ValueError("odd")])
    result, events = run(model)
    assert "error" not in types(events)
    assert result.final == "found 3"


# --- servers that cut in silence


class Lines:
    """A sink that keeps warnings."""

    def __init__(self):
        self.warnings = []

    def warning(self, line):
        self.warnings.append(line)

    def error(self, line):
        raise AssertionError(line)


def warned(provider, counted, *, goal="word " * 2_000):
    usage = Usage.of(input_tokens=counted, output_tokens=1)
    answer = Scripted(data={"thought": "no", "steps": []}, usage=usage)
    model = script(planner=[answer])
    model.provider, lines = provider, Lines()
    run(model, goal, tool_mode="native", fit_to_window=False, logger=lines)
    return [line for line in lines.warnings if "counted" in line]


def test_a_local_server_that_cut_the_prompt_in_silence_is_told_of_once():
    [line] = warned("ollama", 1_000)
    assert line.startswith("scripted (ollama) counted 1000 tokens of a prompt of about 2")
    assert "num_ctx" in line


@pytest.mark.parametrize(("provider", "counted"), [("ollama", 2_400), ("ollama", 0), ("openai", 1_000)])
def test_a_server_that_counted_all_of_it_or_nothing_or_a_cloud_is_not(provider, counted):
    assert warned(provider, counted) == []
