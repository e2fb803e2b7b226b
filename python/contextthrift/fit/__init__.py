"""``fit``: the door on providers' own messages. Repair, plan, apply; it makes no model call."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from contextthrift.fit.batch import Conversation, FitArguments, fit_batch
    from contextthrift.fit.door import count_messages, fit
    from contextthrift.fit.fitted import Fitted
    from contextthrift.fit.measured import BatchPlan, Change, MessageKind, plan_batch
    from contextthrift.fit.policy import FitPolicy
    from contextthrift.fit.policy_file import read_policy
    from contextthrift.fit.repair import Repair
    from contextthrift.fit.request_door import fit_request
    from contextthrift.fit.trace import Cut, FitTrace, StageTrace

_HOMES: Final = {
    "BatchPlan": "measured",
    "Change": "measured",
    "Conversation": "batch",
    "Cut": "trace",
    "FitArguments": "batch",
    "FitPolicy": "policy",
    "FitTrace": "trace",
    "Fitted": "fitted",
    "MessageKind": "measured",
    "Repair": "repair",
    "StageTrace": "trace",
    "count_messages": "door",
    "fit": "door",
    "fit_batch": "batch",
    "fit_request": "request_door",
    "plan_batch": "measured",
    "read_policy": "policy_file",
}

__all__ = [
    "BatchPlan",
    "Change",
    "Conversation",
    "Cut",
    "FitArguments",
    "FitPolicy",
    "FitTrace",
    "Fitted",
    "MessageKind",
    "Repair",
    "StageTrace",
    "count_messages",
    "fit",
    "fit_batch",
    "fit_request",
    "plan_batch",
    "read_policy",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'contextthrift.fit' has no attribute {name!r}")
    return getattr(import_module(f"contextthrift.fit.{_HOMES[name]}"), name)
