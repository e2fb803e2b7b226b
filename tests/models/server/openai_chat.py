"""OpenAI chat completions. https://platform.openai.com/docs/api-reference/chat-streaming"""

from tests.models.server.http import event

NAME = "openai-chat"
MODEL = "openai-chat:gpt-4o"
THINKER = "openai-chat:gpt-5.2"
BASE = "/v1"


def pieces(turn):
    deltas = [{"role": "assistant", "content": ""}]
    deltas += [{"reasoning_content": text} for text in turn.thinking]
    deltas += [{"content": text} for text in turn.text]
    for index, call in enumerate(turn.calls):
        head = {"name": call.name, "arguments": ""}
        deltas.append(
            {"tool_calls": [{"index": index, "id": call.call_id, "type": "function", "function": head}]}
        )
        deltas += [
            {"tool_calls": [{"index": index, "function": {"arguments": piece}}]} for piece in call.pieces
        ]
    finish = "length" if turn.cut_off else "tool_calls" if turn.calls else "stop"
    return [
        *(event(chunk(delta)) for delta in deltas),
        event(chunk({}, finish)),
        event({**chunk({}), "choices": [], "usage": usage(turn)}),
        b"data: [DONE]\n\n",
    ]


def chunk(delta, finish=None):
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1_800_000_000,
        "model": "m",
        "choices": [choice],
    }


def usage(turn):
    sent, answered = turn.input_tokens + turn.cached, turn.output_tokens + turn.reasoning
    return {
        "prompt_tokens": sent,
        "completion_tokens": answered,
        "total_tokens": sent + answered,
        "prompt_tokens_details": {"cached_tokens": turn.cached},
        "completion_tokens_details": {"reasoning_tokens": turn.reasoning},
    }


def error(message, code=None, kind="invalid_request_error"):
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def broken_stream(message):
    """The event of an error in the middle of a stream."""
    return event({"error": {"message": message, "type": "server_error", "code": "server_error"}})


def cap(body):
    return body.get("max_completion_tokens", body.get("max_tokens"))


def tools(body):
    return [(tool["function"]["name"], tool["function"]["parameters"]) for tool in body.get("tools", ())]


def shape(body):
    wanted = body.get("response_format")
    return wanted and wanted["json_schema"]["schema"]


def results(body):
    """Id and text of the tool results, in their order."""
    return [(each["tool_call_id"], each["content"]) for each in body["messages"] if each["role"] == "tool"]


def calls(body):
    """Id and arguments of the calls that are sent back, in their order."""
    return [
        (call["id"], call["function"]["arguments"])
        for each in body["messages"]
        for call in each.get("tool_calls") or ()
    ]
