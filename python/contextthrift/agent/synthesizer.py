"""The synthesizer: the answer, from what was done and found."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from contextthrift.agent.call import build_request, call_in_time
from contextthrift.agent.executor import NO_OUTPUT
from contextthrift.agent.progress import trim_findings
from contextthrift.agent.prompts import PromptContext
from contextthrift.agent.reply.answer_filter import AnswerFilter
from contextthrift.agent.reply.plain_text import parse_plain_text
from contextthrift.agent.screen import Screen
from contextthrift.events import ErrorRaised, FinalReasoningDelta, FinalTextDelta
from contextthrift.exceptions import AttachmentsNotSupportedError, ContextWindowExceededError
from contextthrift.record import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from contextthrift.agent.run import Run

NOTHING_TO_SAY = "The steps were carried out, but none of them left a result to report."
_PLACEHOLDER = re.compile(rf"Made \d+ tool call\(s\)\.|{re.escape(NO_OUTPUT)}", re.ASCII)


async def synthesize_answer(run: Run) -> str:
    """The answer: written by the synthesizer, else the steps' own summaries.

    Raises:
        Aborted: The run was told to stop.
        AttachmentsNotSupportedError: The provider refused what is attached.
    """
    written = await _written(run) if run.config.synthesize else ""
    return written or fallback_answer(step.summary for step in run.trace)


def fallback_answer(summaries: Iterable[str]) -> str:
    """The summaries that say something, a blank line between them; a fixed sentence where none does.

    >>> fallback_answer(["Found 3.", "Made 2 tool call(s).", " ", "Sent it."])
    'Found 3.\\n\\nSent it.'
    """
    trimmed = (summary.strip() for summary in summaries)
    said = [summary for summary in trimmed if summary and not _PLACEHOLDER.fullmatch(summary)]
    return "\n\n".join(said) or NOTHING_TO_SAY


async def _written(run: Run) -> str:
    try:
        request = build_request(run, "synthesizer", await _context(run))
        reply = await call_in_time(run, request, _screen(run))
    except Exception as error:
        if run.signal.aborted or isinstance(error, AttachmentsNotSupportedError):
            raise
        if isinstance(error, ContextWindowExceededError):
            run.emit(ErrorRaised(phase="synthesize", error=text_of(error)))
        run.log.warn("the synthesizer failed, the steps' summaries are the answer: %s", error)
        return ""
    run.charge("synthesize", reply.usage)
    run.signal.raise_if_aborted()
    return parse_plain_text(reply.text)


async def _context(run: Run) -> PromptContext:
    return PromptContext(
        goal=run.goal,
        mode=run.config.mode_of("synthesizer"),
        state=await run.state(),
        done=tuple(run.progress),
        findings=tuple(trim_findings(run.findings)),
    )


def _screen(run: Run) -> Screen:
    def text(piece: str) -> None:
        run.emit(FinalTextDelta(delta=piece))

    def thought(piece: str) -> None:
        run.emit(FinalReasoningDelta(delta=piece))

    return Screen(AnswerFilter, text=text, thought=thought if run.shows_thoughts("synthesizer") else None)
