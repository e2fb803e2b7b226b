"""Counts as Python's tiktoken 0.14 gave them; `python -m benches.encodings.golden` records them anew."""

import json
from pathlib import Path

import pytest

from contextthrift import _native, get_encoding

RECORDED = json.loads(Path(__file__).parents[1].joinpath("data", "token_counts.json").read_text("utf-8"))
TEXTS = [text for text, *_ in RECORDED["texts"]]
COUNTS = dict(zip(RECORDED["encodings"], list(zip(*RECORDED["texts"], strict=True))[1:], strict=True))
COUNTS_AS = {"o200k_harmony": "o200k_base", "p50k_edit": "p50k_base", "gpt2": "r50k_base"}


def test_there_are_thousands_of_texts_for_each_way_to_count():
    assert len(TEXTS) > 2_000
    assert list(COUNTS) == ["cl100k_base", "o200k_base", "p50k_base", "r50k_base"]


@pytest.mark.parametrize("name", [*COUNTS, *COUNTS_AS])
def test_texts_count_as_in_tiktoken(name):
    counted = get_encoding(name).count_list(TEXTS)
    recorded = COUNTS[COUNTS_AS.get(name, name)]
    assert [row for row in zip(TEXTS, counted, recorded, strict=True) if row[1] != row[2]] == []


@pytest.mark.parametrize("name", [*COUNTS, "chars4"])
def test_a_count_up_to_a_limit_is_the_count_or_nothing(name):
    for text, count in zip(TEXTS, get_encoding(name).count_list(TEXTS), strict=True):
        assert _native.count_up_to(name, text, count) == count
        assert count == 0 or _native.count_up_to(name, text, count - 1) is None
