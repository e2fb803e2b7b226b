"""The rules of `fit` for every format: checkers like those of `rules`, on the pieces of an `Outcome`."""

from collections import Counter
from itertools import pairwise

from contextthrift import count_messages, fit
from contextthrift.formats.notice import GAP_NOTE, NOT_RUN
from tests.fit import pieces as reading
from tests.fit import rules, validity
from tests.reference import conversation

BODY = {"content", "parts", "output", "arguments", "input", "tool_calls"}

# --- rules 1 to 3


def rules_1_and_3(outcome):
    """The provider takes what came out."""
    validity.check(outcome.format, outcome.fitted.messages, outcome.messages)


def rule_2(outcome):
    """If the first message of the repaired list, instructions aside, is the user's, so is the output's."""
    given = spoken([entry.message for entry in outcome.entries])
    if given and given[0]["role"] == "user":
        out = spoken(reading.turns_of(outcome.format, outcome.fitted.messages))
        assert out, "nothing is left of a list that begins with the user"
        assert out[0]["role"] == "user", f"the output begins with the {out[0]['role']}"


def spoken(listed):
    return [message for message in listed if not conversation.is_system(message)]


# --- rule 4


def rule_4(outcome):
    """Each piece stands for one given, in order; messages are the caller's own unless they were edited."""
    own = {id(message) for message in outcome.messages}
    edited, landed = edits(outcome)
    for place, message in enumerate(outcome.fitted.messages):
        if id(message) not in own:
            origins = landed.get(place, set()) - {-1}
            assert not origins or place in edited, f"{place} is a copy of {origins} with nothing edited"
            fields_survive(outcome, message, origins)


def edits(outcome):
    """The places in the output that hold an edit, and for each place the places it came from."""
    edited, landed = set(), {}
    for given, made in outcome.pairs:
        landed.setdefault(made.index, set()).add(given.index)
        if is_edited(given, made) or given.index in outcome.given.untidy:
            edited.add(made.index)
    noted = reading.gap_notes(outcome.format, outcome.fitted.messages)
    edited |= lost_thinking(outcome) | {place for place, (times, _, _) in enumerate(noted) if times}
    return edited | {place for place, origins in landed.items() if len(origins) > 1}, landed


def is_edited(given, made):
    """Whether the two differ in anything that counts as an edit."""
    return (given.text, given.media, given.is_noted) != (made.text, made.media, made.is_noted)


def lost_thinking(outcome):
    """The places in the output of messages that had thinking which is gone."""
    kept = {given.index for given, _ in outcome.pairs if given.kind == "thinking"}
    had = {given.index for given, _ in outcome.expected if given.kind == "thinking"}
    return {made.index for given, made in outcome.pairs if given.index in had - kept}


def fields_survive(outcome, message, origins):
    """An edited copy has every other field of the messages it came from, and none of its own."""
    others = without_body(message)
    known = [without_body(outcome.messages[index]) for index in origins]
    for name, value in others.items():
        is_role = name == "role" and value == "user"
        assert not origins or is_role or any(one.get(name) == value for one in known), f"{name} is {value!r}"
    if not origins & outcome.given.untidy:
        lost = {name for one in known for name in one} - set(others)
        assert not lost, f"a copy of {origins} lost the fields {lost}"


def without_body(message):
    return {name: value for name, value in message.items() if name not in BODY}


def what_is_told_is_so(outcome):
    """`dropped` names messages that are gone, `stubbed` results that are stubs, and the trace says so."""
    fitted = outcome.fitted
    kept = {given.index for given, _ in outcome.pairs}
    assert not kept & set(fitted.dropped), f"{kept & set(fitted.dropped)} count as dropped"
    named = {repair.index for repair in fitted.trace.repairs} | {cut.index for cut in fitted.trace.cuts}
    assert set(fitted.dropped) <= named, f"the trace does not name {set(fitted.dropped) - named}"
    changed = {given.index for given, made in outcome.pairs if given.text != made.text}
    assert set(fitted.stubbed) <= changed, f"{set(fitted.stubbed) - changed} count as stubbed"


# --- rule 6


COUNTED = ("encoding", "estimate_tokens", "system", "format")


def measured(outcome, messages, tools):
    counted = {name: outcome.arguments[name] for name in COUNTED if name in outcome.arguments}
    return count_messages(messages, tools=tools, **counted)


