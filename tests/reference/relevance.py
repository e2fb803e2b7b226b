"""Relevance, turns and compaction, slow and obvious.

Nothing here comes from the library: it is what the library is compared with. `compact` is the compaction
without loss, for summarisers that always answer.
"""

import json
import math
import re

WORD = re.compile("[a-z][a-z0-9]{3,}")


def content_tokens(text):
    return list(dict.fromkeys(WORD.findall(text.lower())))


def relevance_to_query(text, query_tokens):
    asked = set(query_tokens)
    return len(asked & set(content_tokens(text))) / len(asked) if asked else 0.0


def first_units(text, units):
    """The first UTF-16 units, character by character."""
    taken, length = "", 0
    for character in text:
        length += 2 if ord(character) > 0xFFFF else 1
        if length > units:
            break
        taken += character
    return taken


def arg_text(value):
    if value is None:
        return ""
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError):
        return ""
    return first_units(text, 200)


def group(messages, calls):
    """Each turn as its text, its time, its messages and its calls."""
    turns, is_open = [], False
    for message in messages:
        if not is_open:
            turns.append({"qa": "", "messages": [], "calls": []})
        turns[-1]["messages"].append(message)
        is_open = message.role != "assistant"
    for turn in turns:
        turn["qa"] = "\n".join(message.content for message in turn["messages"])
        turn["created_at"] = turn["messages"][-1].created_at
    for call in calls:
        owner = None
        for turn in turns:
            if turn["messages"][0].created_at > call.created_at:
                break
            owner = turn
        if owner is not None:
            owner["calls"].append(call)
            if call.tool:
                owner["qa"] += f"\n{call.tool} {arg_text(call.args)}"
    return turns


def select_relevant(turns, query, budget, estimate, *, recent=2, floor_min=0.125, floor_max=0.43, curve=2):
    """The places of the turns that stay."""
    split = max(len(turns) - recent, 0)
    taken = sum(math.ceil(estimate(turn.qa)) for turn in turns[:split])
    utilisation = min(taken / budget, 1) if budget > 0 else 0
    floor = floor_min + (floor_max - floor_min) * utilisation**curve
    asked = content_tokens(query)
    return [
        place
        for place, turn in enumerate(turns)
        if place >= split or relevance_to_query(turn.qa, asked) >= floor
    ]


def select_naive(turns, budget, estimate):
    """The places of the turns that stay."""
    taken, places = 0, []
    for place in reversed(range(len(turns))):
        taken += math.ceil(estimate(turns[place].qa))
        if places and taken > budget:
            break
        places.insert(0, place)
    return places


def compact(turns, keep, threshold, estimate, *, covered, has_summary):
    """Whether a summary is shown, the places shown as they are, and how many turns are covered then."""
    older = max(len(turns) - keep, 0)
    start = min(covered, older) if has_summary else 0
    text = "\n\n".join(turn.qa for turn in turns[start:older])
    if start < older and math.ceil(estimate(text)) > threshold and text.strip():
        return True, list(range(older, len(turns))), older
    return has_summary, list(range(start, len(turns))), covered
