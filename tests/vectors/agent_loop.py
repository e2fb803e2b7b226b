"""Runs recorded cases about the parts of the loop: steps, triggers, limits, usage, retries, memory."""

import asyncio
from dataclasses import asdict

from contextthrift.agent.config import resolve_config
from contextthrift.agent.limits import Limits, check_limits, resolve_call_caps
from contextthrift.agent.model_output import as_output, limit_model_output
from contextthrift.agent.progress import trim_findings
from contextthrift.agent.replanner import replan_wanted, should_replan
from contextthrift.agent.steps import cap_plan_steps, needs_plan_retry, revised_steps
from contextthrift.agent.synthesizer import fallback_answer
from contextthrift.compaction.settings import resolve_compaction
from contextthrift.events import PlanStep, StepResult, ToolCallRecord
from contextthrift.exceptions import ModelError, ToolBudgetError
from contextthrift.memory import MemoryStore, StoredMessage
from contextthrift.models import (
    ToolOutput,
    is_retriable,
    merge_provider_options,
    resolve_thinking,
    retry_delay,
    select_tool_mode,
    thinking_for,
    usage_from_provider,
)
from contextthrift.models.tool_mode import provider_of
from contextthrift.tokens.transcript import estimate_messages_tokens, estimate_tokens
from contextthrift.tools import CallCounter, active_tool_names
from contextthrift.usage import Usage, normalize_usage
from tests.vectors.agent_notation import Told
from tests.vectors.notation import known, named

# --- plans and triggers


def capped(*, steps, cap):
    return [short(step) for step in cap_plan_steps([step_of(step) for step in steps], cap)]


def revised(*, plan, iteration, max_iterations, max_plan_steps):
    steps = revised_steps(
        plan, iteration=iteration, max_iterations=max_iterations, max_plan_steps=max_plan_steps
    )
    return [short(step) for step in steps]


def step_of(step):
    known(step, {"description", "expected_outcome", "suggested_tools"}, "step")
    return PlanStep(id="", **step)


def short(step):
    """The step as the cases write it: without what it does not have."""
    told = {
        "id": step.id,
        "description": step.description,
        "expected_outcome": step.expected_outcome,
        "suggested_tools": step.suggested_tools,
    }
    return {key: value for key, value in told.items() if value is not None}


def nudged(*, goal, planned_steps):
    return needs_plan_retry(goal, planned_steps)


def step_result(blocked, tool_calls):
    calls = [ToolCallRecord(name=call["name"], input={}, output=None, ok=call["ok"]) for call in tool_calls]
    return StepResult(
        step=PlanStep(id="s1", description="d"), summary="", blocked=blocked, tool_calls=tuple(calls)
    )


def failed(*, blocked, tool_calls):
    return should_replan(step_result(blocked, tool_calls))


async def returns_true(_result):
    return True


async def returns_false(_result):
    return False


async def hangs(_result):
    await asyncio.sleep(30)


def raises(_result):
    raise RuntimeError("no idea")


async def raises_later(_result):
    raise RuntimeError("no idea")


PREDICATES = {
    "async_returns_true": returns_true,
    "async_returns_false": returns_false,
    "returns_true": lambda _result: True,
    "returns_false": lambda _result: False,
    "returns_nonempty_list": lambda _result: [0],
    "returns_empty_list": lambda _result: [],
    "returns_none": lambda _result: None,
    "raises": raises,
    "async_raises": raises_later,
    "hangs": hangs,
}


def wanted(*, trigger, step, timeout_s=5.0):
    chosen = named(PREDICATES, trigger["predicate"], "predicate") if isinstance(trigger, dict) else trigger
    errors = []
    answer = asyncio.run(
        replan_wanted(chosen, step_result(**step), timeout_s=timeout_s, report=errors.append)
    )
    return {"wanted": answer, "error_reported": bool(errors)}


# --- tools


def active(*, strategy, suggested, builtins, discovered, tools):
    return active_tool_names(
        strategy, suggested=suggested, builtins=builtins, discovered=discovered, tools=tools
    )


def tool_mode(*, provider, mode, model):
    return select_tool_mode(provider, mode)


def tool_mode_of_id(*, model, mode):
    return select_tool_mode(provider_of(model) if isinstance(model, str) else model["provider"], mode)


def counted(*, max_tool_calls, attempted_calls):
    counter = CallCounter(max_tool_calls)
    return {
        "ok": [is_counted(counter) for _ in range(attempted_calls)],
        "executed": counter.calls,
        "exhausted": counter.exhausted,
    }


def is_counted(counter):
    try:
        counter.count()
    except ToolBudgetError:
        return False
    return True


def limited(*, output, max_chars):
    given = output_of(output)
    shown = limit_model_output(given, max_chars)
    return Told({"type": shown.kind, "value": shown.value}, shown is given)


def limited_text(*, output, max_chars):
    shown = limit_model_output(output_of(output), max_chars)
    return {"kind": shown.kind, "text": shown.value}


