"""Gemini's contents: what is read of each part, in both spellings, how they are joined and edited."""

import pytest

from contextthrift.exceptions import InvalidMessages, WrongType
from contextthrift.formats.gemini import Gemini
from contextthrift.formats.notice import ARGUMENT_MARK, GAP_NOTE, MEDIA_NOTE, NOT_RUN
from contextthrift.formats.reading import Call, Fragment, Reading
from tests.formats.doubles import KINDS, Model, as_dicts, as_models
from tests.formats.strategies import snake_case

GEMINI = Gemini()
PART = 3
"""Around a part."""
SIGNATURE = "s" * 100
"""20 tokens of thinking by the estimate."""
each_kind = pytest.mark.parametrize("kind", KINDS)
each_spelling = pytest.mark.parametrize("spelled", [lambda value: value, snake_case], ids=["camel", "snake"])


def text(words, **extra):
    return {"text": words, **extra}


def call(name="look", **extra):
    return {"functionCall": {"name": name, "args": {"q": "long"}, **extra}}


def response(held, name="look", **extra):
    return {"functionResponse": {"name": name, "response": held, **extra}}


def inline(kind="image/gif", data="R0lGODlhgALgAQ=="):
    return {"inlineData": {"mimeType": kind, "data": data}}


def linked(kind):
    return {"fileData": {"mimeType": kind, "fileUri": "https://example.org/a"}}


def user(*parts, **extra):
    return {"role": "user", "parts": list(parts), **extra}


def model(*parts):
    return {"role": "model", "parts": list(parts)}


def inexact(role, texts, flat, **more):
    return Reading(role, texts, flat, is_exact=False, **more)


BY_NAME = "functionCall:look"
CODE_TOOL = frozenset({"codeExecution", "code_execution"})
READ = [
    (user(text("x")), inexact("user", ("x",), PART)),
    ({"parts": [text("x")]}, inexact("user", ("x",), PART)),
    (user(text("")), inexact("user", ("",), 0)),
    (user(), inexact("user", (), 0)),
    (user(inline()), inexact("user", (), PART + 1_120, media=1)),
    (
        user({**inline(), "mediaResolution": {"level": "MEDIA_RESOLUTION_LOW"}}),
        inexact("user", (), PART + 280, media=1),
    ),
    (user(linked("image/png")), inexact("user", (), PART + 2_322, media=1)),
    (user(linked("application/pdf")), inexact("user", (), PART + 2_000, media=1)),
    (user(linked("video/mp4")), inexact("user", (), PART + 18_000, media=1)),
    (user(inline("audio/wav", "AAAA")), inexact("user", (), PART + 1_920, media=1)),
    (
        model(call(), call("find", id="7")),
        inexact(
            "assistant",
            ("look", '{"q":"long"}', "find", '{"q":"long"}'),
            2 * (PART + 8),
            calls=(Call(BY_NAME, "look"), Call("7", "find")),
        ),
    ),
    (
        user(response({"output": "x"})),
        inexact("result", ("look", '{"output":"x"}'), PART + 8, answers=BY_NAME),
    ),
    (
        user(response({"output": "x"}, id="7", parts=[inline()])),
        inexact("result", ("look", '{"output":"x"}'), PART + 8 + 1_120, answers="7", media=1),
    ),
    (
        {"role": "function", "parts": [response({})]},
        inexact("result", ("look", "{}"), PART + 8, answers=BY_NAME),
    ),
    (model(text("hm", thought=True)), inexact("assistant", ("hm",), PART)),
    (model(text("x", thoughtSignature=SIGNATURE)), inexact("assistant", ("x",), PART + 20, is_signed=True)),
    (model(text("", thoughtSignature=SIGNATURE)), inexact("assistant", ("",), PART + 20, is_signed=True)),
    (
        model({"executableCode": {"language": "PYTHON", "code": "1+1"}}),
        inexact("assistant", ("1+1",), PART, uses=CODE_TOOL),
    ),
    (
        model({"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "2"}}),
        inexact("assistant", ("2",), PART, uses=CODE_TOOL),
    ),
    (model({"hologram": {"depth": 3}}), inexact("assistant", ('{"hologram":{"depth":3}}',), PART)),
]


@each_spelling
@each_kind
@pytest.mark.parametrize(("content", "reading"), READ)
def test_a_content_is_read(content, reading, kind, spelled):
    assert GEMINI.read(kind(spelled(content)), 0) == reading


def test_a_text_is_a_users_content():
    assert GEMINI.read("x", 0) == inexact("user", ("x",), PART)
    first, _, second = GEMINI.fragments(["1", model(text("x")), "2"])
    assert joined(first) == ["1"]
    assert joined(first, second) == [user(text("1"), text("2"))]
    assert GEMINI.with_note("x") == f"{GAP_NOTE}\n\nx"


def test_bytes_are_measured_as_base64_is():
    image = Model(inline_data=Model(mime_type="image/gif", data=b"GIF89a\x80\x02\xe0\x01"))
    signed = Model(text="x", thought_signature=b"s" * 100)
    assert GEMINI.read(Model(role="user", parts=[image]), 0).flat == PART + 1_120
    assert GEMINI.read(Model(role="model", parts=[signed]), 0).flat == PART + 20


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            {"role": "tool", "parts": []},
            "messages[2] has the role 'tool'; it must be one of user, model, function",
        ),
        ({"content": "x"}, "messages[2] is dict without parts; a content looks like"),
        (None, "messages[2] is None without parts; a content looks like"),
        ({"parts": "x"}, "messages[2] has str as parts; a content looks like"),
        (user(None), 'messages[2].parts[0] is None; a part looks like {"text": ...}'),
        (user(text(5)), "messages[2].parts[0].text is int; a part with a text must have text there"),
        (model({"functionCall": {}}), "messages[2].parts[0] is a function call without a name"),
        (user({"functionResponse": {}}), "messages[2].parts[0] is a function response without a name"),
    ],
)
def test_a_content_that_makes_no_sense_is_named(content, words):
    with pytest.raises(InvalidMessages) as caught:
        GEMINI.read(content, 2)
    assert str(caught.value).startswith(words)


