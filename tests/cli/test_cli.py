"""The command line, run as a user runs it."""

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
CHAT = ROOT / "examples" / "airline.json"
TOOLS = ROOT / "examples" / "airline_tools.json"
FIT = ("--window", "6000", "--encoding", "o200k_base")


def run(*arguments, stdin=None):
    command = [sys.executable, "-c", "from contextthrift.cli import main; main()", *map(str, arguments)]
    done = subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=60, env=plain())
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def plain():
    return os.environ | {"NO_COLOR": "1", "COLUMNS": "200", "TERM": "dumb"}


def test_a_fit_writes_the_messages_and_prints_the_table(tmp_path):
    out = tmp_path / "fitted.json"
    code, printed, errors = run("fit", CHAT, *FIT, "--tools", TOOLS, "-o", out)
    assert (code, errors) == (0, "")
    assert "fits a budget of 6,000" in printed
    assert "earlier-turns" in printed
    assert len(json.loads(out.read_text())) < len(json.loads(CHAT.read_text()))
    assert [path.name for path in tmp_path.iterdir()] == ["fitted.json"]


def test_the_module_is_the_command_line_too():
    command = [sys.executable, "-m", "contextthrift", "encodings", "--json"]
    done = subprocess.run(command, capture_output=True, check=True, timeout=60, env=plain())
    assert json.loads(done.stdout) == json.loads(run("encodings", "--json")[1])


def test_without_out_the_messages_go_to_standard_output():
    code, printed, errors = run("fit", "-", *FIT, stdin=CHAT.read_bytes())
    assert code == 0
    assert json.loads(printed)[0]["role"] == "system"
    assert "fits a budget" in errors


def test_a_request_object_keeps_its_other_fields():
    request = {"model": "m", "messages": [{"role": "user", "content": "hi"}], "tools": [], "temperature": 0}
    code, printed, _ = run("fit", "-", *FIT, stdin=json.dumps(request).encode())
    assert code == 0
    assert json.loads(printed) == request


def test_a_refusal_exits_with_3_and_writes_nothing(tmp_path):
    out = tmp_path / "fitted.json"
    code, printed, _ = run("fit", CHAT, "--window", "100", "--encoding", "o200k_base", "-o", out)
    assert code == 3
    assert "REFUSED" in printed
    assert list(tmp_path.iterdir()) == []


def test_the_json_report_is_one_versioned_document():
    code, printed, errors = run("fit", CHAT, *FIT, "--json")
    report = json.loads(printed)
    assert (code, errors) == (0, "")
    assert report["schema"] == "contextthrift.fit/1"
    assert report["fits"] is True
    assert report["trace"]["total_after"] <= report["trace"]["budget"]
    assert len(report["fitted"]) + len(report["dropped"]) == 62


BAD = {
    "wrong JSON": (b"[1,", "the input is not JSON: Expecting value at line 1, column 4"),
    "no messages": (b'{"a": 1}', "standard input holds an object with 'a'; it must be"),
    "no list": (b"3", "standard input holds a number; it must be"),
    "no role": (
        b'[{"role": "user", "content": "a"}, {"content": "b"}]',
        "messages[1] has no role; it must have one of",
    ),
    "unknown role": (b'[{"role": "user"}, {"role": "robot"}]', "messages[1] has the role 'robot'"),
    "content": (b'[{"role": "user", "content": 42}]', "messages[0].content is int; it must be"),
    "not UTF-8": (b'[{"role": "user", "content": "\xff"}]', "standard input is not UTF-8: byte 30 is 0xff"),
    "NaN": (b'[{"role": "user", "content": "a", "x": NaN}]', "the input is not JSON: NaN is no JSON value"),
    "odd tools": (
        b'{"messages": [{"role": "user", "content": "a"}], "tools": 5}',
        "tools is int; it must be",
    ),
    "odd calls": (b'[{"role": "assistant", "tool_calls": 5}]', "messages[0].tool_calls is int; it must be"),
    "nothing": (b"", "the input is not JSON: Expecting value at line 1, column 1"),
    "deep nesting": (b"[" * 200_000, "the input is nested too deeply"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_input_is_one_clear_line_and_exit_code_2(kind):
    raw, told = BAD[kind]
    code, printed, errors = run("fit", "-", *FIT, stdin=raw)
    assert (code, printed) == (2, "")
    assert errors.startswith("contextthrift: " + told)
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("fit", "missing.json", *FIT),
        ("fit", CHAT, "--window", "0", "--encoding", "o200k_base"),
        ("fit", CHAT, "--window", "100", "--reserve", "100", "--encoding", "o200k_base"),
        ("fit", CHAT, "--window", "100", "--encoding", "o200"),
        ("fit", CHAT, *FIT, "--tools", CHAT.parent / "missing.json"),
        ("count", "missing.json", "--encoding", "o200k_base"),
        ("fit", CHAT, *FIT, "-o", "/nowhere/at/all.json"),
    ],
)
def test_bad_arguments_are_one_clear_line_and_exit_code_2(arguments):
    code, printed, errors = run(*arguments)
    assert (code, printed) == (2, "")
    assert errors.startswith("contextthrift: ")
    assert errors.count("\n") == 1


