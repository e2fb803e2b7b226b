"""Keeps a conversation in a file, so that the next start of the program goes on with it.

Takes a model's name as own_agent.py does.
"""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from contextthrift import Agent, SQLiteStore
from contextthrift.models import ModelRequest
from contextthrift.testing import Scripted, ScriptedModel


def answer(request: ModelRequest) -> Scripted:
    """What the script says: it knows Ann's name if the request has it."""
    known = "My name is Ann" in str(request.messages)
    return Scripted(data={"thought": "You are Ann." if known else "I do not know.", "steps": []})


async def one_start_of_the_program(file: Path, goal: str) -> None:
    """Asks one question; all that it knows of earlier ones is in the file."""
    model = sys.argv[1] if len(sys.argv) > 1 else ScriptedModel(answer)
    async with SQLiteStore(file) as store:
        result = await Agent(model, memory=store, log_level="error").run(goal, session_id="ann")
        print(f"{goal} -> {result.final} ({len(await store.load('ann'))} messages kept)")


with TemporaryDirectory() as folder:
    chats = Path(folder) / "chats.db"
    asyncio.run(one_start_of_the_program(chats, "My name is Ann"))
    asyncio.run(one_start_of_the_program(chats, "What is my name?"))
