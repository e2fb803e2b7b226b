"""What OpenAI's cookbook says GPT-4o is billed for tool definitions ("How to count tokens with tiktoken")."""

FIRST = 7
PROPERTIES = 3
PROPERTY = 3
ENUM = -3
ENUM_ITEM = 3
END = 12


def tokens_of_tools(tools, count):
    return END + sum(tokens_of_tool(tool, count) for tool in tools)


def tokens_of_tool(tool, count):
    function = tool["function"]
    tokens = FIRST + count(f"{function['name']}:{function.get('description', '').removesuffix('.')}")
    properties = function.get("parameters", {}).get("properties", {})
    if properties:
        tokens += PROPERTIES
    for name, schema in properties.items():
        tokens += PROPERTY + count(
            f"{name}:{schema.get('type')}:{schema.get('description', '').removesuffix('.')}"
        )
        if "enum" in schema:
            tokens += ENUM + sum(ENUM_ITEM + count(item) for item in schema["enum"])
    return tokens
