"""The subtractive pass, slow and obvious: the whole total is summed again before every removal.

`subtract` takes what `contextthrift.subtract_to_fit` takes and changes nothing; it answers with what should
be left and with a log of the removals. Nothing here comes from the library: it is what the library is
compared with.
"""

import math
from contextlib import contextmanager
from dataclasses import dataclass, field
from numbers import Real

EPHEMERAL_PREFIX = "__eph-"
SUMMARY_ID = "__compact-summary"


@dataclass(frozen=True)
class Row:
    name: str
    tokens_before: int
    tokens_after: int
    count_before: int
    count_after: int
    ids: tuple | None = None


@dataclass(frozen=True)
class Cut:
    """One removal that was made because the total was over the budget."""

    step: str
    item: object
    total_before: int
    total_after: int


@dataclass
class Outcome:
    reserve: int
    budget: int
    total_before: int
    total_after: int
    thoughts_note: str
    rows: list
    messages: list
    memories: list
    retrievables: list
    thoughts: list
    tool_calls: list | None
    image_kept: bool | None
    hidden: list
    hide_calls: int
    log: list = field(default_factory=list)

    @property
    def fits(self):
        return self.total_after <= self.budget


# --- sizes


def resolve_budget(window, output_reserve=None, reserve_fraction=0.35):
    if output_reserve is None:
        reserve = math.ceil(window * reserve_fraction)
    else:
        reserve = min(window, max(0, math.ceil(output_reserve)))
    return max(0, window - reserve)


def content_text(content):
    return "" if content is None else str(content)


class Measure:
    """What things cost, by the injected estimator; answers that are not whole are rounded up."""

    def __init__(self, estimate_tokens, encoding, render_ctx, render_tools):
        self.estimate_tokens = estimate_tokens
        self.encoding = encoding
        self.render_ctx = render_ctx
        self.render_tools = render_tools

    def text(self, text):
        return math.ceil(self.estimate_tokens(text, self.encoding))

    def content(self, content):
        if hasattr(content, "estimate"):
            return math.ceil(content.estimate(self.encoding, self.render_ctx))
        return self.text(content_text(content))

    def retrievable(self, retrievable):
        own = getattr(retrievable, "own_tokens", None)
        if own is None and hasattr(retrievable, "estimate"):
            own = retrievable.estimate(self.encoding)
        if isinstance(own, Real):
            return math.ceil(own)
        return self.text(content_text(getattr(retrievable, "content", None)))

    def tools(self, registered, names):
        tools = [tool for tool in registered if tool.name in names]
        if not tools:
            return 0
        if self.render_tools is not None:
            return self.text(self.render_tools(tools))
        return sum(self.text(f"{tool.name}: {getattr(tool, 'description', None) or ''}") for tool in tools)


# --- orders


def created(item):
    return item.created_at_ms


def score(retrievable):
    value = getattr(retrievable, "score", None)
    return 0 if value is None else value


def importance(memory):
    value = getattr(memory, "importance", None)
    return 0 if value is None else value


def default_is_ephemeral(message):
    return message.id.startswith(EPHEMERAL_PREFIX)


def default_is_summary(message):
    return message.id == SUMMARY_ID


def without(items, gone):
    """The list without that very object."""
    return [item for item in items if item is not gone]


# --- the pass


