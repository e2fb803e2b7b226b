"""Runs recorded cases about attachments."""

from base64 import b64encode

from contextthrift.agent.attachments import (
    RunFile,
    attachment_kind,
    is_attachment_refusal,
    mime_from_path,
    to_file_part,
    unsupported_attachment_error,
)
from tests.vectors.notation import known


def kind(*, file):
    return attachment_kind(given(file))


def part(*, file):
    """The part in the notation of the case: bytes as base64, and no key for what is not there."""
    made = to_file_part(given(file))
    told = {
        "type": "file",
        "data": None if made.data is None else b64encode(made.data).decode("ascii"),
        "url": made.url,
        "media_type": made.media_type,
        "filename": made.name,
    }
    return {key: value for key, value in told.items() if value is not None}


def given(file):
    known(file, {"data", "media_type", "name"}, "file")
    return RunFile(**file)


def refusal(*, message):
    return is_attachment_refusal(message)


def error(*, model_label, kind, detail):
    made = unsupported_attachment_error(model_label, kind, detail)
    return {"type": type(made).__name__, "message": str(made), "kind": made.kind}


def media_type(*, path):
    return mime_from_path(path)


ADAPTERS = {
    "tools:attachment_kind": kind,
    "tools:to_file_part": part,
    "tools:is_attachment_refusal": refusal,
    "tools:unsupported_attachment_error": error,
    "tools:mime_from_path": media_type,
}
