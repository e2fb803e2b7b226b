"""OpenAI chat messages, their tools and tool choices, in the shape of the three other formats.

Each converter answers with a `Request`: the list and the arguments of `fit` that go with it. Nothing is
mended on the way: a result that comes late, twice or without a call does so afterwards too. What a format
has no place for (an empty text, a name) is left out; other fields of a message are carried along.
"""

import json
from dataclasses import dataclass, field
from itertools import groupby

OWN_FIELDS = {"role", "content", "tool_calls", "tool_call_id", "name", "refusal"}


@dataclass(frozen=True)
class Request:
    """What is given to `fit`."""

    messages: list
    arguments: dict = field(default_factory=dict)
    """`format`, and where there are any `system`, `tools` and `tool_choice`."""

    @property
    def format(self):
        return self.arguments["format"]


def to_chat(messages, tools=None, tool_choice=None, **_variant):
    """The list itself, so that all four formats can be asked for in one way."""
    return Request(messages, {"format": "openai", **with_tools(tools, tool_choice)})


def with_tools(tools, tool_choice):
    return {} if tools is None else {"tools": tools, "tool_choice": tool_choice}


# --- what is common to all


def is_instruction(message):
    return message["role"] in {"system", "developer"}


def extras(*messages):
    """The fields of messages that no format has a place of its own for."""
    return {name: value for message in messages for name, value in message.items() if name not in OWN_FIELDS}


def text_of(content):
    """All text of a content in chat form."""
    if isinstance(content, str):
        return content
    return "".join(part.get("text") or part.get("refusal") or "" for part in content or [])


def parts_of(message):
    """Each part of a message's content as ("text", text) or ("image", url), empty texts left out."""
    content = message.get("content")
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content or []
    listed = [as_pair(part) for part in parts]
    if message.get("refusal"):
        listed.append(("text", message["refusal"]))
    return [pair for pair in listed if pair[1]]


def as_pair(part):
    if part["type"] == "image_url":
        return "image", part["image_url"]["url"]
    return "text", part.get("text") or part.get("refusal")


def instructions(messages):
    """The system and developer messages as one text, or None."""
    texts = [text_of(message["content"]) for message in messages if is_instruction(message)]
    return "\n\n".join(text for text in texts if text) or None


def runs(messages):
    """The messages but for the system's, each run of results in one list."""
    spoken = [message for message in messages if not is_instruction(message)]
    for is_results, group in groupby(spoken, key=lambda message: message["role"] == "tool"):
        run = list(group)
        yield from [run] if is_results else [[message] for message in run]


def parsed(arguments):
    """A call's arguments as an object: what is no JSON object is put into one."""
    try:
        value = json.loads(arguments)
    except ValueError:
        value = arguments
    return value if isinstance(value, dict) else {"text": value}


def called(call):
    """The name and the arguments' text of a call."""
    made = call.get("function") or call["custom"]
    return made["name"], made.get("arguments", made.get("input"))


def inline(url):
    """The media type and the data of a data URL; None for any other."""
    if not url.startswith("data:"):
        return None
    kind, data = url.removeprefix("data:").split(";base64,")
    return kind, data


def system_argument(messages):
    text = instructions(messages)
    return {} if text is None else {"system": text}


# --- Anthropic


def to_anthropic(messages, tools=None, tool_choice=None, *, merges=False):
    """Anthropic messages: results in a user message, which with `merges` takes the next user text along."""
    listed = []
    for run in runs(messages):
        made = anthropic_results(run) if run[0]["role"] == "tool" else anthropic_message(run[0])
        if made is None:
            continue
        is_said = made["role"] == "user" and not holds_results(made)
        if merges and is_said and listed and holds_results(listed[-1]):
            listed[-1] = merged(listed[-1], made)
        else:
            listed.append(made)
    arguments = {"format": "anthropic", **system_argument(messages)}
    if tools is not None:
        arguments["tools"] = [anthropic_tool(one["function"]) for one in tools]
        arguments["tool_choice"] = anthropic_choice(tool_choice)
    return Request(listed, arguments)


def anthropic_results(run):
    blocks = [anthropic_result(message) for message in run]
    return {"role": "user", "content": blocks, **extras(*run)}


