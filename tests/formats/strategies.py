"""Generated messages of every format: parallel calls, repeated ids, orphans, images, signed thinking,
empty and absent contents.
"""

import base64

from hypothesis import strategies as st

from tests.formats.doubles import KINDS

GIF = "R0lGODlhgALgAQ=="
"""The header of a GIF of 640 by 480."""
SIGNATURE = base64.b64encode(b"signed" * 8).decode()
NAMES = ("look", "find")
IDS = ("a", "b")

texts = st.sampled_from(("", "heron", "вода ", "水鳥 " * 9, "🪶", '{"q": 1}', "\n"))
some_text = st.sampled_from(("heron", "mud and reed " * 9))
names = st.sampled_from(NAMES)
ids = st.sampled_from(IDS)
inputs = st.sampled_from(({}, {"q": "heron"}, {"n": 1, "list": ["reed", {"deep": "mud"}], "none": None}))
extras = st.sampled_from(({}, {}, {"x_trace": [1, 2]}, {"pinned": True}))


def fields(**strategies):
    return st.fixed_dictionaries(strategies)


def fixed(**values):
    return st.just(values)


def lists(*strategies, max_size=3):
    return st.lists(st.one_of(*strategies), max_size=max_size)


# --- OpenAI chat

chat_text = st.builds(lambda text: {"type": "text", "text": text}, texts)
chat_image = st.sampled_from(
    (
        {"type": "image_url", "image_url": {"url": f"data:image/gif;base64,{GIF}", "detail": "low"}},
        {"type": "image_url", "image_url": {"url": "https://example.org/bird.png"}},
        {"type": "file", "file": {"file_id": "f"}, "prompt_cache_breakpoint": {"mode": "explicit"}},
        {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}},
        {"type": "hologram", "depth": 3},
    )
)
arguments = st.sampled_from(("{}", '{"q": "heron", "n": [1, "reed"]}', '{"q": "broken', '"text"', "[]"))
chat_call = st.one_of(
    st.builds(
        lambda i, n, a: {"id": i, "type": "function", "function": {"name": n, "arguments": a}},
        ids,
        names,
        arguments,
    ),
    st.builds(
        lambda i, n, t: {"id": i, "type": "custom", "custom": {"name": n, "input": t}}, ids, names, texts
    ),
)
chat_contents = st.one_of(texts, lists(chat_text, chat_image))
chat_message = st.one_of(
    st.builds(
        lambda role, content, extra: {"role": role, "content": content, **extra},
        st.sampled_from(("system", "developer", "user", "user", "assistant")),
        chat_contents,
        st.one_of(extras, fields(name=names)),
    ),
    st.builds(
        lambda calls, content, extra: {"role": "assistant", "content": content, "tool_calls": calls, **extra},
        st.lists(chat_call, min_size=1, max_size=3),
        st.none() | texts,
        st.one_of(extras, fields(reasoning_content=texts), fields(refusal=some_text)),
    ),
    st.builds(
        lambda n, a: {"role": "assistant", "content": None, "function_call": {"name": n, "arguments": a}},
        names,
        arguments,
    ),
    st.builds(lambda n, t: {"role": "function", "name": n, "content": t}, names, texts),
    st.builds(
        lambda i, content, extra: {"role": "tool", "tool_call_id": i, "content": content, **extra},
        ids,
        chat_contents,
        extras,
    ),
)

# --- OpenAI Responses

