"""Conversations for the tests of `fit`: builders, examples written by hand, and hypothesis strategies.

`CONVERSATIONS` holds one example for each irregularity by its name; `chaotic` draws roles, ids and contents
freely from small pools, so that results come late, twice, too often or never; `orderly` draws turns of
working units and then disturbs them in a few places.
"""

from hypothesis import strategies as st

SUMMARY_ID = "__compact-summary"
TOOL_NAMES = ("look", "find", "send")
LONE_SURROGATE = "\ud83d alone"

# --- builders


def system(content="You are terse.", **extra):
    return {"role": "system", "content": content, **extra}


def developer(content="Prefer metric units.", **extra):
    return {"role": "developer", "content": content, **extra}


def user(content, **extra):
    return {"role": "user", "content": content, **extra}


def says(content, **extra):
    return {"role": "assistant", "content": content, **extra}


def call(identity, name="look", arguments="{}"):
    return {"id": identity, "type": "function", "function": {"name": name, "arguments": arguments}}


def calls(*made, content=None, **extra):
    """An assistant message with calls; each is an id or the result of `call`."""
    listed = [call(one) if isinstance(one, str) else one for one in made]
    return {"role": "assistant", "content": content, "tool_calls": listed, **extra}


def result(identity, content, **extra):
    return {"role": "tool", "tool_call_id": identity, "content": content, **extra}


def summary(content="Earlier: the user asked about birds.", role="user"):
    return {"role": role, "id": SUMMARY_ID, "content": content}


def tool(name, description="Does what its name says."):
    schema = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": schema}}


def forced(name):
    return {"type": "function", "function": {"name": name}}


def text_part(text):
    return {"type": "text", "text": text}


def image_part(url="https://example.org/bird.png"):
    return {"type": "image_url", "image_url": {"url": url, "detail": "low"}}


def is_pinned(message):
    return message.get("pinned") is True


def long(word, times=60):
    return f"{word} " * times


# --- examples, one per irregularity

HERON = long("heron")
REED = long("reed")

