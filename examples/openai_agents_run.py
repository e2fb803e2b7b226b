"""The Agents SDK's quick start with one line added; a scripted model stands for OpenAI: nothing is sent."""

import asyncio

from agents import Agent, RunConfig, Runner, function_tool
from agents.testing import ScriptedModel, assistant_message, function_call

from contextthrift.integrations.openai_agents import FitInput


@function_tool
def history_fun_fact(topic: str) -> str:
    """Return a short history fact."""
    return f"About {topic}: " + "sharks are older than trees. " * 150


model = ScriptedModel(
    [
        [function_call("history_fun_fact", {"topic": "trees"}, call_id="call_1")],
        [assistant_message("Sharks are older than trees.")],
    ]
)
agent = Agent(
    name="History Tutor",
    instructions="You answer history questions clearly and concisely.",
    tools=[history_fun_fact],
    model=model,  # yours is the name of one, such as "gpt-4o"
)

earlier = []
for number in range(4):
    earlier += [
        {"role": "user", "content": f"Tell me fact number {number}."},
        {"type": "function_call", "call_id": f"c{number}", "name": "history_fun_fact", "arguments": "{}"},
        {"type": "function_call_output", "call_id": f"c{number}", "output": "a fact about sharks. " * 150},
        {"role": "assistant", "content": "Sharks are old."},
    ]

run_config = RunConfig(
    tracing_disabled=True,
    call_model_input_filter=FitInput(
        model="gpt-4o", context_window=3_000, output_reserve=500, on_trace=print
    ),  # the line
)
question = {"role": "user", "content": "What is older than trees?"}
result = asyncio.run(Runner.run(agent, [*earlier, question], run_config=run_config))
print(f"{len(result.to_input_list())} items in the run; the answer: {result.final_output}")
