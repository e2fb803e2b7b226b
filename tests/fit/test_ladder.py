"""What each stage cuts, in which order, and what the list looks like afterwards."""

import json

import pytest

from contextthrift import FitPolicy, count_messages, fit
from contextthrift.formats.notice import GAP_NOTE, stub_text
from tests.fit import rules
from tests.fit.conversations import (
    call,
    calls,
    developer,
    forced,
    image_part,
    is_pinned,
    long,
    result,
    says,
    summary,
    system,
    text_part,
    tool,
    user,
)

NO_NOTES = FitPolicy(gap_note=False)
STUB = stub_text("look")


def into(window, messages, **options):
    return fit(messages, context_window=window, estimate_tokens="chars4", **options)


def chain(messages, **options):
    """The cuts of the whole ladder, those that are made together in one list."""
    return rules.steps(into(1, messages, **options).trace)


def after(steps, messages, **options):
    """The fit that goes exactly so many steps."""
    whole = chain(messages, **options)
    total = into(1, messages, **options).trace.total_before
    fitted = into(total - sum(map(rules.saved_by, whole[:steps])), messages, **options)
    assert rules.steps(fitted.trace) == whole[:steps]
    return fitted


def steps(messages, **options):
    """For each step: its stage, the messages it drops and those it stubs."""
    found, dropped, stubbed = [], set(), set()
    for position, made in enumerate(chain(messages, **options)):
        fitted = after(position + 1, messages, **options)
        newly = sorted(set(fitted.dropped) - dropped), sorted(set(fitted.stubbed) - stubbed)
        found.append((made[0].stage, *newly))
        dropped, stubbed = set(fitted.dropped), stubbed | set(fitted.stubbed)
    return found


def stages(messages, **options):
    return [stage.name for stage in into(1, messages, **options).trace.stages]


def stubbed(identity, tool_name="look", **extra):
    return result(identity, stub_text(tool_name), **extra)


WHOLE = [
    system(),
    user("first"),
    calls("a"),
    result("a", long("heron")),
    says(long("one")),
    user("second"),
    calls("b"),
    result("b", long("reed")),
    calls("c"),
    result("c", long("mud")),
    says(long("two")),
    user("third"),
    calls("d"),
    result("d", long("ice")),
    calls("e"),
    result("e", long("fog")),
    calls("f"),
    result("f", long("rain")),
    calls("g"),
    result("g", long("snow")),
    calls("h"),
    result("h", long("hail", 20)),
]


def test_the_ladder_walks_its_stages_in_order():
    walked = steps(WHOLE, policy=NO_NOTES)
    assert walked[:16] == [
        ("earlier-results", [], [3]),
        ("earlier-results", [], [7]),
        ("earlier-results", [], [9]),
        ("current-results", [], [13]),
        ("current-results", [], [15]),
        ("earlier-units", [2, 3], []),
        ("earlier-units", [6, 7], []),
        ("earlier-units", [8, 9], []),
        ("earlier-turns", [4], []),
        ("earlier-turns", [5, 10], []),
        ("remaining-results", [], [17]),
        ("remaining-results", [], [19]),
        ("current-units", [12, 13], []),
        ("current-units", [14, 15], []),
        ("current-units", [16, 17], []),
        ("current-units", [18, 19], []),
    ]
    assert walked[16] == ("first-user", [1], [])
    assert {stage for stage, _, _ in walked[17:]} == {"newest-results"}
    assert walked[-1] == ("newest-results", [], [21])


def test_the_end_of_the_ladder_is_the_floor():
    fitted = into(1, WHOLE)
    assert fitted.messages == [WHOLE[0], WHOLE[11], WHOLE[20], stubbed("h")]
    assert fitted.dropped == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19)
    assert fitted.stubbed == (21,)
    assert fitted.trace.refused


