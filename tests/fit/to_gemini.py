"""OpenAI chat messages, tools and choices in the shape of Gemini's contents."""

from tests.fit.chat_parts import (
    Request,
    called,
    extras,
    inline,
    parsed,
    parts_of,
    runs,
    system_argument,
    text_of,
)


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
