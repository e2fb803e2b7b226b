"""The agent: plan, execute, replan, synthesise."""

from contextthrift.agent.agent import Agent, RunOptions
from contextthrift.agent.attachments import Attachable, RunFile
from contextthrift.agent.config import AgentConfig, AgentOptions
from contextthrift.agent.create import create_agent
from contextthrift.agent.limits import CallCaps, Limits, check_limits
from contextthrift.agent.policy import Policy
from contextthrift.agent.result import ErrorInfo, RunResult
from contextthrift.agent.stream import RunStream
from contextthrift.agent.telemetry import Telemetry

__all__ = [
    "Agent",
    "AgentConfig",
    "AgentOptions",
    "Attachable",
    "CallCaps",
    "ErrorInfo",
    "Limits",
    "Policy",
    "RunFile",
    "RunOptions",
    "RunResult",
    "RunStream",
    "Telemetry",
    "check_limits",
    "create_agent",
]
