"""The last resort: which visible tools go."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from contextthrift import _native
from contextthrift.context.shortlist import RenderTools, rendered_set

if TYPE_CHECKING:
    from contextthrift.context.flatten import FlatSet


@dataclass(slots=True, kw_only=True)
class ToolSheds:
    """The names that go, in their order, and what is left then."""

    names: list[str]
    tokens_after: int
    """Tokens of the tools that stay."""
    total_after: int
    """Tokens of everything that stays."""

    @classmethod
    def of(cls, flat: FlatSet, plan: _native.SubtractPlan) -> ToolSheds:
        """Reads the plan; tools that one text covers are decided here, and only if all else did not fit."""
        if flat.tools.by_name is not None:
            names = flat.shed_order()[: plan.tools_shed]
            after = flat.tools.visible_tokens - sum(flat.tools.by_name[name] for name in names)
            return cls(names=names, tokens_after=after, total_after=plan.total_after)
        sheds = cls(names=[], tokens_after=flat.tools.visible_tokens, total_after=plan.total_after)
        if plan.total_after > flat.options.budget and flat.options.render_tools:
            sheds._shed_rendered(flat, flat.options.render_tools)
        return sheds

    def _shed_rendered(self, flat: FlatSet, render: RenderTools) -> None:
        """Renders what is left after each name in growing strides, so that little is rendered in vain."""
        queue = flat.shed_order()
        stride = 1
        while queue:
            names, queue = queue[:stride], queue[stride:]
            steps = self._walk(flat, render, names)
            self.names += names[:steps]
            if steps < len(names) or self.total_after <= flat.options.budget:
                return
            stride *= 2

    def _walk(self, flat: FlatSet, render: RenderTools, names: list[str]) -> int:
        left = list(flat.shortlist.visible)
        sets = flat.batch.renewed()
        for name in (*self.names, *names):
            left.remove(name)
            if name not in self.names:
                sets.add("tools", [rendered_set(flat.shortlist.select(left), render)])
        after = sets.run()
        before = [self.tokens_after, *after[:-1]]
        steps, total = _native.shed_sets(
            self.total_after, flat.options.budget, array("Q", before), array("Q", after)
        )
        self.total_after = total
        self.tokens_after = after[steps - 1] if steps else self.tokens_after
        return steps
