"""The rules that the events of any run keep, whatever its models and tools do."""

from contextthrift.exceptions import AttachmentsNotSupportedError
from contextthrift.usage import Usage

ENDS = {"stopped", "error"}
OF_A_STEP = {
    "step.text-delta",
    "step.reasoning-delta",
    "step.tool-call",
    "step.tool-result",
    "retry",
    "usage",
    "error",
}


def check(result, events):
    """Raises an AssertionError where a rule is broken."""
    words = [event.type for event in events]
    assert words[0] == "run.start"
    check_end(result, events, words)
    check_usage(result, events)
    check_plan(words)
    check_steps(result, events)
    check_calls(result, events)
    check_announcements(events, words)
    assert words.count("budget.exceeded") == (result.budget_exceeded is not None)


def check_end(result, events, words):
    """Nothing follows the end, and there is one answer at most."""
    last = events[-1]
    if result.stopped:
        assert (last.type, result.error, result.final) == ("stopped", None, "")
        assert "final" not in words
    elif result.error is not None:
        assert (last.type, last.phase, last.error) == ("error", "run", result.final)
        assert "final" not in words
    else:
        assert words.count("final") == 1
        assert next(event.text for event in events if event.type == "final") == result.final
    assert not [event for event in events[:-1] if event.type == "stopped"]
    assert not [event for event in events[:-1] if event.type == "error" and event.phase == "run"]


def check_usage(result, events):
    """The result has the sum of all that was reported."""
    reported = (event.usage for event in events if event.type == "usage")
    assert sum(reported, Usage()) == result.usage


def check_plan(words):
    """The plan is announced once, its steps behind it, before any step begins."""
    assert words.count("plan.created") <= 1
    if "plan.created" in words:
        at = words.index("plan.created")
        added = words.count("plan.step-added")
        assert words[at + 1 : at + 1 + added] == ["plan.step-added"] * added
    if "step.start" in words:
        assert words.index("plan.created") < words.index("step.start")


def check_steps(result, events):
    """Steps are numbered on and on; between start and end stands only what belongs to the step."""
    starts = [event for event in events if event.type == "step.start"]
    completes = [event for event in events if event.type == "step.complete"]
    assert [event.index for event in starts] == list(range(1, len(starts) + 1))
    assert all(event.index <= event.total for event in starts)
    assert tuple(event.result for event in completes) == result.trace
    refused = result.error is not None and isinstance(result.error.exception, AttachmentsNotSupportedError)
    may_break_off = result.stopped or refused
    assert len(starts) - len(completes) in ({0, 1} if may_break_off else {0})
    for start, complete in zip(starts, completes, strict=False):
        between = events[events.index(start) + 1 : events.index(complete)]
        assert {event.type for event in between} <= OF_A_STEP
        assert all(event.phase == "execute" for event in between if event.type in {"usage", "retry", "error"})


def check_calls(result, events):
    """Each call has one result behind it, with its id, unless the run was stopped."""
    called = [event for event in events if event.type == "step.tool-call"]
    answered = [event for event in events if event.type == "step.tool-result"]
    for event in answered:
        call = next(each for each in called if each.call_id == event.call_id and each.step == event.step)
        assert events.index(call) < events.index(event)
    keys = [(event.step.id, event.call_id) for event in answered]
    assert len(set(keys)) == len(keys)
    assert len(answered) == len(called) or result.stopped
    assert result.applied == sum(call.ok for step in result.trace for call in step.tool_calls)


def check_announcements(events, words):
    """Usage of a stage comes before what the stage announces."""
    for word, phase in (("plan.created", "plan"), ("replan.decision", "replan")):
        for at in (place for place, each in enumerate(words) if each == word):
            assert "usage" in words[:at]
            before = [event.phase for event in events[:at] if event.type == "usage"]
            assert before[-1] == phase
