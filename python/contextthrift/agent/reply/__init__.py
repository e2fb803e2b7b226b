"""What a model's text says: plans, actions, decisions, answers. Pure, and no text makes it raise."""

from contextthrift.agent.reply.answer_filter import AnswerFilter
from contextthrift.agent.reply.clip import as_json, clip
from contextthrift.agent.reply.executor import Action, ExecutorReply, parse_executor_response, split_blocker
from contextthrift.agent.reply.json_object import looks_like_json
from contextthrift.agent.reply.plain_text import parse_plain_text
from contextthrift.agent.reply.planner import PlannerReply, parse_planner_response
from contextthrift.agent.reply.replanner import Decision, ReplannerReply, parse_replanner_response
from contextthrift.agent.reply.steps import normalize_steps
from contextthrift.agent.reply.thinking import ThinkingFilter, strip_thinking

__all__ = [
    "Action",
    "AnswerFilter",
    "Decision",
    "ExecutorReply",
    "PlannerReply",
    "ReplannerReply",
    "ThinkingFilter",
    "as_json",
    "clip",
    "looks_like_json",
    "normalize_steps",
    "parse_executor_response",
    "parse_plain_text",
    "parse_planner_response",
    "parse_replanner_response",
    "split_blocker",
    "strip_thinking",
]
