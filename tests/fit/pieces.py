"""What stands in a list of any format, piece by piece, read the slow and obvious way.

A piece is a text, an image or a file, a block of thinking, a call or a result. `pieces` reads a list into
them; `turns_of` puts the same list as chat messages, for `tests.reference.conversation` to say how it is
repaired, what its turns are and what its floor is.
"""

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from contextthrift.formats.notice import GAP_NOTE, MEDIA_NOTE

RESPONSES_CALLS = {"function_call": "arguments", "custom_tool_call": "input"}
RESPONSES_OUTPUTS = ("function_call_output", "custom_tool_call_output")


@dataclass(frozen=True, kw_only=True)
class Piece:
    """One part of one message."""

    kind: str
    """`text`, `media`, `thinking`, `call` or `result`."""
    speaker: str
    """`system`, `user` or `assistant`; `aside` for what else stands in a user's message of results."""
    index: int
    """The place of its message in the list."""
    value: Any = field(compare=False)
    """The part itself, or the text where the content is one text."""
    text: str = ""
    """What it says; a call's arguments as JSON."""
    id: str | None = None
    """Of a call, or of the call that a result answers."""
    name: str | None = None
    """Of the tool that is called."""
    media: int = 0
    """How many images and files it holds."""
    is_noted: bool = False
    """The gap note stands before its text, or it stands for an image that was left out."""


# --- reading


def pieces(name, messages, first=0):
    """All pieces of a list, in order, gap notes taken off; `first` is the place of the first message."""
    read = READERS[name]
    return [piece for index, message in enumerate(messages, first) for piece in unnoted(read(message, index))]


def unnoted(found):
    """The pieces of one message without the gap note; the first piece after it says that it stood there."""
    listed = []
    was_noted = False
    for piece in found:
        if piece.kind == "text" and piece.text == GAP_NOTE:
            was_noted = True
            continue
        listed.append(stripped(piece, was_noted=was_noted))
        was_noted = False
    return listed


def stripped(piece, *, was_noted):
    text, mark = piece.text, f"{GAP_NOTE}\n\n"
    if piece.kind == "text" and text.startswith(mark):
        return Piece(**{**vars(piece), "text": text.removeprefix(mark), "is_noted": True})
    if piece.kind == "text" and text == MEDIA_NOTE:
        return Piece(**{**vars(piece), "kind": "media", "text": "", "is_noted": True})
    return Piece(**{**vars(piece), "is_noted": True}) if was_noted else piece


def gap_notes(name, messages):
    """For each message how many gap notes it has, whose it is, and whether it has anything else."""
    found = []
    for index, message in enumerate(messages):
        read = READERS[name](message, index)
        times = sum(piece.text.count(GAP_NOTE) for piece in read if piece.kind == "text")
        found.append(
            (
                times,
                {piece.speaker for piece in read},
                any(piece.text or piece.kind != "text" for piece in unnoted(read)),
            )
        )
    return found


def texts(value):
    """All texts in a value, however deep."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for each in value.values() for text in texts(each)]
    return [text for each in value for text in texts(each)] if isinstance(value, list) else []


def contents(value, kinds):
    """The texts of a result's content and how many images and files it holds."""
    if value is None or isinstance(value, str):
        return value or "", 0
    listed = [part.get("text", "") for part in value if part.get("type") not in kinds]
    return joined_text(listed), len(value) - len(listed)


def joined_text(listed):
    return "\n".join(text for text in listed if text != MEDIA_NOTE)


def dumped(value):
    return json.dumps(value, sort_keys=True)


# --- OpenAI chat

CHAT_MEDIA = ("image_url", "file", "input_audio")


def chat(message, index):
    role = "system" if message["role"] == "developer" else message["role"]
    content = message.get("content")
    if role == "tool":
        text, media = contents(content, CHAT_MEDIA)
        return [
            Piece(
                kind="result",
                speaker="user",
                index=index,
                value=message,
                id=message["tool_call_id"],
                text=text,
                media=media,
            )
        ]
    listed = [content] if isinstance(content, str) else content or []
    found = [chat_part(part, role, index) for part in listed]
    for call in message.get("tool_calls") or []:
        made = call.get("function") or call["custom"]
        arguments = made.get("arguments", made.get("input"))
        found.append(
            Piece(
                kind="call",
                speaker=role,
                index=index,
                value=call,
                text=arguments,
                id=call["id"],
                name=made["name"],
            )
        )
    return found


def chat_part(part, role, index):
    if isinstance(part, str):
        return Piece(kind="text", speaker=role, index=index, value=part, text=part)
    if part["type"] in CHAT_MEDIA:
        return Piece(kind="media", speaker=role, index=index, value=part, media=1)
    text = part.get("text") or part.get("refusal") or ""
    return Piece(kind="text", speaker=role, index=index, value=part, text=text)


# --- Anthropic

ANTHROPIC_MEDIA = ("image", "document")
ANTHROPIC_THINKING = ("thinking", "redacted_thinking")


def anthropic(message, index):
    content = message["content"]
    blocks = [content] if isinstance(content, str) else content or []
    has_results = any(isinstance(block, dict) and block["type"] == "tool_result" for block in blocks)
    speaker = "aside" if has_results else message["role"]
    return [anthropic_block(block, speaker, index) for block in blocks]


