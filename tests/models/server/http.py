"""A small HTTP server on the loopback that answers from a script and writes down what it was sent."""

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class Answer:
    """What the server does with one request."""

    pieces: list[bytes]
    """Sent one after the other."""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    pause_s: float = 0.0
    """Before each piece but the first."""
    hangs: bool = False
    """Says nothing more behind the pieces, and waits for the client to leave."""
    breaks_off: bool = False
    """Closes the connection behind the pieces, without the end of the body."""


@dataclass
class Received:
    """One request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    body: dict


class Server:
    """Answers in the order of the script; a request beyond it is a 599, which no client tries again here."""

    def __init__(self, script):
        self.script = list(script)
        self.received: list[Received] = []
        self.left = asyncio.Event()
        """Set when a client leaves before its answer is complete."""
        self.hanging = asyncio.Event()
        """Set when the pieces of an answer that hangs are out."""
        self.connections = 0
        self._open: set[asyncio.Task] = set()

    @property
    def bodies(self):
        return [each.body for each in self.received]

    async def serve(self, reader, writer):
        task, is_counted = asyncio.current_task(), False
        self._open.add(task)
        try:
            while (received := await _read(reader)) is not None:
                if received.method == "GET":  # somebody asks for the window; see tests/models/servers.py
                    writer.write(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n")
                    continue
                self.connections += not is_counted
                is_counted = True
                self.received.append(received)
                answer = self.script.pop(0) if self.script else Answer([b"the script is at its end"], 599)
                if not await self._answer(answer, reader, writer):
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            self.left.set()
        except asyncio.CancelledError:
            pass  # the test is over
        finally:
            self._open.discard(task)
            writer.close()

    async def _answer(self, answer, reader, writer):
        """Whether the connection can be used again."""
        leaving = asyncio.create_task(reader.read(1))
        try:
            await _send_head(writer, answer)
            for number, piece in enumerate(answer.pieces):
                if number and answer.pause_s:
                    await asyncio.wait({leaving}, timeout=answer.pause_s)
                if leaving.done():
                    self.left.set()
                    return False
                writer.write(b"%x\r\n%b\r\n" % (len(piece), piece))
                await writer.drain()
            if answer.hangs:
                self.hanging.set()
                await leaving
                self.left.set()
                return False
            if answer.breaks_off:
                return False
            writer.write(b"0\r\n\r\n")
            await writer.drain()
            return "close" not in answer.headers.get("connection", "")
        finally:
            leaving.cancel()
            await asyncio.gather(leaving, return_exceptions=True)

    async def aclose(self):
        for task in tuple(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)


async def _send_head(writer, answer):
    event_stream = "text/event-stream" if answer.status == 200 else "application/json"
    headers = {"content-type": event_stream, "transfer-encoding": "chunked", **answer.headers}
    lines = [f"HTTP/1.1 {answer.status} X", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    writer.write("\r\n".join(lines).encode())
    await writer.drain()


async def _read(reader):
    """The next request, or None where the client has closed the connection."""
    line = await reader.readline()
    if not line:
        return None
    headers = {}
    while header := (await reader.readline()).decode().strip():
        name, _, value = header.partition(":")
        headers[name.lower()] = value.strip()
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    method, path, _ = line.decode().split(" ", 2)
    return Received(method=method, path=path, headers=headers, body=json.loads(body or b"{}"))


@asynccontextmanager
async def serving(*script, port=0):
    """The server of a script, and its address; on a free port, or on the one given."""
    server = Server(script)
    listening = await asyncio.start_server(server.serve, "127.0.0.1", port)
    host, port = listening.sockets[0].getsockname()
    try:
        yield server, f"http://{host}:{port}"
    finally:
        listening.close()
        await server.aclose()


def refusal(status, body, **headers):
    """An answer that refuses."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Answer([content], status, {name.replace("_", "-"): str(value) for name, value in headers.items()})


def event(data, name=None):
    """One event of an event stream."""
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def split(pieces, size=7):
    """The same bytes in small pieces, which cut through characters and events."""
    whole = b"".join(pieces)
    return [whole[start : start + size] for start in range(0, len(whole), size)]