input_text = st.builds(lambda text: {"type": "input_text", "text": text}, texts)
input_medium = st.sampled_from(
    (
        {"type": "input_image", "image_url": f"data:image/gif;base64,{GIF}", "detail": "high"},
        {"type": "input_image", "file_id": "f", "detail": "auto"},
        {"type": "input_file", "file_id": "f"},
    )
)
item_contents = st.one_of(texts, lists(input_text, input_medium))
response_item = st.one_of(
    st.builds(
        lambda role, content, extra: {"role": role, "content": content, **extra},
        st.sampled_from(("system", "developer", "user", "user")),
        item_contents,
        st.one_of(extras, fixed(type="message")),
    ),
    st.builds(
        lambda text: {
            "type": "message",
            "role": "assistant",
            "id": "m",
            "content": [{"type": "output_text", "text": text, "annotations": []}],
        },
        texts,
    ),
    st.builds(
        lambda text, hidden: {
            "type": "reasoning",
            "id": "r",
            "summary": [{"type": "summary_text", "text": text}],
            **hidden,
        },
        texts,
        st.sampled_from(({}, {"encrypted_content": SIGNATURE})),
    ),
    st.builds(
        lambda i, n, a: {"type": "function_call", "call_id": i, "name": n, "arguments": a},
        ids,
        names,
        arguments,
    ),
    st.builds(
        lambda i, content, extra: {"type": "function_call_output", "call_id": i, "output": content, **extra},
        ids,
        item_contents,
        extras,
    ),
    st.builds(lambda i, t: {"type": "custom_tool_call", "call_id": i, "name": "sql", "input": t}, ids, texts),
    st.builds(lambda i, t: {"type": "custom_tool_call_output", "call_id": i, "output": t}, ids, texts),
    st.builds(lambda i: {"type": "computer_call", "call_id": i, "id": "cc", "action": {"type": "wait"}}, ids),
    st.builds(
        lambda i: {
            "type": "computer_call_output",
            "call_id": i,
            "output": {"type": "computer_screenshot", "image_url": "https://example.org/screen.png"},
        },
        ids,
    ),
    st.builds(lambda i: {"type": "shell_call", "call_id": i, "action": {"commands": ["ls"]}}, ids),
    st.builds(
        lambda i, t: {
            "type": "shell_call_output",
            "call_id": i,
            "output": [{"stdout": t, "stderr": "", "outcome": {"type": "exit", "exit_code": 0}}],
        },
        ids,
        texts,
    ),
    st.sampled_from(
        (
            {"type": "web_search_call", "id": "w", "action": {"type": "search", "query": "heron"}},
            {"type": "image_generation_call", "id": "i", "status": "completed", "result": GIF},
            {"type": "item_reference", "id": "x"},
            {"type": "compaction", "id": "c", "encrypted_content": SIGNATURE},
            {
                "type": "mcp_approval_request",
                "id": "q",
                "name": "look",
                "server_label": "s",
                "arguments": "{}",
            },
            {"type": "mcp_approval_response", "approval_request_id": "q", "approve": True},
            {"type": "hologram", "depth": 3},
        )
    ),
)

# --- Claude

block_text = st.builds(lambda text, extra: {"type": "text", "text": text, **extra}, texts, extras)
block_medium = st.sampled_from(
    (
        {"type": "image", "source": {"type": "base64", "media_type": "image/gif", "data": GIF}},
        {"type": "image", "source": {"type": "url", "url": "https://example.org/bird.png"}},
        {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "reed"}},
        {
            "type": "document",
            "title": "Birds",
            "source": {"type": "base64", "media_type": "application/pdf", "data": "AAAA"},
            "cache_control": {"type": "ephemeral"},
        },
    )
)
tool_result = st.builds(
    lambda i, content, extra: {"type": "tool_result", "tool_use_id": i, **content, **extra},
    ids,
    st.one_of(fixed(), fields(content=texts), fields(content=lists(block_text, block_medium))),
    st.sampled_from(({}, {"is_error": True}, {"cache_control": {"type": "ephemeral"}})),
)
thinking = st.sampled_from(
    (
        {"type": "thinking", "thinking": "let me see", "signature": SIGNATURE},
        {"type": "thinking", "thinking": "", "signature": SIGNATURE},
        {"type": "redacted_thinking", "data": SIGNATURE},
    )
)
tool_use = st.builds(lambda i, n, a: {"type": "tool_use", "id": i, "name": n, "input": a}, ids, names, inputs)
served = st.sampled_from(
    (
        {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"query": "heron"}},
        {
            "type": "web_search_tool_result",
            "tool_use_id": "s",
            "content": [{"type": "web_search_result", "url": "https://h", "encrypted_content": SIGNATURE}],
        },
        {"type": "hologram", "depth": 3},
    )
)
claude_message = st.one_of(
    st.builds(
        lambda role, content, extra: {"role": role, "content": content, **extra},
        st.sampled_from(("user", "user", "assistant")),
        st.one_of(texts, lists(block_text, max_size=2)),
        extras,
    ),
    st.builds(
        lambda content, extra: {"role": "user", "content": content, **extra},
        lists(tool_result, tool_result, block_text, block_medium, max_size=4),
        extras,
    ),
    st.builds(
        lambda thought, content: {"role": "assistant", "content": thought + content},
        lists(thinking, max_size=1),
        lists(block_text, tool_use, tool_use, served, max_size=4),
    ),
    st.builds(lambda text, extra: {"role": "system", "content": text, **extra}, some_text, extras),
    fixed(role="assistant", content=[{"type": "compaction", "content": "Earlier: birds."}]),
)

