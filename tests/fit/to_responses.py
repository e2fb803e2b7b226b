"""OpenAI chat messages, tools and choices in the shape of the items of OpenAI Responses."""

from tests.fit.chat_parts import Request, called, extras, parts_of


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
