"""LlamaIndex: a chat memory that keeps everything and gives what fits.

The extra is ``llama-index``; of LlamaIndex only its core is needed. ``docs/integrations.md`` says what a
memory sees.
"""

from contextthrift.integrations.extra import without_extra
from contextthrift.integrations.fitting import FitOptions

try:
    from contextthrift.integrations.llama_index.memory import FitMemory
except ModuleNotFoundError as error:
    raise without_extra(error, "llama-index") from None

__all__ = ["FitMemory", "FitOptions"]
