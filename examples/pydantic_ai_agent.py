"""pydantic-ai's quick start with one line added; a function stands for the provider, so nothing is sent."""

from pydantic_ai import Agent
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
)
from pydantic_ai.models.function import AgentInfo, FunctionModel

from contextthrift.integrations.pydantic_ai import FitRequest


def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    """What the model says; yours is ``"openai:gpt-4o"`` or another name."""
    if isinstance(messages[-1].parts[0], ToolReturnPart):
        return ModelResponse(parts=[TextPart('"hello world" comes from a book of 1978.')])
    return ModelResponse(parts=[ToolCallPart("look_up", {"page": 9}, "call_9")])


agent = Agent(
    FunctionModel(answer, model_name="gpt-4o"),
    instructions="Be concise, reply with one sentence.",
    capabilities=[FitRequest(context_window=3_000, output_reserve=500, on_trace=print)],  # the line
)


@agent.tool_plain
def look_up(page: int) -> str:
    """Reads a page of the book."""
    return f"Page {page}. " + "The quick brown fox jumps over the lazy dog. " * 80


earlier: list[ModelMessage] = []
for page in range(1, 6):
    earlier += [
        ModelRequest.user_text_prompt(f"What is on page {page}?"),
        ModelResponse(parts=[ToolCallPart("look_up", {"page": page}, f"call_{page}")]),
        ModelRequest(parts=[ToolReturnPart("look_up", look_up(page), f"call_{page}")]),
        ModelResponse(parts=[TextPart("A fox and a dog.")]),
    ]

result = agent.run_sync('Where does "hello world" come from?', message_history=earlier)
print(f"{len(result.all_messages())} messages in the history; the answer: {result.output}")
