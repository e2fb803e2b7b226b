"""What every format promises of every list of messages."""

from copy import deepcopy
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift.exceptions import UnknownFormat
from contextthrift.formats import FORMATS, LOOKED_AT, format_of
from contextthrift.formats.notice import ARGUMENT_MARK
from contextthrift.formats.reading import Fragment
from tests.formats.doubles import as_dicts
from tests.formats.strategies import BY_FORMAT, SIGNATURE, claude_message, gemini_content

BY_NAME = {each.name: each for each in FORMATS}
each_format = pytest.mark.parametrize("name", BY_FORMAT)
alternating = pytest.mark.parametrize("name", ["anthropic", "gemini"])
DICTS = {"anthropic": claude_message, "gemini": gemini_content}


def cost(reading):
    return reading.flat + sum(len(text) for text in reading.texts)


def total(fragments):
    return sum(cost(each.reading) for each in fragments)


def pairs(fragments):
    return [(each.value, each) for each in fragments]


@st.composite
def some_of(draw, fragments):
    """Some of the fragments, results of one message kept or dropped apart, a few of them moved."""
    kept = [each for each in fragments if draw(st.integers(0, 3))]
    if len(kept) > 1 and draw(st.booleans()):
        moved = kept.pop(draw(st.integers(0, len(kept) - 1)))
        kept.insert(draw(st.integers(0, len(kept))), moved)
    return kept


@st.composite
def with_results_of_ours(draw, provider, kept):
    """The list with results for some calls put behind their message, as repair does."""
    mended = []
    for each in kept:
        mended.append(each)
        for call in each.reading.calls:
            if draw(st.booleans()):
                value = provider.not_run(call)
                mended.append(Fragment(value, provider.read(value, 0), None, value))
    return mended


@each_format
@given(data=st.data())
def test_all_fragments_joined_are_the_callers_own_messages(name, data):
    messages = data.draw(BY_FORMAT[name])
    joined = BY_NAME[name].join(pairs(BY_NAME[name].fragments(messages)))
    assert len(joined) == len(messages)
    for ours, theirs in zip(joined, messages, strict=True):
        assert ours is theirs or stands_behind(theirs)


def stands_behind(message):
    """Whether a result stands behind something else in it, which is put in order."""
    told = as_dicts(message)
    held = told.get("content") or told.get("parts") if isinstance(told, dict) else None
    kinds = [is_result(block) for block in held] if isinstance(held, list) else []
    return kinds != sorted(kinds, reverse=True)


def is_result(block):
    return block.get("type") == "tool_result" or "functionResponse" in block or "function_response" in block


@each_format
@given(data=st.data())
def test_a_total_does_not_depend_on_which_messages_hold_what(name, data):
    provider = BY_NAME[name]
    fragments = provider.fragments(data.draw(BY_FORMAT[name]))
    kept = data.draw(with_results_of_ours(provider, data.draw(some_of(fragments))))
    joined = provider.join(pairs(kept))
    assert (
        total(kept)
        == total(provider.fragments(joined))
        == sum(cost(provider.read(each, 0)) for each in joined)
    )


@each_format
@given(data=st.data())
def test_nothing_is_ever_mutated(name, data):
    provider = BY_NAME[name]
    messages = data.draw(BY_FORMAT[name])
    before = deepcopy(messages)
    edited = []
    for each in provider.fragments(messages):
        value = each.value
        if each.reading.role == "result":
            provider.with_result(value, provider.result_text(value) + "!")
        if each.reading.role == "user":
            provider.with_note(value)
        value = provider.without_media(value, 1)
        value = provider.without_arguments(value, {0})
        edited.append((value, each))
    provider.join(edited)
    provider.join(edited[::2])
    assert messages == before


@each_format
@given(data=st.data())
def test_a_result_holds_what_it_is_given_and_nothing_else(name, data):
    provider = BY_NAME[name]
    for each in provider.fragments(data.draw(BY_FORMAT[name])):
        if each.reading.role != "result":
            continue
        edited = provider.with_result(each.value, "a heron")
        reading = provider.read(edited, 0)
        is_screen = as_dicts(edited).get("type") == "computer_call_output"
        assert provider.result_text(edited) == ("" if is_screen else "a heron")
        assert (reading.role, reading.media) == ("result", 0)
        assert type(edited) is type(each.value)
        assert any("heron" in text for text in reading.texts) is not is_screen
        assert provider.read(provider.with_result(edited, "a heron"), 0) == reading


@each_format
@given(data=st.data())
def test_a_note_is_put_in_once_and_reads_first(name, data):
    provider = BY_NAME[name]
    for each in provider.fragments(data.draw(BY_FORMAT[name])):
        if each.reading.role != "user":
            continue
        noted = provider.with_note(each.value)
        reading = provider.read(noted, 0)
        assert reading.texts[0].startswith("[Earlier messages were left out")
        assert (type(noted), reading.media) == (type(each.value), each.reading.media)
        assert provider.with_note(noted) is noted


