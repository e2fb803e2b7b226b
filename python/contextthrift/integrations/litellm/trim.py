"""In the place of litellm's ``trim_messages``: the same arguments, a list that providers take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from contextthrift.exceptions import InvalidArgument, UnknownModel
from contextthrift.integrations.fitting import FitOptions, Seen
from contextthrift.integrations.litellm.window import longest_input
from contextthrift.tokens import DEFAULT_ENCODING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.fit import FitPolicy
    from contextthrift.tokens import Encoding

TRIM_RATIO: Final = 0.75
"""litellm's own ``DEFAULT_TRIM_RATIO``."""


def trim_messages(
    messages: Sequence[Any],
    model: str | None = None,
    trim_ratio: float = TRIM_RATIO,
    return_response_tokens: bool = False,
    max_tokens: int | None = None,
    *,
    encoding: str | Encoding | None = None,
    policy: FitPolicy | None = None,
) -> Any:
    """The messages that fit, as ``litellm.utils.trim_messages`` is asked for them.

    Calls and results stay together, system messages stay whole, and what is kept is the caller's own
    objects. Tools are not counted, as there; :func:`fit_arguments` counts them.

    Args:
        messages: The messages of a call of litellm; never changed.
        model: The model's name; it gives the limit where ``max_tokens`` does not, and measures text.
        trim_ratio: The share of the model's longest input that may be filled, above 0 and up to 1.
        return_response_tokens: Return also how many tokens of the limit are left.
        max_tokens: What the messages may take, in tokens.
        encoding: What measures text instead; without it and without ``model`` it is ``cl100k_base``.
        policy: The choices behind the order of cuts.

    Returns:
        The list of messages, or with ``return_response_tokens`` always the list and a number.

    Raises:
        WindowRefused: even the least does not fit; litellm would send it or cut a message in the middle.
        UnknownModel: nobody knows the limit; litellm would send everything.
        InvalidArgument: neither a limit nor a model is given, or ``trim_ratio`` is no share.

    >>> chat = [{"role": "user", "content": "Hello! " * 90}, {"role": "assistant", "content": "Hi."}] * 2
    >>> chat.append({"role": "user", "content": "Bye."})
    >>> [len(message["content"]) for message in trim_messages(chat, "gpt-4o", max_tokens=220)]
    [630, 65]
    """
    limit = _limit(model, trim_ratio) if max_tokens is None else max_tokens
    measure = DEFAULT_ENCODING if encoding is None and model is None else encoding
    options = FitOptions(context_window=limit, output_reserve=0, encoding=measure, policy=policy)
    fitted = options.fitted(messages, Seen(name=model), format="openai")
    if return_response_tokens:
        return fitted.messages, fitted.trace.budget - fitted.trace.total_after
    return fitted.messages


def _limit(model: str | None, trim_ratio: float) -> int:
    if model is None:
        raise InvalidArgument("trim_messages() needs max_tokens=, or model= with a known model's name")
    if not 0 < trim_ratio <= 1:
        raise InvalidArgument(f"trim_ratio is {trim_ratio!r}; it must be above 0 and at most 1")
    longest = longest_input(model)
    if longest is None:
        raise UnknownModel(
            f"the longest input of {model!r} is not known, neither here nor to litellm; give max_tokens= "
            "in tokens, or make the model known with register_model()"
        )
    return int(longest * trim_ratio)
