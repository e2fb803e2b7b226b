"""What a list of OpenAI chat messages means, worked out the slow and obvious way.

`repair` pairs results with calls by position and gives the list that everything else speaks of, one `Entry` a
message. `units`, `turns` and `floor` answer with positions in that repaired list. Nothing here counts a
token, and nothing is imported from the library: this is what its own reading is compared with.
"""

from dataclasses import dataclass

SUMMARY_ID = "__compact-summary"


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One message of the repaired list."""

    message: dict
    source: int | None
    """Where the message stood in the list given; None for a result that repair added."""
    owner: int | None = None
    """Where the assistant message stood whose call this result answers; None for anything but a result."""


def default_is_summary(message):
    return message.get("id") == SUMMARY_ID


def never(_message):
    return False


# --- calls and results


def call_ids(message):
    """The ids of the calls an assistant message makes, one per call, in order."""
    if message["role"] != "assistant":
        return []
    return [call["id"] for call in message.get("tool_calls") or []]


def nearest_caller(messages, result):
    """The index of the nearest earlier assistant message that made a call with the result's id, or None."""
    wanted = messages[result]["tool_call_id"]
    for index in range(result - 1, -1, -1):
        if wanted in call_ids(messages[index]):
            return index
    return None


def owners(messages):
    """For each result's index, the index of the message whose call it answers; None where it is an orphan."""
    found = {}
    for index, message in enumerate(messages):
        if message["role"] != "tool":
            continue
        caller = nearest_caller(messages, index)
        if caller is not None:
            identity = message["tool_call_id"]
            calls = call_ids(messages[caller]).count(identity)
            earlier = [i for i, o in found.items() if o == caller and messages[i]["tool_call_id"] == identity]
            if len(earlier) == calls:
                caller = None
        found[index] = caller
    return found


def orphans(messages):
    """The indices of the results that answer no call."""
    return [index for index, owner in owners(messages).items() if owner is None]


# --- repair


def repair(messages, not_run="not run"):
    """The repaired list: results behind their calls, orphans gone, calls answered unless they wait."""
    return answered(paired(messages), not_run)


def paired(messages):
    """Each message as an entry, results behind their calls in the order given, orphans left out.

    What stands beside results goes with the first of them that is no orphan; without any it is the user's.
    """
    owner_of = owners(messages)
    beside = {index: beside_whose(messages, index, owner_of) for index in range(len(messages))}
    entries = []
    for index, message in enumerate(messages):
        if message["role"] == "tool" or beside[index] is not None:
            continue
        entries.append(Entry(message=as_user(message), source=index))
        results = [result for result, owner in owner_of.items() if owner == index]
        entries.extend(Entry(message=messages[result], source=result, owner=index) for result in results)
        asides = [aside for aside, owner in beside.items() if owner == index]
        entries.extend(Entry(message=messages[aside], source=aside) for aside in asides)
    return entries


def beside_whose(messages, index, owner_of):
    """Where the assistant message stands whose results a message of results and other words has first."""
    if messages[index]["role"] != "aside":
        return None
    sources = messages[index]["sources"]
    found = [owner for result, owner in owner_of.items() if messages[result]["sources"] == sources]
    return next((owner for owner in found if owner is not None), None)


def as_user(message):
    return {**message, "role": "user"} if message["role"] == "aside" else message


def answered(entries, not_run):
    """The entries, with a result added behind its message's others for each call unanswered, not waiting."""
    whole = []
    for position, entry in enumerate(entries):
        whole.append(entry)
        group = group_at(entries, position)
        if group is None or position != group[-1]:
            continue
        caller = entries[group[0]]
        if waits(entries, group[0]):
            continue
        for identity in unanswered(entries, group):
            message = {"role": "tool", "tool_call_id": identity, "content": not_run}
            whole.append(Entry(message=message, source=None, owner=caller.source))
    return whole


def group_at(entries, position):
    """The positions of the assistant message with calls and results that the entry belongs to, or None."""
    start = position
    while start > 0 and entries[start].owner is not None:
        start -= 1
    if not call_ids(entries[start].message):
        return None
    end = start + 1
    while end < len(entries) and entries[end].owner is not None:
        end += 1
    return list(range(start, end))


def unanswered(entries, group):
    """The ids of the group's calls that have no result, one per call, in the order of the calls."""
    left = [entries[position].message["tool_call_id"] for position in group[1:]]
    missing = []
    for identity in call_ids(entries[group[0]].message):
        if identity in left:
            left.remove(identity)
        else:
            missing.append(identity)
    return missing


def waits(entries, position):
    """Whether no non-system message follows the one at this position."""
    return all(is_system(entry.message) for entry in entries[position + 1 :])


# --- units and turns


def is_system(message):
    return message["role"] in {"system", "developer"}


def units(entries, is_summary=default_is_summary):
    """Lists of positions: an assistant message with calls and its results, or any other single message.

    System, developer and summary messages are in no unit. An `aside`, what else a provider's message of
    results holds, is part of the unit before it.
    """
    found = []
    for position, entry in enumerate(entries):
        if is_system(entry.message) or is_summary(entry.message):
            continue
        if found and (entry.owner is not None or entry.message["role"] == "aside"):
            found[-1].append(position)
        else:
            found.append([position])
    return found


def turns(entries, is_summary=default_is_summary):
    """Lists of units. The first is turn 0, what stands before the first user message; often it is empty."""
    found = [[]]
    after_user = False
    for unit in units(entries, is_summary):
        by_user = entries[unit[0]].message["role"] == "user"
        if by_user and not after_user:
            found.append([])
        found[-1].append(unit)
        after_user = by_user
    return found


def newest_unit(entries, is_summary=default_is_summary):
    """The positions of the last unit; empty where there is none."""
    found = units(entries, is_summary)
    return found[-1] if found else []


# --- the floor


def floor(entries, is_pinned=never, is_summary=default_is_summary):
    """The positions that no window removes, in order.

    System, developer, summary and pinned messages, the current turn's user messages and the newest unit. A
    pinned message keeps its whole unit. The first user message joins them where the list would else not begin
    with the user.
    """
    kept = set(newest_unit(entries, is_summary))
    for position, entry in enumerate(entries):
        if is_system(entry.message) or is_summary(entry.message):
            kept.add(position)
    for unit in units(entries, is_summary):
        if any(is_pinned(entries[position].message) for position in unit):
            kept.update(unit)
    for unit in turns(entries, is_summary)[-1]:
        if entries[unit[0]].message["role"] == "user":
            kept.update(unit)
    return sorted(kept | opening(entries, kept))


def opening(entries, kept):
    """The first non-system message, if it is the user's and what is kept would begin with another role."""
    spoken = [position for position, entry in enumerate(entries) if not is_system(entry.message)]
    if not spoken or entries[spoken[0]].message["role"] != "user":
        return set()
    first_kept = next(position for position in spoken if position in kept)
    return set() if entries[first_kept].message["role"] == "user" else {spoken[0]}
