"""LangChain's quick start with one line added; a scripted model stands for the provider: nothing is sent."""

from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage

from contextthrift.integrations.langchain import FitMiddleware


class ScriptedModel(GenericFakeChatModel):
    """Answers from a script, whatever it is asked; yours is ``ChatOpenAI(model="gpt-4o")`` or another."""

    model_name: str = "gpt-4o"

    def bind_tools(self, tools, **kwargs):
        """Takes tools and forgets them."""
        return self


def get_weather(city: str) -> str:
    """Get weather for a given city."""
    return f"It's always sunny in {city}! " + "Hour by hour: sun. " * 200


call = {"name": "get_weather", "args": {"city": "San Francisco"}, "id": "call_1"}
model = ScriptedModel(messages=iter([AIMessage("", tool_calls=[call]), AIMessage("Sunny, as ever.")]))

agent = create_agent(
    model=model,
    tools=[get_weather],
    system_prompt="You are a helpful assistant.",
    middleware=[FitMiddleware(context_window=3_000, output_reserve=500, on_trace=print)],  # the line
)

earlier = []
for city in ("Rome", "Oslo", "Lima", "Cairo"):
    called = {"name": "get_weather", "args": {"city": city}, "id": f"call_{city}"}
    earlier += [
        {"role": "user", "content": f"What's the weather in {city}?"},
        AIMessage("", tool_calls=[called]),
        {"role": "tool", "tool_call_id": f"call_{city}", "content": get_weather(city)},
        {"role": "assistant", "content": f"Sunny in {city}."},
    ]

question = {"role": "user", "content": "What's the weather in San Francisco?"}
result = agent.invoke({"messages": [*earlier, question]})
print(f"{len(result['messages'])} messages in the state; the answer: {result['messages'][-1].content}")
