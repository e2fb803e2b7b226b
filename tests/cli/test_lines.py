"""A file with a conversation on each line, as a user fits it."""

import json
import os
import signal
import subprocess
import sys

import pytest

from contextthrift import count_messages, fit
from tests.cli.test_cli import plain, run
from tests.fit.messages import long, says, system, user
from tests.fit.traces import conversations

ENCODING = "o200k_base"
FIT = ("--window", "6000", "--encoding", ENCODING)
RECORDED = list(conversations().values())[:30]


def lines(values):
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values).encode()


def chat(turns):
    made = [system()]
    for turn in range(turns):
        made += [user(f"{turn}: {long('heron', 20)}"), says(long("mud", 20))]
    return [*made, user("And now?")]


def fitted(messages, window=6_000, **arguments):
    return fit(messages, context_window=window, encoding=ENCODING, **arguments).messages


def read(raw):
    return [json.loads(line) for line in raw.splitlines()]


@pytest.fixture
def big(tmp_path):
    """Several blocks of lines."""
    path = tmp_path / "chats.jsonl"
    path.write_bytes(lines([{"id": at, "messages": each} for at, each in enumerate(RECORDED * 5)]))
    assert path.stat().st_size > 2 * 2**20
    return path


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_line_is_fitted_as_alone_and_comes_out_in_order_with_its_other_fields(big, jobs):
    out = big.with_name("fitted.jsonl")
    code, printed, errors = run("fit", big, *FIT, "-o", out, "--jobs", jobs)
    assert (code, errors) == (0, "")
    expected = [{"id": at, "messages": fitted(each)} for at, each in enumerate(RECORDED * 5)]
    assert read(out.read_bytes()) == expected
    assert printed.startswith("150 conversations, ")
    assert sorted(path.name for path in big.parent.iterdir()) == ["chats.jsonl", "fitted.jsonl"]


