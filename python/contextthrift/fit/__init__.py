"""``fit``: the door on providers' own messages. Repair, plan, apply; it makes no model call."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from contextthrift.fit.door import count_messages, fit
    from contextthrift.fit.fitted import Fitted
    from contextthrift.fit.policy import FitPolicy
    from contextthrift.fit.policy_file import read_policy
    from contextthrift.fit.repair import Repair
    from contextthrift.fit.request_door import fit_request
    from contextthrift.fit.trace import Cut, FitTrace, StageTrace

_HOMES: Final = {
    "Cut": "trace",
    "FitPolicy": "policy",
    "FitTrace": "trace",
    "Fitted": "fitted",
    "Repair": "repair",
    "StageTrace": "trace",
    "count_messages": "door",
    "fit": "door",
    "fit_request": "request_door",
    "read_policy": "policy_file",
}

__all__ = [
    "Cut",
    "FitPolicy",
    "FitTrace",
    "Fitted",
    "Repair",
    "StageTrace",
    "count_messages",
    "fit",
    "fit_request",
    "read_policy",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'contextthrift.fit' has no attribute {name!r}")
    return getattr(import_module(f"contextthrift.fit.{_HOMES[name]}"), name)