# --- Gemini

part_text = st.builds(
    lambda text, extra: {"text": text, **extra}, texts, st.sampled_from(({}, {"thought": True}))
)
part_medium = st.sampled_from(
    (
        {"inlineData": {"mimeType": "image/gif", "data": GIF}},
        {"fileData": {"mimeType": "application/pdf", "fileUri": "https://example.org/a.pdf"}},
        {"fileData": {"mimeType": "video/mp4", "fileUri": "https://example.org/a.mp4"}},
        {"inlineData": {"mimeType": "audio/wav", "data": "AAAA"}},
    )
)
maybe_id = st.one_of(fixed(), fixed(), fields(id=ids))
part_call = st.builds(
    lambda n, a, i, signed: {"functionCall": {"name": n, "args": a, **i}, **signed},
    names,
    inputs,
    maybe_id,
    st.sampled_from(({}, {}, {"thoughtSignature": SIGNATURE})),
)
part_response = st.builds(
    lambda n, response, i, more: {"functionResponse": {"name": n, "response": response, **i, **more}},
    names,
    st.sampled_from(({}, {"output": "reed"}, {"result": "mud", "n": 1}, {"error": ""})),
    maybe_id,
    st.sampled_from(
        ({}, {}, {"parts": [{"inlineData": {"mimeType": "image/gif", "data": GIF}}, {"text": "x"}]})
    ),
)
part_other = st.sampled_from(
    (
        {"text": "", "thoughtSignature": SIGNATURE},
        {"executableCode": {"language": "PYTHON", "code": "1 + 1"}},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "2"}},
        {"hologram": {"depth": 3}},
    )
)
gemini_content = st.one_of(
    st.builds(
        lambda role, parts, extra: {**role, "parts": parts, **extra},
        st.sampled_from(({"role": "user"}, {"role": "user"}, {})),
        lists(part_text, part_medium, max_size=3),
        extras,
    ),
    st.builds(
        lambda role, parts: {"role": role, "parts": parts},
        st.sampled_from(("user", "user", "function")),
        lists(part_response, part_response, part_text, part_medium, max_size=4),
    ),
    st.builds(
        lambda parts: {"role": "model", "parts": parts},
        lists(part_text, part_call, part_call, part_other, max_size=4),
    ),
)


def snake_case(value):
    """The same with the fields spelled as the SDK's objects have them."""
    if isinstance(value, list):
        return [snake_case(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        snaked(key): held if key in {"args", "response"} else snake_case(held) for key, held in value.items()
    }


def snaked(name):
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


as_spelled = st.just(lambda value: value)
spellings = as_spelled | st.just(snake_case)
kinds = st.sampled_from(KINDS)


@st.composite
def conversations(draw, message, spell=as_spelled):
    """Messages of one format in any order, all of them dicts or all of them objects of one kind."""
    kind, spelled = draw(kinds), draw(spell)
    return [kind(spelled(each)) for each in draw(st.lists(message, min_size=1, max_size=9))]


BY_FORMAT = {
    "openai": conversations(chat_message),
    "openai-responses": conversations(response_item),
    "anthropic": conversations(claude_message),
    "gemini": conversations(gemini_content, spellings),
}
