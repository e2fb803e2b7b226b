"""Runs recorded cases about compaction, as the original does it, and says the answer in the notation."""

import asyncio
import hashlib

import contextthrift
from contextthrift.compaction import SUMMARY_PROMPT
from tests.vectors.notation import estimator, known, named, utf16_length

CASE = {"id", "fn", "tags", "estimator", "summarizer", "options", "expect"}
OPTIONS = {"system_prompt", "keep_verbatim", "summarise_at_tokens", "summary_message_id", "prior_state"}
LONGEST_WRITTEN = 240

SUMMARIZERS = {
    "head80": lambda text, _calls: f"{text[:80]}|{utf16_length(text)}",
    "padded": lambda text, _calls: f" \n\t{text[:20]}|{utf16_length(text)}\n\n ",
    "blank": lambda _text, _calls: " \n \t ",
    "counter": lambda _text, calls: f"SUMMARY({calls})",
    "fail": None,
}


class SummarizerFailedError(Exception):
    pass


def built(text):
    """A text as the input writes it: repeated where it is long."""
    return text["rep"] * known(text, {"rep", "n"}, "text")["n"] if isinstance(text, dict) else text


def written(text):
    """A text as the output writes it: told by length, hash and ends where it is long."""
    if text is None or utf16_length(text) <= LONGEST_WRITTEN:
        return text
    digest = hashlib.sha256(text.encode()).hexdigest()
    return {"len": utf16_length(text), "sha256": digest, "head": text[:40], "tail": text[-40:]}


class Watch:
    """The recorded summariser, what it got, and what its calls cost."""

    def __init__(self, case):
        self.answer = named(SUMMARIZERS, case["summarizer"], "summarizer")
        self.is_default_prompt = "system_prompt" not in case["options"]
        self.estimate_tokens = estimator(case["estimator"])
        self.requests = []
        self.costs = []

    async def summarize(self, *, system, text):
        assert not self.is_default_prompt or system == SUMMARY_PROMPT
        self.requests.append({"system": None if self.is_default_prompt else system, "text": written(text)})
        await asyncio.sleep(0)
        if self.answer is None:
            raise SummarizerFailedError("summarizer failed")
        return self.answer(text, len(self.requests))

    def on_cost(self, cost):
        asked = None if self.is_default_prompt else cost.in_tok
        self.costs.append({"calls": cost.calls, "in_tok": asked, "out_tok": cost.out_tok})

    def arguments(self):
        return {
            "summarize": self.summarize,
            "estimate_tokens": self.estimate_tokens,
            "on_cost": self.on_cost,
            "parity": True,
        }

    def seen(self, answer):
        return {**answer, "requests": self.requests, "costs": self.costs}


def watched(case, run):
    """The answer of `run(watch)`, and what the watch saw."""
    watch = Watch(case)
    try:
        answer = asyncio.run(run(watch))
    except SummarizerFailedError as error:
        answer = {"error": str(error)}
    return watch.seen(answer)


def summarise_turns(case, _items):
    known(case, CASE | {"history_text", "prior_summary"}, "case")
    options = known(case["options"], {"system_prompt"}, "options")

    async def run(watch):
        summary = await contextthrift.summarise_turns(
            built(case["history_text"]), built(case["prior_summary"]), **watch.arguments(), **options
        )
        return {"summary": written(summary)}

    return watched(case, run)


def assemble_compacted_turns(case, _items):
    known(case, CASE | {"turns"}, "case")
    options = dict(known(case["options"], OPTIONS, "options"))
    if "prior_state" in options:
        options["prior_state"] = contextthrift.CompactionState(**options["prior_state"])
    turns = [
        contextthrift.Turn(qa=built(turn["qa"]), created_at=turn["created_at"]) for turn in case["turns"]
    ]
    return watched(case, lambda watch: (session if case["fn"] == "session" else once)(watch, turns, options))


async def once(watch, turns, options):
    compacted = await contextthrift.assemble_compacted_turns(turns, **watch.arguments(), **options)
    return told(compacted, turns)


async def session(watch, turns, options):
    """The first turns, one more at each step, each step with the state of the one before."""
    steps, state = [], {}
    for count in range(1, len(turns) + 1):
        compacted = await contextthrift.assemble_compacted_turns(
            turns[:count], **watch.arguments(), **options, **state
        )
        state = {"prior_state": compacted.state}
        steps.append({"n_turns": count, **told(compacted, turns)})
    return {"steps": steps}


def told(compacted, turns):
    standing = {id(turn): place for place, turn in enumerate(turns)}
    return {
        "turns": [
            standing[id(turn)] if id(turn) in standing else summary_turn(turn) for turn in compacted.turns
        ],
        "summary": written(compacted.state.summary),
        "covered_older": compacted.state.covered_older,
    }


def summary_turn(turn):
    message = turn.messages[0]
    return {
        "qa": written(turn.qa),
        "created_at": turn.created_at,
        "message": {
            "id": message.id,
            "role": message.role,
            "content": written(message.content),
            "created_at": message.created_at,
        },
        "n_messages": len(turn.messages),
        "n_tool_calls": len(turn.tool_calls),
    }


RUNNERS = {"summarise_turns": summarise_turns, "assemble_compacted_turns": assemble_compacted_turns}
