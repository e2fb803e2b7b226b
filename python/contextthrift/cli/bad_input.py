"""What a user can mend."""


class BadInput(Exception):
    """A file or an option that cannot be used, in one line for people."""
