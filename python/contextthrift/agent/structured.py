"""An answer in a shape: asked for as structured output, and in words where that fails."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from contextthrift.agent.call import build_request, call_in_time
from contextthrift.agent.reply.json_object import find_object
from contextthrift.agent.reply.thinking import strip_thinking
from contextthrift.exceptions import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from contextthrift.agent.prompts import PromptContext
    from contextthrift.agent.run import Run
    from contextthrift.agent.spent import Spent
    from contextthrift.models import Reply
    from contextthrift.models.base import Stage

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape(Generic[T]):
    """A shape an answer can have, and how it is read."""

    stage: Stage
    schema: Mapping[str, Any]
    read_object: Callable[[Mapping[str, Any]], T | None]
    """Reads an object of the schema; None for one that does not have the shape."""
    read_text: Callable[[str], T]
    """Reads any text at all."""
    read_prose: Callable[[Run, Reply], T | None] = lambda _run, _reply: None
    """Reads an answer that is no object of the schema; None where it says nothing that counts."""
    raised_at_once: tuple[type[Exception], ...] = ()
    """Errors for which asking in words is no help; after an abort none is asked for."""

    async def ask(
        self,
        run: Run,
        context: PromptContext,
        spent: Spent,
        before_fallback: Callable[[Exception], None] | None = None,
        *,
        in_words: bool = False,
    ) -> T:
        """The answer: structured where the model can do that, in words where it cannot or that fails.

        ``in_words`` asks in words at once.
        """
        if self._is_native(run) and not in_words:
            try:
                return await self._structured(run, replace(context, mode="native"), spent)
            except Exception as error:
                if run.signal.aborted or isinstance(error, self.raised_at_once):
                    raise
                run.log.warn("the %s gave no structured answer, asking in words: %s", self.stage, error)
                if before_fallback is not None:
                    before_fallback(error)
        request = build_request(run, self.stage, replace(context, mode="prompted"))
        reply = await call_in_time(run, request)
        spent.add(reply.usage)
        read = self.read_prose(run, reply) or self.read_text(reply.text)
        run.log.debug("the %s's answer was read as %s", self.stage, read)
        return read

    def _is_native(self, run: Run) -> bool:
        can = run.config.model_of(self.stage).capabilities.structured_output
        return run.config.mode_of(self.stage) == "native" and can is not False

    async def _structured(self, run: Run, context: PromptContext, spent: Spent) -> T:
        request = build_request(run, self.stage, context, output_schema=self.schema)
        reply = await call_in_time(run, request)
        spent.add(reply.usage)
        found = find_object(strip_thinking(reply.text), tuple(self.schema["properties"]))
        answer = self.read_prose(run, reply) if found is None else self.read_object(found)
        if answer is None:
            wanted = ", ".join(self.schema["required"])
            raise ModelError(
                f"the answer has not the shape asked for, an object with {wanted}: {reply.text!r:.200}"
            )
        run.log.debug("the %s's answer was read as %s", self.stage, answer)
        return answer
