"""What spans say of runs, model calls and tool calls: never a text of theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from contextthrift.agent.telemetry import names

if TYPE_CHECKING:
    from contextthrift.agent.run import Run
    from contextthrift.models import Model, ModelRequest, Reply
    from contextthrift.tools import Tool, ToolContext
    from contextthrift.usage import Usage

Attributes: TypeAlias = dict[str, Any]


def of_model(model: Model) -> Attributes:
    """Who answers."""
    provider = names.PROVIDERS.get(model.provider, model.provider)
    return {names.PROVIDER: provider, names.REQUEST_MODEL: model.name}


def of_run(run: Run, agent_name: str | None) -> Attributes:
    """What is known of a run when it begins; its conversation only where one is kept."""
    return {
        names.OPERATION: names.INVOKE_AGENT,
        **of_model(run.config.model),
        **({names.AGENT: agent_name} if agent_name else {}),
        **_conversation(run),
        names.RUN: run.id,
    }


def of_work(run: Run) -> Attributes:
    """What is known when it ends."""
    return {
        **of_usage(run.usage),
        names.STEPS: len(run.trace),
        names.TOOL_CALLS: run.calls.calls,
        **({names.BUDGET: run.breach.kind} if run.breach else {}),
    }


def of_request(run: Run, request: ModelRequest, *, is_compacted: bool) -> Attributes:
    """What is known of a model call when it begins."""
    known = {
        names.MAX_TOKENS: request.max_output_tokens,
        names.TEMPERATURE: request.temperature,
        names.OUTPUT_TYPE: None if request.output_schema is None else "json",
        names.COMPACTED: is_compacted or None,
    }
    return {
        names.OPERATION: names.CHAT,
        **of_model(run.config.model_of(request.stage)),
        **_conversation(run),
        names.STREAM: True,
        names.STAGE: request.stage,
        **{name: value for name, value in known.items() if value is not None},
    }


def of_reply(reply: Reply) -> Attributes:
    """What is known of it when it ends."""
    reasons = {names.FINISH_REASONS: [reply.finish_reason]} if reply.finish_reason else {}
    return {**of_usage(reply.usage), **reasons}


def of_usage(usage: Usage) -> Attributes:
    """Tokens; parts that are 0 are left out."""
    parts = {
        names.CACHE_READ_TOKENS: usage.cached_input_tokens,
        names.CACHE_WRITE_TOKENS: usage.cache_write_tokens,
        names.REASONING_TOKENS: usage.reasoning_tokens,
    }
    return {
        names.INPUT_TOKENS: usage.input_tokens,
        names.OUTPUT_TOKENS: usage.output_tokens,
        **{name: count for name, count in parts.items() if count},
    }


def of_tool(tool: Tool, context: ToolContext) -> Attributes:
    """What is known of a tool call."""
    return {
        names.OPERATION: names.EXECUTE_TOOL,
        names.TOOL: tool.name,
        names.TOOL_TYPE: "function",
        names.TOOL_CALL: context.call_id,
        **({names.STEP: context.step.id} if context.step else {}),
    }


def _conversation(run: Run) -> Attributes:
    is_kept = run.config.memory is not None
    return {names.CONVERSATION: run.session_id} if is_kept else {}


def error_type(error: BaseException) -> str:
    """What kind of error it is, never its words: a provider's status where there is one, else its class.

    >>> error_type(KeyError("secret"))
    'KeyError'
    """
    status = getattr(error, "status", None)
    if isinstance(status, int) and not isinstance(status, bool):
        return str(status)
    kind = type(error)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
