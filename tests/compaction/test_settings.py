"""The sizes of compaction follow the window that the models really have."""

from hypothesis import given
from hypothesis import strategies as st

from contextthrift.agent import Agent
from contextthrift.compaction.settings import (
    CompactionConfig,
    fit_compaction_to_window,
    resolve_compaction,
)
from contextthrift.models import ModelLimits
from contextthrift.testing import ScriptedModel

SIZES = st.one_of(st.none(), st.integers(-1, 300_000), st.just(float("nan")))
CONFIGS = st.builds(
    CompactionConfig,
    context_window_tokens=SIZES,
    threshold_tokens=SIZES,
    summary_max_tokens=SIZES,
    max_tool_output_chars=SIZES,
    clear_tool_results_after_tokens=SIZES,
    keep_tool_results=SIZES,
)


@given(CONFIGS, st.integers(1, 300_000))
def test_nothing_is_larger_than_the_window_has_room_for(config, window):
    resolved = resolve_compaction(config)
    fitted = fit_compaction_to_window(resolved, config, window)
    assert 0 < fitted.context_window_tokens <= window
    assert fitted.threshold_tokens <= fitted.context_window_tokens // 2
    assert fitted.summary_max_tokens <= -(-fitted.context_window_tokens // 4)
    assert fitted.clear_tool_results_after_tokens <= fitted.context_window_tokens // 4
    assert fitted.max_tool_output_chars <= fitted.context_window_tokens
    for name in ("max_tool_output_chars", "clear_tool_results_after_tokens"):
        if getattr(config, name) == 0:
            assert getattr(fitted, name) == 0


@given(CONFIGS, st.integers(1, 300_000))
def test_what_cannot_be_meant_counts_as_not_set(config, window):
    meant = {
        name: value
        for name in CompactionConfig.__slots__
        if (value := getattr(config, name)) is not None and value >= 0
    }
    for name in ("context_window_tokens", "threshold_tokens", "summary_max_tokens"):
        if meant.get(name) == 0:
            del meant[name]
    given_, plain = resolve_compaction(config), resolve_compaction(meant)
    assert fit_compaction_to_window(given_, config, window) == fit_compaction_to_window(plain, meant, window)


def test_a_window_that_nobody_knows_changes_nothing():
    resolved = resolve_compaction({"context_window_tokens": 4_096})
    assert fit_compaction_to_window(resolved, {"context_window_tokens": 4_096}, None) is resolved


def test_an_agent_goes_by_the_smallest_window_of_its_models():
    small = ScriptedModel(limits=ModelLimits(context_window_tokens=8_000))
    settings = Agent(ScriptedModel(), planner=small, compaction={"keep_tool_results": 5}).config.compaction
    assert (settings.max_tool_output_chars, settings.keep_tool_results) == (8_000, 5)