def anthropic_result(message):
    content = message["content"]
    if not isinstance(content, str):
        content = [anthropic_block(pair) for pair in parts_of(message)]
    return {"type": "tool_result", "tool_use_id": message["tool_call_id"], "content": content}


def anthropic_block(pair):
    kind, value = pair
    if kind == "text":
        return {"type": "text", "text": value}
    found = inline(value)
    if found is None:
        return {"type": "image", "source": {"type": "url", "url": value}}
    return {"type": "image", "source": {"type": "base64", "media_type": found[0], "data": found[1]}}


def anthropic_message(message):
    """A message of the user or the assistant; None where nothing is left to say."""
    blocks = [anthropic_block(pair) for pair in parts_of(message)]
    for call in message.get("tool_calls") or []:
        name, arguments = called(call)
        blocks.append({"type": "tool_use", "id": call["id"], "name": name, "input": parsed(arguments)})
    if not blocks:
        return None
    plain = isinstance(message.get("content"), str) and len(blocks) == 1 and blocks[0]["type"] == "text"
    return {
        "role": message["role"],
        "content": message["content"] if plain else blocks,
        **extras(message),
    }


def holds_results(message):
    return message["role"] == "user" and any(block.get("type") == "tool_result" for block in blocks(message))


def blocks(message):
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def merged(results, said):
    return {**results, **said, "content": [*results["content"], *blocks(said)]}


def anthropic_tool(function):
    return {
        "name": function["name"],
        "description": function.get("description", ""),
        "input_schema": function.get("parameters", {"type": "object"}),
    }


def anthropic_choice(choice):
    if isinstance(choice, dict):
        return {"type": "tool", "name": choice["function"]["name"]}
    return {"type": {"required": "any"}.get(choice, choice)} if choice else None


# --- Gemini


def to_gemini(messages, tools=None, tool_choice=None, *, ids=True):
    """Gemini contents, the calls and results with or without ids."""
    listed = []
    names = {}
    for run in runs(messages):
        if run[0]["role"] == "tool":
            listed.append(gemini_results(run, names, ids=ids))
            continue
        for call in run[0].get("tool_calls") or []:
            names[call["id"]] = called(call)[0]
        listed.append(gemini_content(run[0], ids=ids))
    arguments = {"format": "gemini", **system_argument(messages)}
    if tools is not None:
        declared = [gemini_declaration(one["function"]) for one in tools]
        arguments["tools"] = [{"functionDeclarations": declared}]
        arguments["tool_choice"] = gemini_choice(tool_choice)
    return Request([content for content in listed if content is not None], arguments)


def gemini_results(run, names, *, ids):
    parts = []
    for message in run:
        response = {
            "name": names.get(message["tool_call_id"], "gone"),
            "response": {"result": text_of(message["content"])},
        }
        if ids:
            response["id"] = message["tool_call_id"]
        parts.append({"functionResponse": response})
    return {"role": "user", "parts": parts, **extras(*run)}


def gemini_part(pair):
    kind, value = pair
    if kind == "text":
        return {"text": value}
    found = inline(value)
    if found is None:
        return {"fileData": {"mimeType": "image/png", "fileUri": value}}
    return {"inlineData": {"mimeType": found[0], "data": found[1]}}


def gemini_content(message, *, ids):
    """A content of the user or the model; None where nothing is left to say."""
    parts = [gemini_part(pair) for pair in parts_of(message)]
    for call in message.get("tool_calls") or []:
        name, arguments = called(call)
        made = {"name": name, "args": parsed(arguments)}
        parts.append({"functionCall": {**made, "id": call["id"]} if ids else made})
    role = "model" if message["role"] == "assistant" else "user"
    return {"role": role, "parts": parts, **extras(message)} if parts else None


def gemini_declaration(function):
    return {
        "name": function["name"],
        "description": function.get("description", ""),
        "parameters": function.get("parameters", {"type": "object"}),
    }


def gemini_choice(choice):
    if isinstance(choice, dict):
        chosen = {"mode": "ANY", "allowedFunctionNames": [choice["function"]["name"]]}
    elif choice:
        chosen = {"mode": {"auto": "AUTO", "none": "NONE", "required": "ANY"}[choice]}
    else:
        return None
    return {"functionCallingConfig": chosen}


# --- OpenAI Responses


