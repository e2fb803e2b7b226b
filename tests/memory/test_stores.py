"""What every store of conversations does."""

import asyncio

import pytest

import contextthrift
from contextthrift.agent import Agent, Policy
from contextthrift.exceptions import InvalidArgument, WrongType
from contextthrift.memory import MemoryStore, SQLiteStore, StoredMessage
from contextthrift.models import FilePart
from tests.agent.scripts import plan, script


@pytest.fixture(params=["memory", "file", "no file"])
def store(request, tmp_path):
    made = {
        "memory": MemoryStore,
        "file": lambda: SQLiteStore(tmp_path / "chats.db"),
        "no file": lambda: SQLiteStore(":memory:"),
    }
    return made[request.param]()


def said(*texts, role="user"):
    return [StoredMessage(role=role, content=text, ts=1.5) for text in texts]


async def filled(store, **sessions):
    for name, texts in sessions.items():
        for message in said(*texts):
            await store.append(name, message)
    return store


def test_messages_come_back_as_they_were_in_their_order(store):
    odd = ["", "a\x00b", "half of a pair \ud800", "🙂", "x" * 100_000]
    messages = [*said(*odd), StoredMessage(role="system", content="s"), *said("z", role="assistant")]

    async def scene():
        for message in messages:
            await store.append("Ann", message)
        return await store.load("Ann"), await store.load("nobody")

    assert asyncio.run(scene()) == (messages, [])


def test_a_list_of_messages_is_the_callers_own(store):
    given = said("a", "b")

    async def scene():
        await store.replace("Ann", given)
        given.clear()
        loaded = await store.load("Ann")
        loaded.clear()
        return await store.load("Ann")

    assert asyncio.run(scene()) == said("a", "b")


def test_replacing_puts_messages_in_place_of_all_of_one_session(store):
    async def scene():
        await filled(store, Ann=["a", "b"], Bob=["c"])
        await store.replace("Ann", said("summary", role="system"))
        return await store.load("Ann"), await store.load("Bob")

    assert asyncio.run(scene()) == (said("summary", role="system"), said("c"))


def test_sessions_are_listed_with_the_last_written_first(store):
    async def scene():
        await filled(store, Ann=["a"], Bob=["b"], Eve=["c"])
        await store.append("Ann", *said("d"))
        lists = [await store.list_sessions()]
        await store.replace("Bob", said("e"))
        lists.append(await store.list_sessions())
        await store.clear("Ann")
        await store.clear("nobody")
        await store.replace("Eve", [])
        return [*lists, await store.list_sessions()]

    assert asyncio.run(scene()) == [["Ann", "Eve", "Bob"], ["Bob", "Ann", "Eve"], ["Bob"]]


def test_a_session_gets_another_name_with_all_its_messages(store):
    async def scene():
        await filled(store, Ann=["a", "b"], Bob=["c"])
        await store.rename("Ann", "Anna")
        with pytest.raises(InvalidArgument, match="there is no session 'Ann'"):
            await store.rename("Ann", "Annabel")
        with pytest.raises(InvalidArgument, match="there is a session 'Bob' already"):
            await store.rename("Anna", "Bob")
        return await store.load("Anna"), await store.list_sessions(), await store.load("Bob")

    assert asyncio.run(scene()) == (said("a", "b"), ["Bob", "Anna"], said("c"))


@pytest.mark.parametrize(
    ("session", "message", "problem"),
    [
        (5, StoredMessage(role="user", content="x"), "a session's name must be a str; got int"),
        (
            "Ann",
            {"role": "user"},
            "a message must be a StoredMessage with a role of system, user or assistant",
        ),
        ("Ann", StoredMessage(role="tool", content="x"), "a message must be a StoredMessage with a role"),
        ("Ann", StoredMessage(role="user", content=None), "a message must be a StoredMessage with a role"),
    ],
)
def test_what_is_no_message_is_refused_before_anything_is_stored(store, session, message, problem):
    async def scene():
        await filled(store, Ann=["a"])
        with pytest.raises(WrongType, match=problem):
            await store.append(session, message)
        with pytest.raises(WrongType, match=problem):
            await store.replace(session, [*said("b"), message])
        return await store.load("Ann")

    assert asyncio.run(scene()) == said("a")


def test_two_hundred_messages_at_once_are_all_there(store):
    texts = [str(number) for number in range(200)]

    async def scene():
        async with asyncio.TaskGroup() as group:
            for message in said(*texts):
                group.create_task(store.append("Ann", message))
        return await store.load("Ann")

    assert asyncio.run(scene()) == said(*texts)


def test_an_agent_remembers_from_run_to_run(store):
    model = script(planner=[plan(thought="You are Ann.")])
    agent = Agent(model, memory=store)
    agent.run_sync("I am Ann", session_id="one")
    agent.run_sync("who am I", session_id="one")
    agent.run_sync("who am I", session_id="two")
    shown = [request.messages[0].text.count("I am Ann") for request in model.requests_of("planner")]
    assert shown == [1, 1, 1, 1, 0, 0]  # an empty plan for three words is asked for twice
    kept = asyncio.run(store.load("one"))
    assert [(message.role, message.content) for message in kept] == [
        ("user", "I am Ann"),
        ("assistant", "You are Ann."),
        ("user", "who am I"),
        ("assistant", "You are Ann."),
    ]
    assert asyncio.run(store.list_sessions()) == ["two", "one"]


class Attach(Policy):
    """Gives each run the same files."""

    def __init__(self, *files):
        self.files = files

    async def admit(self, run):
        run.attachments = self.files


def test_attachments_are_remembered_by_name_never_by_their_bytes(store):
    files = (
        FilePart(media_type="application/pdf", data=b"secret", name="March\n2026.pdf"),
        FilePart(media_type="IMAGE/png; x=1", url="https://example.com/secret.png"),
        FilePart(media_type="application/pdf", data=b"secret"),
        FilePart(media_type="text/csv", data=b"secret"),
    )
    agent = Agent(script(planner=[plan(thought="Nice.")]), memory=store, policies=[Attach(*files)])
    agent.run_sync("Look here")
    kept = asyncio.run(store.load("default"))
    assert kept[0].content == "Look here\n[attached: March 2026.pdf, image 2, pdf 3, file 4]"


def test_the_stores_are_at_the_front_of_the_package():
    assert (contextthrift.MemoryStore, contextthrift.SQLiteStore) == (MemoryStore, SQLiteStore)