def test_nothing_is_cut_when_it_fits_exactly():
    total = count_messages(WHOLE, estimate_tokens="chars4")
    fitted = into(total, WHOLE)
    assert fitted.messages == WHOLE
    assert all(out is given for out, given in zip(fitted.messages, WHOLE, strict=True))
    assert fitted.trace.cuts == fitted.trace.stages == ()
    assert into(total - 1, WHOLE).stubbed == (3,)


# --- results


def test_a_stubbed_result_keeps_its_call_and_its_other_fields():
    messages = [
        user("u"),
        calls(call("a", "find")),
        result("a", long("heron"), name="find", x_ms=4),
        user("v"),
    ]
    fitted = after(1, messages)
    assert fitted.messages == [
        messages[0],
        messages[1],
        stubbed("a", "find", name="find", x_ms=4),
        messages[3],
    ]
    assert messages[2]["content"] == long("heron")


def test_a_stub_names_the_tool_and_counts_nothing():
    assert "find" in stub_text("find")
    assert stub_text("find").replace("find", "look") == stub_text("look")
    assert not any(sign.isdigit() for sign in stub_text("find"))


def test_a_stub_is_written_only_where_it_costs_less():
    same_cost = "x" * len(STUB)
    messages = [
        user("u"),
        calls("a", "b"),
        result("a", same_cost),
        result("b", same_cost + "12345"),
        user("v"),
    ]
    assert steps(messages, policy=NO_NOTES)[0] == ("earlier-results", [], [3])
    assert ("earlier-results", [], [2]) not in steps(messages, policy=NO_NOTES)


def test_a_stub_is_never_stubbed_again():
    def longer_is_cheaper(text, _encoding):
        return max(0, 1000 - len(text))

    messages = [user("u"), calls("a"), result("a", STUB), says("x"), user("v")]
    out = fit(messages, context_window=1, estimate_tokens=longer_is_cheaper)
    assert out.stubbed == ()


def test_results_in_parts_are_stubbed_whole():
    messages = [user("u"), calls("a"), result("a", [text_part(long("x")), text_part(long("y"))]), user("v")]
    assert after(1, messages).messages == [messages[0], messages[1], stubbed("a"), messages[3]]


def test_the_last_working_unit_of_the_newest_earlier_turn_is_stubbed_last():
    messages = [
        user("u"),
        calls("a"),
        result("a", long("heron")),
        user("v"),
        calls("b", "c"),
        result("b", long("reed")),
        result("c", long("mud")),
        says("well"),
        user("w"),
    ]
    stubs = [stubs for stage, _, stubs in steps(messages) if stage == "earlier-results"]
    assert stubs == [[2], [5], [6]]


@pytest.mark.parametrize(
    ("keep", "early"), [(0, [2, 4, 6]), (1, [2, 4, 6]), (2, [2, 4]), (3, [2]), (4, []), (9, [])]
)
def test_this_turn_result_keep_counts_the_newest_results_of_the_turn(keep, early):
    messages = [
        user("u"),
        calls("a"),
        result("a", long("ice")),
        calls("b"),
        result("b", long("fog")),
        calls("c"),
        result("c", long("rain")),
        calls("d"),
        result("d", "hail"),
    ]
    walked = steps(messages, policy=FitPolicy(gap_note=False, this_turn_result_keep=keep))
    assert [stubs for stage, _, stubs in walked if stage == "current-results"] == [[index] for index in early]
    rest = [index for index in (2, 4, 6) if index not in early]
    assert [stubs for stage, _, stubs in walked if stage == "remaining-results"] == [
        [index] for index in rest
    ]


def test_results_of_parallel_calls_are_never_dropped_one_by_one():
    messages = [
        user("three things"),
        calls("a", "b", "d"),
        result("a", "x"),
        result("b", long("long", 400)),
        result("d", "z"),
        user("and?"),
    ]
    assert after(1, messages).messages == [*messages[:3], stubbed("b"), *messages[4:]]
    assert [dropped for _, dropped, _ in steps(messages, policy=NO_NOTES) if dropped] == [[1, 2, 3, 4], [0]]


# --- units and turns