def test_an_empty_list_fits():
    assert run("fit", "-", *FIT, stdin=b"[]")[:2] == (0, "[]\n")


def test_half_a_surrogate_pair_survives():
    code, printed, _ = run("fit", "-", *FIT, stdin=b'[{"role": "user", "content": "\\ud800 hi"}]')
    assert code == 0
    assert json.loads(printed) == [{"role": "user", "content": "\ud800 hi"}]


def test_one_message_of_5_megabytes_is_fitted_or_refused():
    huge = json.dumps([{"role": "user", "content": "word " * 1_000_000}]).encode()
    assert run("fit", "-", "--window", "2000000", "--encoding", "o200k_base", stdin=huge)[0] == 0
    assert run("fit", "-", "--window", "2000", "--encoding", "o200k_base", stdin=huge)[0] == 3


def test_count_tells_messages_from_text():
    assert (
        run("count", CHAT, "--encoding", "o200k_base")[1] == "about 10,514 tokens (o200k_base), 62 messages\n"
    )
    assert (
        run("count", "-", "--encoding", "chars4", stdin=b"plain text")[1] == "about 3 tokens (chars4), text\n"
    )
    assert run("count", CHAT, "--encoding", "chars4", "--text", "--json")[0] == 0


ASKED = [{"role": "user", "content": "Where do herons nest?"}]
SCHEMA = {"type": "json_schema", "json_schema": {"name": "place", "schema": {"type": "string"}}}


@pytest.mark.parametrize(
    ("given", "is_exact"),
    [
        (ASKED, True),
        ({"messages": ASKED, "tools": [{"type": "function", "function": {"name": "look"}}]}, False),
        ({"messages": ASKED, "response_format": SCHEMA}, False),
        ({"system": "Be brief.", "messages": ASKED}, False),
        ({"contents": [{"role": "user", "parts": [{"text": "Where do herons nest?"}]}]}, False),
        ({"input": [{"type": "message", "role": "user", "content": "Where?"}]}, False),
    ],
    ids=["a plain chat", "tools", "an output schema", "anthropic", "gemini", "responses"],
)
def test_count_and_fit_agree_on_what_is_an_estimate(given, is_exact):
    text = json.dumps(given).encode()
    about = "" if is_exact else "about "
    counted = json.loads(run("count", "-", "--encoding", "o200k_base", "--json", stdin=text)[1])
    trace = json.loads(run("fit", "-", *FIT, "--json", stdin=text)[1])["trace"]
    assert counted["tokens"] == trace["total_before"]
    assert counted["exact"] is trace["exact"] is is_exact
    assert run("count", "-", "--encoding", "o200k_base", stdin=text)[1].startswith(
        f"{about}{counted['tokens']} "
    )


def test_a_count_by_a_stand_in_for_the_models_encoding_is_an_estimate():
    for options, about in ((("--model", "gpt-6-sol"), "about "), (("--model", "gpt-4o"), "")):
        assert run("count", "-", "--text", *options, stdin=b"Hello, world!")[1] == (
            f"{about}4 tokens (o200k_base), text\n"
        )
        told = json.loads(run("count", "-", "--json", *options, stdin=b"Hello, world!")[1])
        assert told["exact"] is (about == "")


