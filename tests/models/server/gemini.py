"""Gemini, ``streamGenerateContent``. https://ai.google.dev/api/generate-content"""

import json

from tests.models.server.http import event

NAME = "google"
MODEL = "google:gemini-2.0-flash"
THINKER = "google:gemini-2.5-flash"
BASE = ""


def pieces(turn):
    """Arguments come whole: pieces of one call are joined."""
    parts = [{"text": text, "thought": True} for text in turn.thinking]
    parts += [{"text": text} for text in turn.text]
    for number, call in enumerate(turn.calls):
        part = {"functionCall": {"name": call.name, "args": json.loads(call.arguments), "id": call.call_id}}
        if turn.thinking and not number:
            part["thoughtSignature"] = turn.signature
        parts.append(part)
    finish = "MAX_TOKENS" if turn.cut_off else "STOP"
    ending = {"candidates": [{"content": {"role": "model", "parts": []}, "finishReason": finish, "index": 0}]}
    return [
        *(
            event({"candidates": [{"content": {"role": "model", "parts": [part]}, "index": 0}]})
            for part in parts
        ),
        event({**ending, "usageMetadata": usage(turn), "modelVersion": "m", "responseId": "r1"}),
    ]


def usage(turn):
    sent = turn.input_tokens + turn.cached
    return {
        "promptTokenCount": sent,
        "candidatesTokenCount": turn.output_tokens,
        "thoughtsTokenCount": turn.reasoning,
        "cachedContentTokenCount": turn.cached,
        "totalTokenCount": sent + turn.output_tokens + turn.reasoning,
    }


def error(message, code=None, kind="INVALID_ARGUMENT"):
    return {"error": {"code": 400, "message": message, "status": kind}}


def broken_stream(message):
    return event({"error": {"code": 503, "message": message, "status": "UNAVAILABLE"}})


def cap(body):
    return body.get("generationConfig", {}).get("maxOutputTokens")


def tools(body):
    return [
        (each["name"], each["parameters_json_schema"])
        for tool in body.get("tools", ())
        for each in tool["functionDeclarations"]
    ]


def shape(body):
    config = body.get("generationConfig", {})
    return config.get("responseJsonSchema", config.get("responseSchema"))


def results(body):
    return [(each.get("id"), each["response"]["return_value"]) for each in _parts(body, "functionResponse")]


def calls(body):
    return [(each.get("id"), json.dumps(each["args"])) for each in _parts(body, "functionCall")]


def _parts(body, kind):
    return [part[kind] for each in body["contents"] for part in each["parts"] if kind in part]
