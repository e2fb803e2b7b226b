"""The rounds of a step whose model reads about the tools in its prompt and answers with JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from contextthrift.agent.call import call_model
from contextthrift.agent.catalog import entry
from contextthrift.agent.prompts import results_turn
from contextthrift.agent.reply.clip import as_json
from contextthrift.agent.reply.executor import Action, ExecutorReply, parse_executor_response, split_blocker
from contextthrift.agent.tool_call import Call, Dispatch, Outcome
from contextthrift.events import StepTextDelta
from contextthrift.exceptions import Aborted
from contextthrift.models import ModelMessage, ModelRequest, user_message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contextthrift.agent.run import Run
    from contextthrift.agent.spent import Spent
    from contextthrift.tools import Tool


async def prompted_rounds(run: Run, request: ModelRequest, dispatch: Dispatch, spent: Spent) -> str:
    """Asks for actions, runs them, tells what came of them, until nothing more is to be done.

    A batch of actions that the step has seen before ends it: such a model goes round in circles.

    Returns:
        The last round's reply, which is also sent as the step's text.
    """
    answer, batches = ExecutorReply(), set[str]()
    for left in reversed(range(run.config.max_steps_per_task)):
        if run.signal.aborted or run.cap_reached(spent.usage):
            break
        reply = await call_model(run, request)
        spent.add(reply.usage)
        answer = parse_executor_response(reply.text)
        batch = as_json([[action.tool, action.args] for action in answer.actions])
        if split_blocker(answer.reply)[1] or not answer.actions or batch in batches:
            break
        batches.add(batch)
        turn = await _perform(run, dispatch, answer.actions)
        if left and not run.signal.aborted:
            request = _with_turn(request, reply.message, turn)
    if answer.reply:
        run.emit(StepTextDelta(step=dispatch.step, delta=answer.reply))
    return answer.reply


def _with_turn(request: ModelRequest, said: ModelMessage, turn: str) -> ModelRequest:
    return replace(request, messages=(*request.messages, said, user_message(turn)))


async def _perform(run: Run, dispatch: Dispatch, actions: Sequence[Action]) -> str:
    """Runs the actions one after the other; the turn that tells the model what came of them."""
    known = {tool.name for tool in dispatch.tools()}
    earlier = len(dispatch.records)
    for action in actions:
        if run.signal.aborted:
            break
        number = len(dispatch.records) + 1
        call = Call(call_id=f"prompted-{action.tool}-{number}", name=action.tool, input=action.args)
        dispatch.announce(call)
        dispatch.record(call, await _attempt(run, dispatch, call))
    return results_turn(dispatch.records[earlier:], [entry(tool) for tool in _new(dispatch.tools(), known)])


async def _attempt(run: Run, dispatch: Dispatch, call: Call) -> Outcome:
    """One action; when the run is aborted meanwhile it is a failed one, and the batch ends behind it."""
    try:
        async with run.signal.scope():
            return await dispatch.attempt(call, dispatch.tools())
    except Aborted as aborted:
        return Outcome(tool=None, output=aborted, ok=False)


def _new(tools: Sequence[Tool], known: set[str]) -> list[Tool]:
    return [tool for tool in tools if tool.name not in known]
