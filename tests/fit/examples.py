"""How many examples Hypothesis makes of a property that fits a conversation into many windows."""

from hypothesis import settings

EXPLORED = 30
"""How many times as many in the profile ``explore``."""


def examples(number):
    """Settings for a number of examples in the usual run, which has a minute for all of them together."""
    explores = settings.get_current_profile_name() == "explore"
    return settings(max_examples=number * (EXPLORED if explores else 1), deadline=None)
