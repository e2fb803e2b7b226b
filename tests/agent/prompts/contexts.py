"""Contexts for prompts: one with a mark in every field, and a Hypothesis strategy."""

from dataclasses import replace
from types import SimpleNamespace

from hypothesis import strategies as st

from contextthrift.agent.prompts import PromptContext

STAGES = ("planner", "executor", "replanner", "synthesizer")
MODES = ("native", "prompted")


def said(role, content):
    return SimpleNamespace(role=role, content=content)


FULL = PromptContext(
    goal="<goal>",
    state="<state>",
    tool_catalog="- <tool>(): <does>",
    history=[said("user", "<asked>"), said("assistant", "<answered>")],
    skills="- <skill>: <covers>",
    active_skills="<instructions>",
    step="<step>",
    expected_outcome="<outcome>",
    index=3,
    total=7,
    done=["<first done>", "<second done>"],
    remaining=["<next>", "<last>"],
    findings=["<found>"],
    retry_hint="<hint>",
)
"""Every field has a mark that no prompt has of its own."""

texts = st.text(max_size=30) | st.sampled_from(
    ["", " ", "\n", "a\n\n\nb", "{}", "{x}", "%s", "\ud800", "[BLOCKER]"]
)
lists = st.lists(texts, max_size=4)
dynamic = st.fixed_dictionaries(
    {
        "goal": texts,
        "state": st.none() | texts,
        "history": st.lists(
            st.builds(said, st.sampled_from(["user", "assistant", "system"]), texts), max_size=12
        ),
        "step": texts,
        "expected_outcome": st.none() | texts,
        "index": st.integers(0, 9),
        "total": st.integers(0, 9),
        "done": lists,
        "remaining": lists,
        "findings": lists,
        "retry_hint": st.none() | texts,
    }
)
"""What changes during a run, and from run to run."""
settled = st.fixed_dictionaries(
    {
        "mode": st.sampled_from(MODES),
        "tool_catalog": texts,
        "skills": texts,
        "active_skills": texts,
        "search_mode": st.booleans(),
        "plan_narrowed": st.booleans(),
    }
)
"""What is the same for a whole run."""


def full(**changes):
    return replace(FULL, **changes)