def test_encodings_are_listed():
    code, printed, _ = run("encodings", "--json")
    assert code == 0
    assert [known["name"] for known in json.loads(printed)["encodings"]] == [
        "chars4",
        "claude",
        "gemini",
        "cl100k_base",
        "o200k_base",
        "o200k_harmony",
        "p50k_base",
        "p50k_edit",
        "r50k_base",
        "gpt2",
    ]


def test_a_device_is_written_to_and_not_replaced():
    assert run("fit", CHAT, *FIT, "-o", "/dev/null")[0] == 0
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_an_existing_file_stays_whole_when_writing_fails(tmp_path):
    out = tmp_path / "out.json"
    out.write_text("old")
    run("fit", CHAT, "--window", "100", "--encoding", "o200k_base", "-o", out)
    assert out.read_text() == "old"


def test_a_private_file_stays_private(tmp_path):
    out = tmp_path / "out.json"
    out.write_text("old")
    out.chmod(0o600)
    assert run("fit", CHAT, *FIT, "-o", out)[0] == 0
    assert stat.S_IMODE(out.stat().st_mode) == 0o600


def test_standard_output_may_be_named_or_full():
    code, printed, _ = run("fit", CHAT, *FIT, "-o", "/dev/stdout")
    assert (code, '"role"' in printed) == (0, True)
    command = [sys.executable, "-c", "from contextthrift.cli import main; main()", "fit", str(CHAT), *FIT]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, check=False, timeout=60, env=plain()
        )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_an_interrupt_ends_it_without_a_traceback(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = [sys.executable, "-c", "from contextthrift.cli import main; main()", "fit", str(pipe), *FIT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:  # noqa: SIM117 - in this order
        # Opening the pipe waits until the command has opened it to read.
        with pipe.open("wb"):
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in errors


def test_a_model_gives_window_reserve_and_encoding():
    code, printed, _ = run("fit", CHAT, "--model", "gpt-4", "--json")
    trace = json.loads(printed)["trace"]
    assert (trace["model"], trace["window"], trace["reserve"], trace["encoding"]) == (
        "gpt-4",
        8192,
        2048,
        "cl100k_base",
    )
    assert code == 0
    assert run("count", CHAT, "--model", "gpt-4o")[1] == "about 10,514 tokens (o200k_base), 62 messages\n"


def test_a_request_brings_its_own_model_and_longest_reply():
    request = {"model": "gpt-4", "messages": [{"role": "user", "content": "hi"}], "max_tokens": 500}
    given = json.dumps(request).encode()
    trace = json.loads(run("fit", "-", "--json", stdin=given)[1])["trace"]
    assert (trace["model"], trace["window"], trace["reserve"]) == ("gpt-4", 8192, 500)
    named = json.loads(run("fit", "-", "--model", "gpt-4o", "--reserve", "9", "--json", stdin=given)[1])[
        "trace"
    ]
    assert (named["model"], named["window"], named["reserve"]) == ("gpt-4o", 128_000, 9)
    assert run("count", "-", stdin=given)[1] == "8 tokens (cl100k_base), 1 messages\n"


def test_a_result_that_answers_a_stored_call_stays():
    result = {"type": "function_call_output", "call_id": "a", "output": "3"}
    request = {"model": "gpt-5.2", "previous_response_id": "resp_1", "input": [result]}
    code, printed, _ = run("fit", "-", stdin=json.dumps(request).encode())
    assert (code, json.loads(printed)) == (0, request)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--encoding", "o200k_base"), "a window is missing: give --model or --window"),
        (("--window", "9"), "a measure of text is missing: give --model or --encoding"),
        (
            ("--model", "gpt-4o", "--window", "-5"),
            "--window is -5; it must be a whole number from 1 to 2**63 - 1",
        ),
        (
            ("--model", "~"),
            "no model is called '~'. Give --window and --encoding instead",
        ),
    ],
)
def test_errors_name_the_options_of_the_command_line(options, message):
    assert run("fit", CHAT, *options) == (2, "", f"contextthrift: {message}\n")


def test_json_lines_are_told_from_other_errors():
    assert run("fit", "-", *FIT, stdin=b"[]\n[]\n")[2] == (
        "contextthrift: the input is not JSON: Extra data at line 2, column 1; of JSON lines give one line "
        "at a time\n"
    )


