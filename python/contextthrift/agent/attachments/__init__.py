"""Attachments: images and files that a run is given to look at."""

from contextthrift.agent.attachments.item import Attachable, RunFile, attachment_kind, media_type_of
from contextthrift.agent.attachments.reading import read_attachments, to_file_part
from contextthrift.agent.attachments.refusal import is_attachment_refusal, unsupported_attachment_error
from contextthrift.models.media_type import mime_from_path

__all__ = [
    "Attachable",
    "RunFile",
    "attachment_kind",
    "is_attachment_refusal",
    "media_type_of",
    "mime_from_path",
    "read_attachments",
    "to_file_part",
    "unsupported_attachment_error",
]
