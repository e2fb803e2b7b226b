"""A provider on loopback that streams: a script of answers, and the bodies of the requests it got."""

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class Provider:
    """Answers each request with the next of its answers: bytes to send, one after the other."""

    answers: list
    url: str = ""
    bodies: list = field(default_factory=list)
    paths: list = field(default_factory=list)
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once a client has closed its connection."""

    async def serve(self, reader, writer):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(
                int(line.split(b":")[1])
                for line in head.split(b"\r\n")
                if line.lower().startswith(b"content-length")
            )
            self.paths.append(head.split(b" ")[1].decode())
            self.bodies.append(json.loads(await reader.readexactly(length)))
            for piece in self.answers.pop(0):
                if piece is WAIT:
                    await reader.read()
                    self.gone.set()
                    return
                writer.write(piece)
                await writer.drain()
        finally:
            writer.close()


WAIT = object()
"""Nothing more comes; the client is to go."""


@asynccontextmanager
async def provider(*answers):
    served = Provider(list(answers))
    server = await asyncio.start_server(served.serve, "127.0.0.1", 0)
    served.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield served
    finally:
        server.close()


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"


def openai(*deltas, finish="stop", usage=None, done=True):
    """An answer of OpenAI chat; `finish` None leaves its end out."""
    chunks = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    if finish:
        chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    if usage:
        chunks.append({"choices": [], "usage": usage})
    common = {"id": "c-1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    events = [b"data: " + json.dumps({**common, **chunk}).encode() + b"\n\n" for chunk in chunks]
    return [HEAD, *events, *([b"data: [DONE]\n\n"] if done else [])]


def call(index, call_id=None, name=None, arguments=""):
    """A piece of a tool call."""
    function = {"arguments": arguments} | ({"name": name} if name else {})
    return {
        "tool_calls": [
            {"index": index, "function": function} | ({"id": call_id, "type": "function"} if call_id else {})
        ]
    }


def anthropic(*blocks, stop="end_turn", usage=None):
    """An answer of Anthropic: pairs of how a block begins and what it goes on with."""
    start = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "content": [],
        "model": "m",
        "stop_reason": None,
        "usage": {
            "input_tokens": 20,
            "cache_read_input_tokens": 900,
            "cache_creation_input_tokens": 50,
            "output_tokens": 1,
        },
    }
    events = [{"type": "message_start", "message": start}]
    for index, (begin, *deltas) in enumerate(blocks):
        events.append({"type": "content_block_start", "index": index, "content_block": begin})
        events += [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
        events.append({"type": "content_block_stop", "index": index})
    events.append(
        {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": usage or {"output_tokens": 30}}
    )
    events.append({"type": "message_stop"})
    written = (f"event: {each['type']}\ndata: {json.dumps(each)}\n\n" for each in events)
    return [HEAD, *(event.encode() for event in written)]


def refusal(status, body, *headers):
    """An answer that is none."""
    text, kind = json.dumps(body).encode(), "Content-Type: application/json"
    lines = [f"HTTP/1.1 {status} No", kind, f"Content-Length: {len(text)}", *headers, "Connection: close"]
    return ["\r\n".join([*lines, "", ""]).encode() + text]
