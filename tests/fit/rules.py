"""What every fitted list must satisfy, one checker a rule, numbered as in the specification of `fit`.

A checker takes the list given, what `fit` made of it and the arguments `fit` had (everything but the list),
and raises an AssertionError that tells what is wrong. `Untouched` (rule 5) is made before `fit` and checked
after it; `rule_8` compares two windows.
"""

import copy

from contextthrift import count_messages, fit
from contextthrift.formats.notice import GAP_NOTE, MEDIA_NOTE, NOT_RUN, stub_text
from tests.reference import conversation

MEASURE = ("encoding", "estimate_tokens", "system", "format")

# --- how input and output belong together


def measure_of(arguments):
    return {name: arguments[name] for name in MEASURE if name in arguments}


def predicates(arguments):
    """The policy's predicates, named as the reference takes them."""
    policy = arguments.get("policy")
    if policy is None:
        return {}
    found = {"is_summary": policy.is_summary}
    if policy.is_pinned is not None:
        found["is_pinned"] = policy.is_pinned
    return found


def survivors(messages, fitted):
    """Each entry of the repaired list that was kept, with the message of the output that stands for it."""
    gone = set(fitted.dropped)
    kept = []
    for entry in conversation.repair(messages, NOT_RUN):
        place = entry.owner if entry.source is None else entry.source
        if place not in gone:
            kept.append(entry)
    assert len(kept) == len(fitted.messages), (
        f"{len(fitted.messages)} messages came out, but {len(kept)} are not dropped ({fitted.dropped})"
    )
    return list(zip(kept, fitted.messages, strict=True))


def spoken(messages):
    return [message for message in messages if not conversation.is_system(message)]


def called_names(message):
    """The names of the tools an assistant message calls."""
    return [(call.get("function") or call.get("custom"))["name"] for call in message.get("tool_calls") or []]


# --- rule 1


def rule_1(_messages, fitted, _arguments):
    """Results directly follow their call's message or its other results; every call has one or waits."""
    out = fitted.messages
    open_ids = []
    for position, message in enumerate(out):
        if message["role"] == "tool":
            assert message["tool_call_id"] in open_ids, (
                f"the result at {position} follows no call with its id"
            )
            open_ids.remove(message["tool_call_id"])
            continue
        assert not open_ids, f"the calls {open_ids} have no result before the message at {position}"
        open_ids = conversation.call_ids(message)
        if open_ids and not spoken(out[position + 1 :]):
            return
    assert not open_ids, f"the calls {open_ids} at the end are answered in part only"


# --- rule 2


def rule_2(messages, fitted, _arguments):
    """If the repaired input begins with the user, so does the output."""
    given = spoken([entry.message for entry in conversation.repair(messages, NOT_RUN)])
    if not given or given[0]["role"] != "user":
        return
    out = spoken(fitted.messages)
    assert out, "nothing but system messages is left of a list that begins with the user"
    assert out[0]["role"] == "user", f"the output begins with the role {out[0]['role']}"


# --- rule 4


def rule_4(messages, fitted, _arguments):
    """Kept messages are the caller's objects in order; edited ones are copies with another content."""
    for entry, out in survivors(messages, fitted):
        if entry.source is None:
            answers(entry, out)
        elif out is not entry.message:
            edited(messages, fitted, entry, out)
        else:
            assert entry.source not in fitted.stubbed, (
                f"message {entry.source} counts as stubbed but is as it was"
            )


def answers(entry, out):
    """A result added by repair is a tool message for its call, and nothing else."""
    assert out["role"] == "tool", f"repair added a message with the role {out['role']}"
    assert out["tool_call_id"] == entry.message["tool_call_id"], "an added result answers another call"


def edited(messages, fitted, entry, out):
    """The copy has the same fields, and its content is one that an edit may make of the message."""
    given, index = entry.message, entry.source
    assert out != given, f"message {index} is a copy, but nothing in it was edited"
    assert without_content(out) == without_content(given), (
        f"message {index} lost or changed a field besides its content"
    )
    plain = without_media(given["content"])
    if given["role"] == "user":
        assert out["content"] in [*plain[1:], *map(noted, plain)], (
            f"user message {index} was edited: {out['content']!r:.200}"
        )
        return
    if out["content"] in plain[1:]:
        return
    assert given["role"] == "tool", f"the {given['role']} message {index} was edited"
    if index in fitted.stubbed:
        assert out["content"] in stubs(messages, entry), (
            f"the stub of result {index} reads {out['content']!r:.200}"
        )
    else:
        assert index in newest_results(messages), (
            f"result {index} was shortened, but is not in the newest unit"
        )


