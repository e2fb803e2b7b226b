"""Servers of one's own on loopback, in the tests' own event loop."""

import asyncio
from contextlib import asynccontextmanager


@asynccontextmanager
async def served(answers):
    """The address of a server that gives, by path, the raw bytes of an answer, or `HANG` for none at all.

    A path that is not there gets a 404. What was asked is in the list that comes with the address.
    """
    asked, open_writers = [], []

    async def answer(reader, writer):
        open_writers.append(writer)
        request = await reader.readuntil(b"\r\n\r\n")
        path = request.split(b" ")[1].decode()
        asked.append(path)
        given = answers.get(path, NOT_FOUND)
        if given is HANG:
            return
        pieces = given if isinstance(given, list) else [given]
        for piece in pieces:
            writer.write(piece)
            await asyncio.sleep(0)
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        port = server.sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}", asked
    finally:
        server.close()
        for writer in open_writers:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for writer in open_writers), return_exceptions=True)


HANG = object()
NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"


def ok(body):
    """A whole answer of status 200."""
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
