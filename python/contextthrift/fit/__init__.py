"""``fit``: the door on providers' own messages. Repair, plan, apply; it makes no model call."""

from contextthrift.fit.door import count_messages, fit
from contextthrift.fit.fitted import Fitted
from contextthrift.fit.policy import FitPolicy
from contextthrift.fit.repair import Repair
from contextthrift.fit.trace import Cut, FitTrace, StageTrace

__all__ = ["Cut", "FitPolicy", "FitTrace", "Fitted", "Repair", "StageTrace", "count_messages", "fit"]
