"""What the exit code says."""

from enum import IntEnum


class Exit(IntEnum):
    """The exit codes of all commands."""

    FITS = 0
    ANSWERED = 0
    FAILED = 1
    BAD_INPUT = 2
    REFUSED = 3
    INTERRUPTED = 130
