"""Telemetry: spans of OpenTelemetry for runs, model calls and tool calls."""

from contextthrift.agent.telemetry.policy import Telemetry

__all__ = ["Telemetry"]
