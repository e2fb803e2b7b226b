"""Images and files: which go, when, and what stands in their place."""

import pytest

from contextthrift import FitPolicy, count_messages
from contextthrift.formats.notice import MEDIA_NOTE
from tests.fit import pieces
from tests.fit.cuts import saved_by
from tests.fit.messages import calls, image_part, long, result, says, text_part, user
from tests.fit.native import (
    answered,
    anthropic,
    asks,
    block,
    document,
    function_call,
    function_response,
    gemini,
    inline_picture,
    input_image,
    input_text,
    item,
    model,
    output_message,
    picture,
    responses,
    uses,
)
from tests.fit.walk import NO_NOTES, after, chain, into

NOTE = {"type": "text", "text": MEDIA_NOTE}

SEEN = anthropic(
    {"role": "user", "content": [picture(), block("first")]},
    uses("a"),
    {"role": "user", "content": [answered("a", [picture(), block("shot a")])]},
    {"role": "assistant", "content": "one"},
    {"role": "user", "content": [block("second"), document(long("page", 900))]},
    {"role": "assistant", "content": "two"},
    {"role": "user", "content": [picture(), block("third")]},
    uses("b"),
    {"role": "user", "content": [answered("b", [picture(), block("shot b")])]},
    uses("d"),
    {"role": "user", "content": [answered("d", [picture()])]},
    uses("e"),
    {"role": "user", "content": [answered("e", [picture(), block("shot e")])]},
)


def images_of(messages, name="anthropic"):
    """The places of the messages that hold an image or a file, one for each."""
    found = pieces.pieces(name, messages)
    return [piece.index for piece in found if not piece.is_noted for _ in range(piece.media)]


def image_steps(stage):
    """The place of the message that each step of a stage takes an image from."""
    made = [
        step for step in chain(SEEN.messages, policy=NO_NOTES, **SEEN.arguments) if step[0].stage == stage
    ]
    assert all(len(step) == 1 for step in made)
    return [step[0].index for step in made]


def test_images_go_before_everything_else_and_the_oldest_first():
    assert image_steps("media") == [0, 2, 4, 8, 10]
    names = [made[0].stage for made in chain(SEEN.messages, **SEEN.arguments, policy=NO_NOTES)]
    assert names[:5] == ["media"] * 5
    assert "media" not in names[5:]


def test_the_images_of_the_current_question_and_of_the_newest_unit_go_last():
    names = [made[0].stage for made in chain(SEEN.messages, **SEEN.arguments)]
    last = [
        made[0].index for made in chain(SEEN.messages, **SEEN.arguments) if made[0].stage == "current-media"
    ]
    assert 6 in last
    assert set(last) <= {6, 12}
    assert names[-len(last) :] == ["current-media"] * len(last)
    fitted = into(1, SEEN.messages, **SEEN.arguments)
    assert images_of(fitted.messages) == []
    assert "current-media" in str(fitted.trace)


@pytest.mark.parametrize("steps", range(6))
def test_an_image_is_replaced_by_a_note_and_its_neighbours_stay(steps):
    fitted = after(steps, SEEN.messages, **SEEN.arguments)
    places = [0, 2, 4, 8, 10][:steps]
    assert len(fitted.messages) == len(SEEN.messages)
    for place, (out, given) in enumerate(zip(fitted.messages, SEEN.messages, strict=True)):
        if place in places:
            assert out == noted(given)
            assert out is not given
        else:
            assert out is given
    assert fitted.dropped == fitted.stubbed == ()


def noted(message):
    return {**message, "content": [noted_block(each) for each in message["content"]]}


def noted_block(each):
    if each["type"] in {"image", "document"}:
        return NOTE
    if each["type"] == "tool_result":
        return {**each, "content": [noted_block(inner) for inner in each["content"]]}
    return each


def test_several_images_of_one_message_go_one_by_one_from_the_first():
    asked = user(
        [image_part("https://a.example/1.png"), text_part("these"), image_part("https://a.example/2.png")]
    )
    messages = [asked, says("one"), user("go on")]
    once = after(1, messages)
    assert once.messages == [user([NOTE, *asked["content"][1:]]), *messages[1:]]
    assert after(2, messages).messages == [user([NOTE, text_part("these"), NOTE]), *messages[1:]]


def test_images_that_fit_stay():
    total = count_messages(
        SEEN.messages, estimate_tokens="chars4", format="anthropic", system="You are terse."
    )
    fitted = into(total, SEEN.messages, **SEEN.arguments)
    assert fitted.trace.cuts == ()
    assert all(out is given for out, given in zip(fitted.messages, SEEN.messages, strict=True))


OTHERS = {
    "openai": (
        [user([image_part(), text_part("first")]), says("one"), user([text_part("now"), image_part()])],
        {"format": "openai"},
        [user([NOTE, text_part("first")]), says("one"), user([text_part("now"), NOTE])],
    ),
    "gemini": (
        [asks(inline_picture(), "first"), model({"text": "one"}), asks("now", inline_picture())],
        gemini().arguments,
        [asks(MEDIA_NOTE, "first"), model({"text": "one"}), asks("now", MEDIA_NOTE)],
    ),
    "openai-responses": (
        [
            item("user", [input_image(), input_text("first")]),
            output_message("one"),
            item("user", [input_text("now"), input_image()]),
        ],
        responses().arguments,
        [
            item("user", [input_text(MEDIA_NOTE), input_text("first")]),
            output_message("one"),
            item("user", [input_text("now"), input_text(MEDIA_NOTE)]),
        ],
    ),
}


@pytest.mark.parametrize(("messages", "arguments", "expected"), OTHERS.values(), ids=OTHERS.keys())
def test_the_note_is_a_text_of_the_format(messages, arguments, expected):
    once = after(1, messages, policy=NO_NOTES, **arguments)
    assert once.messages == [expected[0], *messages[1:]]
    assert [cut.stage for cut in once.trace.cuts] == ["media"]
    whole = chain(messages, policy=NO_NOTES, **arguments)
    last = [made[0].stage for made in whole].index("current-media")
    dropped = into(1, messages, policy=NO_NOTES, **arguments)
    assert dropped.messages[-1] == expected[2]
    assert last == len(whole) - 1


def test_a_result_of_gemini_keeps_its_text_where_its_image_goes():
    """Beside its response a function response takes images and files alone, so no note can stand there."""
    shot = function_response("a heron")
    shot["functionResponse"]["parts"] = [inline_picture()]
    messages = [asks("first"), model(function_call(q=1)), asks(shot), model({"text": "one"}), asks("go on")]
    fitted = after(1, messages, format="gemini")
    [found] = [piece for piece in pieces.pieces("gemini", fitted.messages) if piece.kind == "result"]
    assert (found.text, found.media) == ("a heron", 0)
    assert [(cut.stage, cut.index) for cut in fitted.trace.cuts] == [("media", 2)]


def test_the_image_of_a_stubbed_result_was_cut_before():
    """A result that becomes a stub has no image left to lose, and the trace counts each token once."""
    fitted = into(1, SEEN.messages, **SEEN.arguments)
    assert fitted.trace.total_before - fitted.trace.total_after == saved_by(fitted.trace.cuts)


def test_chat_results_with_images_are_cut_like_any_other():
    messages = [
        user("first"),
        calls("a"),
        result("a", [image_part(), text_part("shot")]),
        says("one"),
        user("go on"),
    ]
    assert after(1, messages, policy=FitPolicy()).messages == [
        *messages[:2],
        result("a", [NOTE, text_part("shot")]),
        *messages[3:],
    ]
