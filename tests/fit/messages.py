"""Short ways to write OpenAI chat messages, tools and choices of tools."""

SUMMARY_ID = "__compact-summary"


def system(content="You are terse.", **extra):
    return {"role": "system", "content": content, **extra}


def developer(content="Prefer metric units.", **extra):
    return {"role": "developer", "content": content, **extra}


def user(content, **extra):
    return {"role": "user", "content": content, **extra}


def says(content, **extra):
    return {"role": "assistant", "content": content, **extra}


def call(identity, name="look", arguments="{}"):
    return {"id": identity, "type": "function", "function": {"name": name, "arguments": arguments}}


def calls(*made, content=None, **extra):
    """An assistant message with calls; each is an id or the result of `call`."""
    listed = [call(one) if isinstance(one, str) else one for one in made]
    return {"role": "assistant", "content": content, "tool_calls": listed, **extra}


def result(identity, content, **extra):
    return {"role": "tool", "tool_call_id": identity, "content": content, **extra}


def summary(content="Earlier: the user asked about birds.", role="user"):
    return {"role": role, "id": SUMMARY_ID, "content": content}


def tool(name, description="Does what its name says."):
    schema = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": schema}}


def forced(name):
    return {"type": "function", "function": {"name": name}}


def text_part(text, **extra):
    return {"type": "text", "text": text, **extra}


def image_part(url="https://example.org/bird.png"):
    return {"type": "image_url", "image_url": {"url": url, "detail": "low"}}


def is_pinned(message):
    return message.get("pinned") is True


def long(word, times=60):
    return f"{word} " * times
