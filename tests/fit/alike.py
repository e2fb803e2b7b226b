"""A list is to `fit`, read at once, what it is when each message is read alone."""

from dataclasses import replace
from functools import partial

from contextthrift import FitPolicy, fit
from contextthrift.fit.policy import is_summary

ONE_BY_ONE = FitPolicy(is_summary=partial(is_summary))
"""The usual policy, but with a function that has to see every message."""


def outcome(messages, window, policy=None, **options):
    fitted = fit(messages, context_window=window, policy=policy, **{"encoding": "chars4", **options})
    places = {id(message): place for place, message in enumerate(messages)}
    return fitted, [places.get(id(message)) for message in fitted.messages]


def assert_alike(messages, policy=None, **options):
    one_by_one = replace(policy or FitPolicy(), is_summary=ONE_BY_ONE.is_summary)
    total = outcome(messages, 10**6, policy, **options)[0].trace.total_before
    for share in range(0, 101, 10):
        window = max(1, total * share // 100)
        alone = outcome(messages, window, one_by_one, **options)
        assert outcome(messages, window, policy, **options) == alone
