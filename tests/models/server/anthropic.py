"""Anthropic messages. https://platform.claude.com/docs/en/build-with-claude/streaming"""

import json

from tests.models.server.http import event

NAME = "anthropic"
MODEL = "anthropic:claude-haiku-4-5"
THINKER = "anthropic:claude-haiku-4-5"
BASE = ""


def pieces(turn):
    events = [{"type": "message_start", "message": message(turn)}]
    index = 0
    if turn.thinking:
        events.append(start(index, {"type": "thinking", "thinking": "", "signature": ""}))
        events += [delta(index, {"type": "thinking_delta", "thinking": text}) for text in turn.thinking]
        events.append(delta(index, {"type": "signature_delta", "signature": turn.signature}))
        events.append({"type": "content_block_stop", "index": index})
        index += 1
    if turn.text:
        events.append(start(index, {"type": "text", "text": ""}))
        events += [delta(index, {"type": "text_delta", "text": text}) for text in turn.text]
        events.append({"type": "content_block_stop", "index": index})
        index += 1
    for call in turn.calls:
        events.append(start(index, {"type": "tool_use", "id": call.call_id, "name": call.name, "input": {}}))
        events += [delta(index, {"type": "input_json_delta", "partial_json": piece}) for piece in call.pieces]
        events.append({"type": "content_block_stop", "index": index})
        index += 1
    finish = "max_tokens" if turn.cut_off else "tool_use" if turn.calls else "end_turn"
    used = {"output_tokens": turn.output_tokens + turn.reasoning}
    if turn.reasoning:
        used["output_tokens_details"] = {"thinking_tokens": turn.reasoning}
    events.append(
        {"type": "message_delta", "delta": {"stop_reason": finish, "stop_sequence": None}, "usage": used}
    )
    events.append({"type": "message_stop"})
    return [event(each, each["type"]) for each in events]


def start(index, block):
    return {"type": "content_block_start", "index": index, "content_block": block}


def delta(index, piece):
    return {"type": "content_block_delta", "index": index, "delta": piece}


def message(turn):
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {
            "input_tokens": turn.input_tokens,
            "output_tokens": 1,
            "cache_read_input_tokens": turn.cached,
            "cache_creation_input_tokens": turn.written,
        },
    }


def error(message, code=None, kind="invalid_request_error"):
    return {"type": "error", "error": {"type": kind, "message": message}}


def broken_stream(message):
    return event({"type": "error", "error": {"type": "overloaded_error", "message": message}}, "error")


def cap(body):
    return body["max_tokens"]


def tools(body):
    return [(tool["name"], tool["input_schema"]) for tool in body.get("tools", ())]


def shape(body):
    wanted = body.get("output_config", {}).get("format") or body.get("output_format")
    return wanted and wanted["schema"]


def results(body):
    return [(each["tool_use_id"], _text(each["content"])) for each in _blocks(body, "tool_result")]


def calls(body):
    return [(each["id"], json.dumps(each["input"])) for each in _blocks(body, "tool_use")]


def _blocks(body, kind):
    return [
        block
        for each in body["messages"]
        if isinstance(each["content"], list)
        for block in each["content"]
        if block["type"] == kind
    ]


def _text(content):
    return content if isinstance(content, str) else "".join(block["text"] for block in content)
