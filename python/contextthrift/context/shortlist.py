"""The tools of one dispatch: which are visible, what they cost, in which order they would go."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

from contextthrift.context.argument import Ids, real_number
from contextthrift.exceptions import WrongType

if TYPE_CHECKING:
    from contextthrift.context.items import Content, ToolLike, ToolRegistryLike

RenderTools: TypeAlias = Callable[[list["ToolLike"]], str]
"""How a list of tools becomes the one text the model reads."""

ShedRank: TypeAlias = Callable[[str], float]
"""A tool's name to its rank; the lowest goes first."""


class Shortlist:
    """The registry as it stood, and the distinct names that are to be seen."""

    def __init__(self, registry: ToolRegistryLike, names: Iterable[str]) -> None:
        """Reads the registry once; names that are not registered are remembered all the same."""
        if isinstance(names, str | bytes) or not isinstance(names, Iterable):
            raise WrongType(f"relevant_tool_names is {type(names).__name__}; it must be a list of names")
        names = list(names)
        for place, name in enumerate(names):
            if not isinstance(name, str):
                raise WrongType(f"relevant_tool_names[{place}] is {type(name).__name__}; it must be a name")
        self._registry = registry
        self.registered = list(registry.list_tools())
        self.visible = list(dict.fromkeys(names))

    def select(self, names: Iterable[str]) -> list[ToolLike]:
        """The registered tools with one of these names, in registry order."""
        wanted = set(names)
        return [tool for tool in self.registered if tool.name in wanted]

    def texts(self, render: RenderTools | None) -> list[Content]:
        """What to measure: each tool's text, or the rendered whole and the rendered shortlist."""
        if render is None:
            return [described(tool) for tool in self.registered]
        return [rendered_set(tools, render) for tools in (self.registered, self.select(self.visible))]

    def shed_order(self, rank: ShedRank | None, protected: Ids) -> list[str]:
        """The visible names in the order in which they would go."""
        ranks = {
            name: real_number(rank(name), f"shed_rank({name!r})") if rank else 0.0 for name in self.visible
        }
        return sorted(self.visible, key=lambda name: (name in protected, ranks[name]))

    def show(self, names: Iterable[str]) -> None:
        """Tells the registry to hide every registered name but these."""
        shown = set(names)
        self._registry.set_hidden([tool.name for tool in self.registered if tool.name not in shown])


class _NoTools:
    """The content of an empty set, which costs nothing whatever the estimator asks for empty text."""

    def estimate(self, _encoding: str, _ctx: object) -> int:
        return 0


def rendered_set(tools: list[ToolLike], render: RenderTools) -> Content:
    """The one text of a set of tools; the renderer is not asked about an empty set."""
    if not tools:
        return _NoTools()
    text = render(tools)
    if not isinstance(text, str):
        raise WrongType(f"render_tools returned {type(text).__name__}, not a string")
    return text


def described(tool: ToolLike) -> str:
    """What a tool costs when no renderer is given: its name and its description."""
    return f"{tool.name}: {getattr(tool, 'description', None) or ''}"
