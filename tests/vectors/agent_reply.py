"""Runs recorded cases about what models' texts say."""

from contextthrift.agent.reply import (
    AnswerFilter,
    clip,
    looks_like_json,
    normalize_steps,
    parse_executor_response,
    parse_plain_text,
    parse_planner_response,
    parse_replanner_response,
    split_blocker,
    strip_thinking,
)


def planner_response(*, raw):
    reply = parse_planner_response(raw)
    return {"reply": reply.reply, "plan": reply.plan, "skills": reply.skills}


def executor_response(*, raw):
    reply = parse_executor_response(raw)
    actions = [{"tool": action.tool, "args": action.args} for action in reply.actions]
    return {"reply": reply.reply, "actions": actions}


def replanner_response(*, raw):
    reply = parse_replanner_response(raw)
    return {"decision": reply.decision, "reason": reply.reason, "plan": reply.plan}


def plain_text(*, raw):
    return parse_plain_text(raw)


def visible(*, text):
    return strip_thinking(text)


def json_or_not(*, text):
    return looks_like_json(text)


def steps(*, items, cap=None):
    return normalize_steps(items) if cap is None else normalize_steps(items, cap)


def blocker(*, text):
    summary, blocked = split_blocker(text)
    return {"summary": summary, "blocked": blocked}


def stream_visible(*, chunks):
    answer = AnswerFilter()
    return "".join([*map(answer.feed, chunks), answer.finish()])


def clipped(*, text, max):  # noqa: A002 - the cases name it so
    return clip(text, max)


ADAPTERS = {
    "loop:parse_planner_response": planner_response,
    "loop:parse_executor_response": executor_response,
    "loop:parse_replanner_response": replanner_response,
    "loop:parse_plain_text": plain_text,
    "loop:strip_thinking": visible,
    "loop:looks_like_json": json_or_not,
    "loop:normalize_steps": steps,
    "loop:split_blocker": blocker,
    "loop:stream_visible": stream_visible,
    "loop:clip": clipped,
    "context:clip": clipped,
    "context:strip_think_blocks": visible,
}
