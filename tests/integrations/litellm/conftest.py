"""litellm without the network: its own list of models, and a provider on loopback."""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"


class Provider(ThreadingHTTPServer):
    """Answers like OpenAI, and keeps what it was asked."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answering)
        self.bodies = []
        self.url = f"http://127.0.0.1:{self.server_port}/v1"


def chat(model):
    message = {"role": "assistant", "content": f"from {model}"}
    return {
        "id": "a",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }


def responses(model):
    text = {"type": "output_text", "text": f"from {model}", "annotations": []}
    item = {"type": "message", "id": "m", "status": "completed", "role": "assistant", "content": [text]}
    return {
        "id": "r",
        "object": "response",
        "created_at": 1,
        "status": "completed",
        "model": model,
        "output": [item],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "temperature": 1.0,
        "top_p": 1.0,
        "text": {"format": {"type": "text"}},
        "truncation": "disabled",
        "usage": {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2},
    }


class Answering(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.bodies.append(body)
        answer = (responses if self.path.endswith("/responses") else chat)(body["model"])
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


@pytest.fixture
def provider():
    with Provider() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
