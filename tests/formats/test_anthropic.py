"""Claude's messages: what is read of each block, how they are cut apart and joined, how each edit looks."""

import pytest

from contextthrift.exceptions import InvalidMessages, WrongType
from contextthrift.formats.anthropic import Anthropic
from contextthrift.formats.notice import ARGUMENT_MARK, GAP_NOTE, MEDIA_NOTE, NOT_RUN
from contextthrift.formats.reading import Call, Fragment, Reading
from tests.formats.doubles import KINDS, as_dicts

CLAUDE = Anthropic()
BLOCK = 5
"""Around a block."""
SIGNATURE = "s" * 100
"""20 tokens of thinking by the estimate."""
GIF = {"type": "base64", "media_type": "image/gif", "data": "R0lGODlhgALgAQ=="}
"""640 by 480: 23 by 18 patches."""
each_kind = pytest.mark.parametrize("kind", KINDS)


def text(words, **extra):
    return {"type": "text", "text": words, **extra}


def result(identity, content="x", **extra):
    return {"type": "tool_result", "tool_use_id": identity, "content": content, **extra}


def use(identity, name="look", **extra):
    return {"type": "tool_use", "id": identity, "name": name, "input": {"q": "long"}, **extra}


def image(source=GIF):
    return {"type": "image", "source": source}


def user(*blocks, **extra):
    return {"role": "user", "content": list(blocks), **extra}


def claude(*blocks):
    return {"role": "assistant", "content": list(blocks)}


def inexact(role, texts, flat, **more):
    return Reading(role, texts, flat, is_exact=False, **more)


THOUGHT = {"type": "thinking", "thinking": "hm", "signature": SIGNATURE}
PDF = {"type": "base64", "media_type": "application/pdf", "data": "AAAA"}
READ = [
    ({"role": "user", "content": "x"}, inexact("user", ("x",), BLOCK)),
    ({"role": "user", "content": ""}, inexact("user", ("",), 0)),
    ({"role": "user", "content": None}, inexact("user", (), 0)),
    ({"role": "system", "content": "x"}, inexact("system", ("x",), BLOCK)),
    (user(text("x"), text("")), inexact("user", ("x", ""), BLOCK)),
    (user(image()), inexact("user", (), BLOCK + 414, media=1)),
    (user(image({"type": "url", "url": "u"})), inexact("user", (), BLOCK + 4_784, media=1)),
    (user({"type": "document", "source": PDF}), inexact("user", (), BLOCK + 7_784, media=1)),
    (
        user({"type": "document", "title": "T", "source": {"type": "text", "data": "x"}}),
        inexact("user", ("T", "x"), BLOCK, media=1),
    ),
    (
        user({"type": "document", "source": {"type": "content", "content": [text("x"), image()]}}),
        inexact("user", ("x",), 3 * BLOCK + 414, media=1),
    ),
    (
        user({"type": "search_result", "source": "s", "title": "T", "content": [text("x")]}),
        inexact("user", ("s", "T", "x"), 2 * BLOCK),
    ),
    (
        user({"type": "container_upload", "file_id": "f"}),
        inexact("user", ('{"type":"container_upload","file_id":"f"}',), BLOCK),
    ),
    (user(result("a")), inexact("result", ("x",), BLOCK + 16, answers="a")),
    (
        user(result("a", [text("x"), image()])),
        inexact("result", ("x",), 3 * BLOCK + 16 + 414, answers="a", media=1),
    ),
    (
        claude(text("x"), use("a")),
        inexact("assistant", ("x", "look", '{"q":"long"}'), 2 * BLOCK + 16, calls=(Call("a", "look"),)),
    ),
    (
        claude(use("a", "click", toolset_name="browser")),
        inexact("assistant", ("click", '{"q":"long"}'), BLOCK + 16, calls=(Call("a", "browser"),)),
    ),
    (claude(THOUGHT), inexact("assistant", ("hm",), BLOCK + 20, is_signed=True)),
    (
        claude({"type": "redacted_thinking", "data": SIGNATURE}),
        inexact("assistant", (), BLOCK + 20, is_signed=True),
    ),
    (
        claude({"type": "compaction", "content": "birds", "encrypted_content": SIGNATURE}),
        inexact("system", ("birds",), BLOCK + 20, is_signed=True),
    ),
    (
        claude({"type": "web_search_tool_result", "content": [{"url": "u", "encrypted_content": SIGNATURE}]}),
        inexact("assistant", ('{"type":"web_search_tool_result","content":[{"url":"u"}]}',), BLOCK + 20),
    ),
    (claude({"type": "hologram"}), inexact("assistant", ('{"type":"hologram"}',), BLOCK)),
]


