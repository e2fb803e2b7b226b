"""The page, the examples, and the pages about moving; tiktoken is here because litellm brings it along."""

import sys
from pathlib import Path

import litellm
import pages
import pytest
import tiktoken
import yaml
from litellm.proxy.types_utils.utils import get_instance_fn

from contextthrift.integrations.litellm import FitHandler

pytestmark = pytest.mark.filterwarnings("ignore")  # those of litellm, which are not ours to mend


@pytest.mark.parametrize("block", pages.blocks("litellm.md", "litellm"))
def test_the_page_runs(block):
    pages.run(block)


def test_the_example_prints_what_went_and_the_answer(capsys):
    first, *_, last = pages.run_example("litellm_calls.py", capsys).splitlines()
    assert "fits a budget of 7,692" in first
    assert last == "Your flight is changed."


def test_the_proxys_example_names_a_handler_that_is_there(monkeypatch):
    folder = Path(__file__).parents[3] / "examples" / "litellm_proxy"
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "fitting", raising=False)
    config = yaml.safe_load((folder / "config.yaml").read_text("utf-8"))
    found = get_instance_fn(config["litellm_settings"]["callbacks"][0], str(folder / "config.yaml"))
    assert isinstance(found, FitHandler)


def test_both_programs_of_the_page_about_trim_messages_print_what_it_says(capsys):
    pages.run_diffs("migrate/from-litellm-trim-messages.md", capsys)


def test_both_programs_of_the_page_about_tiktoken_print_what_it_says(capsys):
    assert litellm.encoding.name == "cl100k_base"  # litellm brings vocabularies, so nothing is fetched
    pages.run_diffs("migrate/from-tiktoken.md", capsys)


def test_what_the_page_says_of_tiktoken_is_so():
    with pytest.raises(KeyError):
        tiktoken.encoding_for_model("claude-sonnet-4-5")
    with pytest.raises(ValueError, match="disallowed special token"):
        tiktoken.get_encoding("o200k_base").encode("a <|endoftext|> b")
