"""The compiled core: flat arrays and text in, counts and indices out.

Columns are anything with a contiguous buffer of the element type named: ``array.array``, ``bytes``
or a numpy array. They are copied before the GIL is released. Errors: ``ValueError`` for columns
that contradict each other or hold a forbidden value, ``OverflowError`` for a total beyond 64 bits,
``KeyError`` for an unknown encoding, ``RuntimeError`` where a counting thread cannot be had.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, final

from typing_extensions import Buffer

# Columns of unsigned 64-bit integers, signed 64-bit integers, doubles, and bytes.
_U64: TypeAlias = Buffer
_I64: TypeAlias = Buffer
_F64: TypeAlias = Buffer
_U8: TypeAlias = Buffer

__all__ = [
    "ACTIONS",
    "BUCKETS",
    "CHANGES",
    "DEFAULT_CACHE_BYTES",
    "DEFAULT_RESERVE_FRACTION",
    "ENCODINGS",
    "FLAG_CONTINUES",
    "FLAG_NOTED",
    "FLAG_PINNED",
    "FLAG_USER",
    "KINDS",
    "LEAST_CACHE_BYTES",
    "MESSAGE_EPHEMERAL",
    "MESSAGE_SUMMARY",
    "RESULT_THIS_TURN",
    "STAGES",
    "THOUGHT_PROTECTED",
    "VERSION",
    "WITHOUT",
    "ConversationPlan",
    "PlainChat",
    "SubtractPlan",
    "TokenizerJson",
    "ToolCatalog",
    "TurnIndex",
    "all_of",
    "asks",
    "cache_clear",
    "cache_info",
    "change_conversations",
    "chat_counts",
    "count",
    "count_batch",
    "count_batch_here",
    "count_up_to",
    "coverage",
    "earlier_turns",
    "fill_by_identifiers",
    "group_turns",
    "identifiers",
    "is_exact",
    "messages_sent",
    "next_odd",
    "noted_costs",
    "plan_conversation",
    "plan_conversations",
    "read_chat",
    "read_claude_chat",
    "read_items",
    "resolve_budget",
    "set_cache_size",
    "shed_sets",
    "subtract",
    "terms",
    "total",
    "words",
]

VERSION: Final[str]
DEFAULT_RESERVE_FRACTION: Final[float]
DEFAULT_CACHE_BYTES: Final[int]
LEAST_CACHE_BYTES: Final[int]
ENCODINGS: Final[tuple[str, ...]]
BUCKETS: Final[tuple[str, ...]]
CHANGES: Final[tuple[str, ...]]
KINDS: Final[tuple[str, ...]]
STAGES: Final[tuple[str, ...]]
ACTIONS: Final[tuple[str, ...]]
WITHOUT: Final[tuple[str, ...]]
FLAG_CONTINUES: Final[int]
FLAG_NOTED: Final[int]
FLAG_PINNED: Final[int]
FLAG_USER: Final[int]
MESSAGE_EPHEMERAL: Final[int]
MESSAGE_SUMMARY: Final[int]
RESULT_THIS_TURN: Final[int]
THOUGHT_PROTECTED: Final[int]

def resolve_budget(window: int, reserve: int | None, fraction: float) -> int:
    """The window without its reserve, in tokens."""

def is_exact(name: str) -> bool:
    """Whether the encoding counts as the model's own tokenizer does."""

def count(name: str, text: str) -> int:
    """The number of tokens of one text."""

def count_up_to(name: str, text: str, limit: int) -> int | None:
    """The number of tokens of one text if it is at most ``limit``; None, sooner, where it is more."""

def count_batch(name: str, texts: Sequence[str]) -> list[int]:
    """The number of tokens of each text, counted on all cores when there is enough to count."""

def count_batch_here(name: str, texts: Sequence[str]) -> list[int]:
    """The same in the caller's thread alone."""

def cache_info() -> tuple[int, int, int, int, int]:
    """Of the cache of counts: hits, misses, entries, bytes, and the bytes it may hold."""

def cache_clear() -> None:
    """Forgets all counts."""

def set_cache_size(max_bytes: int) -> None:
    """Lets the cache hold this many bytes from now on; ``ValueError`` where that is neither 0 nor enough."""