@each_kind
@pytest.mark.parametrize(("message", "reading"), READ)
def test_a_message_is_read(message, reading, kind):
    assert CLAUDE.read(kind(message), 0) == reading


def test_compacted_history_that_calls_a_tool_goes_with_its_result():
    message = claude({"type": "compaction", "content": "birds"}, use("a"))
    assert CLAUDE.read(message, 0).role == "assistant"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"content": "x"}, "messages[2] has no role; it must have one of user, assistant, system"),
        (5, "messages[2] is int without a role; it must have one of user, assistant, system"),
        ({"role": "tool"}, "messages[2] has the role 'tool'; it must have one of user, assistant, system"),
        ({"role": "user", "content": 5}, "messages[2].content is int; it must be text or a list of blocks"),
        (
            user(5),
            'messages[2].content[0] is int without a type; it looks like {"type": "text", "text": ...}',
        ),
        (user(text(5)), "messages[2].content[0].text is int; a block of type text must have text there"),
        (user({"type": "tool_result"}), "messages[2].content[0] is a tool_result without a tool_use_id"),
        (
            claude({"type": "tool_use", "name": "look"}),
            "messages[2].content[0] needs an id and a name; a tool_use looks like",
        ),
    ],
)
def test_a_message_that_makes_no_sense_is_named(message, words):
    with pytest.raises(InvalidMessages) as caught:
        CLAUDE.read(message, 2)
    assert str(caught.value).startswith(words)


# --- cutting apart and joining


def fragments(*messages):
    return CLAUDE.fragments(list(messages))


def joined(*kept):
    return CLAUDE.join([(each.value, each) for each in kept])


def not_run(call):
    value = CLAUDE.not_run(call)
    return Fragment(value, CLAUDE.read(value, 0), None, value)


@each_kind
def test_a_message_of_results_is_one_fragment_a_result_and_an_aside(kind):
    message = kind(user(text("so:"), result("a"), image(), result("b"), mine=1))
    found = CLAUDE.fragments([message])
    assert [(each.reading.role, each.reading.answers, each.at, each.of) for each in found] == [
        ("result", "a", 0, 3),
        ("result", "b", 1, 3),
        ("aside", None, 2, 3),
    ]
    assert [as_dicts(each.value) for each in found] == [
        user(result("a"), mine=1),
        user(result("b"), mine=1),
        user(text("so:"), image(), mine=1),
    ]
    assert {type(each.value) for each in found} == {type(message)}
    assert [as_dicts(each) for each in joined(*found)] == [
        user(result("a"), result("b"), text("so:"), image(), mine=1)
    ]
    in_order = kind(user(result("a"), result("b"), image()))
    assert joined(*CLAUDE.fragments([in_order]))[0] is in_order


def test_a_message_of_one_result_and_an_empty_text_is_one_fragment():
    message = user(result("a"), text(""))
    (found,) = fragments(message)
    assert found.value is message


@each_kind
def test_what_is_left_of_a_message_is_a_copy_of_it(kind):
    a, _, aside = CLAUDE.fragments([kind(user(text("so:"), result("a"), result("b"), mine=1))])
    assert as_dicts(joined(a, aside)) == [user(result("a"), text("so:"), mine=1)]
    assert as_dicts(joined(aside)) == [user(text("so:"), mine=1)]