def test_turn_zero_goes_before_all_other_turns():
    messages = [says(long("hello")), user("u"), says(long("one")), user("v"), says(long("two")), user("w")]
    assert steps(messages, policy=NO_NOTES) == [
        ("earlier-turns", [0], []),
        ("earlier-turns", [2], []),
        ("earlier-turns", [3, 4], []),
        ("first-user", [1], []),
    ]


def test_a_turn_keeps_its_user_messages_and_its_last_unit_until_it_goes_whole():
    messages = [
        user("u"),
        user("and"),
        says(long("one")),
        calls("a"),
        result("a", "x"),
        says(long("two")),
        user("v"),
        says("well"),
    ]
    assert steps(messages, policy=NO_NOTES) == [
        ("earlier-units", [2], []),
        ("earlier-units", [3, 4], []),
        ("earlier-turns", [1, 5], []),
        ("first-user", [0], []),
    ]


def test_without_a_user_the_newest_unit_is_all_that_must_stay():
    messages = [system(), says(long("one")), calls("a"), result("a", long("heron")), says("done")]
    assert into(1, messages).messages == [messages[0], messages[4]]


def test_system_developer_and_summary_messages_always_stay():
    messages = [
        system(),
        user("u"),
        says(long("one")),
        developer(),
        summary(),
        says(long("two")),
        user("v"),
        system("z"),
    ]
    assert into(1, messages).messages == [messages[0], messages[3], messages[4], messages[6], messages[7]]


def test_a_pinned_message_keeps_its_unit():
    messages = [
        user("u"),
        calls("a", "b"),
        result("a", "x"),
        result("b", "y", pinned=True),
        says(long("one")),
        user("v"),
    ]
    fitted = into(1, messages, policy=FitPolicy(is_pinned=is_pinned))
    assert fitted.messages == [messages[0], messages[1], messages[2], messages[3], messages[5]]


def test_the_first_user_message_stays_where_a_pinned_answer_would_else_come_first():
    messages = [user("u"), says(long("one")), says("x", pinned=True), user("v"), says(long("two")), user("w")]
    assert into(1, messages, policy=FitPolicy(is_pinned=is_pinned)).messages == [
        *messages[:1],
        messages[2],
        messages[5],
    ]


def test_a_pinned_question_before_a_pinned_answer_lets_the_first_user_message_go():
    messages = [user("u"), says(long("one")), user("v", pinned=True), says("x", pinned=True), user("w")]
    assert into(1, messages, policy=FitPolicy(is_pinned=is_pinned)).messages == messages[2:]


def test_a_conversation_that_opens_with_a_greeting_needs_no_user_message_in_front():
    messages = [says(long("hi")), user("u"), says("x", pinned=True), user("v"), says(long("two")), user("w")]
    assert into(1, messages, policy=FitPolicy(is_pinned=is_pinned)).messages == [messages[2], messages[5]]


def test_a_waiting_call_stays():
    messages = [user("u"), says(long("one")), user("v"), calls("a"), system("Be quick.")]
    assert into(1, messages).messages == messages[2:]


def test_the_first_user_message_goes_with_its_turn_when_it_is_not_kept():
    messages = [user("u"), says(long("one")), user("v"), says(long("two")), user("w")]
    assert steps(messages, policy=NO_NOTES) == [
        ("earlier-turns", [1], []),
        ("earlier-turns", [2, 3], []),
        ("first-user", [0], []),
    ]
    assert steps(messages, policy=FitPolicy(gap_note=False, keep_first_user=False)) == [
        ("earlier-turns", [0, 1], []),
        ("earlier-turns", [2, 3], []),
    ]


# --- the gap note

GAPPED = [
    user("u"),
    says(long("one")),
    says(long("two")),
    user("v"),
    says(long("three")),
    user("w"),
    says(long("four")),
    says("done"),
]


def noted(text):
    return f"{GAP_NOTE}\n\n{text}"


