"""The shapes in which a run is given images and files, and what a model gets of them."""

import asyncio
import base64
import io
import os
import re
import threading
import zlib
from pathlib import Path

import pytest

from contextthrift.abort import AbortSignal
from contextthrift.agent import Agent, RunFile
from contextthrift.agent.attachments import attachment_kind, media_type_of, mime_from_path
from contextthrift.exceptions import InvalidArgument, UnreadableAttachment, WrongType
from contextthrift.models import FilePart
from tests.agent.attachments.samples import PDF, PNG, files_of, looking, pdf


def sent(images=(), files=(), **options):
    """The attachments of the planner's request."""
    model = looking()
    Agent(model, **options).run_sync("What is it?", images=list(images), files=list(files))
    return files_of(model.requests[0])


def test_images_stand_before_files_in_the_order_in_which_they_were_given():
    parts = sent(images=[PNG, "https://example.com/cat.webp"], files=[PDF, "https://example.com/a.pdf?v=2"])
    assert parts == (
        FilePart(media_type="image/png", data=PNG),
        FilePart(media_type="image/webp", url="https://example.com/cat.webp"),
        FilePart(media_type="application/pdf", data=PDF, pages=1),
        FilePart(media_type="application/pdf", url="https://example.com/a.pdf?v=2"),
    )


@pytest.mark.parametrize(
    ("given", "data", "media_type", "name"),
    [
        (PNG, PNG, "image/png", None),
        (bytearray(PNG), PNG, "image/png", None),
        (memoryview(PNG), PNG, "image/png", None),
        (io.BytesIO(b"hi"), b"hi", "application/octet-stream", None),
        (base64.b64encode(PNG).decode(), PNG, "image/png", None),
        (base64.encodebytes(PNG * 4).decode(), PNG * 4, "image/png", None),
        ("data:text/csv;charset=utf-8,a%2Cb", b"a,b", "text/csv", None),
        ("data:image/gif;x=1;base64,aGk=", b"hi", "image/gif", None),
        ("data:text/plain;base64,aGk%3D", b"hi", "text/plain", None),
        (f"data:;base64,{base64.b64encode(PNG).decode()}", PNG, "image/png", None),
        ("data:;base64,aGk=", b"hi", "application/octet-stream", None),
        (RunFile(data=b"hi", media_type="Text/CSV; header=present"), b"hi", "text/csv", None),
        (RunFile(data=b"a", name="notes.md"), b"a", "text/markdown", "notes.md"),
        ({"data": b"a", "name": "r.PDF"}, b"a", "application/pdf", "r.PDF"),
        (RunFile(data=PNG, name="scan.pdf"), PNG, "application/pdf", "scan.pdf"),
        (FilePart(media_type="Audio/WAV; x=1", data=b"RIFF"), b"RIFF", "audio/wav", None),
    ],
)
def test_a_file_comes_in_many_shapes(given, data, media_type, name):
    (part,) = sent(files=[given])
    assert (part.data, part.media_type, part.name) == (data, media_type, name)


def test_a_path_and_an_open_file_bring_their_names(tmp_path):
    path = tmp_path / "cat.jpg"
    path.write_bytes(b"\xff\xd8\xff\xe0")
    with path.open("rb") as opened:
        parts = sent(images=[path, opened, RunFile(data=path, name="Tom.jpeg")])
    jpeg = {"media_type": "image/jpeg", "data": b"\xff\xd8\xff\xe0"}
    assert parts == tuple(FilePart(name=name, **jpeg) for name in ("cat.jpg", "cat.jpg", "Tom.jpeg"))


def test_a_name_that_is_no_text_can_be_sent(tmp_path):
    path = tmp_path / os.fsdecode(b"caf\xe9.txt")
    path.write_text("Two, please.")
    assert [part.name for part in sent(files=[path, RunFile(data=b"x", name="\ud83d.txt")])] == [
        "caf?.txt",
        "?.txt",
    ]


