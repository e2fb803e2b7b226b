"""Compressed files on the command line: read as what is in them, written by their name."""

import bz2
import gzip
import json
import lzma
import sys

import pytest

from contextthrift import count_messages, fit
from contextthrift.cli.packing import SIGNS
from tests.cli.test_cli import CHAT, TOOLS, run
from tests.cli.test_lines import ENCODING, FIT, RECORDED, fitted, lines, read

PACKED = {"gz": gzip, "bz2": bz2, "xz": lzma}
ZSTD = b"\x28\xb5\x2f\xfd" + bytes(20)


@pytest.mark.parametrize("end", PACKED)
def test_a_compressed_file_of_lines_is_fitted_and_counted_by_its_name(tmp_path, end):
    source, out = tmp_path / f"chats.jsonl.{end}", tmp_path / f"fitted.jsonl.{end.upper()}"
    source.write_bytes(PACKED[end].compress(lines(RECORDED[:3])))
    code, printed, errors = run("fit", source, *FIT, "-o", out)
    assert (code, errors) == (0, "")
    assert printed.startswith("3 conversations, ")
    assert read(PACKED[end].decompress(out.read_bytes())) == [fitted(each) for each in RECORDED[:3]]
    total = sum(count_messages(each, encoding=ENCODING) for each in RECORDED[:3])
    assert run("count", source, "--encoding", ENCODING)[1] == (
        f"about {total:,} tokens ({ENCODING}), 3 conversations\n"
    )
    explained = json.loads(run("explain", source, *FIT, "--line", 2, "--json")[1])
    assert explained["total_before"] == count_messages(RECORDED[1], encoding=ENCODING)


@pytest.mark.parametrize("end", PACKED)
def test_standard_input_and_a_single_conversation_may_be_compressed(tmp_path, end):
    raw = PACKED[end].compress(CHAT.read_bytes())
    tools = tmp_path / f"tools.json.{end}"
    tools.write_bytes(PACKED[end].compress(TOOLS.read_bytes()))
    expected = fit(json.loads(CHAT.read_bytes()), context_window=6_000, encoding=ENCODING)
    assert json.loads(run("fit", "-", *FIT, stdin=raw)[1]) == expected.messages
    assert run("fit", "-", *FIT, "--tools", tools, stdin=raw)[0] == 0
    text = PACKED[end].compress(b"plain text")
    assert run("count", "-", "--encoding", "chars4", stdin=text)[1] == "about 3 tokens (chars4), text\n"


def test_many_blocks_of_a_file_in_several_members_are_worked_on_by_processes(tmp_path):
    source = tmp_path / "chats.ndjson.gz"
    source.write_bytes(b"".join(gzip.compress(lines(RECORDED)) for _ in range(5)))
    code, printed, _ = run("fit", source, *FIT, "--jobs", 2)
    assert (code, read(printed)) == (0, [fitted(each) for each in RECORDED] * 5)


def test_what_a_file_is_compressed_by_is_told_by_its_first_bytes(tmp_path):
    packed, misnamed = tmp_path / "chats.jsonl", tmp_path / "other.jsonl.gz"
    packed.write_bytes(gzip.compress(lines(RECORDED[:1])))
    misnamed.write_bytes(lines(RECORDED[:1]))
    expected = [fitted(RECORDED[0])]
    assert read(run("fit", packed, *FIT)[1]) == read(run("fit", misnamed, *FIT)[1]) == expected


@pytest.mark.parametrize("end", PACKED)
@pytest.mark.parametrize(
    "command", [("fit", *FIT), ("fit", *FIT, "--jsonl"), ("count", "--encoding", ENCODING)]
)
def test_a_file_that_was_cut_off_is_one_clear_line_and_exit_code_2(tmp_path, end, command):
    source, out = tmp_path / f"chat.json.{end}", tmp_path / "out.json"
    whole = PACKED[end].compress(json.dumps(RECORDED[0]).encode())
    source.write_bytes(whole[: len(whole) // 2])
    options = ("-o", out) if command[0] == "fit" else ()
    code, printed, errors = run(command[0], source, *command[1:], *options)
    method = {"gz": "gzip", "bz2": "bzip2", "xz": "xz"}[end]
    assert (code, printed) == (2, "")
    assert errors.startswith(f"contextthrift: {source} is no whole {method} file: ")
    assert errors.count("\n") == 1
    assert not out.exists()


def test_damage_behind_good_lines_leaves_the_file_as_it_was(tmp_path):
    source, out = tmp_path / "chats.jsonl.gz", tmp_path / "out.jsonl"
    out.write_text("as it was")
    source.write_bytes(gzip.compress(lines(RECORDED)) + b"not gzip")
    code, _, errors = run("fit", source, *FIT, "-o", out)
    assert (code, out.read_text()) == (2, "as it was")
    assert errors.startswith(f"contextthrift: {source} is no whole gzip file: ")


def test_what_begins_like_a_compressed_file_of_another_kind_is_a_text():
    for text in (b"BZ", b"BZip", b"(B", b""):
        assert not text.startswith(tuple(SIGNS))
        assert run("count", "-", "--encoding", "chars4", stdin=text)[0] == 0


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="this Python reads zstd")
def test_zstd_needs_a_newer_python_and_says_what_to_do(tmp_path):
    source = tmp_path / "chats.jsonl.zst"
    source.write_bytes(ZSTD)
    code, printed, errors = run("fit", source, *FIT)
    assert (code, printed) == (2, "")
    assert errors == (
        f"contextthrift: {source} is compressed by zstd, which takes Python 3.14 or newer; give what "
        f"`zstdcat {source}` prints to -\n"
    )
    assert run("fit", CHAT, *FIT, "-o", source)[2] == (
        f"contextthrift: {source} would be compressed by zstd, which takes Python 3.14 or newer; name a file "
        "without .zst\n"
    )
    assert source.read_bytes() == ZSTD


@pytest.mark.skipif(sys.version_info < (3, 14), reason="zstd came with Python 3.14")
def test_zstd_is_read_and_written(tmp_path):
    from importlib import import_module

    zstd = import_module("compression.zstd")
    source, out = tmp_path / "chats.jsonl.zst", tmp_path / "fitted.jsonl.zst"
    source.write_bytes(zstd.compress(lines(RECORDED[:3])))
    assert run("fit", source, *FIT, "-o", out)[0] == 0
    assert read(zstd.decompress(out.read_bytes())) == [fitted(each) for each in RECORDED[:3]]