def test_one_edited_result_leaves_the_others_as_they_are():
    message = user(result("a", "long"), result("b"))
    a, b = fragments(message)
    (edited,) = CLAUDE.join([(CLAUDE.with_result(a.value, "short"), a), (b.value, b)])
    assert edited == user(result("a", "short"), result("b"))
    assert edited["content"][1] is message["content"][1]


def test_a_late_result_and_one_of_ours_join_the_others_before_what_the_user_says():
    called = claude(use("a"), use("b"), use("d"))
    early, says, late = user(result("a"), text("wait")), {"role": "user", "content": "hi"}, user(result("b"))
    call, a, wait, hi, b = fragments(called, early, says, late)
    missing = not_run(call.reading.calls[2])
    assert joined(call, a, b, missing, wait, hi) == [
        called,
        user(
            result("a"),
            result("b"),
            result("d", NOT_RUN, is_error=True),
            text("wait"),
        ),
        says,
    ]


def test_a_user_that_a_moved_result_made_a_neighbour_is_joined_to_it():
    called, says, late = claude(use("a")), {"role": "user", "content": "hi"}, user(result("a"))
    call, hi, a = fragments(called, says, late)
    assert joined(call, a, hi) == [called, user(result("a"), text("hi"))]


def test_neighbours_of_one_role_are_joined_only_where_a_cut_made_them_so():
    first, second = {"role": "user", "content": "1"}, {"role": "user", "content": "2", "mine": 2}
    answer, third = claude(text("x")), {"role": "user", "content": "3", "mine": 3}
    one, two, _, three = fragments(first, second, answer, third)
    left, merged = joined(one, two, three)
    assert left is first
    assert merged == user(text("2"), text("3"), mine=2)


def test_no_empty_text_is_joined_to_another_message():
    empty, answer = {"role": "user", "content": ""}, claude(text("x"))
    says = user(text(""), text("hi"))
    nothing, _, hi = fragments(empty, answer, says)
    assert joined(nothing, hi)[0] is says
    other, _, also = fragments({"role": "user", "content": "1"}, answer, says)
    assert joined(other, also) == [user(text("1"), text("hi"))]


def test_thinking_stays_in_its_place_in_joined_messages():
    first, asks, second = (
        claude(THOUGHT, text("1")),
        {"role": "user", "content": "?"},
        claude(THOUGHT, use("a")),
    )
    one, _, two = fragments(first, asks, second)
    (merged,) = joined(one, two)
    assert merged == claude(THOUGHT, text("1"), THOUGHT, use("a"))
    assert merged["content"][0] is first["content"][0]
    assert merged["content"][2] is second["content"][0]


def test_a_system_message_goes_behind_the_user_that_a_cut_put_behind_it():
    first, tells, answer = (
        {"role": "user", "content": "1"},
        {"role": "system", "content": "s"},
        claude(text("x")),
    )
    later = {"role": "user", "content": "2"}
    one, told, _, two = fragments(first, tells, answer, later)
    assert joined(one, told, two) == [user(text("1"), text("2")), tells]
    assert joined(told, two) == [later, tells]
    told, two = fragments(tells, later)
    assert joined(told, two) == [tells, later]


def test_system_messages_are_joined_unless_they_say_how_they_are_meant():
    tells, lasting = (
        {"role": "system", "content": "s"},
        {"role": "system", "content": "t", "clear_at": "never"},
    )
    one, _, two, three = fragments(tells, claude(text("x")), tells, lasting)
    assert joined(one, two) == [{"role": "system", "content": [text("s"), text("s")]}]
    assert joined(one, three) == [tells, lasting]


# --- edits


