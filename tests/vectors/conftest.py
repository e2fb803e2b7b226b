"""Turns each recorded case of the folder under test into one test, named by its id."""

import math

import pytest

from tests.vectors.deviations import OURS, tags_of
from tests.vectors.folder import RECORDED, function_of, load

CASES = pytest.StashKey()


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


def cases(config):
    if CASES not in config.stash:
        folder = config.getoption("--vectors")
        config.stash[CASES] = load(config.invocation_params.dir / folder if folder else RECORDED)
    return config.stash[CASES]


def pytest_generate_tests(metafunc):
    for argument, wanted in WANTED.items():
        if argument in metafunc.fixturenames:
            chosen = [case for case in cases(metafunc.config) if wanted(case)]
            metafunc.parametrize(argument, [pytest.param(case, id=case["id"]) for case in chosen])
