"""Walking the ladder one step at a time, and two conversations to walk it on."""

from contextthrift import FitPolicy, fit
from tests.fit.cuts import saved_by, steps_of
from tests.fit.messages import calls, long, result, says, system, user

NO_NOTES = FitPolicy(gap_note=False)


def into(window, messages, **options):
    return fit(messages, context_window=window, estimate_tokens="chars4", **options)


def chain(messages, **options):
    """The cuts of the whole ladder, those that are made together in one list."""
    return steps_of(into(1, messages, **options).trace)


def after(steps, messages, **options):
    """The fit that goes exactly so many steps."""
    whole = chain(messages, **options)
    total = into(1, messages, **options).trace.total_before
    fitted = into(total - sum(map(saved_by, whole[:steps])), messages, **options)
    assert steps_of(fitted.trace) == whole[:steps]
    return fitted


def steps(messages, **options):
    """For each step: its stage, the messages it drops and those it stubs."""
    found, dropped, stubbed = [], set(), set()
    for position, made in enumerate(chain(messages, **options)):
        fitted = after(position + 1, messages, **options)
        newly = sorted(set(fitted.dropped) - dropped), sorted(set(fitted.stubbed) - stubbed)
        found.append((made[0].stage, *newly))
        dropped, stubbed = set(fitted.dropped), stubbed | set(fitted.stubbed)
    return found


def stages(messages, **options):
    return [stage.name for stage in into(1, messages, **options).trace.stages]


WHOLE = [
    system(),
    user("first"),
    calls("a"),
    result("a", long("heron")),
    says(long("one")),
    user("second"),
    calls("b"),
    result("b", long("reed")),
    calls("c"),
    result("c", long("mud")),
    says(long("two")),
    user("third"),
    calls("d"),
    result("d", long("ice")),
    calls("e"),
    result("e", long("fog")),
    calls("f"),
    result("f", long("rain")),
    calls("g"),
    result("g", long("snow")),
    calls("h"),
    result("h", long("hail", 20)),
]

GAPPED = [
    user("u"),
    says(long("one")),
    says(long("two")),
    user("v"),
    says(long("three")),
    user("w"),
    says(long("four")),
    says("done"),
]