@each_kind
def test_a_result_takes_another_text_and_keeps_its_other_fields(kind):
    message = user(result("a", [text("x"), image()], cache_control={"type": "ephemeral"}), mine=1)
    edited = CLAUDE.with_result(kind(message), "short")
    assert as_dicts(edited) == user(result("a", "short", cache_control={"type": "ephemeral"}), mine=1)
    assert (CLAUDE.result_text(kind(message)), CLAUDE.result_text(edited)) == ("x", "short")


@each_kind
@pytest.mark.parametrize(
    ("content", "noted"),
    [
        ("now?", f"{GAP_NOTE}\n\nnow?"),
        ("", f"{GAP_NOTE}\n\n"),
        ([image(), text("")], [text(GAP_NOTE), image()]),
    ],
    ids=["text", "empty", "blocks"],
)
def test_a_note_comes_first(content, noted, kind):
    edited = CLAUDE.with_note(kind({"role": "user", "content": content}))
    assert as_dicts(edited) == {"role": "user", "content": noted}
    assert CLAUDE.with_note(edited) is edited


@each_kind
def test_media_give_way_to_notes_in_messages_and_in_results(kind):
    cached = {"type": "document", "source": PDF, "cache_control": {"type": "ephemeral"}}
    message = kind(user(text("x"), cached, image()))
    note = text(MEDIA_NOTE, cache_control={"type": "ephemeral"})
    assert as_dicts(CLAUDE.without_media(message, 1)) == user(text("x"), note, image())
    answer = kind(user(result("a", [image(), text("x"), image()])))
    assert as_dicts(CLAUDE.without_media(answer, 1)) == user(
        result("a", [text(MEDIA_NOTE), text("x"), image()])
    )


@each_kind
def test_texts_in_the_input_of_calls_are_replaced(kind):
    message = kind(claude(text("x"), use("a"), use("b")))
    assert CLAUDE.arguments(message) == ["long", "long"]
    edited = CLAUDE.without_arguments(message, {1})
    replaced = {**use("b"), "input": {"q": ARGUMENT_MARK}}
    assert as_dicts(edited) == claude(text("x"), use("a"), replaced)


@each_kind
def test_nothing_beside_signed_thinking_is_edited(kind):
    message = kind(claude(THOUGHT, use("a"), image()))
    assert CLAUDE.without_arguments(message, {0}) is message
    assert CLAUDE.without_media(message, 1) is message
    assert (CLAUDE.arguments(message), CLAUDE.read(message, 0).media) == ([], 0)


# --- system prompt and tools


def test_a_system_prompt_is_a_text_or_blocks():
    assert CLAUDE.system("x") == inexact("system", ("x",), BLOCK)
    blocks = [text("x", cache_control={"type": "ephemeral"}), text("y")]
    assert CLAUDE.system(blocks) == inexact("system", ("x", "y"), 2 * BLOCK)
    with pytest.raises(WrongType, match=r"^system is int; it must be a string or a list of text blocks$"):
        CLAUDE.system(5)


@pytest.mark.parametrize(
    ("tool", "name"),
    [
        ({"name": "look", "input_schema": {"type": "object"}}, "look"),
        ({"type": "web_search_20250305", "name": "web_search"}, "web_search"),
        ({"type": "browser_toolset_20260801"}, "browser"),
        ({"type": "mcp_toolset", "mcp_server_name": "crm"}, "crm"),
    ],
)
def test_a_tool_is_named_as_calls_name_it(tool, name):
    assert CLAUDE.tool_name(tool, 0) == name


def test_a_tool_without_a_name_is_told():
    with pytest.raises(InvalidMessages, match=r"^tools\[1\] has no name; a tool looks like "):
        CLAUDE.tool_name({"input_schema": {}}, 1)


@pytest.mark.parametrize(
    ("choice", "names"),
    [({"type": "auto"}, set()), (None, set()), ({"type": "tool", "name": "look"}, {"look"})],
)
def test_a_choice_names_a_tool(choice, names):
    assert CLAUDE.forced_tools(choice) == names