def test_a_link_that_is_said_to_be_an_image_needs_no_ending():
    assert sent(images=["https://example.com/photo?id=3"]) == (
        FilePart(media_type="image/*", url="https://example.com/photo?id=3"),
    )


UNREADABLE = {
    "a text that may have been a path": (
        "files",
        "photo.png",
        "files[0]: 'photo.png' is no link, no data URL and no base64; give a path as pathlib.Path(...)",
    ),
    "a text among the images that may have been a path": (
        "images",
        "photo.png",
        "images[0]: 'photo.png' is no link, no data URL and no base64; give a path as pathlib.Path(...)",
    ),
    "a file: link": (
        "files",
        "file:///etc/passwd",
        "files[0]: a link must be one of http or https; give a file as pathlib.Path(...)",
    ),
    "nothing in it": ("files", b"", "files[0] is empty"),
    "nothing in it, with a name": ("files", RunFile(data=b"", name="a.md"), "files[0] (a.md) is empty"),
    "a text file": (
        "files",
        io.StringIO("hi"),
        "files[0] is an open file that gives str; open it with mode 'rb'",
    ),
    "a part of nothing": (
        "files",
        FilePart(media_type="application/pdf"),
        "files[0] has neither data nor url",
    ),
    "broken base64 in a data URL": (
        "files",
        "data:image/png;base64,a",
        "files[0]: no base64: ",
    ),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_what_cannot_be_read_is_told_with_its_place(case):
    option, given, message = UNREADABLE[case]
    with pytest.raises(UnreadableAttachment, match=f"^{re.escape(message)}"):
        Agent(looking()).run_sync("What is it?", **{option: [given]})


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in the file system here")
def test_missing_files_folders_and_pipes_are_told_by_their_names(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    wanted = {
        "none.png": f"images[0]: there is no file {tmp_path / 'none.png'}",
        ".": f"images[0]: {tmp_path} is a folder; give the files in it",
        "pipe": f"images[0]: {tmp_path / 'pipe'} is no file",
        "a\0b": f"images[0]: {tmp_path}/a\0b cannot be read: embedded null byte",
    }
    for name, message in wanted.items():
        with pytest.raises(UnreadableAttachment) as raised:
            Agent(looking()).run_sync("What is it?", images=[tmp_path / name])
        assert str(raised.value) == message


def test_a_file_that_is_no_image_is_no_image_however_it_is_called(tmp_path):
    path = tmp_path / "cat"
    path.write_bytes(PDF)
    with pytest.raises(UnreadableAttachment, match=r"^images\[0\] is application/pdf, no image; give it in"):
        Agent(looking()).run_sync("What is it?", images=[path])


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"images": PNG}, WrongType, "images must be a list; write images=[...]; got bytes"),
        ({"files": "https://a.b/c.pdf"}, WrongType, "files must be a list; write files=[...]; got str"),
        ({"images": [7]}, WrongType, "images[0] must be bytes, a pathlib.Path, an open binary file, a link,"),
        ({"images": [PDF]}, InvalidArgument, "images[0] is application/pdf, no image; give it in files="),
        (
            {"images": [b"hm"]},
            InvalidArgument,
            "images[0]: neither its name nor its first bytes say which image it is; give its media_type",
        ),
        ({"files": [{"name": "a"}]}, InvalidArgument, "files[0] has no data"),
        (
            {"files": [{"data": b"", "type": "a"}]},
            InvalidArgument,
            "files[0] has no setting 'type'; the settings are",
        ),
        (
            {"files": [RunFile(data=b"a", media_type="pdf")]},
            InvalidArgument,
            "files[0].media_type must be one such as image/png; got 'pdf'",
        ),
        ({"files": [RunFile(data=b"a", name=3)]}, WrongType, "files[0].name must be a str; got int"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_a_run_or_a_stream_begins(options, error, message):
    agent = Agent(looking())
    for begin in (agent.run_sync, agent.stream):
        with pytest.raises(error, match=re.escape(message)):
            begin("What is it?", **options)


def test_a_size_limit_holds_for_every_shape(tmp_path):
    path = tmp_path / "big.txt"
    path.write_bytes(b"x" * 5)
    shapes = {
        path: f"files[0]: {path} has 5 bytes",
        b"xxxxx": "files[0] has 5 bytes",
        io.BytesIO(b"x" * 50): "files[0] has more than 3 bytes",
        FilePart(media_type="text/plain", data=b"x" * 6): "files[0] has 6 bytes",
    }
    agent = Agent(looking(), max_attachment_bytes=3)
    for given, message in shapes.items():
        with pytest.raises(UnreadableAttachment) as raised:
            agent.run_sync("What is it?", files=[given])
        assert str(raised.value) == f"{message}; an attachment may have 3 (max_attachment_bytes)"
    assert sent(files=[path], max_attachment_bytes=5)[0].data == b"xxxxx"
    assert sent(files=[path], max_attachment_bytes=0)[0].data == b"xxxxx"


def test_files_are_read_outside_the_event_loops_thread():
    class Slow(io.BytesIO):
        def read(self, *count):
            threads.append(threading.current_thread())
            return super().read(*count)

    threads = []
    asyncio.run(Agent(looking()).run("What is it?", files=[Slow(b"hi")]))
    assert threads != []
    assert threading.main_thread() not in threads


def test_an_abort_does_not_wait_for_a_file_that_is_slow_to_read():
    class Slow(io.BytesIO):
        def read(self, *count):
            begun.set()
            read_on.wait(30)
            return super().read(*count)

    async def stopped():
        signal = AbortSignal()
        running = asyncio.create_task(Agent(model).run("What is it?", files=[Slow(b"hi")], signal=signal))
        await asyncio.to_thread(begun.wait, 30)
        signal.abort()
        try:
            return await running
        finally:
            read_on.set()

    begun, read_on, model = threading.Event(), threading.Event(), looking()
    assert asyncio.run(stopped()).stopped
    assert model.requests == []


def test_a_blank_goal_reads_nothing(tmp_path):
    assert Agent(looking()).run_sync(" ", files=[tmp_path / "none"]).final == ""


def test_a_stream_raises_what_cannot_be_read(tmp_path):
    async def read():
        return [event async for event in Agent(looking()).stream("Look", files=[tmp_path / "none.pdf"])]

    with pytest.raises(UnreadableAttachment, match=r"^files\[0\]: there is no file"):
        asyncio.run(read())


def test_a_stream_carries_attachments_as_a_run_does():
    async def read(model):
        async with Agent(model).stream("Look", images=[PNG]) as stream:
            return (await stream.result()).final

    model = looking()
    assert asyncio.run(read(model)) == "It is a cat."
    assert [len(files_of(request)) for request in model.requests] == [1, 1, 1]


def test_the_kind_of_a_file_that_is_not_read_yet_is_told_by_its_name():
    path = Path("/nowhere/report.pdf")
    assert RunFile(data=path, name=path.name).kind == "pdf"
    assert attachment_kind(RunFile(data=b"GIF89a")) == "image"
    assert media_type_of(RunFile(data="https://[broken/a.png")) is None


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("a.svg", "image/svg+xml"),
        ("C:\\x\\b.TS", "text/typescript"),
        (".md", "application/octet-stream"),
        ("a.b/c", "application/octet-stream"),
    ],
)
def test_endings_are_those_of_the_last_part_of_a_path(path, media_type):
    assert mime_from_path(path) == media_type


def test_pages_of_a_pdf_are_counted_also_within_object_streams():
    packed = zlib.compress(b"7 0 8 9 <</Type/Page>> <</Type /Page/A 1>> <</Type/Pages>>")
    newer = b"%PDF-1.5\n<</Type/ObjStm/N 3/First 8/Filter/FlateDecode>>stream\r\n" + packed + b"\nendstream"
    broken = b"%PDF-1.5\n<</Type/ObjStm>>stream\nnot zlib"
    assert [part.pages for part in sent(files=[pdf(3), newer, broken])] == [3, 2, None]
