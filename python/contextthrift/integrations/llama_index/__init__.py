"""LlamaIndex: a chat memory that keeps everything and gives what fits.

The extra is ``llama-index``; of LlamaIndex only its core is needed. ``docs/integrations.md`` says what a
memory sees.
"""

from contextthrift.integrations.fitting import FitOptions
from contextthrift.integrations.llama_index.memory import FitMemory

__all__ = ["FitMemory", "FitOptions"]
