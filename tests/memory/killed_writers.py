"""Kills processes that write to a store, at random moments, and looks at what they leave.

Run as ``python -m tests.memory.killed_writers FILE ROUNDS SEED``, with one thread, as it forks. Writes JSON.
"""

import asyncio
import json
import os
import random
import signal
import sqlite3
import sys
import time

from contextthrift.memory import SQLiteStore, StoredMessage

LONGEST_S = 0.12
"""Of the life of a writer: opening, making the tables, a few dozen messages."""


def main(path, rounds, seed):
    chance = random.Random(seed)
    acknowledged, unclean = [], []
    for number in range(rounds):
        one, other = begin(path, f"{number}a"), begin(path, f"{number}b")
        time.sleep(chance.uniform(0, LONGEST_S))
        for process, _ in (one, other):
            os.kill(process, signal.SIGKILL)
        acknowledged += [name for _, pipe in (one, other) for name in ended(pipe)]
        for process, _ in (one, other):
            os.waitpid(process, 0)
        if (found := integrity(path)) != "ok":
            unclean.append(found)
    store = SQLiteStore(path)
    kept = [message.content for message in asyncio.run(store.load("all"))]
    json.dump({"acknowledged": acknowledged, "kept": kept, "unclean": unclean}, sys.stdout)


def begin(path, name):
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    os.close(reading)
    try:
        asyncio.run(write(path, name, writing))
    finally:
        os._exit(1)


async def write(path, name, pipe):
    """Adds one message after the other; says of each that it was taken, only then."""
    store, number = SQLiteStore(path), 0
    while True:
        text = f"{name}-{number}"
        await store.append("all", StoredMessage(role="user", content=text))
        os.write(pipe, f"{text}\n".encode())
        number += 1


def ended(pipe):
    with os.fdopen(pipe, encoding="utf-8") as read:
        return read.read().split()


def integrity(path):
    connection = sqlite3.connect(path)
    try:
        return connection.execute("PRAGMA integrity_check").fetchone()[0]
    finally:
        connection.close()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
