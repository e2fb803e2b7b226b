"""What stands beside a type in ``Annotated``: words, and bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, get_args, get_origin

if TYPE_CHECKING:
    from collections.abc import Iterable

_BOUNDS: Final = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
_LENGTHS: Final = {
    "string": {"min_length": "minLength", "max_length": "maxLength"},
    "array": {"min_length": "minItems", "max_length": "maxItems"},
}


def description(hint: Any) -> str | None:
    """The words beside a type: a text, or what has them (a ``Field`` of pydantic, a ``Doc``).

    >>> description(Annotated[int, "Rows at most"])
    'Rows at most'
    """
    if get_origin(hint) is not Annotated:
        return None
    for note in get_args(hint)[1:]:
        words = note if isinstance(note, str) else _words_of(note)
        if isinstance(words, str) and words.strip():
            return " ".join(words.split())
    return None


def _words_of(note: Any) -> Any:
    return getattr(note, "description", None) or getattr(note, "documentation", None)


def constraints(notes: Iterable[Any], word: str | None) -> dict[str, Any]:
    """The bounds among the notes, such as those of ``annotated_types``, as keywords for a type's word."""
    keywords = _BOUNDS if word in {"integer", "number"} else _LENGTHS.get(word or "", {})
    return {
        keyword: bound
        for note in notes
        for name, keyword in keywords.items()
        if isinstance(bound := getattr(note, name, None), int | float) and not isinstance(bound, bool)
    }


def without_words(hint: Any) -> Any:
    """The hint without the words beside its type, which pydantic would not know what to do with."""
    kind, *notes = get_args(hint)
    kept = tuple(note for note in notes if not isinstance(note, str))
    return Annotated[(kind, *kept)] if kept else kind