def test_a_gap_is_noted_in_the_next_turns_user_message():
    fitted = after(1, GAPPED)
    assert fitted.dropped == (1,)
    assert fitted.messages == [GAPPED[0], GAPPED[2], user(noted("v")), *GAPPED[4:]]
    assert GAPPED[3] == user("v")


def test_a_second_gap_at_the_same_place_is_not_noted_again():
    assert after(2, GAPPED).messages == [GAPPED[0], user(noted("v")), *GAPPED[4:]]


def test_the_note_moves_on_when_its_message_is_dropped():
    assert after(3, GAPPED).messages == [GAPPED[0], user(noted("w")), *GAPPED[6:]]


def test_a_gap_in_the_current_turn_shares_the_note_at_its_beginning():
    assert after(4, GAPPED).messages == [GAPPED[0], user(noted("w")), GAPPED[7]]


def test_a_gap_in_the_only_turn_is_noted_in_its_user_message():
    messages = [user("u"), says(long("one")), says(long("two")), says("done")]
    assert after(1, messages).messages == [user(noted("u")), messages[2], messages[3]]


def test_the_notes_go_last_of_all_drops():
    assert stages(GAPPED) == ["earlier-units", "earlier-turns", "current-units", "first-user", "gap-notes"]
    assert into(1, GAPPED).messages == [GAPPED[5], GAPPED[7]]
    assert into(1, GAPPED).messages[0] is GAPPED[5]


def test_the_note_is_a_part_where_the_content_is_in_parts():
    asked = user([image_part(), text_part("w")], name="ada")
    messages = [user("u"), says(long("one")), asked]
    assert after(1, messages).messages == [
        user("u"),
        user([text_part(GAP_NOTE), image_part(), text_part("w")], name="ada"),
    ]


def test_the_notes_cost_is_counted():
    fitted = after(1, GAPPED)
    assert fitted.trace.total_after == count_messages(fitted.messages, estimate_tokens="chars4")


def test_a_drop_that_saves_less_than_the_note_costs_has_no_note():
    messages = [user("u"), says("one"), says("two"), user("v"), says("well")]
    assert after(1, messages).messages == [messages[0], *messages[2:]]


def test_a_list_that_was_fitted_before_gets_no_second_note():
    once = after(1, GAPPED).messages
    again = into(count_messages(once, estimate_tokens="chars4") - 1, once)
    assert again.messages == [GAPPED[0], user(noted("v")), *GAPPED[4:]]


def test_a_note_of_the_callers_own_is_text_like_any_other():
    messages = [user("u"), says(long("one")), user(noted("v")), says("well")]
    assert into(1, messages).messages == messages[2:]


def test_without_a_user_message_there_is_no_note():
    messages = [says(long("one")), says(long("two")), says("done")]
    assert after(1, messages).messages == messages[1:]


def test_notes_can_be_switched_off():
    assert after(1, GAPPED, policy=NO_NOTES).messages == [GAPPED[0], *GAPPED[2:]]


# --- the newest unit's results


def test_the_newest_results_are_shortened_to_head_and_tail_largest_first():
    small, large = "".join(f"{n} reeds " for n in range(300)), "".join(f"{n} herons " for n in range(300))
    messages = [user("u"), calls("a", "b"), result("a", small), result("b", large)]
    fitted = after(1, messages)
    assert fitted.messages[:3] == messages[:3]
    assert fitted.stubbed == fitted.dropped == ()
    shortened = fitted.messages[3]["content"]
    assert len(shortened) < len(large)
    assert shortened.startswith("0 herons 1 herons")
    assert shortened.endswith("298 herons 299 herons ")
    assert [cut.stage for cut in fitted.trace.cuts] == ["newest-results"]


def test_shortening_ends_in_stubs():
    messages = [user("u"), calls("a", "b"), result("a", long("heron", 400)), result("b", long("reed", 500))]
    fitted = into(1, messages)
    assert fitted.messages == [messages[0], messages[1], stubbed("a"), stubbed("b")]
    assert fitted.stubbed == (2, 3)


