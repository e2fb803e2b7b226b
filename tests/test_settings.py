"""Classes of options: a name that is mistyped is told with the nearest."""

import copy
import pickle
from dataclasses import dataclass, replace

import pytest

from contextthrift import FitPolicy, Ranking, ToolEntry, ToolWeights
from contextthrift.agent import Limits
from contextthrift.agent.limits import CallCaps
from contextthrift.agent.prompts import Prompts
from contextthrift.compaction.settings import CompactionConfig
from contextthrift.exceptions import InvalidArgument
from contextthrift.integrations.fitting import FitOptions
from contextthrift.models import Capabilities, ModelLimits
from contextthrift.models.thinking import ThinkingConfig
from contextthrift.testing import Scripted, ScriptedCall
from contextthrift.tools import Tool

MISTYPED = {
    FitPolicy: ("keep_first_users", "keep_first_user"),
    FitOptions: ("context_windows", "context_window"),
    Ranking: ("steming", "stemming"),
    ToolWeights: ("descriptions", "description"),
    ToolEntry: ("input_shema", "input_schema"),
    Limits: ("max_total_token", "max_total_tokens"),
    CallCaps: ("planer", "planner"),
    Prompts: ("planer", "planner"),
    CompactionConfig: ("threshold", "threshold_tokens"),
    Capabilities: ("tool", "tools"),
    ModelLimits: ("max_output", "max_output_tokens"),
    ThinkingConfig: ("levels", "level"),
    Scripted: ("tool_call", "tool_calls"),
    ScriptedCall: ("argument", "arguments"),
    Tool: ("readonly", "read_only"),
}


@pytest.mark.parametrize(
    ("kind", "names"), MISTYPED.items(), ids=lambda value: getattr(value, "__name__", "")
)
def test_a_mistyped_name_is_told_with_the_nearest(kind, names):
    given, near = names
    with pytest.raises(InvalidArgument) as refused:
        kind(**{given: 1})
    assert str(refused.value) == f"{kind.__name__} has no setting {given!r}; did you mean {near!r}?"


def test_a_name_like_no_other_is_told_with_all():
    with pytest.raises(InvalidArgument) as refused:
        ThinkingConfig(xyz=1)
    assert str(refused.value) == (
        "ThinkingConfig has no setting 'xyz'; the settings are level, budget_tokens, include_thoughts"
    )


@pytest.mark.parametrize("made", [FitPolicy(gap_note=False), Limits(max_total_tokens=5), Prompts()])
def test_settings_can_be_replaced_copied_and_sent_to_another_process(made):
    assert replace(made) == copy.deepcopy(made) == pickle.loads(pickle.dumps(made)) == made


def test_a_subclass_may_take_arguments_of_its_own():
    class Search(Tool):
        def __init__(self, *, folder):
            super().__init__(name="search", description=f"Searches {folder}")

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Named(FitPolicy):
        label: str

    assert Search(folder="notes").description == "Searches notes"
    assert Named(label="mine", gap_note=False).label == "mine"
    with pytest.raises(InvalidArgument, match="Named has no setting 'labl'; did you mean 'label'"):
        Named(labl="mine")
