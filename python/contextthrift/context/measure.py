"""Measuring a working set: every text once, all texts together."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from types import NoneType
from typing import TYPE_CHECKING, Any

from contextthrift import _native
from contextthrift.context.items import Retrievable
from contextthrift.exceptions import WrongType
from contextthrift.tokens import Tokenizable
from contextthrift.tokens.estimator import Custom
from contextthrift.tokens.number import is_number, whole_number, whole_tokens

if TYPE_CHECKING:
    from contextthrift.context.argument import Name
    from contextthrift.context.items import Content
    from contextthrift.tokens import Encoding


class Batch:
    """The texts of one pass, gathered bucket by bucket and then measured together.

    An encoding of the package measures them in one native call; a function is called once for each.
    """

    def __init__(self, measure: Encoding, ctx: object) -> None:
        """``ctx`` is what contents are rendered and asked for their own size with."""
        self._measure = measure
        self._encoding = measure.counter.encoding if isinstance(measure.counter, Custom) else measure.name
        self._ctx = ctx
        self._texts: list[str] = []
        self._given: dict[int, int] = {}
        self._starts: list[int] = []
        self._names: list[Name] = []

    def renewed(self) -> Batch:
        """An empty batch that measures in the same way."""
        return Batch(self._measure, self._ctx)

    def add(self, bucket: Name, contents: list[Content]) -> slice:
        """Takes the contents of a bucket; says where their costs will stand."""
        start = self._open(bucket)
        if _native.all_of(contents, str):
            self._texts += contents
        else:
            for content in contents:
                self._add_content(content)
        return slice(start, len(self._texts))

    def add_retrievables(self, bucket: Name, retrievables: list[Any]) -> slice:
        """Takes passages: the size they know themselves, else their text without the live context."""
        start = self._open(bucket)
        texts = _plain_texts(retrievables)
        if texts is not None:
            self._texts += texts
        else:
            for passage in retrievables:
                self._add_retrievable(passage)
        return slice(start, len(self._texts))

    def run(self) -> array[int]:
        """The costs of everything taken, in tokens, as a native column."""
        if not self._given:
            return self._measure.column(self._texts, self._name)
        places = [place for place in range(len(self._texts)) if place not in self._given]
        texts = [self._texts[place] for place in places]
        counts = self._measure.column(texts, lambda i: self._name(places[i]))
        costs = self._given | dict(zip(places, counts, strict=True))
        return array("Q", [costs[place] for place in range(len(self._texts))])

    def _open(self, bucket: Name) -> int:
        self._starts.append(len(self._texts))
        self._names.append(bucket)
        return len(self._texts)

    def _add_content(self, content: Content) -> None:
        if isinstance(content, Tokenizable):
            if content.is_static and not self._measure.is_custom:
                self._give(content.estimate(self._measure))
                return
        elif content is not None and callable(own := getattr(content, "estimate", None)):
            self._give(own(self._encoding, self._ctx))
            return
        self._add_text(content, self._ctx)

    def _add_retrievable(self, passage: Any) -> None:
        """A size it was given, else a size it tells when asked, else its text."""
        given = getattr(passage, "own_tokens", None)
        if given is not None:
            self._give(whole_number(given, self._name(len(self._texts)) + ".own_tokens"))
            return
        ask = getattr(passage, "estimate", None)
        answer = ask(self._encoding) if callable(ask) else None
        if answer is not None and is_number(answer):
            self._give(answer)
        else:
            self._add_text(getattr(passage, "content", None), None)

    def _add_text(self, content: Content, ctx: object) -> None:
        if not isinstance(content, str):
            content = rendered(content, ctx, self._name(len(self._texts)))
        self._texts.append(content)

    def _give(self, answer: object) -> None:
        """Takes a size that is known already; the empty text only holds its place and is never measured."""
        place = len(self._texts)
        self._given[place] = whole_tokens(answer, "the estimate of " + self._name(place))
        self._texts.append("")

    def _name(self, place: int) -> str:
        bucket = bisect_right(self._starts, place) - 1
        return self._names[bucket].format(place - self._starts[bucket])


def _plain_texts(retrievables: list[Any]) -> list[str] | None:
    """The texts of passages of our own type that hold nothing but text; None where there are others."""
    if not _native.all_of(retrievables, Retrievable):
        return None
    contents = [passage.content for passage in retrievables]
    sizes = [passage.own_tokens for passage in retrievables]
    return contents if _native.all_of(contents, str) and _native.all_of(sizes, NoneType) else None


def rendered(content: Content, ctx: object, name: str) -> str:
    """The text of a content; no content is empty text.

    Raises:
        WrongType: the object has only the language's default rendering.
    """
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, Tokenizable):
        return content.render(ctx)
    if isinstance(content, bytes | bytearray) or not any(
        "__str__" in vars(kind) for kind in type(content).__mro__[:-1]
    ):
        raise WrongType(
            f"{name} is {type(content).__name__}, which renders to no text; give it a __str__ or an estimate"
        )
    return str(content)
