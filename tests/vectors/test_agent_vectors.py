"""Every recorded case about the agent gives the recorded answer, once its function is built."""

import pytest

from tests.vectors.agent_adapters import is_not_yet, runner_of
from tests.vectors.agent_folder import understood
from tests.vectors.agent_notation import holds


def test_agent_vector(agent_case):
    if is_not_yet(agent_case):
        pytest.skip("not built yet")
    case = understood(agent_case)
    holds(runner_of(case), case)