def test_shortening_takes_the_same_steps_in_every_window():
    messages = [user("u"), calls("a"), result("a", long("heron", 900))]
    whole = into(1, messages).trace.cuts
    assert [cut.action for cut in whole] == ["shorten", "shorten", "stub"]
    for window in range(20, count_messages(messages, estimate_tokens="chars4"), 97):
        cuts = into(window, messages).trace.cuts
        assert cuts == whole[: len(cuts)]


def test_a_shortened_result_is_not_shortened_again_in_the_same_window():
    messages = [user("u"), calls("a"), result("a", long("heron", 900))]
    once = after(1, messages)
    again = into(once.trace.budget, once.messages)
    assert again.messages[2] is once.messages[2]


# --- tools

TOOLS = [tool("idle"), tool("find"), tool("look"), tool("send")]


def left(fitted):
    return list(map(name_of, fitted.tools or []))


def name_of(one):
    return one[one["type"]]["name"]


def tool_order(messages, **options):
    """The names of the tools in the order they are left out."""
    names = list(map(name_of, options["tools"]))
    order = []
    for position, made in enumerate(chain(messages, **options)):
        if made[0].stage == "tools":
            kept = left(after(position + 1, messages, **options))
            order.extend(name for name in names if name not in (*kept, *order))
    return order


def test_tools_go_last_and_in_their_order():
    messages = [user("u"), says(long("one")), user("v")]
    assert stages(messages, tools=TOOLS)[-1] == "tools"
    assert tool_order(messages, tools=TOOLS) == ["idle", "find", "look", "send"]


def test_tools_go_by_rank_and_protected_ones_last():
    ranks = {"idle": 2, "find": 1, "look": 0, "send": 0}
    policy = FitPolicy(tool_rank=ranks.__getitem__, protected_tools=("look",))
    assert tool_order([user("u")], tools=TOOLS, policy=policy) == ["send", "find", "idle", "look"]


def test_a_tool_that_a_kept_call_names_stays():
    messages = [
        user("u"),
        calls(call("a", "find")),
        result("a", "x"),
        user("v"),
        calls(call("b", "send")),
        result("b", "y"),
    ]
    fitted = into(1, messages, tools=TOOLS)
    assert left(fitted) == ["send"]
    assert fitted.tools[0] is TOOLS[3]


def test_the_forced_tool_stays():
    fitted = into(1, [user("u")], tools=TOOLS, tool_choice=forced("look"))
    assert left(fitted) == ["look"]
    assert fitted.tool_choice == forced("look")


@pytest.mark.parametrize("choice", ["auto", "none", "required"])
def test_an_emptied_tool_list_takes_tool_choice_along(choice):
    fitted = into(1, [user("u")], tools=TOOLS, tool_choice=choice)
    assert not fitted.tools
    assert fitted.tool_choice is None


@pytest.mark.parametrize("tools", [None, []])
def test_without_tools_there_is_no_tool_choice_either(tools):
    fitted = into(100_000, [user("u")], tools=tools, tool_choice="auto")
    assert not fitted.tools
    assert fitted.tool_choice is None


def test_allowed_tools_stay():
    chosen = {"mode": "required", "tools": [forced("look"), forced("find")]}
    choice = {"type": "allowed_tools", "allowed_tools": chosen}
    fitted = into(1, [user("u")], tools=TOOLS, tool_choice=choice)
    assert left(fitted) == ["find", "look"]
    assert fitted.tool_choice is choice


def test_custom_tools_are_ranked_and_forced_like_functions():
    custom = {"type": "custom", "custom": {"name": "grep", "description": "Searches."}}
    tools = [custom, *TOOLS]
    assert tool_order([user("u")], tools=tools, tool_choice=forced("send"))[0] == "grep"
    choice = {"type": "custom", "custom": {"name": "grep"}}
    assert into(1, [user("u")], tools=tools, tool_choice=choice).tools == [custom]