class Pass:
    """The lists as they stand, and what everything in them costs."""

    def __init__(self, ws, measure, budget):
        self.measure = measure
        self.budget = budget
        self.registered = ws.tools.list_tools()
        self.registered_names = [tool.name for tool in self.registered]
        self.image = getattr(ws, "image", None)
        self.image_on = self.image is not None
        self.thoughts = list(ws.thoughts)
        self.retrievables = [item for item in ws.retrievables if not getattr(item, "size_unknown", False)]
        self.memories = list(ws.memories)
        self.messages = list(ws.messages)
        self.tool_calls = list(getattr(ws, "tool_calls", None) or [])
        self.visible = self.registered_names
        self.tool_costs = {}
        self.hide_calls = 0
        self.rows = []
        self.log = []
        standing = getattr(ws, "standing_instructions", None) or []
        self.fixed = sum(measure.content(content) for content in [ws.system_prompt, *standing])
        self.costs = {id(call): call.token_cost for call in self.tool_calls}
        self.costs |= {id(item): measure.retrievable(item) for item in self.retrievables}
        for item in [*self.thoughts, *self.memories, *self.messages]:
            self.costs[id(item)] = measure.content(getattr(item, "content", None))

    def items(self):
        return [*self.thoughts, *self.retrievables, *self.memories, *self.messages, *self.tool_calls]

    def sum(self, items):
        return sum(self.costs[id(item)] for item in items)

    def image_cost(self):
        return self.image.token_cost if self.image_on else 0

    def visible_cost(self):
        names = tuple(self.visible)
        if names not in self.tool_costs:
            self.tool_costs[names] = self.measure.tools(self.registered, names)
        return self.tool_costs[names]

    def total(self):
        return self.fixed + self.image_cost() + self.sum(self.items()) + self.visible_cost()

    def over(self):
        return self.total() > self.budget

    @contextmanager
    def cut(self, step, item):
        """Log the removal of the item, which the caller makes inside."""
        before = self.total()
        yield
        self.log.append(Cut(step, item, before, self.total()))

    def remove(self, bucket, step, item):
        with self.cut(step, item):
            setattr(self, bucket, without(getattr(self, bucket), item))

    def row(self, name, before, after, ids=None):
        """A row from (tokens, count) before and after."""
        self.rows.append(Row(name, before[0], after[0], before[1], after[1], ids))

    def size(self, items):
        return self.sum(items), len(items)

    # 1, 2

    def strip_thoughts(self, enabled, keep):
        before = self.size(self.thoughts)
        if enabled:
            self.thoughts = [thought for thought in self.thoughts if thought.id in (keep or ())]
        after = self.size(self.thoughts)
        self.row("thoughts", before, after)
        if not enabled:
            return "disabled"
        return "dropped" if after[1] < before[1] else "none"

    def show_only(self, names):
        before = self.visible_cost(), len(self.registered)
        self.visible = list(dict.fromkeys(names))
        self.hide_calls += 1
        self.row("tools", before, (self.visible_cost(), len(self.visible)))

    # 3, 4

    def shed_image(self):
        here = 1 if self.image else 0
        before = self.image_cost(), here
        if self.image and self.over():
            with self.cut("image", self.image):
                self.image_on = False
        self.row("image", before, (self.image_cost(), here if self.image_on else 0))

    def shed_tool_calls(self, keep):
        before = self.size(self.tool_calls)
        if not self.tool_calls:
            return
        current = sorted((c for c in self.tool_calls if getattr(c, "this_turn", False)), key=created)
        earlier = sorted((c for c in self.tool_calls if not getattr(c, "this_turn", False)), key=created)
        self.tool_calls = earlier + current
        while earlier and self.over():
            self.remove("tool_calls", "toolCalls", earlier.pop(0))
        while len(current) > keep and self.over():
            self.remove("tool_calls", "toolCalls", current.pop(0))
        self.row("toolCalls", before, self.size(self.tool_calls))

    # 5, 6

    def shed_retrievables(self):
        listed = list(self.retrievables)
        before = self.size(listed)
        self.retrievables.sort(key=score, reverse=True)
        while self.retrievables and self.over():
            self.remove("retrievables", "retrievables", self.retrievables[-1])
        gone = [item for item in listed if not any(item is kept for kept in self.retrievables)]
        surviving = [getattr(kept, "id", None) for kept in self.retrievables]
        ids = tuple(identity for identity in ids_of(gone) if identity not in surviving)
        self.row("retrievables", before, self.size(self.retrievables), ids)

    def shed_memories(self):
        before = self.size(self.memories)
        self.memories.sort(key=importance, reverse=True)
        while self.memories and self.over():
            self.remove("memories", "memories", self.memories[-1])
        self.row("memories", before, self.size(self.memories))

    # 7, 8

    def shed_messages(self, is_ephemeral, is_summary):
        before = self.size(self.messages)
        self.messages.sort(key=created)
        ephemeral = [message for message in self.messages if is_ephemeral(message)]
        for message in ephemeral[:-1]:
            if self.over():
                self.remove("messages", "messages", message)
        while self.over():
            ordinary = [message for message in self.messages if not is_summary(message)]
            if len(ordinary) <= 1:
                break
            self.remove("messages", "messages", ordinary[0])
        self.row("messages", before, self.size(self.messages))

    def shed_thoughts(self, protect):
        before = self.size(self.thoughts)
        self.thoughts.sort(key=created)
        unprotected = [thought for thought in self.thoughts if thought.id not in (protect or ())]
        for thought in unprotected[:-1]:
            if self.over():
                self.remove("thoughts", "thoughts-shed", thought)
        self.row("thoughts-shed", before, self.size(self.thoughts))

    # 9

    def shed_tools(self, protected, rank):
        before = self.visible_cost(), len(self.visible)
        rank = rank or (lambda _name: 0)
        queue = sorted((name for name in self.visible if name not in (protected or ())), key=rank)
        queue += sorted((name for name in self.visible if name in (protected or ())), key=rank)
        for name in queue:
            if not self.over():
                break
            with self.cut("tools-shed", name):
                self.visible.remove(name)
            self.hide_calls += 1
        self.row("tools-shed", before, (self.visible_cost(), len(self.visible)))


