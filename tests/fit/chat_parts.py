"""What the converters read from OpenAI chat messages, and what they answer with."""

import json
from dataclasses import dataclass, field
from itertools import groupby

OWN_FIELDS = {"role", "content", "tool_calls", "tool_call_id", "name", "refusal"}


@dataclass(frozen=True)
class Request:
    """What is given to `fit`."""

    messages: list
    arguments: dict = field(default_factory=dict)
    """`format`, and where there are any `system`, `tools` and `tool_choice`."""

    @property
    def format(self):
        return self.arguments["format"]


def is_instruction(message):
    return message["role"] in {"system", "developer"}


def extras(*messages):
    """The fields of messages that no format has a place of its own for."""
    return {name: value for message in messages for name, value in message.items() if name not in OWN_FIELDS}


def text_of(content):
    """All text of a content in chat form."""
    if isinstance(content, str):
        return content
    return "".join(part.get("text") or part.get("refusal") or "" for part in content or [])


def parts_of(message):
    """Each part of a message's content as ("text", text) or ("image", url), empty texts left out."""
    content = message.get("content")
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content or []
    listed = [as_pair(part) for part in parts]
    if message.get("refusal"):
        listed.append(("text", message["refusal"]))
    return [pair for pair in listed if pair[1]]


def as_pair(part):
    if part["type"] == "image_url":
        return "image", part["image_url"]["url"]
    return "text", part.get("text") or part.get("refusal")


def instructions(messages):
    """The system and developer messages as one text, or None."""
    texts = [text_of(message["content"]) for message in messages if is_instruction(message)]
    return "\n\n".join(text for text in texts if text) or None


def runs(messages):
    """The messages but for the system's, each run of results in one list."""
    spoken = [message for message in messages if not is_instruction(message)]
    for is_results, group in groupby(spoken, key=lambda message: message["role"] == "tool"):
        run = list(group)
        yield from [run] if is_results else [[message] for message in run]


def parsed(arguments):
    """A call's arguments as an object: what is no JSON object is put into one."""
    try:
        value = json.loads(arguments)
    except ValueError:
        value = arguments
    return value if isinstance(value, dict) else {"text": value}


def called(call):
    """The name and the arguments' text of a call."""
    made = call.get("function") or call["custom"]
    return made["name"], made.get("arguments", made.get("input"))


def inline(url):
    """The media type and the data of a data URL; None for any other."""
    if not url.startswith("data:"):
        return None
    kind, data = url.removeprefix("data:").split(";base64,")
    return kind, data


def system_argument(messages):
    text = instructions(messages)
    return {} if text is None else {"system": text}
