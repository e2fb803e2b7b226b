"""The conversation a run belongs to: read before the goal is added, answered when the run is done."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Literal, TypeVar

from contextthrift.abort import no_stray_cancellation
from contextthrift.exceptions import WrongType
from contextthrift.memory import StoredMessage

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from contextthrift.agent.run import Run
    from contextthrift.memory import ContextStore

T = TypeVar("T")

STORE_TIMEOUT_S = 10.0
"""Seconds a store may take; a run goes on without one that takes longer."""


async def load_history(run: Run) -> list[StoredMessage]:
    """The conversation so far: the one given to the run, else the stored one, else an empty one."""
    if run.given_history is not None:
        return list(run.given_history)

    async def loaded(store: ContextStore) -> list[StoredMessage]:
        return messages_of(await store.load(run.session_id))

    return await _with_store(run, "load", loaded) or []


def messages_of(given: Iterable[StoredMessage]) -> list[StoredMessage]:
    """The messages of a conversation, in a list of its own.

    Raises:
        WrongType: One of them is no `StoredMessage`.
    """
    messages = list(given)
    for place, message in enumerate(messages):
        if not isinstance(getattr(message, "role", None), str) or not isinstance(
            getattr(message, "content", None), str
        ):
            raise WrongType(f"history[{place}] must be a StoredMessage; got {type(message).__name__}")
    return messages


async def remember(run: Run, role: Literal["user", "assistant"], content: str) -> None:
    """Adds a message to the stored conversation, if one is kept.

    An abort does not keep it from being stored.
    """
    message = StoredMessage(role=role, content=content, ts=time.time())
    await _with_store(run, "append", lambda store: store.append(run.session_id, message))


async def _with_store(run: Run, what: str, use: Callable[[ContextStore], Awaitable[T]]) -> T | None:
    """What the store answers; None without one, and where it fails, which never ends a run."""
    store = run.config.memory
    if store is None:
        return None
    try:
        with no_stray_cancellation("the store"):
            async with asyncio.timeout(STORE_TIMEOUT_S):
                return await use(store)
    except Exception as error:  # noqa: BLE001 - the host's store must not end a run
        run.log.warn("memory.%s failed: %s", what, error)
        return None