def without_content(message):
    return {name: value for name, value in message.items() if name != "content"}


def noted(content):
    """The content of a user message with the gap note in front."""
    if isinstance(content, list):
        return [{"type": "text", "text": GAP_NOTE}, *content]
    return f"{GAP_NOTE}\n\n{content}"


def without_media(content):
    """The content as it is, then without its first image or file, its first two, and so on."""
    forms = [content]
    if isinstance(content, list):
        note = {"type": "text", "text": MEDIA_NOTE}
        for at, part in enumerate(content):
            if part["type"] in MEDIA:
                forms.append([*forms[-1][:at], note, *forms[-1][at + 1 :]])
    return forms


MEDIA = ("image_url", "file", "input_audio")


def stubs(messages, entry):
    """The stubs a result may become: one per tool that its message calls with the result's id."""
    caller = messages[entry.owner]
    made = zip(conversation.call_ids(caller), called_names(caller), strict=True)
    return {stub_text(name) for identity, name in made if identity == entry.message["tool_call_id"]}


def newest_results(messages):
    entries = conversation.repair(messages, NOT_RUN)
    return {entries[position].source for position in conversation.newest_unit(entries)[1:]}


# --- rule 5


class Untouched:
    """The list, its messages and its tools as they were before `fit`, to be compared afterwards."""

    def __init__(self, messages, tools=None):
        self.given = [messages, tools or []]
        self.objects = [list(part) for part in self.given]
        self.contents = copy.deepcopy(self.given)

    def check(self):
        """Rule 5: the input list and its messages are never mutated."""
        for part, objects, contents in zip(self.given, self.objects, self.contents, strict=True):
            assert len(part) == len(objects), "the input list has another length now"
            for index, (now, before) in enumerate(zip(part, objects, strict=True)):
                assert now is before, f"the input list holds another object at {index}"
                assert now == contents[index], f"the input's item {index} was changed"


# --- rule 6


def rule_6(messages, fitted, arguments):
    """Totals are what `count_messages` says, in the budget if it fits; nothing is cut if it fitted before."""
    trace = fitted.trace
    measure = measure_of(arguments)
    after = count_messages(fitted.messages, tools=fitted.tools, **measure)
    assert trace.total_after == after, f"total_after is {trace.total_after}, measured {after}"
    repaired = [entry.message for entry in conversation.repair(messages, NOT_RUN)]
    before = count_messages(repaired, tools=arguments.get("tools"), **measure)
    assert trace.total_before == before, (
        f"total_before is {trace.total_before}, the repaired list measures {before}"
    )
    assert trace.budget == trace.window - trace.reserve, "budget is not window less reserve"
    assert fitted.fits == trace.fits == (after <= trace.budget), (
        f"fits is {fitted.fits} at {after} of {trace.budget}"
    )
    assert trace.refused == (not trace.fits), "refused is not the opposite of fits"
    if before <= trace.budget:
        nothing_was_cut(messages, fitted, arguments)


def nothing_was_cut(messages, fitted, arguments):
    """The messages are the very objects of the repaired list, and the tools are as given."""
    assert fitted.trace.cuts == (), f"it fitted, yet was cut: {fitted.trace.cuts}"
    assert fitted.stubbed == (), f"it fitted, yet was stubbed: {fitted.stubbed}"
    assert sorted(fitted.dropped) == conversation.orphans(messages), (
        f"it fitted, yet was dropped: {fitted.dropped}"
    )
    for entry, out in survivors(messages, fitted):
        assert entry.source is None or out is entry.message, (
            f"it fitted, yet message {entry.source} is a copy"
        )
    assert fitted.tools == arguments.get("tools"), "it fitted, yet the tools differ"
    assert fitted.tool_choice == arguments.get("tool_choice") or not fitted.tools, (
        "it fitted, yet tool_choice differs"
    )


# --- rule 7


