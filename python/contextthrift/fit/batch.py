"""``fit_batch``: many conversations fitted at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypedDict, Unpack, cast, overload

from contextthrift.exceptions import ContextThriftError, InvalidArgument, InvalidMessages, WrongType
from contextthrift.fit.chats import fit_together
from contextthrift.fit.door import fit
from contextthrift.fit.frame import Frames
from contextthrift.fit.threads import thread_count
from contextthrift.formats.field import kind_of
from contextthrift.tokens.number import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from contextthrift.fit.fitted import Fitted
    from contextthrift.fit.frame import ReadChat
    from contextthrift.fit.policy import FitPolicy
    from contextthrift.tokens import Encoding, Estimator, OnError

MESSAGES_AT_ONCE: Final = 3_000
"""Messages that one thread takes at once: so many that threads seldom wait for each other."""

OnBatchError: TypeAlias = Literal["raise", "return"]
"""What becomes of the error of a conversation that cannot be fitted."""


class FitArguments(TypedDict, total=False):
    """The arguments of :func:`fit` but for the messages, with its meanings and its defaults."""

    context_window: int | None
    model: str | None
    encoding: str | Encoding | None
    estimate_tokens: Estimator | None
    on_estimator_error: OnError
    system: Any
    tools: Any
    tool_choice: Any
    response_format: Any
    output_reserve: float | None
    format: str
    memories: Sequence[Any]
    retrievables: Sequence[Any]
    query: str | None
    goes_on: bool
    policy: FitPolicy | None


FIT_ARGUMENTS: Final = frozenset(FitArguments.__annotations__)


Conversation: TypeAlias = "Sequence[Any] | Mapping[str, Any]"
"""A list of messages; or a dict with that under ``messages`` and arguments of :func:`fit` beside it."""


@overload
def fit_batch(
    conversations: Iterable[Conversation],
    *,
    threads: int | None = None,
    on_error: Literal["raise"] = "raise",
    **arguments: Unpack[FitArguments],
) -> list[Fitted]: ...
@overload
def fit_batch(
    conversations: Iterable[Conversation],
    *,
    threads: int | None = None,
    on_error: OnBatchError,
    **arguments: Unpack[FitArguments],
) -> list[Fitted | Exception]: ...
def fit_batch(
    conversations: Iterable[Conversation],
    *,
    threads: int | None = None,
    on_error: OnBatchError = "raise",
    **arguments: Unpack[FitArguments],
) -> list[Fitted] | list[Fitted | Exception]:
    """Returns for each conversation what :func:`fit` returns for it alone, in order.

    Plain OpenAI chats are counted and planned together, without the GIL; ``docs/servers.md`` has what that
    gains. All other conversations are fitted one by one.

    Args:
        conversations: Lists of messages. A dict with a list under ``messages`` may hold arguments of
            :func:`fit` beside it, which for this conversation go before ``arguments``.
        threads: How many threads work at most. When not given: as many as there are cores; one where the
            caller's own functions are asked, with ``estimate_tokens`` or by the policy.
        on_error: ``raise`` raises the error of the first conversation that cannot be fitted; ``return`` puts
            each such error in its conversation's place.
        **arguments: Those of :func:`fit`, for all conversations.

    Raises:
        ContextThriftError: as :func:`fit` raises; the message begins with the conversation, as
            ``conversations[3]: messages[1] has no role``. Of an error that is none of ours a note says it.
        WrongType, InvalidArgument: ``conversations``, ``threads`` or ``on_error`` cannot be meant, or
            there is an argument that ``fit`` does not have.

    >>> from contextthrift import fit_batch
    >>> short = [{"role": "user", "content": "Hello!"}]
    >>> long = [{"role": "user", "content": "Where do herons nest? " * 20}]
    >>> batch = fit_batch([short, long, {"messages": long, "context_window": 200}],
    ...     context_window=50, encoding="o200k_base")
    >>> [fitted.fits for fitted in batch]
    [True, False, True]
    """
    if on_error not in ("raise", "return"):
        raise InvalidArgument(f"on_error is {shown(on_error)}; it must be 'raise' or 'return'")
    for name in arguments.keys() - FIT_ARGUMENTS:
        raise WrongType(f"fit_batch() has no argument {name!r}")
    frames = Frames(arguments)
    work = _Work(_listed(conversations), frames, raises=on_error == "raise")
    most = thread_count(threads, default=1 if frames.asks_the_caller else None)
    done: list[Fitted | Exception] = [each for share in work.done(most) for each in share]
    return done


class _Work:
    """The conversations of a batch, in shares that one thread does at once."""

    def __init__(self, conversations: list[Conversation], frames: Frames, *, raises: bool) -> None:
        self._conversations = conversations
        self._frames = frames
        self._raises = raises
        self._counts_here = False

    def done(self, threads: int) -> Iterator[list[Fitted | Exception]]:
        """What becomes of each share, in order."""
        shares = _shares(self._conversations)
        self._counts_here = threads == 1 or len(shares) > 1
        if threads == 1 or len(shares) <= 1:
            yield from map(self._share, shares)
            return
        pool = ThreadPoolExecutor(min(threads, len(shares)), "contextthrift-fit")
        try:
            yield from pool.map(self._share, shares)
        finally:
            pool.shutdown(cancel_futures=True)

    def _share(self, places: range) -> list[Fitted | Exception]:
        done: dict[int, Fitted | Exception] = {}
        together: dict[int, ReadChat] = {}
        for at in places:
            try:
                messages, own = _parted(self._conversations[at])
                chat = self._frames.read(messages, own)
                if chat is None:
                    done[at] = self._alone(messages, own)
                else:
                    together[at] = chat
            except Exception as error:  # noqa: BLE001 - functions of the caller's raise what they like
                done[at] = _named(error, at)
                if self._raises:
                    break  # one before it may be wrong as well, and is told first
        done |= self._together(together)
        wrong = [at for at in sorted(done) if isinstance(done[at], Exception)] if self._raises else []
        for at in wrong:
            raise cast("Exception", done[at])
        return [done[at] for at in places]

    def _together(self, chats: dict[int, ReadChat]) -> dict[int, Fitted | Exception]:
        if not chats:
            return {}
        try:
            frames = self._frames
            fits = fit_together(list(chats.values()), frames.measure, frames.policy, here=self._counts_here)
        except Exception:  # noqa: BLE001 - each by itself says whose error it is
            fits = [None] * len(chats)
        done: dict[int, Fitted | Exception] = {}
        for at, fitted in zip(chats, fits, strict=True):
            try:
                done[at] = fitted or self._alone(*_parted(self._conversations[at]))
            except Exception as error:  # noqa: BLE001 - it is told as this conversation's
                done[at] = _named(error, at)
        return done

    def _alone(self, messages: Sequence[Any], own: Mapping[str, Any]) -> Fitted:
        return fit(messages, **{**self._frames.arguments, **own})


def _listed(conversations: Iterable[Conversation]) -> list[Conversation]:
    if isinstance(conversations, str | bytes | Mapping) or not isinstance(conversations, Iterable):
        raise WrongType(f"conversations is {kind_of(conversations)}; it must be a list of conversations")
    return list(conversations)


def _shares(conversations: list[Conversation]) -> list[range]:
    """Runs of conversations with about as many messages each."""
    shares, begin, messages = [], 0, 0
    for at, each in enumerate(conversations):
        given = each.get("messages") if isinstance(each, Mapping) else each
        messages += len(given) if isinstance(given, Sized) else 0
        if messages >= MESSAGES_AT_ONCE or at + 1 == len(conversations):
            shares.append(range(begin, at + 1))
            begin, messages = at + 1, 0
    return shares


def _parted(conversation: Conversation) -> tuple[Sequence[Any], Mapping[str, Any]]:
    """The messages of a conversation, and the arguments that it has of its own."""
    if not isinstance(conversation, Mapping):
        return conversation, {}
    own = dict(conversation)
    if "messages" not in own:
        raise InvalidMessages(
            f"a dict with the fields {', '.join(map(repr, own)) or 'none'} is no conversation; it must be "
            "a list of messages, or a dict with that under 'messages' and arguments of fit() beside it"
        )
    messages = own.pop("messages")
    for name in own:
        if name not in FIT_ARGUMENTS:
            raise InvalidArgument(f"{shown(name)} is no argument of fit()")
    return messages, own


def _named(error: Exception, at: int) -> Exception:
    """The error with the conversation it is about."""
    if not isinstance(error, ContextThriftError):
        error.add_note(f"in conversations[{at}]")
        return error
    named = type(error)(f"conversations[{at}]: {error}")
    named.__cause__ = error
    return named
