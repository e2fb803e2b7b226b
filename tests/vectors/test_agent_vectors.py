"""Every recorded case about the agent gives the recorded answer, once its function is built."""

import pytest

from tests.vectors.agent_adapters import is_not_yet, runner_of
from tests.vectors.agent_notation import holds


def test_agent_vector(agent_case):
    if is_not_yet(agent_case):
        pytest.skip("not built yet")
    holds(runner_of(agent_case), agent_case)
