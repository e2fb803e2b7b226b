"""Generated conversations, and arguments of `fit` to go with them.

`chaotic` draws roles, ids and contents freely from small pools, so that results come late, twice, too often
or never; `orderly` draws turns of working units and then disturbs them in a few places.
"""

from hypothesis import strategies as st

from tests.fit.conversations import LONE_SURROGATE
from tests.fit.messages import (
    call,
    calls,
    developer,
    forced,
    image_part,
    is_pinned,
    result,
    says,
    summary,
    system,
    text_part,
    tool,
    user,
)

TOOL_NAMES = ("look", "find", "send")
WORDS = (
    "heron",
    "reed",
    "mud ",
    "вода",
    "水鳥",
    "naïve",
    "🪶",
    LONE_SURROGATE,
    '{"q": 1}',
    "\n",
    "<|endoftext|>",
)
IDS = ("a", "b", "d")

texts = st.builds(
    lambda word, times: word * times, st.sampled_from(WORDS), st.sampled_from((0, 1, 2, 5, 20, 80))
)
contents = st.one_of(texts, texts, texts, st.lists(st.builds(text_part, texts), max_size=3))
extras = st.sampled_from(
    ({}, {}, {}, {"id": "m1", "x_trace": {"n": [1, 2]}}, {"pinned": True}, {"name": "ada"})
)
call_lists = st.lists(
    st.builds(call, st.sampled_from(IDS), st.sampled_from(TOOL_NAMES), texts), min_size=1, max_size=3
)


def with_extras(build, *arguments):
    return st.builds(lambda extra, *drawn: build(*drawn, **extra), extras, *arguments)


user_contents = st.one_of(
    contents, st.lists(st.one_of(st.builds(text_part, texts), st.just(image_part())), max_size=3)
)
user_messages = with_extras(user, user_contents)
refused = st.builds(lambda text: {"role": "assistant", "content": None, "refusal": text}, texts)
spoken = st.one_of(with_extras(says, contents), with_extras(says, st.none()), refused)
instructions = st.one_of(with_extras(system, contents), with_extras(developer, texts))
summaries = st.builds(summary, texts, st.sampled_from(("user", "assistant")))
calling = with_extras(
    lambda made, content, **extra: calls(*made, content=content, **extra), call_lists, st.none() | contents
)
results = with_extras(result, st.sampled_from((*IDS, "gone")), contents)

messages_of_any_kind = st.one_of(user_messages, spoken, calling, results, results, instructions, summaries)


@st.composite
def chaotic(draw):
    """Messages in any order: ids from a pool of four, so that every way of pairing wrongly comes up."""
    drawn = draw(st.lists(messages_of_any_kind, min_size=1, max_size=14))
    return draw(repeating(drawn))


@st.composite
def repeating(draw, drawn):
    """The list, now and then with one of its objects a second time."""
    if draw(st.integers(0, 9)) == 0:
        return [*drawn, draw(st.sampled_from(drawn))]
    return drawn


@st.composite
def working_units(draw):
    made = draw(call_lists)
    answers = [result(one["id"], draw(contents)) for one in made]
    return [calls(*made, content=draw(st.none() | texts)), *draw(st.permutations(answers))]


@st.composite
def whole_turns(draw):
    asked = draw(st.lists(user_messages, min_size=1, max_size=2))
    worked = draw(st.lists(st.one_of(working_units(), st.lists(spoken, min_size=1, max_size=1)), max_size=4))
    return [*asked, *(message for unit in worked for message in unit)]


@st.composite
def orderly(draw):
    """Whole turns, with a few messages then moved, left out or put in."""
    start = draw(st.lists(st.one_of(instructions, spoken), max_size=2))
    following = draw(st.lists(whole_turns(), min_size=1, max_size=4))
    drawn = [*start, *(message for turn in following for message in turn)]
    for _ in range(draw(st.integers(0, 3))):
        drawn = draw(disturbed(drawn))
    return drawn


@st.composite
def disturbed(draw, drawn):
    """The list with one message moved, left out or put in."""
    place = draw(st.integers(0, len(drawn) - 1))
    kind = draw(st.sampled_from(("move", "leave out", "put in")))
    if kind == "put in":
        return [*drawn[:place], draw(st.one_of(instructions, summaries, results, calling)), *drawn[place:]]
    rest = drawn[:place] + drawn[place + 1 :]
    if kind == "leave out":
        return rest or drawn
    target = draw(st.integers(0, len(rest)))
    return [*rest[:target], drawn[place], *rest[target:]]


@st.composite
def tool_options(draw):
    """Arguments about tools: none at all, or a list of them with some `tool_choice`."""
    names = draw(st.lists(st.sampled_from((*TOOL_NAMES, "idle", "spare")), unique=True, max_size=5))
    if not names:
        return {}
    choices = [None, "auto", "none", "required", forced(draw(st.sampled_from(names)))]
    return {"tools": [tool(name) for name in names], "tool_choice": draw(st.sampled_from(choices))}


policies = st.fixed_dictionaries(
    {},
    optional={
        "keep_first_user": st.booleans(),
        "gap_note": st.booleans(),
        "this_turn_result_keep": st.integers(0, 4),
        "is_pinned": st.just(is_pinned),
        "tool_rank": st.just(len),
        "protected_tools": st.just(("idle", "look")),
    },
)
