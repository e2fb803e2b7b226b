"""One small GET, for asking a local server about itself.

Streams of asyncio in place of a client library: the plain install has none, and a request that is cancelled
at its deadline closes its connection at once, which a blocking one in a thread does not. The standard
library's own parser reads the answer.
"""

from __future__ import annotations

import asyncio
import io
import json
import ssl
from typing import Any, Final
from urllib.parse import urlsplit

MOST_BYTES: Final = 1_000_000
"""Of an answer; more is not read."""
OK: Final = 200


async def get_json(url: str) -> Any:
    """The JSON that a GET answers with status 200. The caller sets the deadline.

    Raises:
        OSError: No connection.
        ValueError: Another status, no HTTP, no JSON, too much of it, or no URL of http or https.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError(f"{url!r} is no URL of http or https")
    is_secure = parts.scheme == "https"
    port = parts.port or (443 if is_secure else 80)
    context = ssl.create_default_context() if is_secure else None
    reader, writer = await asyncio.open_connection(parts.hostname, port, ssl=context)
    try:
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        writer.write(f"GET {target} HTTP/1.0\r\nHost: {parts.netloc}\r\nConnection: close\r\n\r\n".encode())
        return _read(await _everything(reader))
    finally:
        writer.close()


async def _everything(reader: asyncio.StreamReader) -> bytes:
    answer = b""
    while piece := await reader.read(65_536):
        answer += piece
        if len(answer) > MOST_BYTES:
            raise ValueError(f"the answer is longer than {MOST_BYTES:,} bytes")
    return answer


class _Received:
    """What `HTTPResponse` takes for a socket."""

    def __init__(self, answer: bytes) -> None:
        self._answer = answer

    def makefile(self, _mode: str) -> io.BytesIO:
        return io.BytesIO(self._answer)


def _read(answer: bytes) -> Any:
    from http.client import HTTPException, HTTPResponse  # noqa: PLC0415 - few agents ask, and it takes 15 ms

    response = HTTPResponse(_Received(answer))  # type: ignore[arg-type]  # it asks a socket for makefile only
    try:
        response.begin()
        body = response.read()
    except HTTPException as error:
        raise ValueError(f"what answered speaks no HTTP: {error}") from error
    if response.status != OK:
        raise ValueError(f"the status is {response.status}")
    return json.loads(body)