@final
class TokenizerJson:
    """A Hugging Face tokenizer.json."""

    def __new__(cls, file: bytes) -> TokenizerJson:
        """Reads the bytes of the file; ``ValueError`` where they are no tokenizer.json."""

    def count(self, text: str) -> int:
        """The number of tokens of one text."""

    def count_batch(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text, counted on all cores when there is enough to count."""

@final
class ToolCatalog:
    """An index of the tools of a catalogue."""

    def __new__(
        cls, tools: Sequence[tuple[str, str, str, str, str]], weights: Sequence[float]
    ) -> ToolCatalog:
        """Reads the texts of each tool: name, server, description, names of parameters, what is said of them.

        ``ValueError`` where a weight is outside 0 to 1,000; ``weights`` are those of the texts.
        """

    def search(
        self, query: str, limit: int, without: Sequence[int], parts: Sequence[float]
    ) -> list[tuple[int, float]]:
        """The best tools, best first, as places and scores; those ``without`` are left out.

        ``parts`` are what grams, name and server weigh beside the words of the query.
        """

    def bytes(self) -> int:
        """The bytes the index holds."""

def all_of(values: list[Any], kind: type) -> bool:
    """Whether every value is of exactly this type, so that True is no int."""

def total(column: _U64) -> int:
    """The sum of a column."""

def words(text: str) -> list[str]:
    """The distinct words of a text: an ASCII letter and three or more letters or digits, in lower case."""

def coverage(terms: Sequence[str], texts: Sequence[str]) -> list[float]:
    """For each text the share of the distinct terms that are words of it."""

def identifiers(text: str) -> list[str]:
    """The identifiers of a text, as they stand in it, also those that stand in it more than once."""

def fill_by_identifiers(texts: Sequence[str], costs: _U64, recent: int, budget: int) -> list[int]:
    """The places of the texts kept within a budget besides the newest ``recent``, in the order of taking."""

def asks(texts: Sequence[str]) -> list[bool]:
    """Whether each text ends in a question."""

def terms(text: str, parts: bool) -> list[str]:
    """The terms of a text, as often as they occur; parts of identifiers if asked."""

@final
class TurnIndex:
    """Turns, ranked by what a query asks; several threads may use one."""

    def __new__(
        cls,
        bm25: tuple[float, float],
        spread: tuple[float, float, int],
        words: tuple[bool, bool, float],
        grams: int,
        feedback: tuple[int, int, float],
        factors: tuple[float, float],
    ) -> TurnIndex:
        """One without turns; ``ValueError`` for a number that cannot be meant.

        ``bm25`` is k1 and b; ``spread`` weight, decay and reach; ``words`` stemming, parts, and the largest
        share of turns; ``feedback`` turns, terms and weight; ``factors`` for a named author and a question.
        """

    def extend(self, texts: Sequence[str], authors: Sequence[str | None], begins_session: _U8) -> None:
        """Adds turns, oldest first."""

    def best(self, query: str, limit: int) -> list[tuple[int, float]]:
        """Places and scores of the turns with a score above 0, best first, of equals the newest first."""

    def scores(self, query: str) -> list[float]:
        """The score of each turn."""

    def remove_oldest(self, count: int) -> None:
        """Takes out the oldest turns."""

    def size(self) -> int:
        """The bytes it holds."""

    def __len__(self) -> int:
        """How many turns there are."""

def group_turns(
    closes: _U8, message_times: Sequence[str], call_times: Sequence[str]
) -> tuple[list[int], list[int], list[int]]:
    """Where each turn ends, the calls turn by turn, and where those of each turn end.

    ``closes`` marks the messages that end a turn.
    """

def subtract(
    budget: int,
    fixed: int,
    image: int | None,
    tool_calls: tuple[_U64, _I64, _U8],
    this_turn_result_keep: int,
    retrievables: tuple[_U64, _F64],
    memories: tuple[_U64, _F64],
    messages: tuple[_U64, _I64, _U8],
    thoughts: tuple[_U64, _I64, _U8],
    tools: _U64,
) -> SubtractPlan:
    """Plans a working set: a bucket is costs, then times or scores, then flags; tools in shedding order."""

def shed_sets(total: int, budget: int, before: _U64, after: _U64) -> tuple[int, int]:
    """How many steps it takes to fit, and the total then; step ``i`` swaps ``before[i]`` for ``after[i]``."""

def earlier_turns(kind: _U8, flags: _U8) -> list[tuple[int, int]]:
    """From where to where each turn before the current one stands; the first is before the first user."""

def plan_conversation(
    budget: int,
    fixed: int,
    columns: tuple[_U8, _U8, _U64, _U64, _U64],
    forms: tuple[_U64, _U8, _U64, _U64],
    context: _U64,
    scores: _F64 | None,
    unit_scores: _F64 | None,
    keep_first_user: bool,
    this_turn_result_keep: int,
    keep_last_turns: int,
) -> ConversationPlan:
    """The ladder on a repaired conversation.

    ``columns`` are kinds (indices into ``KINDS``), flags, and costs as it stands, as a stub, with a note;
    ``forms`` are places, kinds (indices into ``WITHOUT``), costs, and costs with a note; ``context`` are
    costs in the order in which they go; ``scores`` has one number for each turn of ``earlier_turns``,
    ``unit_scores`` one for each message, that of the unit which begins there.
    """

def plan_conversations(
    offsets: _U64,
    columns: tuple[_U8, _U8, _U64, _U64, _U64],
    fixed: _U64,
    budget: _U64,
    keep_first_user: bool,
    this_turn_result_keep: int,
    keep_last_turns: int,
) -> list[ConversationPlan]:
    """The ladder on many conversations, each by itself, in this thread.

    The conversations stand one behind the other in ``columns``, which are those of ``plan_conversation``;
    ``offsets`` says where each begins and last where the last one ends. ``fixed`` and ``budget`` have one
    number for each.
    """

def change_conversations(
    offsets: _U64,
    columns: tuple[_U8, _U8, _U64, _U64, _U64],
    fixed: _U64,
    budget: _U64,
    keep_first_user: bool,
    this_turn_result_keep: int,
    keep_last_turns: int,
    threads: int,
) -> tuple[bytes, bytes, bytes]:
    """What ``plan_conversations`` makes of them, on at most so many threads.

    For each message its index into ``CHANGES``; for each conversation its tokens before any cut, and those
    of what stays, as unsigned 64-bit integers.
    """

@final
class SubtractPlan:
    """Survivors as indices into the columns, in their new order: a range where they stand side by side."""

    @property
    def total_before(self) -> int:
        """Tokens of everything, before any cut."""
    @property
    def total_after(self) -> int:
        """Tokens of what stays."""
    @property
    def rows(self) -> list[tuple[int, int, int, int]]:
        """Tokens before and after, items before and after, per bucket of ``BUCKETS``."""
    @property
    def image_kept(self) -> bool | None:
        """Whether the image stays; None without one."""
    @property
    def tool_calls(self) -> range | list[int]:
        """Results of earlier turns by time, then those of this turn by time."""
    @property
    def retrievables(self) -> range | list[int]:
        """Highest score first."""
    @property
    def memories(self) -> range | list[int]:
        """Most important first."""
    @property
    def messages(self) -> range | list[int]:
        """Oldest first."""
    @property
    def thoughts(self) -> range | list[int]:
        """Oldest first."""
    @property
    def tools_shed(self) -> int:
        """How many tools go, from the front of the column."""

@final
class PlainChat:
    """The columns of a list of messages that needs no repair; a row is a message or one result of several."""

    @property
    def kinds(self) -> bytes:
        """The code of each message's kind."""
    @property
    def flags(self) -> bytes:
        """The flags of each."""
    @property
    def texts(self) -> list[str]:
        """All texts, message by message, with U+FFFD for half a surrogate pair; none where lengths do."""
    @property
    def tools(self) -> list[str]:
        """The distinct names of the tools that are called."""
    @property
    def has_parts(self) -> bool:
        """Whether a message may be several rows."""
    def sources(self) -> bytes:
        """For each row its message, as unsigned 64-bit numbers; none where each row is a message."""
    @property
    def parts(self) -> list[tuple[int, int]]:
        """For each row its message and which result of it; none where each row is a message."""
    @property
    def openings(self) -> list[int]:
        """Places of the user messages that open a turn."""
    @property
    def odd(self) -> list[int]:
        """Places of the messages that ``read`` read."""
    @property
    def media(self) -> list[int]:
        """Places of those that hold images, files or recordings."""
    @property
    def is_inexact(self) -> bool:
        """Whether some message costs an estimate that is not published."""

    def tool_of(self, place: int) -> str | None:
        """The tool whose call a result answers; None for any other message."""

    def costs(self, counts: _U64) -> bytes:
        """The cost of each message, by the counts of ``texts``."""

    def stub_costs(self, costs: _U64, counts: _U64, stubs: _U64) -> bytes:
        """The same with a stub as the content of each result, by the counts of a stub for each tool.

        A result that says that its call was not run gets none, and neither does an odd one.
        """

def chat_counts(chats: Sequence[PlainChat], encoding: str, here: bool) -> list[bytes]:
    """For each chat the tokens of each of its ``texts``, as unsigned 64-bit integers.

    All are counted together, on all cores or ``here`` in the caller's thread alone.
    """

def noted_costs(
    chats: Sequence[PlainChat],
    encoding: str,
    note: tuple[str, str],
    costs: Sequence[_U64],
    counts: Sequence[_U64],
) -> list[tuple[bytes, list[int]]]:
    """For each chat its costs with a note in each of ``openings``, and the places of those that have one.

    ``note`` is what stands in front of parts, and what in front of a text; odd messages get none.
    """

def read_chat(
    messages: list[Any],
    framing: tuple[int, int, int, int, int],
    words: tuple[str, str, str],
    encoding: str | None,
    read: Callable[[Any, int], tuple[Any, ...]] | None,
) -> PlainChat | None:
    """Reads messages; None where a result does not stand directly behind its call, or a call has none.

    ``framing`` is what stands around a message, a role, a name, a call and a result, in tokens; ``words`` are
    what a result says whose call was not run, what the note about a gap says, and the id of a summary. Where
    ``encoding`` asks for nothing but lengths, texts are not kept. ``read`` reads what is no dict of texts and
    calls of functions: kind, whether it is a summary, tokens besides texts, texts, ids and names of calls,
    the id that it answers, whether it holds media, and whether its cost is exact. Without it None is returned
    where there is such a message.
    """

def read_claude_chat(
    messages: list[Any],
    framing: tuple[int, int, int, int],
    words: tuple[str, str, str],
    encoding: str | None,
    read: Callable[[Any, int], tuple[Any, ...] | None],
    written: Callable[[Any], str],
) -> PlainChat | None:
    """Reads Claude's messages, as ``read_chat`` does OpenAI's; each result is a row of its own.

    ``framing`` is what stands around a block, a call and a result, in tokens, and how many characters of what
    is encrypted are taken for a token. ``read`` answers None where a message is no single row. ``written`` is
    the JSON of a call's input where that is not made of dicts, lists, texts and numbers alone.
    """

def read_items(
    items: list[Any],
    framing: tuple[int, int, int, int],
    words: tuple[str, str, str],
    encoding: str | None,
    read: Callable[[Any, int], tuple[Any, ...] | None],
) -> PlainChat | None:
    """Reads items of OpenAI Responses, as ``read_chat`` does messages of OpenAI chat.

    ``framing`` is what stands around a message, a call and a result, in tokens, and how many characters of
    what is encrypted are taken for a token. ``read`` answers None where an item is nothing without others.
    """

def messages_sent(
    chat: PlainChat,
    messages: list[Any],
    plan: ConversationPlan,
    stubs: Sequence[str],
    note: str,
    before: str,
    others: Sequence[int],
) -> tuple[list[Any], bytes, bytes, list[tuple[int, int, list[int]]]]:
    """What a plan leaves: the messages, the places of stubs and of what went as columns of uint64, and what
    is to be edited.

    ``stubs`` is a text for each of the chat's tools; a gap note is ``before`` in front of a text and ``note``
    in front of parts. To be edited are those at the places ``others`` and odd ones, to be joined those that a
    cut made neighbours: from where to where they stand in the new list, and their rows.
    """

def next_odd(messages: list[Any], start: int, end: int, roles: Sequence[str], signs: Sequence[str]) -> int:
    """The first message from ``start`` to before ``end`` that is more than texts and one of ``roles``.

    So is one with a field of ``signs`` that is not None; ``end`` where there is none.
    """

@final
class ConversationPlan:
    """How far the ladder was walked."""

    @property
    def total_before(self) -> int:
        """Tokens of everything, before any cut."""
    @property
    def total_after(self) -> int:
        """Tokens of what stays."""
    @property
    def made(self) -> list[tuple[int, int, int, int, int, int]]:
        """Every change: stage, number of the cut, place, action, tokens before, tokens after."""
    @property
    def stages(self) -> list[tuple[int, int, int, int]]:
        """Those that cut something: stage, messages and items changed, tokens of those before and after."""
    @property
    def current(self) -> list[int]:
        """Places of the newest unit and of the current turn's user messages."""
    @property
    def newest_results(self) -> list[int]:
        """Places of the newest unit's results."""

    def kept(self, messages: int) -> bytes:
        """For each of so many messages 1 where it stays and 0 where it was left out."""

    def edits(self, places: Sequence[int]) -> list[tuple[int, int]]:
        """The changes to those of ``places`` that stay, in the order made: place, action."""
