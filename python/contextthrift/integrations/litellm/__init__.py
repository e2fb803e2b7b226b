"""LiteLLM: its calls, its callbacks (SDK, router and proxy) and its ``trim_messages``.

The extra is ``litellm``. ``docs/integrations.md`` says what each hook sees.
"""

from contextthrift.integrations.extra import without_extra
from contextthrift.integrations.fitting import FitOptions

try:
    from contextthrift.integrations.litellm.calls import acompletion, completion, fit_arguments
    from contextthrift.integrations.litellm.handler import FitHandler, proxy_handler
    from contextthrift.integrations.litellm.trim import trim_messages
except ModuleNotFoundError as error:
    raise without_extra(error, "litellm") from None

__all__ = [
    "FitHandler",
    "FitOptions",
    "acompletion",
    "completion",
    "fit_arguments",
    "proxy_handler",
    "trim_messages",
]