def rule_6(outcome):
    """What is sent is within the budget whenever it fits, and the total is what `count_messages` says."""
    fitted, trace = outcome.fitted, outcome.fitted.trace
    sent = measured(outcome, fitted.messages, fitted.tools)
    assert sent <= trace.total_after, f"total_after is {trace.total_after}, measured {sent}"
    if fitted.context_block is None:
        assert sent == trace.total_after, f"total_after is {trace.total_after}, measured {sent}"
    assert trace.budget == trace.window - trace.reserve, "budget is not window less reserve"
    assert fitted.fits == trace.fits == (trace.total_after <= trace.budget), f"fits is {fitted.fits}"
    if trace.total_before <= trace.budget:
        nothing_was_cut(outcome)


def nothing_was_cut(outcome):
    """But for a greeting that the provider refuses."""
    greeting = set(greeting_places(outcome))
    cut = [cut for cut in outcome.fitted.trace.cuts if cut.index not in greeting]
    assert not cut, f"it fitted, yet was cut: {cut}"
    assert not outcome.fitted.stubbed, f"it fitted, yet was stubbed: {outcome.fitted.stubbed}"
    changed = [pair for pair in outcome.pairs if is_edited(*pair)]
    assert not changed, f"it fitted, yet was edited: {changed[0]!r:.400}"
    orphaned = {outcome.given.said[place]["sources"][0] for place in conversation.orphans(outcome.given.said)}
    assert set(outcome.fitted.dropped) <= orphaned | greeting, f"it fitted, yet lost {outcome.fitted.dropped}"
    assert outcome.fitted.tools == outcome.arguments.get("tools"), "it fitted, yet the tools differ"


def greeting_places(outcome):
    """The places before the first user's message, where the provider refuses a list that begins there."""
    roles = [entry.message["role"] for entry in outcome.entries]
    if outcome.format not in {"anthropic", "gemini"} or "user" not in roles:
        return []
    before = outcome.entries[: roles.index("user")]
    return [index for entry in before for index in entry.message.get("sources", [-1])]


# --- rule 7


def rule_7(outcome):
    """Fitting what came out, without memories and passages, changes nothing, also after a refusal."""
    fitted = outcome.fitted
    kept = {
        name: value for name, value in outcome.arguments.items() if name not in {"memories", "retrievables"}
    }
    again = fit(fitted.messages, **{**kept, "tools": fitted.tools})
    assert again.messages == fitted.messages, f"fitted again it is another list (cuts: {again.trace.cuts})"
    for position, (now, before) in enumerate(zip(again.messages, fitted.messages, strict=True)):
        assert now is before, f"fitted again the message at {position} is a copy"
    assert again.tools == fitted.tools, "fitted again the tools differ"
    assert again.tool_choice == fitted.tool_choice, "fitted again tool_choice differs"
    assert again.dropped == again.stubbed == again.trace.repairs == again.trace.cuts == (), (
        f"fitted again it does more: {again.trace}"
    )
    assert again.fits or not fitted.fits, "fitted again it does not fit"


# --- rule 8


def rule_8(smaller, larger):
    """The larger window keeps at least what the smaller one kept, and fits where the smaller one fits."""
    small, large = smaller.fitted, larger.fitted
    gone = set(small.dropped)
    assert set(large.dropped) <= gone, f"only the larger window drops {set(large.dropped) - gone}"
    stubbed = set(large.stubbed) - set(small.stubbed) - gone - larger.given.split
    assert not stubbed, f"only the larger window stubs {stubbed}"
    missing = kept_pieces(smaller) - kept_pieces(larger)
    assert not missing, f"only the smaller window keeps {missing!r:.400}"
    assert tool_names(small.tools) <= tool_names(large.tools), "only the larger window leaves out a tool"
    assert len(small.context_block or "") <= len(large.context_block or ""), "the block is shorter"
    assert large.fits or not small.fits, "the larger window refuses where the smaller one fits"
    shared = small.trace.cuts[: len(large.trace.cuts)]
    assert shared == large.trace.cuts, "the smaller window's cuts do not begin with the larger's"


def kept_pieces(outcome):
    """How often each text, call and whole result is still there, and how many images of each message."""
    images = Counter()
    for given, made in outcome.pairs:
        images[given.index, "media"] += made.media
    return images + Counter(
        (given.index, given.kind, given.id, given.text)
        for given, made in outcome.pairs
        if (given.text, given.media) == (made.text, made.media) and given.text not in {"", NOT_RUN}
    )


