"""Calls of litellm that fit: the only change to litellm's own example is where completion comes from."""

import json
import os
from pathlib import Path

os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # litellm fetches a list of prices otherwise

from contextthrift.integrations.litellm import FitOptions, completion

here = Path(__file__).parent
messages = json.loads((here / "airline.json").read_text(encoding="utf-8"))
tools = json.loads((here / "airline_tools.json").read_text(encoding="utf-8"))

# Without mock_response this asks the model. gpt-4 has a window of 8,192 tokens; the conversation takes more.
answer = completion(
    model="openai/gpt-4",
    messages=messages,
    tools=tools,
    max_tokens=500,
    fit_options=FitOptions(on_trace=print),
    mock_response="Your flight is changed.",
)
print(answer.choices[0].message.content)
