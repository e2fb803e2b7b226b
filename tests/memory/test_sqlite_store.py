"""The store in a file: with others at work on it, when it is killed, and when the file is wrong."""

import asyncio
import gc
import json
import os
import sqlite3
import subprocess
import sys
import threading

import pytest

from contextthrift.agent import Agent
from contextthrift.exceptions import InvalidArgument, StoreError, WrongType
from contextthrift.memory import SQLiteStore, StoredMessage
from tests.agent.scripts import plan, script
from tests.agent.test_handlers import Sink

WRITER = """
import asyncio, sys
from contextthrift.memory import SQLiteStore, StoredMessage

async def write(path, name):
    store = SQLiteStore(path)
    for number in range(50):
        await store.append("all", StoredMessage(role="user", content=f"{name}-{number}"))

asyncio.run(write(*sys.argv[1:]))
"""


def message(text):
    return StoredMessage(role="user", content=text, ts=None)


def contents(path, session="all"):
    return [each.content for each in asyncio.run(SQLiteStore(path).load(session))]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs to fork")
def test_whoever_is_killed_while_writing_loses_nothing_that_was_acknowledged(tmp_path):
    command = [sys.executable, "-m", "tests.memory.killed_writers", str(tmp_path / "chats.db"), "50", "7"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=100)
    told = json.loads(done.stdout)
    assert told["unclean"] == []
    assert len(told["acknowledged"]) > 50
    assert set(told["acknowledged"]) <= set(told["kept"])
    assert len(set(told["kept"])) == len(told["kept"])
    # A writer that is killed between its commit and its word leaves at most that one message more.
    assert len(told["kept"]) - len(told["acknowledged"]) <= 100


def test_writers_in_several_processes_lose_nothing(tmp_path):
    path = tmp_path / "chats.db"
    names = ["a", "b", "c", "d"]
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), name]) for name in names]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0, 0]
    kept = contents(path)
    assert len(kept) == 200
    for name in names:
        own = [text for text in kept if text.startswith(name)]
        assert own == [f"{name}-{number}" for number in range(50)]


def test_a_store_serves_threads_and_loops_one_after_the_other_and_at_once(tmp_path):
    store = SQLiteStore(tmp_path / "chats.db")

    async def write(name):
        for number in range(20):
            await store.append("all", message(f"{name}-{number}"))

    threads = [threading.Thread(target=lambda name=name: asyncio.run(write(name))) for name in "abc"]
    for thread in threads:
        thread.start()
    asyncio.run(write("d"))
    for thread in threads:
        thread.join(60)
    kept = [each.content for each in asyncio.run(store.load("all"))]
    assert sorted(kept) == sorted(f"{name}-{number}" for name in "abcd" for number in range(20))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs to fork")
def test_a_store_that_was_used_before_a_fork_works_on_both_sides(tmp_path):
    code = """
import asyncio, os, sys
from contextthrift.memory import SQLiteStore, StoredMessage

store = SQLiteStore(sys.argv[1])

async def say(text):
    await store.append("all", StoredMessage(role="user", content=text))

asyncio.run(say("before"))
child = os.fork()
asyncio.run(say("parent" if child else "child"))
if child:
    os.waitpid(child, 0)
    asyncio.run(say("after"))
"""
    path = tmp_path / "chats.db"
    # Python warns of any fork beside a thread; the store's own thread is idle and not used in the child.
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", code, str(path)]
    subprocess.run(command, check=True, timeout=60)
    kept = contents(path)
    assert (kept[0], sorted(kept[1:3]), kept[3:]) == ("before", ["child", "parent"], ["after"])


def test_the_file_is_of_the_owner_alone_and_waits_for_the_first_call(tmp_path):
    path = tmp_path / "chats.db"
    store = SQLiteStore(path)
    assert not path.exists()
    asyncio.run(store.append("all", message("a")))
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_closed_store_opens_again(tmp_path):
    async def scene():
        async with SQLiteStore(tmp_path / "chats.db") as store:
            await store.append("all", message("a"))
        assert [each.name for each in tmp_path.iterdir()] == ["chats.db"]
        await store.append("all", message("b"))
        loaded = await store.load("all")
        await store.aclose()
        await store.aclose()
        return loaded

    assert asyncio.run(scene()) == [message("a"), message("b")]


