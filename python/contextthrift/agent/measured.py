"""The tokens of an agent's requests, each part of them counted once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from contextthrift.agent.chat_form import chat_form, chat_tools
from contextthrift.exceptions import ContextThriftError
from contextthrift.fit import count_messages
from contextthrift.formats.framing import OPENAI
from contextthrift.tokens import Encoding, find_model, get_encoding

if TYPE_CHECKING:
    from contextthrift.models import Model, ModelMessage, ModelRequest

UPWARD: Final = "claude"
"""The measure for a model whose tokenizer nobody has: an estimate that leans upwards."""


class Measured:
    """What requests to one model take, in tokens, as far as it can be told without the provider."""

    __slots__ = ("_beside", "_messages", "encoding", "is_exact")

    def __init__(self, encoding: Encoding, *, is_exact: bool) -> None:
        """Measures with an encoding; ``is_exact`` says whether it is the model's own, see `encoding_of`."""
        self.encoding, self.is_exact = encoding, is_exact
        self._messages: dict[int, tuple[ModelMessage, int]] = {}
        self._beside: dict[Any, tuple[ModelRequest, int]] = {}

    def of(self, request: ModelRequest) -> int:
        """The whole request."""
        return self.beside(request) + OPENAI.request + sum(map(self._message, request.messages))

    def beside(self, request: ModelRequest) -> int:
        """What stands beside the messages and always stays: system text, tools, the shape of the answer."""
        schemas = tuple(id(tool.input_schema) for tool in request.tools)
        key = request.system, schemas, id(request.output_schema)
        known = self._beside.get(key)
        if known is None:
            known = self._beside[key] = request, self._count_beside(request)
        return known[1]

    def _count_beside(self, request: ModelRequest) -> int:
        return count_messages(
            [],
            encoding=self.encoding,
            system=request.system or None,
            tools=chat_tools(request) or None,
            response_format=request.output_schema,
            format="openai",
        )

    def _message(self, message: ModelMessage) -> int:
        """By its identity; it is held so that nothing else gets its id."""
        known = self._messages.get(id(message))
        if known is None:
            known = self._messages[id(message)] = message, self._count_message(message)
        return known[1]

    def _count_message(self, message: ModelMessage) -> int:
        form = chat_form([message])
        return count_messages(form, encoding=self.encoding, format="openai") - OPENAI.request


def encoding_of(model: Model) -> tuple[Encoding, bool]:
    """The encoding that measures text for a model, and whether it is the model's own."""
    try:
        known = find_model(model.name)
        encoding = get_encoding(known.encoding)
    except ContextThriftError:
        return get_encoding(UPWARD), False
    return encoding, encoding.exact and not known.encoding_is_stand_in
