"""Turns each recorded case of the folder under test into one test, named by its id."""

import math

import pytest

from tests.vectors import agent_folder
from tests.vectors.agent_folder import agent_cases, name_of
from tests.vectors.deviations import OURS, tags_of
from tests.vectors.folder import RECORDED, contents, context_cases, function_of

FILES = pytest.StashKey()


def is_subtract(case):
    return function_of(case) == "subtract_to_fit"


def is_for_twin(case):
    """The twin does as the original, but for the image and for numbers that are not finite."""
    if not is_subtract(case) or tags_of(case) & OURS:
        return False
    figures = [case["window"], *case["options"].values()]
    return all(math.isfinite(figure) for figure in figures if isinstance(figure, float))


WANTED = {"case": lambda _case: True, "subtract_case": is_subtract, "twin_case": is_for_twin}
"""The cases each argument of a test stands for."""


def files(config):
    """The files of the folder under test, read once."""
    if FILES not in config.stash:
        given = config.getoption("--vectors")
        folders = [config.invocation_params.dir / given] if given else [RECORDED, agent_folder.RECORDED]
        config.stash[FILES] = contents(*folders)
    return config.stash[FILES]


def pytest_generate_tests(metafunc):
    for argument, wanted in WANTED.items():
        if argument in metafunc.fixturenames:
            chosen = [case for case in context_cases(files(metafunc.config)) if wanted(case)]
            metafunc.parametrize(argument, [pytest.param(case, id=case["id"]) for case in chosen])
    if "agent_case" in metafunc.fixturenames:
        chosen = agent_cases(files(metafunc.config))
        metafunc.parametrize("agent_case", [pytest.param(case, id=name_of(case)) for case in chosen])