def output_of(output):
    is_typed = isinstance(output, dict) and set(output) == {"type", "value"}
    return ToolOutput(kind=output["type"], value=output["value"]) if is_typed else as_output(output)


def resolved(*, config=None):
    return asdict(resolve_compaction(config))


# --- calls


def retriable(*, status=None, kind="status"):
    errors = {
        "status": lambda: ModelError("refused", status=status),
        "connection_error": lambda: ConnectionError("gone"),
        "cancelled": lambda: with_status(asyncio.CancelledError(), status),
        "other": lambda: ValueError("odd"),
        "timeout": lambda: TimeoutError("late"),
    }
    return is_retriable(named(errors, kind, "kind")())


def with_status(error, status):
    error.status = status
    return error


def delay(*, attempt, base_s, retry_after_s=None):
    return retry_delay(attempt, base_s=base_s, retry_after_s=retry_after_s)


def thinking(*, setting):
    request = resolve_thinking(setting)
    told = {"reasoning": request.reasoning, "provider_options": request.provider_options}
    return {key: value for key, value in told.items() if value is not None}


def thinking_of_stage(*, stage, top, per_stage):
    return thinking_for(stage, top, per_stage)


def merged(*, maps):
    return merge_provider_options(*maps)


# --- limits and usage


def limits_of(limits):
    return None if limits is None else Limits(**limits)


def breach(*, usage, limits):
    found = check_limits(Usage(**usage), limits_of(limits))
    return found and found.to_dict()


def call_caps(*, limits=None, budgets=None, compaction=None):
    known(compaction or {}, {"summary_max_tokens"}, "compaction")
    caps = resolve_call_caps(
        limits_of(limits), budgets=budgets, summary_max_tokens=(compaction or {}).get("summary_max_tokens")
    )
    return caps_told(caps)


def caps_told(caps):
    return {
        stage: getattr(caps, stage)
        for stage in ("planner", "executor", "replanner", "synthesizer", "compaction")
    }


def normalized(*, usage):
    return normalize_usage(usage).to_dict()


def added(*, a, b):
    return (Usage(**a) + Usage(**b)).to_dict()


def reported(*, provider, raw):
    return usage_from_provider(provider, raw).to_dict()


def configured(*, config):
    resolved = resolve_config(lambda _request: "ok", config)
    told = {name: getattr(resolved, name) for name in resolved.__slots__}
    return {**told, "budgets": caps_told(resolved.budgets)}


# --- memory and texts


def stored(*, ops):
    return {"results": asyncio.run(performed(MemoryStore(), ops))}


async def performed(store, ops):
    return [await perform(store, *op) for op in ops]


async def perform(store, word, session, *rest):
    match word:
        case "load":
            return [{"role": m.role, "content": m.content} for m in await store.load(session)]
        case "append":
            return await store.append(session, StoredMessage(**rest[0]))
        case "replace":
            return await store.replace(session, [StoredMessage(**message) for message in rest[0]])
        case "clear":
            return await store.clear(session)
        case "count":
            return len(await store.load(session))
        case "gather_append":
            appended = (
                store.append(session, StoredMessage(role="user", content=str(n))) for n in range(rest[0])
            )
            await asyncio.gather(*appended)
            return None
    raise AssertionError(f"unknown operation {word!r}")


def answered(*, summaries):
    return fallback_answer(summaries)


def trimmed(*, finding_lengths, budget_chars):
    kept = trim_findings(["x" * length for length in finding_lengths], budget_chars)
    assert [len(line) for line in kept] == finding_lengths[len(finding_lengths) - len(kept) :]
    return {"kept_newest": len(kept)}


def text_tokens(*, text):
    return estimate_tokens(text)


def messages_tokens(*, messages):
    return estimate_messages_tokens([StoredMessage(**message) for message in messages])


ADAPTERS = {
    "loop:cap_plan_steps": capped,
    "loop:revised_steps": revised,
    "loop:needs_plan_retry": nudged,
    "loop:should_replan": failed,
    "loop:replan_wanted": wanted,
    "loop:active_tool_names": active,
    "loop:select_tool_mode": tool_mode,
    "tools:select_tool_mode": tool_mode_of_id,
    "context:call_counter": counted,
    "context:limit_model_output": limited,
    "tools:limit_model_output": limited_text,
    "context:resolve_compaction": resolved,
    "loop:is_retriable": retriable,
    "loop:retry_delay": delay,
    "context:resolve_thinking": thinking,
    "context:thinking_for": thinking_of_stage,
    "context:merge_provider_options": merged,
    "context:check_limits": breach,
    "context:resolve_call_caps": call_caps,
    "loop:normalize_usage": normalized,
    "context:normalize_usage": normalized,
    "loop:add_usage": added,
    "context:add_usage": added,
    "context:usage_from_provider": reported,
    "loop:resolve_config": configured,
    "loop:memory_store": stored,
    "loop:fallback_answer": answered,
    "context:trim_findings": trimmed,
    "context:estimate_tokens": text_tokens,
    "context:estimate_messages_tokens": messages_tokens,
}
