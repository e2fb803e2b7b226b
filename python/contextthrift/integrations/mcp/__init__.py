"""An MCP server with the tools ``fit``, ``count`` and ``explain``: ``contextthrift mcp``.

The extra is ``mcp``. ``docs/mcp.md`` has the lines for a client's configuration.
"""

from contextthrift.integrations.extra import without_extra

try:
    from contextthrift.integrations.mcp.server import make_server, serve
except ModuleNotFoundError as error:
    raise without_extra(error, "mcp") from None

__all__ = ["make_server", "serve"]
