"""Models behind litellm: gateways and whatever else it reaches.

litellm is the extra ``litellm``. It takes seconds to import and is imported at the first call, in a thread.
"""

from contextthrift.models.litellm.model import LiteLLMModel

__all__ = ["LiteLLMModel"]