def rule_7(_messages, fitted, arguments):
    """Fitting what came out, with the same arguments, changes nothing, also after a refusal."""
    again = fit(fitted.messages, **{**arguments, "tools": fitted.tools})
    assert again.messages == fitted.messages, f"fitted again it is another list (cuts: {again.trace.cuts})"
    for position, (now, before) in enumerate(zip(again.messages, fitted.messages, strict=True)):
        assert now is before, f"fitted again the message at {position} is a copy"
    assert again.tools == fitted.tools, "fitted again the tools differ"
    assert again.tool_choice == fitted.tool_choice, "fitted again tool_choice differs"
    assert again.dropped == again.stubbed == (), (
        f"fitted again it drops {again.dropped} or stubs {again.stubbed}"
    )
    assert again.fits == fitted.fits, "fitted again it answers otherwise whether it fits"
    assert again.trace.total_after == fitted.trace.total_after, "fitted again its total differs"
    assert again.trace.repairs == (), f"fitted again it is repaired: {again.trace.repairs}"


# --- rule 8


def rule_8(messages, smaller, larger):
    """The larger window keeps at least what the smaller one kept, and fits where the smaller one fits."""
    gone = set(smaller.dropped)
    assert set(larger.dropped) <= gone, f"only the larger window drops {set(larger.dropped) - gone}"
    stubbed = set(larger.stubbed) - set(smaller.stubbed) - gone
    assert not stubbed, f"only the larger window stubs {stubbed}"
    lengths = result_lengths(messages, larger)
    for source, length in result_lengths(messages, smaller).items():
        assert lengths[source] >= length, f"result {source} is shorter in the larger window"
    assert tool_names(smaller) <= tool_names(larger), "only the larger window leaves out a tool"
    assert larger.fits or not smaller.fits, "the larger window refuses where the smaller one fits"
    shared = smaller.trace.cuts[: len(larger.trace.cuts)]
    assert shared == larger.trace.cuts, "the smaller window's cuts do not begin with the larger one's"


def result_lengths(messages, fitted):
    """For each kept result that is not stubbed, by its index in the input: how long its content is."""
    return {
        entry.source: len(out.get("content") or "")
        for entry, out in survivors(messages, fitted)
        if out["role"] == "tool" and entry.source is not None and entry.source not in fitted.stubbed
    }


def tool_names(fitted):
    return {tool["function"]["name"] for tool in fitted.tools or []}


# --- rule 9


def rule_9(_messages, fitted, arguments):
    """A tool that a kept call or tool_choice names stays; without any tool left there is no tool_choice."""
    given = arguments.get("tools") or []
    left_out = {tool["function"]["name"] for tool in given} - tool_names(fitted)
    called = {name for message in fitted.messages for name in called_names(message)}
    assert not left_out & called, f"the tools {left_out & called} were left out, but a kept call names them"
    assert forced_name(arguments) not in left_out, "the forced tool was left out"
    if given and not fitted.tools:
        assert fitted.tool_choice is None, f"no tool is left, but tool_choice is {fitted.tool_choice}"
    elif given:
        assert fitted.tool_choice == arguments.get("tool_choice"), (
            "tool_choice was changed though tools are left"
        )


def forced_name(arguments):
    choice = arguments.get("tool_choice")
    return choice["function"]["name"] if isinstance(choice, dict) else None


# --- refusals and notes


def refusal_is_the_floor(messages, fitted, arguments):
    """What comes out on a refusal is the floor, message by message."""
    if fitted.fits:
        return
    entries = conversation.repair(messages, NOT_RUN)
    kept = [entries[position].source for position in conversation.floor(entries, **predicates(arguments))]
    sources = [entry.source for entry, _ in survivors(messages, fitted)]
    assert sources == kept, f"refused with the messages {sources}, but the floor is {kept}"


def notes_stand_once(_messages, fitted, _arguments):
    """A gap note stands at the beginning of a user message, at most once in it."""
    for position, message in enumerate(fitted.messages):
        content = message.get("content")
        texts = [content] if isinstance(content, str) else [part.get("text", "") for part in content or []]
        times = sum(text.count(GAP_NOTE) for text in texts)
        assert times == 0 or message["role"] == "user", (
            f"a gap note stands in the {message['role']} message {position}"
        )
        assert times <= 1, f"the message at {position} has {times} gap notes"


EACH = (rule_1, rule_2, rule_4, rule_6, rule_7, rule_9, refusal_is_the_floor, notes_stand_once)