# --- pairing and joining


def joined(*kept):
    return GEMINI.join([(each.value, each) for each in kept])


def paired(*contents):
    found = GEMINI.fragments(list(contents))
    calls = [made.id for each in found for made in each.reading.calls]
    return calls, [each.reading.answers for each in found if each.reading.role == "result"]


def test_responses_are_paired_by_id_where_both_have_one():
    assert paired(model(call(id="1"), call(id="2")), user(response({}, id="2"), response({}, id="1"))) == (
        ["1", "2"],
        ["2", "1"],
    )


def test_a_response_without_an_id_takes_the_calls_of_its_name_in_order():
    made = model(call("find", id="1"), call(id="2"), call(id="3"))
    assert paired(made, user(response({}), response({}), response({}))) == (
        ["1", "2", "3"],
        ["2", "3", BY_NAME],
    )


def test_a_response_with_an_id_takes_a_call_without_one():
    assert paired(model(call()), user(response({}, id="9"))) == ([BY_NAME], [BY_NAME])


def test_a_response_never_takes_a_call_with_another_id():
    assert paired(model(call(id="1")), user(response({}, id="9"))) == (["1"], ["9"])


def test_parallel_calls_of_one_function_take_as_many_responses():
    calls, answers = paired(model(call(), call()), user(response({}), response({})))
    assert (calls, answers) == ([BY_NAME] * 2, [BY_NAME] * 2)


@each_spelling
@each_kind
def test_a_missing_response_joins_the_others_and_the_next_content_stays_the_callers_own(kind, spelled):
    contents = [
        kind(spelled(each)) for each in (model(call(), call("find")), user(response({})), user(text("hi")))
    ]
    made, answer, says = GEMINI.fragments(contents)
    value = GEMINI.not_run(made.reading.calls[1])
    missing = Fragment(value, GEMINI.read(value, 0), None, value)
    first, content, last = joined(made, answer, missing, says)
    assert (first, last) == (contents[0], contents[2])
    assert last is contents[2]
    assert type(content) is type(contents[1])
    assert [GEMINI.is_result(part) for part in GEMINI.blocks(content)] == [True, True]


def test_parts_of_ours_become_the_models_of_the_sdk():
    made, answer = GEMINI.fragments(as_models(snake_case([model(call(), call("find")), user(response({}))])))
    value = GEMINI.not_run(made.reading.calls[1])
    missing = Fragment(value, GEMINI.read(value, 0), None, value)
    content = joined(made, answer, missing)[1]
    assert {type(part) for part in content.parts} == {Model}
    noted = GEMINI.with_note(as_models(user(text("x"))))
    assert {type(part) for part in noted.parts} == {Model}


def test_a_call_that_was_not_run_is_answered_with_its_id_if_it_has_one():
    answer = {"name": "look", "response": {"error": NOT_RUN}}
    assert GEMINI.not_run(Call(BY_NAME, "look")) == user({"functionResponse": answer})
    assert GEMINI.not_run(Call("7", "look")) == user({"functionResponse": {**answer, "id": "7"}})


# --- edits


@each_spelling
@each_kind
@pytest.mark.parametrize(
    ("held", "shown", "edited"),
    [
        ({"output": "x"}, "x", {"output": "short"}),
        ({"result": "x"}, "x", {"result": "short"}),
        ({"n": 1, "m": 2}, '{"n":1,"m":2}', {"output": "short"}),
        ({"rows": [1]}, '{"rows":[1]}', {"rows": "short"}),
    ],
)
def test_a_response_takes_another_text(held, shown, edited, kind, spelled):
    content = kind(spelled(user(response(held, id="7"), mine=1)))
    short = GEMINI.with_result(content, "short")
    assert GEMINI.result_text(content) == shown
    assert as_dicts(short) == as_dicts(spelled(user(response(edited, id="7"), mine=1)))


