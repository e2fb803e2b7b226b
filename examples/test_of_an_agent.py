"""How an agent of yours is tested: a script in place of the model says what it is asked and answers."""

from contextthrift import Agent
from contextthrift.testing import Scripted, ScriptedCall, ScriptedModel


def divide(a: float, b: float) -> float:
    """Divide one number by another."""
    return a / b


def test_a_division_by_zero_is_told_to_the_model() -> None:
    """Leaving the ``with`` block checks that every answer of the script was asked for."""
    with ScriptedModel(
        planner=[Scripted(data={"thought": "", "steps": [{"description": "Divide"}]})],
        executor=[
            Scripted(tool_calls=[ScriptedCall(name="divide", arguments={"a": 1, "b": 0})]),
            "That cannot be divided.",
        ],
        replanner=[Scripted(data={"decision": "continue", "reason": "Nothing else can be done."})],
        synthesizer=["One cannot divide by zero."],
    ) as model:
        result = Agent(model, tools=[divide], log_level="silent").run_sync("What is 1 / 0?")
    assert result.final == "One cannot divide by zero."
    told = model.requests_of("executor")[1].messages[-1]
    assert "division by zero" in str(told)


if __name__ == "__main__":
    test_a_division_by_zero_is_told_to_the_model()
    print("passed")
