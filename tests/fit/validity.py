"""What each provider refuses, one checker a provider's rule, written from what the providers publish.

A checker takes the list that would be sent and the list that the caller gave, and raises an AssertionError
that tells what is wrong. What was wrong in the caller's own list is not held against the other: two messages
of one role beside each other, an empty text.

Sources:

- Anthropic: https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls (results stand in
  the message right after the calls, all of them, before any text),
  https://platform.claude.com/docs/en/api/messages (the first message is the user's; neighbours of one role
  are combined; no content is empty but a final assistant message's),
  https://platform.claude.com/docs/en/build-with-claude/extended-thinking (blocks of thinking go back as they
  came).
- Gemini: https://ai.google.dev/gemini-api/docs/function-calling and
  https://ai.google.dev/gemini-api/docs/thought-signatures (signatures go back in the part they came in); the
  wording of the refusals is in google-gemini/gemini-cli issues 4217 and 26486.
- OpenAI Responses: https://platform.openai.com/docs/guides/function-calling and
  https://platform.openai.com/docs/guides/reasoning (reasoning items stay with the items that follow them);
  the wording of the refusal is in vercel/ai issue 7099.
"""

from itertools import pairwise

from contextthrift.formats.notice import NOT_RUN
from tests.fit import pieces as reading
from tests.reference import conversation


def sent(name, messages):
    """The list as chat messages, one an answer or a result."""
    return reading.turns_of(name, messages)


def repaired(name, given):
    return conversation.repair(sent(name, given), NOT_RUN)


# --- calls and results, in every format


def every_result_follows_its_call(name, messages, _given):
    """The results of calls stand directly behind them, all of them or, at the very end, none."""
    open_ids = []
    spoken = [message for message in sent(name, messages) if message["role"] != "aside"]
    for position, message in enumerate(spoken):
        if message["role"] == "tool":
            assert message["tool_call_id"] in open_ids, (
                f"the result {message['tool_call_id']} at {message['sources']} follows no call with its id"
            )
            open_ids.remove(message["tool_call_id"])
            continue
        assert not open_ids, f"the calls {open_ids} have no result before {message['sources']}"
        open_ids = conversation.call_ids(message)
        if open_ids and all(conversation.is_system(later) for later in spoken[position + 1 :]):
            return
    assert not open_ids, f"the calls {open_ids} at the end are answered in part only"


def one_message_answers_each(name, messages, given):
    """All results of one message's calls stand in the one message behind it, before anything else in it.

    In the messages behind it, where the caller's list has neighbours, which the provider combines.
    """
    listed = reading.pieces(name, messages)
    run_of = runs(name, messages) if neighbours(name, given) else list(range(len(messages)))
    for run in set(run_of):
        own = [piece.kind == "result" for piece in listed if run_of[piece.index] == run]
        assert own == sorted(own, reverse=True), f"the message {run} has something before its results: {own}"
        calls = sum(piece.kind == "call" for piece in listed if run_of[piece.index] == run)
        behind = sum(piece.kind == "result" for piece in listed if run_of[piece.index] == run + 1)
        assert not calls or run == max(run_of) or calls == behind, (
            f"the message {run} has {calls} calls, the one behind it {behind} results"
        )


def runs(name, messages):
    """For each message the number of its run of one role."""
    numbers, before = [], None
    for message in messages:
        now = speaker(name, message)
        numbers.append((numbers[-1] if numbers else -1) + (now != before))
        before = now
    return numbers


# --- who speaks


def begins_with_the_user(name, messages, given):
    """Where the caller's list has a message of the user's, the first one sent is."""
    if can_begin_with_the_user(name, given):
        first = sent(name, messages[:1])[0]
        assert first["role"] == "user", f"the first message is the {first['role']}'s"


def begins_with_no_call(name, messages, given):
    """A call comes after the user or a result, so it does not come first where the user speaks at all."""
    if can_begin_with_the_user(name, given):
        assert not conversation.call_ids(sent(name, messages[:1])[0]), "the first message calls a tool"


def can_begin_with_the_user(name, given):
    """Whether the user speaks, and nothing that always stays stands before that."""
    said = [entry.message for entry in repaired(name, given)]
    roles = [message["role"] for message in said]
    return "user" in roles and not any(map(is_fixed, said[: roles.index("user")]))


def is_fixed(message):
    """Whether nothing may remove it."""
    return conversation.default_is_summary(message) or message.get("pinned")


def roles_alternate(name, messages, given):
    """Where the caller's roles alternate, so do those of what is sent, but beside what is set apart.

    Both providers combine neighbours of one role today, and both have refused them.
    """
    if not neighbours(name, given):
        beside = set_apart(name, messages)
        found = [pair for at, pair in neighbours(name, messages).items() if not {at, at + 1} & beside]
        assert not found, f"{found} stand beside each other"


def neighbours(name, messages):
    """The roles that follow themselves, by the place of the first."""
    roles = [speaker(name, message) for message in messages]
    return {at: before for at, (before, after) in enumerate(pairwise(roles)) if before == after}


