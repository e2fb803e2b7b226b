"""What a message costs for the provider behind a framework, whose own message types know none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from contextthrift.exceptions import UnknownModel
from contextthrift.formats.framing import ANTHROPIC, GEMINI, OPENAI, OPENAI_RESPONSES, Framing
from contextthrift.formats.image_cost import anthropic_image_tokens, gemini_image_tokens, openai_image_tokens
from contextthrift.tokens import find_model

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from contextthrift.formats.image_size import Size


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialect:
    """One provider's costs, in tokens, and its demands."""

    framing: Framing
    """What stands around texts."""
    image: Callable[[Size | None, str | None, str | None], int]
    """What an image costs: its size, the detail asked for, the model."""
    is_by_block: bool = True
    """Every block has its own share of the framing; otherwise every message has."""
    begins_with_user: bool = True
    """Whether a list whose first message is not the user's is refused."""
    is_exact: bool = False
    """Whether what plain texts cost is published."""

    def frame(self, blocks: int) -> int:
        """What stands around a message of so many blocks."""
        around = self.framing.message + self.framing.role
        return around * max(1, blocks) if self.is_by_block else around

    def file(self, media_type: str) -> int:
        """What a file costs of which nobody counted pages or seconds."""
        kinds = {"audio": self.framing.audio, "video": self.framing.video}
        return kinds.get(media_type.partition("/")[0], 0) or self.framing.file


_OPENAI: Final = Dialect(
    framing=OPENAI, image=openai_image_tokens, is_by_block=False, begins_with_user=False, is_exact=True
)
_RESPONSES: Final = Dialect(
    framing=OPENAI_RESPONSES, image=openai_image_tokens, is_by_block=False, begins_with_user=False
)
_ANTHROPIC: Final = Dialect(
    framing=ANTHROPIC, image=lambda size, _, model: anthropic_image_tokens(size, model)
)
_GEMINI: Final = Dialect(
    framing=GEMINI, image=lambda size, level, model: gemini_image_tokens(size, model, level)
)
_DIALECTS: Final[Mapping[str | None, Dialect]] = {"anthropic": _ANTHROPIC, "google": _GEMINI}


def dialect_of(model: str | None, *, is_responses: bool = False) -> Dialect:
    """The dialect of a model's maker; that of OpenAI's chat for all who speak like it, and for unknown names.

    ``is_responses`` where OpenAI's Responses are what is sent.

    >>> dialect_of("claude-sonnet-4-5").framing is ANTHROPIC, dialect_of(None).is_exact
    (True, True)
    """
    spoken = _RESPONSES if is_responses else _OPENAI
    try:
        return _DIALECTS.get(find_model(model).provider, spoken) if model is not None else spoken
    except UnknownModel:
        return spoken