def to_responses(messages, tools=None, tool_choice=None, *, reasons=False):
    """Responses items; with `reasons` an encrypted reasoning item before what each caller of tools says."""
    items = []
    for position, message in enumerate(messages):
        items += responses_items(message, f"rs_{position}" if reasons else None)
    arguments = {"format": "openai-responses"}
    if tools is not None:
        arguments["tools"] = [{"type": "function", **one["function"]} for one in tools]
        chosen = {"type": "function", "name": forced_name(tool_choice)}
        arguments["tool_choice"] = chosen if isinstance(tool_choice, dict) else tool_choice
    return Request(items, arguments)


def forced_name(choice):
    return choice["function"]["name"] if isinstance(choice, dict) else None


def responses_items(message, reasoning_id):
    if message["role"] == "tool":
        output = message["content"]
        if not isinstance(output, str):
            output = [{"type": "input_text", "text": text} for _, text in parts_of(message)]
        answer = {"type": "function_call_output", "call_id": message["tool_call_id"], "output": output}
        return [{**answer, **extras(message)}]
    if message["role"] == "assistant":
        return assistant_items(message, reasoning_id)
    return [responses_message(message)]


def responses_message(message):
    content = message["content"]
    if not isinstance(content, str):
        content = [responses_part(pair) for pair in parts_of(message)]
    return {"type": "message", "role": message["role"], "content": content, **extras(message)}


def responses_part(pair):
    kind, value = pair
    if kind == "text":
        return {"type": "input_text", "text": value}
    return {"type": "input_image", "image_url": value, "detail": "auto"}


def assistant_items(message, reasoning_id):
    content = [output_part(part) for part in said_parts(message)]
    spoken = {"type": "message", "role": "assistant", "content": content, **extras(message)}
    calls = [responses_call(call) for call in message.get("tool_calls") or []]
    items = [*([spoken] if content or not calls else []), *calls]
    if reasoning_id is None or not calls:
        return items
    thought = {"type": "reasoning", "id": reasoning_id, "summary": [], "encrypted_content": "gAAAAB" * 20}
    return [thought, *items]


def said_parts(message):
    content = message.get("content")
    parts = [{"type": "text", "text": content}] if isinstance(content, str) and content else content or []
    refusal = message.get("refusal")
    return [*parts, {"type": "refusal", "refusal": refusal}] if refusal else parts


def output_part(part):
    if part["type"] == "refusal":
        return part
    return {"type": "output_text", "text": part["text"], "annotations": []}


def responses_call(call):
    name, arguments = called(call)
    if "custom" in call:
        return {"type": "custom_tool_call", "call_id": call["id"], "name": name, "input": arguments}
    return {"type": "function_call", "call_id": call["id"], "name": name, "arguments": arguments}


# --- the variants


def custom_outputs(request):
    """The request with the answers to custom calls as outputs of custom calls, as the provider has them."""
    custom = {item["call_id"] for item in request.messages if item["type"] == "custom_tool_call"}
    listed = [
        {**item, "type": "custom_tool_call_output"}
        if item["type"] == "function_call_output" and item["call_id"] in custom
        else item
        for item in request.messages
    ]
    return Request(listed, request.arguments)


def parted(messages):
    """The messages with a word of the user's between two of the assistant's.

    Items do not tell where one answer of the assistant's ends and the next begins.
    """
    listed = []
    for message in messages:
        if listed and listed[-1]["role"] == message["role"] == "assistant":
            listed.append({"role": "user", "content": "And?"})
        listed.append(message)
    return listed


def to_parted_responses(messages, tools=None, tool_choice=None, **variant):
    return custom_outputs(to_responses(parted(messages), tools, tool_choice, **variant))


VARIANTS = {
    "anthropic": (to_anthropic, {}),
    "anthropic, merged": (to_anthropic, {"merges": True}),
    "gemini": (to_gemini, {}),
    "gemini, no ids": (to_gemini, {"ids": False}),
    "responses": (to_parted_responses, {}),
    "responses, reasoning": (to_parted_responses, {"reasons": True}),
}


def converted(variant, messages, tools=None, tool_choice=None):
    """The conversation in one of `VARIANTS`."""
    convert, options = VARIANTS[variant]
    return convert(messages, tools, tool_choice, **options)
