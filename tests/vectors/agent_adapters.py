"""Every function that the agent's cases are about: how it is run, or that it is not built yet.

An adapter takes a case's input as keyword arguments and says the answer in the notation: as plain values, as
an object with the keys of the case, or as `Told` where the function may return what it was given. One that
has a parameter named `case` is given the whole case too.
"""

import inspect

from tests.vectors import (
    agent_attachments,
    agent_loop,
    agent_models,
    agent_prompts,
    agent_reply,
    agent_run,
    agent_search,
)
from tests.vectors.agent_folder import function_of, name_of
from tests.vectors.notation import UnknownNotationError

PARTS = (
    agent_reply.ADAPTERS,
    agent_loop.ADAPTERS,
    agent_prompts.ADAPTERS,
    agent_run.ADAPTERS,
    agent_models.ADAPTERS,
    agent_search.ADAPTERS,
    agent_attachments.ADAPTERS,
)
"""The adapters of each part of the agent, by `file:fn`."""


def joined(parts):
    """One table of them all, in which nothing stands twice."""
    table = {}
    for part in parts:
        twice = sorted(table.keys() & part.keys())
        if twice:
            raise UnknownNotationError(f"two adapters for {twice}")
        table |= part
    return table


ADAPTERS = joined(PARTS)

NOT_YET = [
    "loop:run-subagent",
    "loop:run-skill-by-plan",
    "loop:run-approval-denied",
    "loop:run-approval-prompted",
    "loop:subagent_parent",
    "loop:subagent_worker",
    "loop:create_agent_error",
    "loop:create_subagent_error",
    "context:resolve_caching",
    "context:cached_instructions",
    "context:caching_provider_options",
    "context:with_rolling_breakpoint",
    "context:tool_result_clearer",
    "context:compress_history",
    "context:compact_steps",
    "context:history_compaction_mode",
    "tools:parse_skill_markdown",
    "tools:define_skill",
    "tools:render_skill_index",
    "tools:match_rule",
    "tools:decide_tool_permission",
    "tools:gate_tool_call",
    "tools:sanitize_tool_name",
    "tools:mount_tool_names",
    "tools:render_search_catalog",
    "tools:initial_active_tools",
    "tools:normalize_path",
    "tools:is_text_mime",
    "tools:content_size",
    "tools:flatten_mcp_content",
    "tools:assert_secure_oauth_url",
    "tools:read_oauth_callback",
]
"""What is not built yet, as `file:fn`, or as `file:id` for a single case. This list only shrinks."""


def is_not_yet(case):
    return function_of(case) in NOT_YET or name_of(case) in NOT_YET


def runner_of(case):
    """Runs the case when it is called; its function and its arguments are known by then."""
    function = function_of(case)
    if function not in ADAPTERS:
        raise UnknownNotationError(f"unknown function: {function!r}")
    adapter = ADAPTERS[function]
    arguments = dict(case["input"])
    if "case" in inspect.signature(adapter).parameters:
        arguments["case"] = case
    try:
        inspect.signature(adapter).bind(**arguments)
    except TypeError as error:
        raise UnknownNotationError(f"{function}: {error}") from None
    return lambda: adapter(**arguments)
