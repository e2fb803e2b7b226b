"""Images cost what they do for the model that reads them."""

import pytest

from contextthrift import count_messages

URL = "https://example.org/heron.png"
CHAT = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": URL, "detail": "high"}}]}]
ITEMS = [
    {
        "type": "message",
        "role": "user",
        "content": [{"type": "input_image", "image_url": URL, "detail": "high"}],
    }
]
CLAUDE = [{"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": URL}}]}]
GEMINI = [
    {"role": "user", "parts": [{"fileData": {"mimeType": "image/png", "fileUri": URL}}]},
]


@pytest.mark.parametrize(
    ("messages", "cheaper", "dearer"),
    [
        (CHAT, "gpt-4o", "gpt-5.4"),
        (ITEMS, "gpt-4o", "gpt-5.4"),
        (CLAUDE, "claude-sonnet-4-5", "claude-opus-4-7"),
        (GEMINI, "gemini-3-pro", "gemini-2.5-flash"),
    ],
    ids=["chat", "responses", "anthropic", "gemini"],
)
def test_the_model_decides_what_an_image_costs(messages, cheaper, dearer):
    counts = [count_messages(messages, model=model, encoding="chars4") for model in (cheaper, dearer)]
    assert counts[0] < counts[1]
