"""Doubles for tests: a model with a script in place of a provider."""

from contextthrift.testing.scripted_model import Scripted, ScriptedCall, ScriptedModel, ScriptError

__all__ = ["ScriptError", "Scripted", "ScriptedCall", "ScriptedModel"]
