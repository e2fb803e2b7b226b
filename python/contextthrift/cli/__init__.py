"""The command line: ``contextthrift fit``, ``count``, ``agent`` and others (extra ``cli``)."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line; without its extra it says what to install and exits with 2."""
    try:
        from contextthrift.cli.app import app  # noqa: PLC0415 - typer and rich are an extra
    except ModuleNotFoundError as error:
        if error.name not in {"typer", "rich"}:
            raise
        sys.exit("contextthrift: the command line needs its extra: pip install 'contextthrift[cli]'")
    app()


__all__ = ["main"]
