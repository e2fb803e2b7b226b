"""An agent with a tool of your own.

python examples/own_agent.py                     # a script answers: no key, no network
python examples/own_agent.py openai:gpt-5.2      # a model answers; OPENAI_API_KEY is set
"""

import sys

from contextthrift import Agent
from contextthrift.testing import Scripted, ScriptedCall, ScriptedModel

STOCK = {"tea": 12, "coffee": 0, "cocoa": 3}


def stock_of(goods: list[str]) -> dict[str, int]:
    """How many packets of each are in stock.

    Args:
        goods: tea, coffee or cocoa.
    """
    return {each: STOCK[each] for each in goods}


script = ScriptedModel(
    planner=[Scripted(data={"thought": "Ask the stock.", "steps": [{"description": "Look the stock up"}]})],
    executor=[
        Scripted(tool_calls=[ScriptedCall(name="stock_of", arguments={"goods": ["tea", "coffee"]})]),
        "12 packets of tea, no coffee.",
    ],
    synthesizer=["There is tea, 12 packets of it, but coffee is out."],
)
model = sys.argv[1] if len(sys.argv) > 1 else script

result = Agent(model, tools=[stock_of]).run_sync("Are tea and coffee in stock?")
result.raise_for_error()
for step in result.trace:
    for call in step.tool_calls:
        print(f"{call.name}({call.input}) gave {call.output}")
print(result.final)
