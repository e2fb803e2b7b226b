"""The page and the example run as they stand."""

import pages
import pytest


@pytest.mark.parametrize("block", pages.blocks("llama-index.md", "llama_index"))
def test_the_page_runs(block):
    pages.run(block)


def test_the_example_says_how_much_is_kept_and_how_much_given(capsys):
    kept, note, _, question = pages.run_example("llama_index_memory.py", capsys).splitlines()
    assert kept == "40 messages kept, 13 given"
    assert note == "[Earlier messages were left out to fit the context window.]"
    assert question == "Question 15: what do herons eat?"
