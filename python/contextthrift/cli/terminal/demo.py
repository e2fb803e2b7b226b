"""The demonstration: a scripted model, real tools and a small folder of invoices.

The second step reads a file that is not there, so that the plan is revised.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from contextthrift.testing import Scripted, ScriptedCall, ScriptedModel
from contextthrift.tokens import get_encoding
from contextthrift.usage import Usage

if TYPE_CHECKING:
    from pathlib import Path

    from contextthrift.models import ModelRequest

GOAL: Final = "Which invoices are still open, and how much is owed?"
FILES: Final = {
    "invoices/A-17.json": '{"customer": "Blue Fern Ltd", "amount": 120.50, "due": "2026-10-01"}\n',
    "invoices/A-18.json": '{"customer": "Halden Bakery", "amount": 80.00, "due": "2026-10-04"}\n',
    "invoices/A-19.json": '{"customer": "Blue Fern Ltd", "amount": 42.25, "due": "2026-11-15"}\n',
    "payments/2026-10.csv": "date,invoice,amount\n2026-10-03,A-18,80.00\n",
}
PIECE_PAUSE_S: Final = 0.015
"""Seconds before each word, so that one sees it stream."""


def demo_folder(root: Path) -> Path:
    """The folder of the demonstration, written under ``root``."""
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def demo_model() -> ScriptedModel:
    """A model with the script of the demonstration; its tokens are counted, not written down."""
    answers = {stage: list(said) for stage, said in _script().items()}

    def answer(request: ModelRequest) -> Scripted:
        said = answers[request.stage].pop(0)
        return replace(said, usage=_usage(request, said), pause_s=PIECE_PAUSE_S)

    return ScriptedModel(answer, name="a script, no model")


def _usage(request: ModelRequest, said: Scripted) -> Usage:
    encoding = get_encoding("o200k_base")
    sent = encoding.count(request.system) + sum(encoding.count(str(each)) for each in request.messages)
    answered = sum(encoding.count(str(piece)) for piece in (*said.text, said.data or "", *said.tool_calls))
    return Usage.of(input_tokens=sent, output_tokens=answered)


def _script() -> dict[str, list[Scripted]]:
    plan = {
        "thought": "Read the invoices, then see which of them were paid.",
        "steps": [
            {"description": "Read every invoice", "suggestedTools": ["list_files", "read_file"]},
            {"description": "See what was paid", "suggestedTools": ["read_file"]},
        ],
    }
    revised = {
        "decision": "revise",
        "reason": "There is no payments.csv; the payments stand in payments/2026-10.csv.",
        "plan": ["Read payments/2026-10.csv"],
    }
    invoices = [name for name in FILES if name.startswith("invoices/")]
    return {
        "planner": [Scripted(data=plan)],
        "executor": [
            Scripted(tool_calls=[_call("list_files", pattern="invoices/*.json")]),
            Scripted(tool_calls=[_call("read_file", path=name) for name in invoices]),
            _said("Three invoices: A-17 over 120.50, A-18 over 80.00, A-19 over 42.25."),
            Scripted(tool_calls=[_call("read_file", path="payments.csv")]),
            _said("The payments could not be read under that name."),
            Scripted(tool_calls=[_call("read_file", path="payments/2026-10.csv")]),
            _said("A-18 was paid on 2026-10-03; nothing else was."),
        ],
        "replanner": [Scripted(data=revised)],
        "synthesizer": [
            _said(
                "Two invoices are open, both of Blue Fern Ltd: A-17 (120.50) and A-19 (42.25). "
                "162.75 is owed."
            )
        ],
    }


def _said(text: str) -> Scripted:
    words = text.split(" ")
    return Scripted(text=[words[0], *(f" {word}" for word in words[1:])])


def _call(name: str, **arguments: Any) -> ScriptedCall:
    return ScriptedCall(name=name, arguments=arguments)