def test_tools_that_fit_stay_as_they_are():
    fitted = into(100_000, [user("u")], tools=TOOLS, tool_choice="auto")
    assert fitted.tools == TOOLS
    assert all(out is given for out, given in zip(fitted.tools, TOOLS, strict=True))
    assert fitted.tool_choice == "auto"


def test_without_tools_there_are_none():
    fitted = into(100_000, [user("u")])
    assert (fitted.tools, fitted.tool_choice) == (None, None)


def test_one_tool_too_many_goes_alone():
    total = count_messages([user("u")], tools=TOOLS, estimate_tokens="chars4")
    fitted = into(total - 1, [user("u")], tools=TOOLS)
    assert left(fitted) == ["find", "look", "send"]
    assert fitted.trace.total_after == count_messages([user("u")], tools=TOOLS[1:], estimate_tokens="chars4")


# --- accounting and the trace


def test_a_system_prompt_is_counted_and_never_cut():
    bare, prompt = count_messages(WHOLE, estimate_tokens="chars4"), long("rule", 100)
    whole = count_messages(WHOLE, estimate_tokens="chars4", system=prompt)
    assert whole >= bare + 125
    assert into(whole, WHOLE, system=prompt).trace.cuts == ()
    assert into(whole - 1, WHOLE, system=prompt).stubbed == (3,)


def test_output_reserve_is_taken_from_the_window():
    total = count_messages(WHOLE, estimate_tokens="chars4")
    trace = into(total + 500, WHOLE, output_reserve=500).trace
    assert (trace.window, trace.reserve, trace.budget) == (total + 500, 500, total)
    assert trace.cuts == ()


@pytest.mark.parametrize(
    ("messages", "encoding", "exact"),
    [
        (GAPPED, "o200k_base", True),
        (GAPPED, "cl100k_base", True),
        (GAPPED, "chars4", False),
        (WHOLE, "o200k_base", False),
        ([user([image_part()])], "o200k_base", False),
    ],
    ids=["text", "text in another encoding", "an estimate of text", "calls", "an image"],
)
def test_the_trace_names_its_measure_and_whether_it_is_exact(messages, encoding, exact):
    trace = fit(messages, context_window=300, encoding=encoding).trace
    assert (trace.encoding, trace.exact) == (encoding, exact)


def test_a_measure_of_the_callers_own_is_no_exact_one():
    trace = fit(GAPPED, context_window=300, estimate_tokens=lambda text, _encoding: len(text)).trace
    assert (trace.encoding, trace.exact) == ("custom", False)


def test_the_trace_as_a_dict_is_json_and_complete():
    trace = into(200, [result("gone", "x"), *WHOLE]).trace
    told = trace.to_dict()
    assert json.loads(json.dumps(told)) == told
    for name in (
        "window",
        "reserve",
        "budget",
        "total_before",
        "total_after",
        "fits",
        "refused",
        "exact",
        "encoding",
    ):
        assert told[name] == getattr(trace, name)
    assert [cut["stage"] for cut in told["cuts"]] == [cut.stage for cut in trace.cuts]
    assert [stage["name"] for stage in told["stages"]] == [stage.name for stage in trace.stages]
    assert [repair["action"] for repair in told["repairs"]] == ["dropped"]


def test_the_trace_as_text_tells_totals_stages_and_repairs():
    fitted = into(200, [result("gone", "x"), *WHOLE])
    text = str(fitted.trace)
    for fact in (fitted.trace.total_before, fitted.trace.total_after, fitted.trace.budget):
        assert str(fact) in text.replace(",", "")
    for stage in fitted.trace.stages:
        assert stage.name in text
    assert "gone" in text


def test_every_text_is_measured_once():
    heard = []

    def listening(text, _encoding):
        heard.append(text)
        return len(text)

    messages = [
        user(f"question {n} about birds") if n % 2 == 0 else says(f"answer {n} " * 20) for n in range(1000)
    ]
    fitted = fit(messages, context_window=16_000, estimate_tokens=listening)
    assert fitted.fits
    assert len(heard) <= 2 * len(messages) + 20