def set_apart(name, messages):
    """The places of what may never be removed, with the results of calls among them."""
    fixed = {at for at, message in enumerate(messages) if is_fixed(message)}
    answered = {at for at in range(1, len(messages)) if at - 1 in fixed and holds_results(name, messages[at])}
    return fixed | answered


def holds_results(name, message):
    return any(piece.kind == "result" for piece in reading.pieces(name, [message]))


def speaker(name, message):
    role = reading.role_of(name, message)
    return "user" if role == "tool" else role


# --- what is in a message


def nothing_is_empty(name, messages, given):
    """No message without content, no empty text, but for those that the caller sent."""
    excused = reading.pieces(name, given)
    empty = [piece.index for piece in reading.pieces(name, messages) if is_empty(piece)]
    assert len(empty) <= sum(map(is_empty, excused)), f"the messages {empty} have an empty text"
    bare = [index for index, message in enumerate(messages) if not body(message)]
    assert len(bare) <= sum(not body(message) for message in given), f"the messages {bare} have no content"


def is_empty(piece):
    return piece.kind == "text" and not piece.text


def body(message):
    return message.get("parts") if "parts" in message else message.get("content")


# --- thinking


def thinking_is_whole(name, messages, given):
    """Blocks of thinking are byte-identical and in their place, or a message has none of them left.

    Those of the current turn stay with their message. Signed parts are never changed.
    """
    known = [shape(message) for message in sent(name, given) if message["role"] == "assistant"]
    bare = [tuple(piece for piece in whole if piece[0] != "thinking") for whole in known]
    listed = sent(name, messages)
    roles = [message["role"] for message in listed]
    current = len(roles) - roles[::-1].index("user") if "user" in roles else 0
    for position, message in enumerate(listed):
        if message["role"] == "assistant":
            made = shape(message)
            allowed = known if position >= current else known + bare
            assert is_made_of(made, set(allowed)), (
                f"the thinking at {message['sources']} is not as given: {made!r:.300}"
            )


def is_made_of(made, known):
    """Whether it is one of the answers known, or some of them joined."""
    reached = {0}
    for end in range(len(made) + 1):
        if any(made[start:end] in known for start in reached):
            reached.add(end)
    return not made or len(made) in reached - {0}


def shape(message):
    """The pieces of an answer: what is signed byte for byte, of everything else its kind and its id."""
    return tuple((piece.kind, signed(piece) or piece.id) for piece in message["pieces"])


def signed(piece):
    """A block of thinking or a part with a signature, whole; None for anything else."""
    has_mark = isinstance(piece.value, dict) and "thoughtSignature" in piece.value
    return reading.dumped(piece.value) if has_mark or piece.kind == "thinking" else None


def reasoning_stays_with_what_follows(_name, messages, given):
    """A reasoning item is directly followed by the item that followed it before, shortened or not."""
    follows = {id(item): after for item, after in pairwise([*given, None]) if is_reasoning(item)}
    for item, after in pairwise([*messages, None]):
        if is_reasoning(item):
            assert id(item) in follows, f"the reasoning item {item['id']} is not the caller's own"
            before = follows[id(item)]
            assert after is before or is_shorter(after, before), f"{item['id']} lost what followed it"


def is_shorter(now, before):
    """Whether it is the same call with other arguments."""
    if now is None or before is None or not is_call(before):
        return False
    return {**before, "arguments": None, "input": None} == {**now, "arguments": None, "input": None}


def calls_keep_their_reasoning(_name, messages, given):
    """A call that directly followed a reasoning item still does."""
    needs = {after["call_id"] for item, after in pairwise(given) if is_reasoning(item) and is_call(after)}
    others = [after for item, after in pairwise([{}, *given]) if is_call(after) and not is_reasoning(item)]
    alone = {call["call_id"] for call in others}
    for before, item in pairwise([{}, *messages]):
        if is_call(item) and item["call_id"] in needs - alone:
            assert is_reasoning(before), f"the call {item['call_id']} lost its reasoning"


def is_reasoning(item):
    return item is not None and item.get("type") == "reasoning"


def is_call(item):
    return item is not None and item.get("type") in reading.RESPONSES_CALLS


CHECKS = {
    "openai": (every_result_follows_its_call,),
    "anthropic": (
        every_result_follows_its_call,
        one_message_answers_each,
        begins_with_the_user,
        roles_alternate,
        nothing_is_empty,
        thinking_is_whole,
    ),
    "gemini": (
        every_result_follows_its_call,
        one_message_answers_each,
        begins_with_no_call,
        roles_alternate,
        nothing_is_empty,
        thinking_is_whole,
    ),
    "openai-responses": (
        every_result_follows_its_call,
        reasoning_stays_with_what_follows,
        calls_keep_their_reasoning,
    ),
}


def check(name, messages, given=None):
    """Raises an AssertionError if the provider refuses the list; `given` is what the caller had."""
    for rule in CHECKS[name]:
        rule(name, messages, messages if given is None else given)
