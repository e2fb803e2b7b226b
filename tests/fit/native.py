"""What only one format has: signed thinking, encrypted reasoning, images in results, words behind results.

`requests(name)` draws requests of a format: generated chat conversations in its shape, adorned with what the
format has besides.
"""

from hypothesis import strategies as st

from tests.fit.chat_parts import Request
from tests.fit.convert import VARIANTS, converted, to_chat
from tests.fit.messages import calls, long, result, says, user
from tests.fit.strategies import chaotic, orderly, tool_options
from tests.formats import images

URL = "https://example.org/bird.png"


def a_turn_of(number):
    """Chat messages: a short turn, and a long one of so many calls."""
    worked = [(calls(f"c{n}"), result(f"c{n}", f"{n} {long('reed', 9)}")) for n in range(number)]
    return [user("first"), says("an answer"), user("count"), *(each for pair in worked for each in pair)]


# --- Anthropic


def thinking(text="let me see", signature="sig-1"):
    return {"type": "thinking", "thinking": text, "signature": signature}


def redacted(data="ErcBCkgIARABGAIi"):
    return {"type": "redacted_thinking", "data": data}


def uses(*ids, before=()):
    """An assistant's message with blocks before its calls."""
    return {"role": "assistant", "content": [*before, *map(use, ids)]}


def use(identity, **arguments):
    return {"type": "tool_use", "id": identity, "name": "look", "input": arguments or {"q": identity}}


def answered(identity, content, **extra):
    return {"type": "tool_result", "tool_use_id": identity, "content": content, **extra}


def block(text):
    return {"type": "text", "text": text}


def picture(width=640, height=480):
    data = images.data_url(images.png(width, height)).partition(",")[2]
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}


def document(text="%PDF-1.7"):
    return {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": text}}


def anthropic(*messages):
    return Request(list(messages), {"format": "anthropic", "system": "You are terse."})


# --- Gemini


def model(*parts):
    return {"role": "model", "parts": list(parts)}


def function_call(name="look", identity=None, signature=None, **arguments):
    made = {"name": name, "args": arguments}
    part = {"functionCall": {"id": identity, **made} if identity else made}
    return {**part, "thoughtSignature": signature} if signature else part


def function_response(text, name="look", identity=None):
    made = {"name": name, "response": {"result": text}}
    return {"functionResponse": {"id": identity, **made} if identity else made}


def asks(*parts):
    return {"role": "user", "parts": [{"text": part} if isinstance(part, str) else part for part in parts]}


def inline_picture(width=640, height=480):
    data = images.data_url(images.png(width, height)).partition(",")[2]
    return {"inlineData": {"mimeType": "image/png", "data": data}}


def gemini(*contents):
    return Request(list(contents), {"format": "gemini"})


# --- OpenAI Responses


def reasoning(identity):
    return {"type": "reasoning", "id": identity, "summary": [], "encrypted_content": "gAAAAABo" * 30}


def function_item(identity, name="look", arguments="{}"):
    return {"type": "function_call", "call_id": identity, "name": name, "arguments": arguments}


def output_item(identity, output):
    return {"type": "function_call_output", "call_id": identity, "output": output}


def item(role, content):
    return {"role": role, "content": content}


def output_message(text):
    part = {"type": "output_text", "text": text, "annotations": []}
    return {"type": "message", "id": f"msg_{len(text)}", "role": "assistant", "content": [part]}


def input_text(text):
    return {"type": "input_text", "text": text}


def input_image(url=URL):
    return {"type": "input_image", "image_url": url, "detail": "high"}


def responses(*items):
    return Request(list(items), {"format": "openai-responses", "system": "You are terse."})


HERON = long("heron")

# --- generated ones

sizes = st.integers(1, 3_000)
sometimes = st.integers(0, 3).map(lambda drawn: drawn == 0)


@st.composite
def requests(draw, name):
    """A request of the format, with whatever the format has besides."""
    messages = draw(st.one_of(chaotic(), orderly()))
    options = draw(st.one_of(st.just({}), tool_options()))
    if name == "openai":
        request = to_chat(messages, **options)
    else:
        stem = name.removeprefix("openai-")
        variant = draw(st.sampled_from([each for each in VARIANTS if each.startswith(stem)]))
        request = converted(variant, messages, **options)
    if not request.messages:
        return Request([asks("u") if name == "gemini" else item("user", "u")], {"format": name})
    adorned = [draw(ADORNED[name](message)) for message in request.messages]
    return Request(adorned, request.arguments)


@st.composite
def adorned_anthropic(draw, message):
    content = message["content"]
    blocks = [block(content)] if isinstance(content, str) else content
    if not draw(sometimes):
        return message
    if message["role"] == "assistant":
        kinds = st.sampled_from([thinking(), redacted(), thinking(HERON, "sig-5")])
        thoughts = draw(st.lists(kinds, max_size=2))
        return {**message, "content": [*thoughts, *blocks]}
    media = st.one_of(st.builds(picture, sizes, sizes), st.just(document(HERON)), st.just(document("")))
    if all(each["type"] != "tool_result" for each in blocks):
        return {**message, "content": draw(st.permutations([*blocks, draw(media)]))}
    seen = [{**each, "content": [block("shot"), draw(media)]} for each in blocks[:1] if "tool_use_id" in each]
    return {**message, "content": [*seen, *blocks[len(seen) :], *draw(st.sampled_from([[], [block("so?")]]))]}


@st.composite
def adorned_gemini(draw, content):
    parts = content["parts"]
    if not draw(sometimes):
        return content
    if content["role"] == "model":
        signed = [{**parts[0], "thoughtSignature": "c2ln"}, *parts[1:]]
        thought = draw(st.sampled_from([[], [{"text": HERON, "thought": True}]]))
        return {**content, "parts": [*thought, *signed]}
    if any("functionResponse" in part for part in parts):
        return content
    return {**content, "parts": [*parts, draw(st.builds(inline_picture, sizes, sizes))]}


@st.composite
def adorned_responses(draw, given):
    if not draw(sometimes):
        return given
    if given["type"] == "function_call_output":
        text = given["output"] if isinstance(given["output"], str) else HERON
        return {**given, "output": [input_text(text), input_image()]}
    if given["type"] != "message" or given["role"] != "user":
        return given
    url = images.data_url(images.png(draw(sizes), draw(sizes)))
    content = given["content"]
    parts = [input_text(content)] if isinstance(content, str) else content
    return {**given, "content": [*parts, input_image(url)]}


@st.composite
def adorned_chat(draw, message):
    if message["role"] != "user" or not isinstance(message["content"], list) or not draw(sometimes):
        return message
    url = images.data_url(images.png(draw(sizes), draw(sizes)))
    return {**message, "content": [*message["content"], {"type": "image_url", "image_url": {"url": url}}]}


ADORNED = {
    "openai": adorned_chat,
    "anthropic": adorned_anthropic,
    "gemini": adorned_gemini,
    "openai-responses": adorned_responses,
}