# --- rule 9


def tools_one_by_one(tools):
    """The definitions, also where one object declares several."""
    for tool in tools or []:
        yield from tool.get("functionDeclarations") or [tool]


def tool_names(tools):
    return {(tool.get("function") or tool)["name"] for tool in tools_one_by_one(tools)}


def forced_names(choice):
    if not isinstance(choice, dict):
        return set()
    allowed = choice.get("functionCallingConfig", {}).get("allowedFunctionNames", [])
    name = (choice.get("function") or choice).get("name")
    return {*allowed, *([name] if name else [])}


def rule_9(outcome):
    """A tool that a kept call or tool_choice names stays; without any tool left there is no tool_choice."""
    fitted, given = outcome.fitted, outcome.arguments.get("tools")
    left_out = tool_names(given) - tool_names(fitted.tools)
    called = {piece.name for piece in outcome.made if piece.kind == "call"}
    assert not left_out & called, f"{left_out & called} were left out, but a kept call names them"
    forced = forced_names(outcome.arguments.get("tool_choice"))
    assert not left_out & forced, "the forced tool was left out"
    choice = outcome.arguments.get("tool_choice") if tool_names(fitted.tools) else None
    assert fitted.tool_choice == choice, f"tool_choice is {fitted.tool_choice}"


# --- the floor and the notes


def the_floor_stays(outcome):
    """Nothing of the floor is dropped, and on a refusal nothing else is left."""
    if outcome.given.split or greeting_places(outcome) or "policy" in outcome.arguments or is_vague(outcome):
        return
    if takes_words_along(outcome):
        return
    places = [
        set(outcome.entries[at].message.get("sources", ())) for at in conversation.floor(outcome.entries)
    ]
    floor = set().union(*places)
    gone = set(outcome.fitted.dropped)
    assert not floor & gone, f"{floor & gone} is of the floor and was dropped"
    if not outcome.fitted.fits:
        left = set(range(len(outcome.messages))) - gone
        assert left == floor, f"refused with the messages {left}, but the floor is {floor}"


def takes_words_along(outcome):
    """Whether repair put results before words of the user's, which stand in one message with them then."""
    if outcome.format not in {"anthropic", "gemini"}:
        return False
    listed = [(entry.message["role"], entry.source) for entry in outcome.entries]
    return any(
        before in {"tool", "aside"} and after == "user" and (place is None or place + 1 != behind)
        for (before, place), (after, behind) in pairwise(listed)
    )


def is_vague(outcome):
    """Whether the floor may be understood in two ways.

    A summary that calls tools or holds results is one such case, items of Responses that stand together and
    may be one answer of the assistant's or several are the other.
    """
    said = [entry.message for entry in outcome.entries]
    summaries = [message for message in said if conversation.default_is_summary(message)]
    works = any(each["role"] in {"tool", "aside"} or each["tool_calls"] for each in summaries)
    answers = [message for message in said if message["role"] == "assistant"]
    return works or (outcome.format == "openai-responses" and any(map(has_words_beside_others, answers)))


def has_words_beside_others(message):
    items = [piece for piece in message["pieces"] if piece.kind != "thinking"]
    return len(items) > 1 and any(piece.kind == "text" for piece in items)


def notes_stand_once(outcome):
    """A gap note stands in a user's message, at most once in it, and never in two of them in a row."""
    found = reading.gap_notes(outcome.format, outcome.fitted.messages)
    for place, (times, speakers, _) in enumerate(found):
        assert times <= 1, f"the message at {place} has {times} notes"
        assert not times or speakers <= {"user", "aside"}, (
            f"a note stands in {outcome.fitted.messages[place]}"
        )
    if all(text for _, _, text in reading.gap_notes(outcome.format, outcome.messages)):
        for (first, _, says_more), (second, _, _) in pairwise(found):
            assert says_more or not first or not second, f"two notes in a row: {GAP_NOTE}"


EACH = (
    rules_1_and_3,
    rule_2,
    rule_4,
    what_is_told_is_so,
    rule_6,
    rule_7,
    rule_9,
    the_floor_stays,
    notes_stand_once,
)


def untouched(messages, arguments):
    """Rule 5: made before a fit, to be checked after it."""
    return rules.Untouched(messages, arguments.get("tools"))