def anthropic_block(block, speaker, index):
    made = {"speaker": speaker, "index": index, "value": block}
    if isinstance(block, str):
        return Piece(kind="text", text=block, **made)
    if block["type"] == "tool_result":
        text, media = contents(block.get("content"), ANTHROPIC_MEDIA)
        made["speaker"] = "user"
        return Piece(kind="result", text=text, id=block["tool_use_id"], media=media, **made)
    if block["type"] == "tool_use":
        return Piece(kind="call", text=dumped(block["input"]), id=block["id"], name=block["name"], **made)
    if block["type"] in ANTHROPIC_MEDIA:
        return Piece(kind="media", media=1, **made)
    if block["type"] in ANTHROPIC_THINKING:
        return Piece(kind="thinking", text=dumped(block), **made)
    return Piece(kind="text", text=block["text"], **made)


# --- Gemini


def gemini(content, index):
    parts = content.get("parts") or []
    has_results = any("functionResponse" in part for part in parts)
    speaker = "aside" if has_results else {"model": "assistant"}.get(content.get("role"), "user")
    return [gemini_part(part, speaker, index) for part in parts]


def gemini_part(part, speaker, index):
    made = {"speaker": speaker, "index": index, "value": part}
    if "functionResponse" in part:
        response = part["functionResponse"]
        inner = response.get("parts", [])
        media = sum("inlineData" in each or "fileData" in each for each in inner)
        made["speaker"] = "user"
        said = joined_text(texts(response["response"]))
        return Piece(kind="result", text=said, id=gemini_id(response), media=media, **made)
    if "functionCall" in part:
        call = part["functionCall"]
        arguments = dumped(call.get("args", {}))
        return Piece(kind="call", text=arguments, id=gemini_id(call), name=call["name"], **made)
    if "inlineData" in part or "fileData" in part:
        return Piece(kind="media", media=1, **made)
    if part.get("thought"):
        return Piece(kind="thinking", text=dumped(part), **made)
    return Piece(kind="text", text=part.get("text", ""), **made)


def gemini_id(made):
    """The id of a call or of its response; the tool's name where there is none."""
    return made.get("id") or f"name: {made['name']}"


# --- OpenAI Responses


RESPONSES_MEDIA = ("input_image", "input_file")


def responses(item, index):
    kind = item.get("type", "message")
    made = {"index": index, "value": item}
    if kind == "reasoning":
        return [Piece(kind="thinking", speaker="assistant", text=dumped(item), **made)]
    if kind in RESPONSES_CALLS:
        text = item[RESPONSES_CALLS[kind]]
        call = {"id": item["call_id"], "name": item["name"]}
        return [Piece(kind="call", speaker="assistant", text=text, **call, **made)]
    if kind in RESPONSES_OUTPUTS:
        text, media = contents(item["output"], RESPONSES_MEDIA)
        return [Piece(kind="result", speaker="user", text=text, id=item["call_id"], media=media, **made)]
    role = "system" if item["role"] == "developer" else item["role"]
    content = item.get("content")
    listed = [content] if isinstance(content, str) else content or []
    return [responses_part(part, role, index) for part in listed]


def responses_part(part, role, index):
    if isinstance(part, str):
        return Piece(kind="text", speaker=role, index=index, value=part, text=part)
    if part["type"] in RESPONSES_MEDIA:
        return Piece(kind="media", speaker=role, index=index, value=part, media=1)
    text = part.get("text") or part.get("refusal") or ""
    return Piece(kind="text", speaker=role, index=index, value=part, text=text)


READERS = {"openai": chat, "anthropic": anthropic, "gemini": gemini, "openai-responses": responses}


# --- the same list as chat messages


def turns_of(name, messages):
    """Chat messages that stand for the list: who speaks, the calls and the results, and the pieces of each.

    A message of results becomes one tool message a result and an `aside` for the rest of it. Responses items
    of one answer become one assistant message: `sources` has the places of all of them.
    """
    listed = []
    for index, message in enumerate(messages):
        mark = {field: message[field] for field in ("id", "pinned") if field in message}
        found = pieces(name, [message], first=index)
        role = role_of(name, message)
        if (
            name == "openai-responses"
            and role == "assistant"
            and listed
            and listed[-1]["role"] == "assistant"
        ):
            listed[-1] = joined(listed[-1], said(role, found, index, mark))
        else:
            listed += answers(found, index, mark) or [said(role, found, index, mark)]
    return listed


def role_of(name, message):
    """`system`, `user`, `assistant`, or `tool`."""
    if name == "openai-responses" and message.get("type", "message") != "message":
        return "tool" if message["type"] in RESPONSES_OUTPUTS else "assistant"
    role = message.get("role") or "user"
    return {"model": "assistant", "developer": "system"}.get(role, role)


def said(role, found, index, mark):
    calls = [{"id": piece.id} for piece in found if piece.kind == "call"]
    return {"role": role, "sources": [index], "pieces": found, "tool_calls": calls, **mark}


def joined(before, after):
    lists = {name: [*before[name], *after[name]] for name in ("sources", "pieces", "tool_calls")}
    return {**before, **after, **lists}


def answers(found, index, mark):
    """The results of a message and what else stands in it; nothing where it has no results."""
    results = [piece for piece in found if piece.kind == "result"]
    rest = [piece for piece in found if piece.kind != "result"]
    listed = [
        {"role": "tool", "tool_call_id": each.id, "sources": [index], "pieces": [each], **mark}
        for each in results
    ]
    if listed and rest:
        listed.append({"role": "aside", "sources": [index], "pieces": rest, **mark})
    return listed


# --- counting what is there


def kept_texts(found):
    """How often each text, call and block of thinking stands there."""
    return Counter((piece.kind, piece.speaker, piece.id, piece.text) for piece in found if is_said(piece))


def is_said(piece):
    return piece.kind in {"text", "call"} and bool(piece.text)


def images_left(found):
    """How many images and files are there, notes in their place not counted."""
    return sum(piece.media for piece in found if not piece.is_noted)