def ids_of(retrievables):
    ids = [getattr(item, "id", None) for item in retrievables]
    return tuple(identity for identity in ids if identity is not None)


def subtract(
    ws,
    window,
    relevant_tool_names,
    *,
    estimate_tokens,
    encoding="cl100k_base",
    output_reserve=None,
    reserve_fraction=0.35,
    strip_prior_turn_thoughts=True,
    keep_thought_ids=None,
    protect_thought_ids=None,
    render_tools=None,
    render_ctx=None,
    protected_tool_names=None,
    shed_rank=None,
    is_ephemeral_message=default_is_ephemeral,
    is_summary_message=default_is_summary,
    this_turn_result_keep=3,
):
    budget = resolve_budget(window, output_reserve, reserve_fraction)
    state = Pass(ws, Measure(estimate_tokens, encoding, render_ctx, render_tools), budget)
    total_before = state.total()
    note = state.strip_thoughts(strip_prior_turn_thoughts, keep_thought_ids)
    state.show_only(relevant_tool_names)
    unknown = [item for item in ws.retrievables if getattr(item, "size_unknown", False)]
    if unknown:
        state.row("retrievables-size-unknown", (0, len(unknown)), (0, 0), ids_of(unknown))
    state.shed_image()
    state.shed_tool_calls(this_turn_result_keep)
    state.shed_retrievables()
    state.shed_memories()
    state.shed_messages(is_ephemeral_message, is_summary_message)
    state.shed_thoughts(protect_thought_ids)
    state.shed_tools(protected_tool_names, shed_rank)
    return Outcome(
        reserve=window - budget,
        budget=budget,
        total_before=total_before,
        total_after=state.total(),
        thoughts_note=note,
        rows=state.rows,
        messages=state.messages,
        memories=state.memories,
        retrievables=state.retrievables,
        thoughts=state.thoughts,
        tool_calls=None if getattr(ws, "tool_calls", None) is None else state.tool_calls,
        image_kept=state.image_on if state.image else None,
        hidden=[name for name in state.registered_names if name not in state.visible],
        hide_calls=state.hide_calls,
        log=state.log,
    )


def strip_prior_turn_thoughts(thoughts, *, estimate_tokens, encoding="cl100k_base", keep_ids=None):
    """What stays, how many go, and what the text of those costs."""
    gone = [thought for thought in thoughts if thought.id not in (keep_ids or ())]
    tokens = sum(math.ceil(estimate_tokens(content_text(thought.content), encoding)) for thought in gone)
    return [thought for thought in thoughts if thought.id in (keep_ids or ())], len(gone), tokens