def test_lists_and_requests_may_be_mixed_and_each_has_its_own_tools_and_model():
    look = [{"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}]
    request = {"model": "gpt-4", "messages": chat(3), "tools": look, "max_tokens": 500, "temperature": 0}
    claude = {"system": "Be terse.", "messages": chat(2)[1:], "max_tokens": 9}
    raw = lines([chat(1), request, claude])
    code, printed, _ = run("fit", "-", "--jsonl", "--window", "6000", "--encoding", ENCODING, stdin=raw)
    assert code == 0
    assert read(printed) == [chat(1), request, claude]
    code, printed, _ = run("fit", "-", "--jsonl", "--json", stdin=lines([request]))
    assert (code, read(printed)[0]["budget"]) == (0, 8192 - 500)


def test_standard_input_and_output_are_lines_and_the_sum_goes_to_standard_error():
    code, printed, errors = run("fit", "-", "--jsonl", *FIT, stdin=lines(RECORDED[:3]))
    assert code == 0
    assert read(printed) == [fitted(each) for each in RECORDED[:3]]
    assert errors.startswith("3 conversations, ")


def test_quiet_says_nothing(big):
    out = big.with_name("fitted.jsonl")
    assert run("fit", big, *FIT, "-o", out, "--quiet") == (0, "", "")
    assert run("fit", "-", *FIT, "--quiet", stdin=b"[]") == (0, "[]\n", "")


def test_blank_lines_line_ends_a_mark_at_the_start_and_no_end_of_the_last_line():
    first, second = lines([chat(1), chat(2)]).splitlines()
    raw = b"\xef\xbb\xbf" + first + b"\r\n\r\n  \n" + second
    code, printed, _ = run("fit", "-", "--jsonl", *FIT, stdin=raw)
    assert (code, read(printed)) == (0, [chat(1), chat(2)])
    assert run("fit", "-", "--jsonl", *FIT, stdin=b"")[:2] == (0, "")


def test_half_a_surrogate_pair_and_line_separators_stay_on_their_line():
    odd = [user("\ud800 \u2028 \u0085 hi")]
    code, printed, _ = run("fit", "-", "--jsonl", *FIT, stdin=json.dumps(odd).encode())
    assert (code, json.loads(printed)) == (0, odd)


def test_a_file_may_be_fitted_into_itself(big):
    run("fit", big, *FIT, "-o", big, "--jobs", 1)
    assert [each["messages"] for each in read(big.read_bytes())] == [fitted(each) for each in RECORDED * 5]


def test_refused_conversations_are_left_out_and_told_with_exit_code_3(tmp_path):
    out = tmp_path / "out.jsonl"
    raw = lines([chat(1), [user(long("reed", 500))], chat(2), [user(long("mud", 500))]])
    code, printed, _ = run(
        "fit", "-", "--jsonl", "--window", "100", "--encoding", ENCODING, "-o", out, stdin=raw
    )
    assert code == 3
    assert read(out.read_bytes()) == [fitted(chat(1), 100), fitted(chat(2), 100)]
    before, after = (
        sum(count_messages(each, encoding=ENCODING) for each in chats)
        for chats in ([chat(1), chat(2)], [fitted(chat(1), 100), fitted(chat(2), 100)])
    )
    assert printed.splitlines() == [
        f"4 conversations, 1 of them cut, 2 refused, {before} -> {after} tokens in the others",
        "2 REFUSED and left out: line 2, 4",
    ]


BAD = {
    "no JSON": (b"[1,", "line 3 is not JSON: Expecting value at column 4"),
    "no messages": (b'{"a": 1}', "line 3 holds an object with 'a'; it must be a list of messages"),
    "no list": (b"3", "line 3 holds a number; it must be a list of messages"),
    "no UTF-8": (b'[{"role": "user", "content": "\xff"}]', "line 3 is not UTF-8: byte 30 is 0xff"),
    "NaN": (b'[{"role": "user", "content": "a", "x": NaN}]', "line 3 is not JSON: NaN is no JSON value"),
    "deep nesting": (b"[" * 200_000, "line 3 is nested too deeply"),
    "an unknown role": (b'[{"role": "user"}, {"role": "robot"}]', "line 3: messages[1] has the role 'robot'"),
    "odd tools": (b'{"messages": [], "tools": 5}', "line 3: tools is int; it must be"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_line_is_named_with_exit_code_2_and_the_file_stays_as_it_was(tmp_path, what):
    bad, told = BAD[what]
    out = tmp_path / "out.jsonl"
    out.write_text("as it was")
    raw = lines([chat(1)]) + b"\n" + bad + b"\n" + lines([chat(1)])
    code, printed, errors = run("fit", "-", "--jsonl", *FIT, "-o", out, stdin=raw)
    assert (code, printed) == (2, "")
    assert errors.startswith(f"contextthrift: {told}")
    assert errors.count("\n") == 1
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("out.jsonl", "as it was")]


def test_a_bad_line_in_another_process_is_named_as_well(big):
    raw = big.read_bytes() + b"oops\n" + big.read_bytes()
    code, printed, errors = run("fit", "-", "--jsonl", *FIT, "--jobs", 2, "-o", big, stdin=raw)
    assert (code, printed) == (2, "")
    assert errors == "contextthrift: line 151 is not JSON: Expecting value at column 1\n"
    assert big.read_bytes() in raw


def test_bad_lines_are_told_and_left_out_where_it_keeps_going():
    raw = lines([chat(1)]) + b"oops\n" + lines([[{"role": "robot"}], chat(2)])
    code, printed, errors = run("fit", "-", "--jsonl", *FIT, "--keep-going", stdin=raw)
    assert (code, read(printed)) == (2, [chat(1), chat(2)])
    first, second, *rest = errors.splitlines()
    assert first == "contextthrift: line 2 is not JSON: Expecting value at column 1"
    assert second.startswith("contextthrift: line 3: messages[0] has the role 'robot'")
    assert rest[1] == "2 lines could not be read and are left out"


@pytest.mark.parametrize(
    "arguments",
    [
        ("fit", "missing.jsonl", *FIT),
        ("count", "missing.jsonl", "--encoding", ENCODING),
        ("explain", "missing.jsonl", *FIT, "--line", 1),
    ],
)
def test_a_missing_file_is_told(arguments):
    code, printed, errors = run(*arguments)
    told = "contextthrift: cannot read missing.jsonl: No such file or directory\n"
    assert (code, printed, errors) == (2, "", told)


def test_a_missing_window_or_measure_is_told_of_the_first_line():
    for options, told in (
        ((), "line 1: fit() needs a measure of text: give model=, --encoding or estimate_tokens=\n"),
        (("--encoding", ENCODING), "line 1: fit() needs --window, the model's window in tokens, or model=,"),
    ):
        code, _, errors = run("fit", "-", "--jsonl", *options, stdin=lines([chat(1)]))
        assert code == 2
        assert errors.startswith(f"contextthrift: {told}")


def test_json_tells_of_each_conversation_and_writes_none_unless_a_file_is_named(tmp_path):
    out = tmp_path / "out.jsonl"
    raw = lines([chat(1), [user(long("reed", 500))], chat(9)])
    options = ("--jsonl", "--json", "--window", "150", "--encoding", ENCODING)
    code, printed, errors = run("fit", "-", *options, stdin=raw)
    assert code == 3
    assert errors.startswith("3 conversations, ")
    told = read(printed)
    assert [(each["line"], each["fits"]) for each in told] == [(1, True), (2, False), (3, True)]
    alone = fit(chat(9), context_window=150, encoding=ENCODING)
    assert told[2] == {
        "line": 3,
        "fits": True,
        "total_before": alone.trace.total_before,
        "total_after": alone.trace.total_after,
        "budget": 150,
        "dropped": list(alone.dropped),
        "stubbed": [],
    }
    assert run("fit", "-", *options, "-o", out, stdin=raw)[1] == printed
    assert read(out.read_bytes()) == [fitted(chat(1), 150), alone.messages]


def test_a_file_of_conversations_is_counted_as_conversations(big):
    counts = [count_messages(each, encoding=ENCODING) for each in RECORDED]
    code, printed, errors = run("count", big, "--encoding", ENCODING)
    assert (code, errors) == (0, "")
    assert printed == f"about {5 * sum(counts):,} tokens ({ENCODING}), 150 conversations\n"
    raw = lines(RECORDED)
    code, printed, _ = run("count", "-", "--jsonl", "--encoding", ENCODING, "--json", stdin=raw)
    assert read(printed) == [
        {"line": at, "tokens": count, "exact": not any("tool_calls" in message for message in each)}
        for at, (each, count) in enumerate(zip(RECORDED, counts, strict=True), 1)
    ]
    assert "text" in run("count", big, "--encoding", ENCODING, "--text")[1]


def test_a_sum_of_counts_is_an_estimate_where_one_of_them_is():
    asked = [user("Where do herons nest?")]
    framed = {"system": "Be brief.", "messages": asked}
    printed = run("count", "-", "--jsonl", "--encoding", ENCODING, "--json", stdin=lines([asked, framed]))[1]
    assert [each["exact"] for each in read(printed)] == [True, False]
    for models, about in (["gpt-4o", "gpt-4o"], ""), (["gpt-4o", "gpt-6-sol"], "about "):
        raw = lines([{"model": model, "messages": asked} for model in models])
        total = sum(count_messages(asked, model=model) for model in models)
        assert run("count", "-", "--jsonl", stdin=raw) == (
            0,
            f"{about}{total} tokens (by their models), 2 conversations\n",
            "",
        )


def test_one_conversation_of_a_file_is_explained_by_its_line(big):
    code, printed, _ = run("explain", big, *FIT, "--line", 3, "--json")
    alone = fit(RECORDED[2], context_window=6_000, encoding=ENCODING)
    assert (code, json.loads(printed)["total_before"]) == (0, alone.trace.total_before)
    for options, told in (
        ((), f"{big} has a conversation on each line; name one with --line"),
        (("--line", 151), f"{big} has no conversation on line 151"),
    ):
        assert run("explain", big, *FIT, *options) == (2, "", f"contextthrift: {told}\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_the_file_as_it_was_and_says_so(tmp_path, big, jobs):
    pipe, out = tmp_path / "pipe.jsonl", tmp_path / "out.jsonl"
    os.mkfifo(pipe)
    out.write_text("as it was")
    command = [sys.executable, "-c", "from contextthrift.cli import main; main()"]
    options = ["fit", str(pipe), *FIT, "-o", str(out), "--jobs", jobs]
    with (
        subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process,
        pipe.open("wb") as stream,  # waits until the command has opened it to read
    ):
        stream.write(big.read_bytes())
        stream.flush()
        process.send_signal(signal.SIGINT)
        printed, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (printed.decode(), errors.decode()) == ("", f"contextthrift: interrupted; {out} is as it was\n")
    assert out.read_text() == "as it was"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chats.jsonl", "out.jsonl", "pipe.jsonl"]


PEAK = """
import resource, sys
from contextthrift.cli import main
sys.argv = ["contextthrift", *sys.argv[1:]]
try:
    main()
except SystemExit:
    sys.stdout.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
"""


def peak(path):
    """Kilobytes that a fit of a file takes at most."""
    options = ("fit", path, *FIT, "-o", path.with_suffix(".out"), "--jobs", 1, "--quiet")
    command = [sys.executable, "-c", PEAK, *map(str, options)]
    done = subprocess.run(command, capture_output=True, check=True, timeout=100, env=plain())
    return int(done.stdout)


def test_memory_does_not_grow_with_the_file(tmp_path, big):
    large = tmp_path / "large.jsonl"
    with large.open("wb") as stream:
        for _ in range(16):
            stream.write(big.read_bytes())
    grown = (large.stat().st_size - big.stat().st_size) // 1024
    assert peak(large) - peak(big) < grown // 3
