"""Options of the whole suite, and how many examples Hypothesis makes."""

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("explore", derandomize=False, deadline=None, max_examples=2_000)
settings.load_profile("ci")


def pytest_addoption(parser):
    parser.addoption(
        "--vectors", metavar="DIR", help="recorded cases to run instead of those in tests/vectors"
    )


def pytest_collection_modifyitems(items):
    """Exploring takes as long as it takes: its many examples are one test's."""
    if settings.get_current_profile_name() == "explore":
        for item in items:
            item.add_marker(pytest.mark.timeout(0), append=False)
