"""OpenAI's two endpoints without a network: what is sent is kept, and the answer is one word."""

import json

CHAT_ANSWER = {
    "id": "x",
    "object": "chat.completion",
    "created": 1,
    "model": "gpt-4o",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "ok"}}],
    "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
}
RESPONSE = {
    "id": "r",
    "object": "response",
    "created_at": 1,
    "model": "gpt-4o",
    "status": "completed",
    "output": [
        {
            "type": "message",
            "id": "m",
            "role": "assistant",
            "status": "completed",
            "content": [{"type": "output_text", "text": "ok", "annotations": []}],
        }
    ],
    "parallel_tool_calls": True,
    "tool_choice": "auto",
    "tools": [],
    "usage": {
        "input_tokens": 1,
        "output_tokens": 1,
        "total_tokens": 2,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens_details": {"reasoning_tokens": 0},
    },
}


class Wire:
    """A handler for the mock transport of ``httpx`` or of its successor, whichever the client uses."""

    def __init__(self, httpx):
        self.bodies = []
        self._respond = httpx.Response

    def __call__(self, request):
        self.bodies.append(json.loads(request.content))
        return self._respond(200, json=RESPONSE if request.url.path.endswith("responses") else CHAT_ANSWER)
