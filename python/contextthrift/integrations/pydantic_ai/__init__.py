"""pydantic-ai: a capability that fits each model request, and a history processor.

The extra is ``pydantic-ai``; those of the providers, such as ``openai``, bring it too.
"""

from contextthrift.integrations.extra import without_extra

try:
    from contextthrift.integrations.pydantic_ai.capability import FitRequest
    from contextthrift.integrations.pydantic_ai.history import fit_history
except ModuleNotFoundError as error:
    raise without_extra(error, "pydantic-ai") from None

__all__ = ["FitRequest", "fit_history"]