CONVERSATIONS = {
    "late result": [
        user("first"),
        calls("a"),
        says("still looking"),
        user("and now?"),
        result("a", HERON),
        says("found it"),
        user("go on"),
    ],
    "late results of two messages": [
        user("first"),
        calls("a"),
        calls("b"),
        result("a", HERON),
        result("b", REED),
        says("both"),
        user("go on"),
    ],
    "one id twice in one message": [
        user("first"),
        calls("a", "a"),
        result("a", HERON),
        result("a", REED),
        says("both"),
        user("go on"),
    ],
    "one id in two turns": [
        user("first"),
        calls("a"),
        result("a", HERON),
        says("one"),
        user("again"),
        calls("a"),
        result("a", REED),
        user("go on"),
    ],
    "one id in two turns, the earlier call unanswered": [
        user("first"),
        calls("a"),
        user("again"),
        calls("a"),
        result("a", HERON),
        result("a", REED),
        user("go on"),
    ],
    "a third result for two calls": [
        user("first"),
        calls("a", "a"),
        result("a", HERON),
        result("a", REED),
        result("a", "a third"),
        user("go on"),
    ],
    "orphan before any call": [
        result("a", HERON),
        user("first"),
        calls("a"),
        result("a", REED),
        user("go on"),
    ],
    "orphan with an unknown id": [
        user("first"),
        calls("a"),
        result("a", HERON),
        result("gone", REED),
        user("go on"),
    ],
    "only an orphan": [result("gone", HERON)],
    "unanswered in the middle": [
        user("first"),
        calls("a", "b"),
        result("b", HERON),
        user("go on"),
        says("well"),
    ],
    "waiting at the end": [user("first"), says(HERON), user("again"), calls("a", "b")],
    "half answered at the end": [
        user("first"),
        says(HERON),
        user("again"),
        calls("a", "b"),
        result("a", REED),
    ],
    "waiting behind its own late result": [user("first"), calls("a"), calls("b"), result("a", HERON)],
    "waiting before an orphan": [user("first"), says(HERON), calls("a"), result("gone", REED)],
    "system message between call and result": [
        system(),
        user("first"),
        calls("a"),
        system("The user is in Oslo."),
        result("a", HERON),
        says("done"),
        user("go on"),
    ],
    "system message after a waiting call": [user("first"), says(HERON), calls("a"), system("Be quick.")],
    "developer messages in the middle": [
        developer(),
        user("first"),
        developer("Use the tools."),
        calls("a"),
        result("a", HERON),
        developer("Stop soon."),
        user("go on"),
        developer("Now."),
    ],
    "system message between user messages": [
        user(HERON),
        system("Mind the gap."),
        user("second"),
        says(REED),
    ],
    "greeting": [
        system(),
        says("Hello, how can I help?"),
        user("first"),
        says(HERON),
        user("go on"),
        says(REED),
    ],
    "greeting with a call": [calls("a"), result("a", HERON), user("first"), says(REED), user("go on")],
    "no user": [says(HERON), calls("a"), result("a", REED), says("done")],
    "no user, one call": [calls("a"), result("a", HERON)],
    "consecutive user messages": [
        user("first"),
        user(HERON),
        says("one"),
        user("second"),
        user(REED),
        says("two"),
    ],
    "ends with consecutive user messages": [user("first"), says(HERON), user("second"), user(REED)],
    "a turn of 200 calls": [
        user("first"),
        says("a short answer"),
        user("count the birds"),
        *(m for n in range(200) for m in (calls(f"c{n}"), result(f"c{n}", f"{n} {HERON}"))),
    ],
    "200 parallel calls": [
        user("first"),
        calls(*(f"c{n}" for n in range(200))),
        *(result(f"c{n}", f"{n} birds in the {long('reed', 20)}") for n in reversed(range(200))),
        user("go on"),
    ],
    "parallel results in another order": [
        user("first"),
        calls("a", "b", "d"),
        result("d", HERON),
        result("a", REED),
        result("b", "short"),
        user("go on"),
        calls("a", "b"),
        result("b", HERON),
        result("a", REED),
    ],
    "names": [
        system(name="house"),
        user("first", name="ada"),
        calls("a", name="scout"),
        result("a", HERON, name="look"),
        user(REED, name="ben"),
        says("done", name="scout"),
        user("go on", name="ada"),
    ],
    "refusals": [
        user("first"),
        {"role": "assistant", "content": None, "refusal": long("I can not help with that.", 20)},
        user("second"),
        says([{"type": "refusal", "refusal": long("No.", 40)}]),
        user("go on"),
    ],
    "empty and absent contents": [
        system(""),
        user(""),
        says(None),
        says(""),
        calls("a", content=""),
        result("a", ""),
        {"role": "assistant", "tool_calls": [call("b")]},
        result("b", HERON),
        user(""),
        says(""),
    ],
    "empty list of calls": [
        user("first"),
        says(HERON, tool_calls=[]),
        user("second"),
        says(REED, tool_calls=None),
    ],
    "parts": [
        system([text_part("You are terse.")]),
        user([text_part("first "), image_part(), text_part(HERON)]),
        says([text_part(REED)]),
        calls("a"),
        result("a", [text_part(HERON), text_part(REED)]),
        user([image_part()]),
        calls("b"),
        result("b", [text_part(HERON)]),
        says("done"),
        user([text_part("go on")]),
    ],
    "empty lists of parts": [
        user([]),
        says([]),
        calls("a", content=[]),
        result("a", []),
        user([]),
        says(HERON),
    ],
    "unknown extra fields": [
        system(x_cache={"ttl": 300}),
        user("first", id="m1", metadata={"nested": [1, {"two": None}]}),
        calls("a", x_reasoning="because"),
        result("a", HERON, x_duration_ms=12),
        user("go on", id="m2", x_seen=True),
        calls("b", x_reasoning="again"),
        result("b", REED, x_duration_ms=40),
    ],
    "summary in the middle": [
        system(),
        user("first"),
        says(HERON),
        summary(),
        user("second"),
        calls("a"),
        result("a", REED),
        user("go on"),
        says("well"),
    ],
    "summary by the assistant": [
        user("first"),
        says(HERON),
        summary(role="assistant"),
        user("second"),
        says(REED),
        user("go on"),
    ],
    "summary first": [system(), summary(), user("first"), says(HERON), user("go on"), says(REED)],
    "summary last": [user("first"), says(HERON), user("go on"), says(REED), summary(role="assistant")],
    "only a summary": [summary()],
    "pinned": [
        user("first"),
        says(HERON, pinned=True),
        user("second"),
        calls("a", "b"),
        result("a", HERON),
        result("b", REED, pinned=True),
        user("third", pinned=True),
        says(REED),
        user("go on"),
        says(HERON),
        says("done"),
    ],
    "lone surrogates": [
        user(LONE_SURROGATE),
        calls(call("a", arguments='{"q": "\udc00"}')),
        result("a", HERON + LONE_SURROGATE),
        user(LONE_SURROGATE * 20),
        says("done"),
    ],
    "only system messages": [system(), developer(), system(HERON)],
    "one user message": [user(HERON)],
    "one assistant message": [says(HERON)],
    "tools in use": [
        user("first"),
        calls(call("a", "find")),
        result("a", HERON),
        user("go on"),
        calls(call("b", "look"), call("d", "send")),
        result("b", REED),
        result("d", "sent"),
    ],
    "a custom call": [
        user("first"),
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "a", "type": "custom", "custom": {"name": "look", "input": "birds"}}],
        },
        result("a", HERON),
        user("go on"),
        says("done"),
    ],
    "long newest results": [
        user("first"),
        calls("a", "b"),
        result("a", long("heron", 900)),
        result("b", long("reed", 700)),
    ],
}

REPEATED = user(HERON)
CONVERSATIONS["one object twice"] = [REPEATED, says("one"), REPEATED, says("two"), REPEATED]

FIVE_MEGABYTES = "twelve bytes" * (5_000_000 // 12)
HUGE = {
    "five megabytes of result": [
        user("first"),
        calls("a"),
        result("a", FIVE_MEGABYTES),
        says("long"),
        user("go on"),
    ],
    "five megabytes of newest result": [user("first"), calls("a"), result("a", FIVE_MEGABYTES)],
}

# --- strategies

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
