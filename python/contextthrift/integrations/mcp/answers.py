"""What the tools answer; their output schemas are made of these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field

from contextthrift.fit.trace import STAGE_NOTES
from contextthrift.tokens import find_model

if TYPE_CHECKING:
    from contextthrift.fit import Cut, Fitted, FitTrace
    from contextthrift.fit.request import Request
    from contextthrift.tokens import Encoding


class Counted(BaseModel):
    """The size of a conversation or of a text."""

    tokens: int = Field(description="The size in tokens")
    encoding: str = Field(description="What measured it")
    exact: bool = Field(description="False where the size is an estimate")
    window: int | None = Field(default=None, description="The model's window, where a model was named")
    left: int | None = Field(default=None, description="What is left of the window; below 0 it is exceeded")

    @classmethod
    def of_text(cls, text: str, measure: Encoding, model: str | None) -> Counted:
        """The size of a text."""
        is_stand_in = model is not None and find_model(model).encoding_is_stand_in
        is_exact = measure.exact and not is_stand_in
        return cls(tokens=measure.count(text), encoding=measure.name, exact=is_exact).beside(model)

    @classmethod
    def of_messages(cls, request: Request, model: str | None) -> Counted:
        """The size of a conversation with all that is sent beside it."""
        counted = cls(tokens=request.total, encoding=request.measure.name, exact=request.is_exact)
        return counted.beside(model)

    def beside(self, model: str | None) -> Counted:
        """Itself, with the window of the model that is named and known."""
        if model is not None:
            self.window = find_model(model).window
            self.left = self.window - self.tokens
        return self


class Sizes(BaseModel):
    """What a fit came to, in tokens."""

    fits: bool = Field(description="False where even the least that can be sent is over the budget")
    summary: str = Field(description="Sizes and verdict in one line")
    window: int = Field(description="The window")
    budget: int = Field(description="What of the window may be filled: without the reply's reserve")
    tokens_before: int = Field(description="The size before")
    tokens_after: int = Field(description="The size afterwards; of a refused request, its least")
    exact: bool = Field(description="False where sizes are estimates")
    repairs: list[str] = Field(description="Broken pairs of tool calls and results that were mended first")

    @classmethod
    def told(cls, made: FitTrace) -> dict[str, Any]:
        """The fields of a fit."""
        return {
            "fits": made.fits,
            "summary": made.summary(),
            "window": made.window,
            "budget": made.budget,
            "tokens_before": made.total_before,
            "tokens_after": made.total_after,
            "exact": made.exact,
            "repairs": [f"messages[{each.index}] {each.action}: {each.detail}" for each in made.repairs],
        }


class Fit(Sizes):
    """A fitted conversation."""

    messages: list[Any] | None = Field(description="The messages to send; null where it does not fit")
    tools: list[Any] | None = Field(description="The tools to send; null where none are left")
    dropped: list[int] = Field(description="Places in your list of the messages that were left out")
    stubbed: list[int] = Field(description="Places in your list of the tool results that became stubs")

    @classmethod
    def of(cls, trace: FitTrace, fitted: Fitted | None) -> Fit:
        """The answer of a fit; nothing to send where it is refused."""
        return cls(
            **Sizes.told(trace),
            messages=None if fitted is None else fitted.messages,
            tools=None if fitted is None else fitted.tools,
            dropped=[] if fitted is None else list(fitted.dropped),
            stubbed=[] if fitted is None else list(fitted.stubbed),
        )


class Change(BaseModel):
    """One cut."""

    step: int = Field(description="Cuts of one number were made together")
    kind: Literal["message", "passage", "memory", "tool"] = Field(description="What was cut")
    index: int = Field(description="Its place in the list you gave; -1 for a result that was added")
    action: str = Field(description="What was done: stub, trim, drop, note, unnote, shorten or leave-out")
    stage: str = Field(description="The stage that did it")
    why: str = Field(description="What that stage cuts, in words")
    tokens_before: int = Field(description="Its size before")
    tokens_after: int = Field(description="Its size afterwards")

    @classmethod
    def of(cls, cut: Cut) -> Change:
        """A cut of a trace."""
        return cls(
            step=cut.step,
            kind=cut.kind,
            index=cut.index,
            action=cut.action,
            stage=cut.stage,
            why=STAGE_NOTES.get(cut.stage, ""),
            tokens_before=cut.tokens_before,
            tokens_after=cut.tokens_after,
        )


class Explained(Sizes):
    """Why each cut of a fit was made; the conversation itself is not in it."""

    cuts: list[Change] = Field(description="The cuts in the order made; empty where everything fits")

    @classmethod
    def of(cls, trace: FitTrace) -> Explained:
        """The answer about a fit."""
        return cls(**Sizes.told(trace), cuts=[Change.of(cut) for cut in trace.cuts])