@each_format
@given(data=st.data(), count=st.integers(0, 4))
def test_media_are_taken_out_one_by_one(name, data, count):
    provider = BY_NAME[name]
    for each in provider.fragments(data.draw(BY_FORMAT[name])):
        edited = provider.without_media(each.value, count)
        left = max(each.reading.media - count, 0)
        assert provider.read(edited, 0).media == left
        if not count or not each.reading.media:
            assert edited is each.value


@each_format
@given(data=st.data())
def test_arguments_are_replaced_where_they_stand(name, data):
    provider = BY_NAME[name]
    for each in provider.fragments(data.draw(BY_FORMAT[name])):
        texts = provider.arguments(each.value)
        places = data.draw(st.sets(st.integers(0, len(texts) - 1))) if texts else set()
        edited = provider.without_arguments(each.value, places)
        marked = [ARGUMENT_MARK if at in places else text for at, text in enumerate(texts)]
        assert provider.arguments(edited) == marked
        assert provider.read(edited, 0).calls == provider.read(each.value, 0).calls
        if not places:
            assert edited is each.value


@each_format
@given(data=st.data())
def test_what_is_signed_is_never_edited_and_always_kept_whole(name, data):
    provider = BY_NAME[name]
    fragments = provider.fragments(data.draw(BY_FORMAT[name]))
    for each in fragments:
        if each.reading.is_signed:
            assert provider.without_media(each.value, 9) is each.value
            assert provider.without_arguments(each.value, {0, 1, 2}) is each.value
            assert (each.reading.media, provider.arguments(each.value)) == (0, [])
    kept = data.draw(some_of(fragments))
    joined = provider.join(pairs(kept))
    assert signatures(joined) == signatures([each.value for each in kept])


def signatures(messages):
    return repr(as_dicts(messages)).count(SIGNATURE)


@alternating
@given(data=st.data())
def test_neighbours_of_one_role_were_neighbours_before(name, data):
    provider = BY_NAME[name]
    drawn = data.draw(st.lists(DICTS[name], min_size=1, max_size=9))
    messages = [{**each, f"x_{at}": True} for at, each in enumerate(drawn)]
    fragments = provider.fragments(messages)
    kept = data.draw(with_results_of_ours(provider, data.draw(some_of(fragments))))
    bare = {at for at, each in enumerate(messages) if is_empty(provider, each)}
    for before, after in pairwise(provider.join(pairs(kept))):
        if is_empty(provider, before) or is_empty(provider, after):
            continue
        if provider.speaker(before) == provider.speaker(after) != "system":
            assert behind(sources(before), bare) & sources(after)


def is_empty(provider, message):
    """A message that the caller sent without any content: it is not merged, but left as it is."""
    return all(provider.is_empty(block) for block in provider.blocks(message))


def behind(places, bare):
    """The places right behind some, past messages that have no content."""
    reached = {place + 1 for place in places}
    while more := {place + 1 for place in reached & bare} - reached:
        reached |= more
    return reached


def sources(message):
    """The places of the caller's messages that a joined one was made of: a field of each survives."""
    return {int(name.removeprefix("x_")) for name in message if name.removeprefix("x_").isdigit()} or {-9}


@alternating
@given(data=st.data())
def test_results_stand_first_in_every_message_that_was_made(name, data):
    provider = BY_NAME[name]
    messages = data.draw(BY_FORMAT[name])
    kept = data.draw(with_results_of_ours(provider, data.draw(some_of(provider.fragments(messages)))))
    own = {id(each) for each in messages}
    for each in provider.join(pairs(kept)):
        if id(each) not in own and provider.speaker(each) == "user":
            are_results = [provider.is_result(block) for block in provider.blocks(each)]
            assert are_results == sorted(are_results, reverse=True)
            assert not any(provider.is_empty(block) for block in provider.blocks(each))


@each_format
@given(data=st.data())
def test_unambiguous_messages_are_recognised(name, data):
    messages = data.draw(BY_FORMAT[name])
    signs = {each.name for each in FORMATS for message in messages if each.sign(message) is not None}
    assert signs <= {name}
    if signs:
        assert format_of(messages).name == name


def seen_in(messages):
    """The formats whose signs `format_of` finds: those of every message, to so many behind the first sign."""
    at = [place for place, message in enumerate(messages) if any(each.sign(message) for each in FORMATS)]
    looked_at = messages[: at[0] + LOOKED_AT + 1] if at else []
    return {each.name for each in FORMATS for message in looked_at if each.sign(message) is not None}


@given(
    messages=st.tuples(*(BY_FORMAT[name] for name in BY_FORMAT)).flatmap(
        lambda each: st.permutations([message for messages in each for message in messages])
    )
)
def test_signs_are_found_in_messages_of_any_format(messages):
    seen = seen_in(messages)
    if len(seen) > 1:
        with pytest.raises(UnknownFormat, match="^the format is ambiguous"):
            format_of(messages)
    elif seen:
        assert format_of(messages).name in seen


def test_signs_far_behind_the_first_one_are_not_looked_for():
    called = {"role": "assistant", "content": None, "tool_calls": []}
    use = {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "look", "input": {}}]}
    assert format_of([called, *[called] * LOOKED_AT, use]).name == "openai"
    with pytest.raises(UnknownFormat, match="^the format is ambiguous"):
        format_of([called, *[called] * (LOOKED_AT - 1), use])
