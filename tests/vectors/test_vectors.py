"""Every recorded case of the original gives the recorded answer, or the deviation the table has for it."""

import json
import re

import pytest

from tests.vectors.deviations import expected_answer, expected_refusals
from tests.vectors.own_items import OwnItems
from tests.vectors.runners import runner_of
from tests.vectors.scene import ForeignItems


def test_vector(case):
    holds(case, OwnItems)


def test_vector_with_foreign_items(subtract_case):
    holds(subtract_case, ForeignItems)


def holds(case, items):
    """The library answers as expected, or refuses by the name of what is invalid."""
    run = runner_of(case)
    refusals = expected_refusals(case)
    if not refusals:
        same(run(case, items), expected_answer(case))
        return
    with pytest.raises(ValueError, match="|".join(map(re.escape, refusals))):
        run(case, items)


def same(answer, expected):
    """Equal, and of the same types: True is not 1, and 1.0 is not 1."""
    assert answer == expected
    assert json.dumps(answer, sort_keys=True) == json.dumps(expected, sort_keys=True)
