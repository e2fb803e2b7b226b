"""OpenAI responses. https://platform.openai.com/docs/api-reference/responses-streaming"""

from itertools import count

from tests.models.server.http import event

NAME = "openai-responses"
MODEL = "openai:gpt-4o"
THINKER = "openai:gpt-5.2"
BASE = "/v1"


def pieces(turn):
    events = [{"type": "response.created", "response": response("in_progress")}]
    output = []
    if turn.thinking:
        item = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": turn.signature}
        events.append(added(output, {**item, "encrypted_content": None}))
        part = {"type": "summary_text", "text": ""}
        place = {"item_id": "rs_1", "output_index": len(output), "summary_index": 0}
        events.append({"type": "response.reasoning_summary_part.added", **place, "part": part})
        events += [
            {"type": "response.reasoning_summary_text.delta", **place, "delta": text}
            for text in turn.thinking
        ]
        item["summary"] = [{"type": "summary_text", "text": "".join(turn.thinking)}]
        events.append(done(output, item))
    if turn.text:
        item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": []}
        events.append(added(output, item))
        place = {"item_id": "msg_1", "output_index": len(output), "content_index": 0}
        part = {"type": "output_text", "text": "", "annotations": []}
        events.append({"type": "response.content_part.added", **place, "part": part})
        events += [
            {"type": "response.output_text.delta", **place, "delta": text, "logprobs": []}
            for text in turn.text
        ]
        whole = {**part, "text": "".join(turn.text)}
        events.append(done(output, {**item, "content": [whole]}))
    for number, call in enumerate(turn.calls):
        item = {"type": "function_call", "id": f"fc_{number}", "call_id": call.call_id, "name": call.name}
        events.append(added(output, {**item, "arguments": "", "status": "in_progress"}))
        place = {"item_id": item["id"], "output_index": len(output)}
        events += [
            {"type": "response.function_call_arguments.delta", **place, "delta": piece}
            for piece in call.pieces
        ]
        status = "incomplete" if turn.cut_off else "completed"
        events.append(done(output, {**item, "arguments": call.arguments, "status": status}))
    events.append(ending(turn, output))
    numbers = count()
    return [event({**each, "sequence_number": next(numbers)}, each["type"]) for each in events]


def added(output, item):
    return {"type": "response.output_item.added", "output_index": len(output), "item": item}


def done(output, item):
    output.append(item)
    return {"type": "response.output_item.done", "output_index": len(output) - 1, "item": item}


def ending(turn, output):
    if turn.cut_off:
        more = {"incomplete_details": {"reason": "max_output_tokens"}}
        return {
            "type": "response.incomplete",
            "response": response("incomplete", output=output, usage=usage(turn), **more),
        }
    return {"type": "response.completed", "response": response("completed", output=output, usage=usage(turn))}


def response(status, **more):
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1_800_000_000,
        "model": "m",
        "status": status,
        "output": [],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        **more,
    }


def usage(turn):
    sent, answered = turn.input_tokens + turn.cached, turn.output_tokens + turn.reasoning
    return {
        "input_tokens": sent,
        "output_tokens": answered,
        "total_tokens": sent + answered,
        "input_tokens_details": {"cached_tokens": turn.cached, "cache_write_tokens": 0},
        "output_tokens_details": {"reasoning_tokens": turn.reasoning},
    }


def error(message, code=None, kind="invalid_request_error"):
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def broken_stream(message):
    return event(
        {"type": "error", "code": "server_error", "message": message, "param": None, "sequence_number": 9},
        "error",
    )


def cap(body):
    return body.get("max_output_tokens")


def tools(body):
    return [(tool["name"], tool["parameters"]) for tool in body.get("tools", ())]


def shape(body):
    wanted = body.get("text", {}).get("format")
    return wanted and wanted.get("schema")


def results(body):
    return [(each["call_id"], each["output"]) for each in _items(body, "function_call_output")]


def calls(body):
    return [(each["call_id"], each["arguments"]) for each in _items(body, "function_call")]


def _items(body, kind):
    return [each for each in body["input"] if each.get("type") == kind]
