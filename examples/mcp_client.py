"""Asks the MCP server what a conversation takes and what would have to go, in one process."""

import asyncio
import json
from pathlib import Path

from mcp import Client

from contextthrift.integrations.mcp import make_server

chat = json.loads((Path(__file__).parent / "airline.json").read_text(encoding="utf-8"))


async def main():
    """Counts the conversation for one model, and asks what another would be sent."""
    async with Client(make_server()) as client:
        counted = await client.call_tool("count", {"messages": chat, "model": "gpt-4o"})
        print(counted.structured_content)
        explained = await client.call_tool("explain", {"messages": chat, "model": "gpt-4"})
        print(explained.structured_content["summary"])
        for cut in explained.structured_content["cuts"][:3]:
            print(f"messages[{cut['index']}] {cut['action']}: {cut['why']}")


asyncio.run(main())
