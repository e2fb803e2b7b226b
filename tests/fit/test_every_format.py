"""What chat is tested for message by message, asked of every other format in its own shape."""

import pytest

from contextthrift import FitPolicy, count_messages
from contextthrift.exceptions import InvalidMessages
from contextthrift.formats.notice import CUT_MARK, GAP_NOTE, stub_text
from tests.fit import native, pieces
from tests.fit.convert import VARIANTS, converted
from tests.fit.format_rules import tool_names
from tests.fit.messages import call, calls, forced, long, result, says, tool, user
from tests.fit.walk import NO_NOTES, WHOLE, after, chain, into

CHAT = WHOLE[1:]
TOOLS = [tool("idle"), tool("find"), tool("look"), tool("send")]


def results_of(request, fitted):
    found = pieces.pieces(request.format, fitted.messages)
    return [piece.text for piece in found if piece.kind == "result"]


def texts_of(request, fitted):
    found = pieces.pieces(request.format, fitted.messages)
    return [piece.text for piece in found if piece.kind == "text"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_stages_come_in_the_same_order(variant):
    request = converted(variant, CHAT)
    walked = [step[0].stage for step in chain(request.messages, policy=NO_NOTES, **request.arguments)]
    assert walked == [step[0].stage for step in chain(CHAT, policy=NO_NOTES)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_results_are_stubbed_and_the_same_words_stay(variant):
    request = converted(variant, CHAT)
    steps = len(chain(CHAT, policy=NO_NOTES))
    for position in range(steps + 1):
        fitted = after(position, request.messages, policy=NO_NOTES, **request.arguments)
        in_chat = after(position, CHAT, policy=NO_NOTES)
        results = [message["content"] for message in in_chat.messages if message["role"] == "tool"]
        said = [message["content"] for message in in_chat.messages if message["role"] != "tool"]
        assert results_of(request, fitted) == results
        assert texts_of(request, fitted) == [text for text in said if text]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_newest_result_keeps_head_and_tail_before_it_becomes_a_stub(variant):
    text = "".join(f"{n} herons " for n in range(900))
    request = converted(variant, [user("u"), calls("a"), result("a", text)])
    whole = chain(request.messages, **request.arguments)
    assert [step[0].action for step in whole][-1] == "stub"
    assert len(whole) >= 2
    for position in range(1, len(whole)):
        fitted = after(position, request.messages, **request.arguments)
        [shortened] = results_of(request, fitted)
        head, mark, tail = shortened.partition(CUT_MARK)
        assert mark
        assert text.startswith(head)
        assert head
        assert text.endswith(tail)
        assert tail
    [stub] = results_of(request, into(1, request.messages, **request.arguments))
    assert stub == stub_text("look")


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_orphan_raises_with_the_index_of_its_message_when_told_to(variant):
    request = converted(variant, [user("u"), says("x"), user("v"), result("gone", "y"), says("z")])
    with pytest.raises(InvalidMessages, match=r"^messages\[3\]"):
        into(1_000, request.messages, policy=FitPolicy(on_orphan="error"), **request.arguments)


@pytest.mark.parametrize("variant", VARIANTS)
def test_tools_go_by_rank_and_those_that_are_needed_stay(variant):
    ranks = {"idle": 2, "find": 1, "look": 0, "send": 0}
    policy = FitPolicy(tool_rank=ranks.__getitem__, protected_tools=("look",))
    messages = [user("u"), calls(call("a", "find")), result("a", "x")]
    request = converted(variant, messages, TOOLS, forced("send"))
    left = [tool_names(request.arguments["tools"])]
    total = count_messages(
        request.messages,
        estimate_tokens="chars4",
        **{name: value for name, value in request.arguments.items() if name != "tool_choice"},
    )
    for window in range(total, 0, -1):
        fitted = into(window, request.messages, policy=policy, **request.arguments)
        names = tool_names(fitted.tools)
        left += [names] if names != left[-1] else []
    assert left == [{"idle", "find", "look", "send"}, {"find", "look", "send"}, {"find", "send"}]
    assert fitted.tool_choice == request.arguments["tool_choice"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_emptied_tool_list_takes_tool_choice_along(variant):
    request = converted(variant, [user("u")], TOOLS, "required")
    fitted = into(1, request.messages, **request.arguments)
    assert not fitted.tools
    assert fitted.tool_choice is None


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_predicates_are_asked_about_the_callers_own_messages(variant):
    request = converted(variant, CHAT)
    own = {id(message) for message in request.messages}
    asked = []

    def is_pinned(message):
        asked.append(id(message))
        return False

    into(1, request.messages, policy=FitPolicy(is_pinned=is_pinned), **request.arguments)
    assert set(asked) <= own
    assert asked


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_gap_is_noted_once_in_the_users_next_message(variant):
    chat = [user("u"), says(long("one")), says("two"), user("v"), says("well")]
    request = converted(variant, chat)
    fitted = after(1, request.messages, **request.arguments)
    noted = [times for times, _, _ in pieces.gap_notes(request.format, fitted.messages)]
    assert sum(noted) == 1
    assert GAP_NOTE in str(fitted.messages[noted.index(1)])
    assert "v" in texts_of(request, fitted)


GREETED = {
    "anthropic": native.anthropic(
        {"role": "assistant", "content": "Hello."},
        native.uses("a"),
        {"role": "user", "content": [native.answered("a", "x")]},
        {"role": "user", "content": "first"},
        {"role": "assistant", "content": "one"},
    ),
    "gemini": native.gemini(
        native.model(native.function_call(q=1)),
        native.asks(native.function_response("x")),
        native.asks("first"),
        native.model({"text": "one"}),
    ),
}


@pytest.mark.parametrize("request_given", GREETED.values(), ids=GREETED.keys())
@pytest.mark.parametrize("window", [10, 10_000])
def test_what_stands_before_the_user_goes_where_the_provider_refuses_it(request_given, window):
    messages = request_given.messages
    fitted = into(window, messages, **request_given.arguments)
    first = next(place for place, message in enumerate(messages) if "first" in str(message))
    assert set(range(first)) <= set(fitted.dropped)
    named = {repair.index for repair in fitted.trace.repairs} | {cut.index for cut in fitted.trace.cuts}
    assert set(range(first)) <= named
    assert fitted.messages[0]["role"] == "user"


def test_chat_keeps_a_greeting():
    chat = [says("Hello."), user("first"), says("one")]
    assert into(10_000, chat).messages == chat
