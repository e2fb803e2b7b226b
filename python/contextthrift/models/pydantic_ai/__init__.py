"""Models of pydantic-ai behind our seam: its model classes and direct requests, never its agent.

Importing this package imports pydantic-ai and takes seconds, so it is imported where a model is made.
"""

from contextthrift.models.pydantic_ai.model import PydanticAIModel
from contextthrift.models.pydantic_ai.opening import open_model

__all__ = ["PydanticAIModel", "open_model"]