def test_a_store_that_is_dropped_leaves_no_thread_and_no_open_file(tmp_path, recwarn):
    asyncio.run(SQLiteStore(tmp_path / "chats.db").append("all", message("a")))
    gc.collect()
    left = [thread for thread in threading.enumerate() if thread.name.startswith("contextthrift-store")]
    for thread in left:
        thread.join(10)
    gc.collect()
    assert [thread for thread in left if thread.is_alive()] == []
    assert [each.name for each in tmp_path.iterdir()] == ["chats.db"]
    assert list(recwarn) == []


def test_stores_may_be_dropped_at_any_moment(tmp_path):
    async def scene():
        for number in range(30):
            store = SQLiteStore(tmp_path / "chats.db")
            await store.append("all", message(str(number)))
            around = [store]
            around.append(around)  # left to the collection of garbage, which comes whenever it likes

    before = gc.get_threshold()
    gc.set_threshold(1)
    try:
        asyncio.run(scene())
    finally:
        gc.set_threshold(*before)
    assert contents(tmp_path / "chats.db") == [str(number) for number in range(30)]


def test_a_replacement_that_fails_changes_nothing(tmp_path):
    path = tmp_path / "chats.db"

    async def scene():
        store = SQLiteStore(path)
        await store.append("all", message("a"))
        broken = StoredMessage(role="user", content="x", ts=object())
        with pytest.raises(StoreError, match="cannot be used"):
            await store.replace("all", [message("b"), broken])
        return await store.load("all")

    assert asyncio.run(scene()) == [message("a")]


def test_a_directory_that_is_not_there_is_refused_at_once(tmp_path):
    with pytest.raises(StoreError) as raised:
        SQLiteStore(tmp_path / "none" / "chats.db")
    assert str(raised.value) == (
        f"the store '{tmp_path}/none/chats.db' cannot be made: there is no directory '{tmp_path}/none'"
    )
    with pytest.raises(StoreError, match="is a directory; name a file in it"):
        SQLiteStore(tmp_path)
    with pytest.raises(WrongType, match="the path of a store must be a str or a path; got NoneType"):
        SQLiteStore(None)
    with pytest.raises(
        InvalidArgument, match="busy_timeout_s must be a number of seconds, 0 or more; got -1"
    ):
        SQLiteStore(tmp_path / "chats.db", busy_timeout_s=-1)


def test_the_home_may_be_written_short(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    asyncio.run(SQLiteStore("~/chats.db").append("all", message("a")))
    assert contents(tmp_path / "chats.db") == ["a"]


@pytest.mark.parametrize("made", ["text", "other", "newer"])
def test_a_file_of_something_else_is_refused_and_left_as_it_is(tmp_path, made):
    path = tmp_path / "chats.db"
    if made == "text":
        path.write_text("not a database, but longer than a header of a hundred bytes" * 10)
    else:
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE messages (mine)")
        connection.execute(f"PRAGMA user_version = {99 if made == 'newer' else 0}")
        connection.commit()
        connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError) as raised:
        asyncio.run(SQLiteStore(path).load("all"))
    assert (
        str(raised.value)
        == {
            "text": f"the store '{path}' cannot be used: file is not a database",
            "other": (
                f"the store '{path}' cannot be used: the file is a database of something else, or of a later "
                "version of this package (its user_version is 0, and not 1)"
            ),
            "newer": (
                f"the store '{path}' cannot be used: the file is a database of something else, or of a later "
                "version of this package (its user_version is 99, and not 1)"
            ),
        }[made]
    )
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["chats.db"]


def test_a_file_that_others_hold_too_long_is_an_error_and_no_loss(tmp_path):
    path = tmp_path / "chats.db"
    asyncio.run(SQLiteStore(path).append("all", message("a")))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store = SQLiteStore(path, busy_timeout_s=0.05)
    with pytest.raises(StoreError) as raised:
        asyncio.run(store.append("all", message("b")))
    assert str(raised.value) == f"the store '{path}' was locked by another process for longer than 0.05 s"
    assert [each.content for each in asyncio.run(store.load("all"))] == ["a"]
    other.execute("ROLLBACK")
    other.close()
    asyncio.run(store.append("all", message("b")))
    assert contents(path) == ["a", "b"]


def test_a_store_that_fails_ends_no_run(tmp_path):
    path, sink = tmp_path / "chats.db", Sink()
    path.write_bytes(b"x" * 5_000)
    agent = Agent(script(planner=[plan(thought="Hi!")]), memory=SQLiteStore(path), logger=sink)
    assert agent.run_sync("hello there").final == "Hi!"
    assert [line for line in sink.lines if "memory.append failed" in line and "is not a database" in line]