@each_kind
def test_media_give_way_to_notes_and_leave_responses(kind):
    content = kind(user(text("x"), inline(), linked("video/mp4")))
    noted = as_dicts(GEMINI.without_media(content, 1))
    assert noted == user(text("x"), text(MEDIA_NOTE), linked("video/mp4"))
    answer = kind(user(response({"output": "x"}, parts=[inline(), inline()])))
    assert as_dicts(GEMINI.without_media(answer, 1)) == user(response({"output": "x"}, parts=[inline()]))


@each_spelling
@each_kind
def test_texts_in_the_arguments_of_calls_are_replaced(kind, spelled):
    content = kind(spelled(model(call(), call())))
    edited = as_dicts(GEMINI.without_arguments(content, {1}))
    replaced = {"functionCall": {"name": "look", "args": {"q": ARGUMENT_MARK}}}
    assert GEMINI.arguments(content) == ["long", "long"]
    assert edited == spelled(model(call(), replaced))


@each_kind
def test_nothing_beside_a_thought_signature_is_edited(kind):
    content = kind(model({**call(), "thoughtSignature": SIGNATURE}, call(), inline()))
    assert GEMINI.without_arguments(content, {0}) is content
    assert GEMINI.without_media(content, 1) is content
    assert (GEMINI.arguments(content), GEMINI.read(content, 0).media) == ([], 0)


@each_kind
def test_a_note_comes_first(kind):
    edited = GEMINI.with_note(kind(user(inline(), text(""))))
    assert as_dicts(edited) == user(text(GAP_NOTE), inline())
    assert GEMINI.with_note(edited) is edited


# --- system instruction and tools


@pytest.mark.parametrize(
    ("system", "texts"),
    [
        ("x", ("x",)),
        (user(text("x"), text("y")), ("x", "y")),
        ([text("x"), "y"], ("x", "y")),
        (text("x"), ("x",)),
    ],
)
def test_a_system_instruction_takes_many_shapes(system, texts):
    assert GEMINI.system(system) == inexact("system", texts, PART * len(texts))


def test_a_system_instruction_is_no_number():
    with pytest.raises(WrongType, match=r"^system is int; it must be a string, parts, or a content$"):
        GEMINI.system(5)


LOOK, FIND = {"name": "look", "description": "Looks."}, {"name": "find"}
TOOLS = [{"functionDeclarations": [LOOK, FIND], "googleSearch": {}}, {"urlContext": {}}]


class Tool(Model):
    """As the SDK's: it has every field, most of them None."""

    model_fields = ("google_search", "function_declarations", "url_context")


def test_the_models_of_the_sdk_are_taken_apart_too():
    search = Model()
    tool = Tool(google_search=search, function_declarations=[LOOK, FIND], url_context=None)
    names = [GEMINI.tool_name(each, at) for at, each in enumerate(GEMINI.tools([tool]))]
    assert names == ["google_search", "look", "find"]
    (thinned,) = GEMINI.with_tools([tool], {2})
    assert thinned == Tool(google_search=None, function_declarations=[FIND], url_context=None)


def test_each_function_and_each_tool_of_google_has_a_name():
    listed = GEMINI.tools(TOOLS)
    names = [GEMINI.tool_name(tool, at) for at, tool in enumerate(listed)]
    assert names == ["look", "find", "googleSearch", "urlContext"]
    assert [GEMINI.tool_text(tool) for tool in listed[1:3]] == ['{"name":"find"}', '{"googleSearch":{}}']


def test_an_object_that_loses_no_tool_is_the_callers_own():
    assert GEMINI.with_tools(TOOLS, range(4)) is TOOLS
    thinned = GEMINI.with_tools(TOOLS, {1, 3})
    assert thinned == [{"functionDeclarations": [FIND]}, {"urlContext": {}}]
    assert thinned[1] is TOOLS[1]
    assert GEMINI.with_tools(TOOLS, {2}) == [{"googleSearch": {}}]


def test_a_python_function_is_a_tool():
    def look(q: str) -> str:
        """Looks."""
        return q

    (tool,) = GEMINI.tools([look])
    assert GEMINI.tool_name(tool, 0) == "look"
    assert "Looks." in GEMINI.tool_text(tool)


def test_a_tool_without_a_name_is_told():
    with pytest.raises(InvalidMessages, match=r"^tools\[1\] has no name; a tool looks like "):
        GEMINI.tool_name({}, 1)


@each_spelling
def test_a_tool_config_names_functions(spelled):
    config = {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["look"]}}
    assert GEMINI.forced_tools(spelled(config)) == {"look"}
    assert GEMINI.forced_tools(spelled(config["functionCallingConfig"])) == {"look"}
    assert GEMINI.forced_tools(None) == frozenset()