def test_models_are_listed_and_found_by_any_of_their_names():
    code, printed, _ = run("models", "--json")
    assert code == 0
    assert {"gpt-4o", "gpt-5.2"} <= {known["name"] for known in json.loads(printed)["models"]}
    assert "272,000" in run("models", "azure/gpt-5.2-2025-12-11")[1]
    code, _, told = run("models", "gpt-4.7")
    assert code == 2
    assert "near names" in told


def test_a_missing_measure_or_window_is_said():
    assert "give --model or --encoding" in run("count", CHAT)[2]
    assert run("fit", CHAT, "--encoding", "o200k_base")[0] == 2


def policy_file(tmp_path, text):
    path = tmp_path / "policy.toml"
    path.write_text(text)
    return path


def test_each_cut_is_explained():
    code, printed, errors = run("explain", CHAT, *FIT)
    assert (code, errors) == (0, "")
    assert "became a stub" in printed
    assert "tool results of earlier turns, oldest first" in printed
    assert "now it fits" in printed
    code, printed, _ = run("explain", CHAT, *FIT, "--json")
    told = json.loads(printed)
    assert told["schema"] == "contextthrift.explain/1"
    assert {"stage", "kind", "index", "why"} <= set(told["cuts"][0])


def test_a_refusal_is_explained_too():
    code, printed, _ = run("explain", CHAT, "--window", "100", "--encoding", "o200k_base")
    assert code == 3
    assert "nothing more may go" in printed


def test_no_color_is_respected():
    command = [sys.executable, "-c", "from contextthrift.cli import main; main()", "explain", str(CHAT), *FIT]
    colored = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    colored |= {"FORCE_COLOR": "1", "TERM": "xterm-256color"}
    color = "\x1b[3"
    for env, is_colored in ((colored, True), (colored | {"NO_COLOR": "1"}, False)):
        done = subprocess.run(command, capture_output=True, check=True, timeout=60, env=env)
        assert (color in done.stdout.decode()) is is_colored


def test_two_policies_are_put_side_by_side(tmp_path):
    path = policy_file(tmp_path, "keep_first_user = false\n")
    window = ("--window", "3000", "--encoding", "o200k_base")
    code, printed, errors = run("diff", CHAT, *window, "--policy", path)
    assert (code, errors) == (0, "")
    assert "policy.toml" in printed
    assert "only default drops: " in printed
    told = json.loads(run("diff", CHAT, *window, "--policy", path, "--json")[1])
    assert told["schema"] == "contextthrift.diff/1"
    assert [side["policy"] for side in told["sides"]] == ["policy.toml", "default"]


def test_a_policy_that_makes_no_sense_is_bad_input(tmp_path):
    code, _, told = run("fit", CHAT, *FIT, "--policy", policy_file(tmp_path, "keep = 1\n"))
    assert code == 2
    assert "sets 'keep'; a policy has keep_first_user" in told


def test_whole_requests_of_every_sdk_are_read_and_written_in_their_shape(tmp_path):
    requests = {
        "anthropic": {"system": "be brief", "messages": [{"role": "user", "content": "hi"}], "max_tokens": 9},
        "gemini": {"contents": [{"role": "user", "parts": [{"text": "hi"}]}]},
        "openai-responses": {"input": [{"type": "message", "role": "user", "content": "hi"}]},
    }
    for name, request in requests.items():
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(request))
        code, printed, _ = run("fit", path, *FIT)
        assert (code, json.loads(printed)) == (0, request)
        told = json.loads(run("fit", path, *FIT, "--json")[1])
        assert told["trace"]["format"] == name


def test_a_format_can_be_named():
    told = json.loads(run("fit", CHAT, *FIT, "--format", "openai", "--json")[1])
    assert told["trace"]["format"] == "openai"
    code, _, errors = run("fit", CHAT, *FIT, "--format", "telegram")
    assert code == 2
    assert "no format is called 'telegram'" in errors


def test_the_mcp_server_names_its_extra_where_it_is_missing():
    code = "import sys; sys.modules['mcp'] = None; from contextthrift.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "mcp"], capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == (
        b"contextthrift: the MCP server needs its extra: pip install 'contextthrift[mcp]'\n"
    )
