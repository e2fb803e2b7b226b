"""Where the library differs from the recordings on purpose. The table is closed.

A tag in `RAISES` stands for arguments the library refuses, a tag in `OURS` for an answer of our own, and the
tag `collation` for the recording by code point. A tag that is not in the table changes nothing. The tag
`lone-surrogate` matters to Rust, whose strings cannot hold one, and to `arg_text`, which never ends with half
a character where the original does.
"""

import json
import math
import re
from pathlib import Path

from tests.vectors.folder import function_of
from tests.vectors.twin import twin_answer

RAISES = {
    "negative-reserve",
    "negative-budget",
    "negative-tool-cost",
    "negative-image-cost",
    "negative-own-tokens",
    "keep-fractional",
    "keep-nan",
    "fractional-costs",
    "odd",
    "odd-window-or-reserve",
}
OURS = {"image-kept-false-input", "number-format", "integer-keys-first"}
HALF_AT_THE_END = re.compile("[\ud800-\udbff]$")
OUR_ANSWERS = Path(__file__).parent / "our_answers.json"


def tags_of(case):
    return set(case.get("tags", ()))


# --- arguments the library refuses


def is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_amount(value):
    return math.isfinite(value) and value >= 0


def is_share(value):
    return 0 <= value <= 1


FINE = {
    "window": is_whole,
    "output_reserve": is_amount,
    "reserve_fraction": is_share,
    "this_turn_result_keep": is_whole,
    "keep_recent": is_whole,
    "keep_verbatim": is_whole,
    "history_budget": is_amount,
}


def arguments_of(case):
    args = case.get("args", {})
    return {**case, **case.get("options", {}), **args, **args.get("options", {})}


def given_costs(case):
    """Every cost a case gives, by the name an error should have for the item."""
    recorded = case.get("input", {})
    for index, call in enumerate(recorded.get("tool_calls", ())):
        yield f"tool_calls[{index}]", call["token_cost"]
    for index, passage in enumerate(recorded.get("retrievables", ())):
        if "own_tokens" in passage:
            yield f"retrievables[{index}]", passage["own_tokens"]
    if "image" in recorded:
        yield "image", recorded["image"]["token_cost"]


def refused(case):
    """The names of what is invalid for us in a case."""
    arguments = arguments_of(case)
    given = {name: arguments[name] for name in FINE if arguments.get(name) is not None}
    names = [name for name, value in given.items() if not FINE[name](value)]
    return names + [name for name, cost in given_costs(case) if not is_whole(cost)]


def expected_refusals(case):
    """What the error may name, one of them; empty when the case must have an answer."""
    tags = tags_of(case) & RAISES
    if not tags:
        return []
    names = refused(case)
    assert names or tags == {"odd-window-or-reserve"}, f"nothing is invalid in {case['id']}, tagged {tags}"
    return names


# --- answers


def our_answers():
    return json.loads(OUR_ANSWERS.read_text(encoding="utf-8"))


def our_answer(case):
    """The recorded answer of our own; the twin's for a case that has none yet."""
    answers = our_answers()
    return answers[case["id"]] if case["id"] in answers else twin_answer(case)


def expected_answer(case):
    tags = tags_of(case)
    if tags & OURS:
        return our_answer(case)
    if "collation" in tags:
        return case["expect_codepoint"]
    if "lone-surrogate" in tags and function_of(case) == "arg_text":
        return HALF_AT_THE_END.sub("", case["expect"])
    return without_notes(case["expect"])


def without_notes(expected):
    """The answer without the figures of the original's own prompt, which are there to be read."""
    if not isinstance(expected, dict) or "costs" not in expected:
        return expected
    costs = [{word: cost[word] for word in ("calls", "in_tok", "out_tok")} for cost in expected["costs"]]
    return {**expected, "costs": costs}
