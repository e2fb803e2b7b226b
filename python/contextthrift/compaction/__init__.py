"""Older turns as one summary, written by a model the caller brings. It is asynchronous, as models are."""

from contextthrift.compaction.assemble import assemble_compacted_turns
from contextthrift.compaction.prompt import SUMMARY_PROMPT
from contextthrift.compaction.state import CompactedTurns, CompactionState
from contextthrift.compaction.summarise import summarise_turns
from contextthrift.compaction.summariser import Summarize, SummaryCost

__all__ = [
    "SUMMARY_PROMPT",
    "CompactedTurns",
    "CompactionState",
    "Summarize",
    "SummaryCost",
    "assemble_compacted_turns",
    "summarise_turns",
]
