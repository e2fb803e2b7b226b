"""OpenAI chat messages, tools and choices in the shape of Anthropic's Messages."""

from tests.fit.chat_parts import Request, called, extras, inline, parsed, parts_of, runs, system_argument


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
