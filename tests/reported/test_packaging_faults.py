"""Faults that others reported of packages with a native core: none of them here."""

import subprocess
import sys
from pathlib import Path

import pytest
import tokenizers

ROOT = Path(__file__).parent.parent.parent


def run(*arguments, timeout=110):
    """What a process of our Python prints; its errors are the test's."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=timeout, check=False
    )
    assert done.returncode == 0, f"ended with {done.returncode}: {done.stderr[-2_000:]}"
    return done.stdout


# --- PKG-01


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_PKG_01_a_child_counts_after_its_parent_counted_with_threads(method):
    """The child answers within 2 s with fork, forkserver and spawn; no hidden thread pool or it is rebuilt in
    the child.

    A child that is not forked starts an interpreter first; on a busy machine that alone may take longer, so
    the two seconds are those of an idle one and ten are asked for.
    """
    assert float(run("-W", "ignore", "-m", "tests.reported.fork", method)) < 10


# --- PKG-03


def test_PKG_03_only_exceptions_come_out_and_the_process_lives_on():
    """Only subclasses of Exception come out of any public function; the process lives on and the next call
    works.
    """
    told = run("-m", "tests.reported.odd_input").splitlines()
    assert told[-1] == "alive"
    assert [line for line in told if line.startswith("FAULT")] == []
    called = {line.split()[1] for line in told if line.startswith("called")}
    assert len(called) >= 20


# --- PKG-05

OFFLINE = """
import asyncio, socket, sys

def refuse(event, args):
    if event.startswith("socket.") and allowed is False:
        raise AssertionError(f"{event}{args} while counting")

allowed = True
sys.addaudithook(refuse)

class NoSocket(socket.socket):
    def __init__(self, *args, **kwargs):
        raise AssertionError("a socket was opened while counting")

async def main():
    global allowed
    plain, socket.socket, allowed = socket.socket, NoSocket, False
    try:
        import contextthrift
        from contextthrift.exceptions import ContextThriftError

        counts = [contextthrift.get_encoding(name).count("hello") for name in ("o200k_base", "cl100k_base")]
        hello = [{"role": "user", "content": "hello"}]
        fitted = contextthrift.fit(hello, context_window=100, encoding="o200k_base")
        try:
            contextthrift.get_encoding("a-vocabulary-that-nobody-handed-in")
        except ContextThriftError:
            counts.append("refused")
        print(counts, fitted.fits)
    finally:
        socket.socket, allowed = plain, True

asyncio.run(main())
"""


def test_PKG_05_the_first_count_opens_no_socket():
    """Works without network; a vocabulary is used only if the host hands one in."""
    assert run("-c", OFFLINE) == "[1, 1, 'refused'] True\n"


def test_PKG_05_a_vocabulary_that_is_handed_in_is_used(tmp_path):
    """... a vocabulary is used only if the host hands one in."""
    from contextthrift import get_encoding

    vocabulary = {"hello": 0, "there": 1, "[UNK]": 2}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    path = tmp_path / "tokenizer.json"
    tokenizer.save(str(path))
    assert get_encoding(str(path)).count("hello there heron") == 3
