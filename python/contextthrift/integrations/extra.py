"""Extras: what to install where a framework is missing."""

from __future__ import annotations


def without_extra(error: ModuleNotFoundError, extra: str) -> ModuleNotFoundError:
    """The error to raise where an import failed: what to install, if it is no module of ours that is missing.

    >>> str(without_extra(ModuleNotFoundError("No module named 'agents'", name="agents"), "openai-agents"))
    "agents is not installed; it comes with: pip install 'contextthrift[openai-agents]'"
    """
    name = error.name or ""
    if not name or name.partition(".")[0] == "contextthrift":
        return error
    told = f"{name.partition('.')[0]} is not installed; it comes with: pip install 'contextthrift[{extra}]'"
    return ModuleNotFoundError(told, name=name)
