"""What the cuts of every trace must satisfy, as checkers like those of `rules`."""

from itertools import groupby

from contextthrift.formats.notice import NOT_RUN
from tests.fit import rules
from tests.reference import conversation


def saved_by(cuts):
    return sum(cut.tokens_before - cut.tokens_after for cut in cuts)


def steps_of(trace):
    """The cuts of a trace, those that were made together in one list."""
    return [list(made) for _, made in groupby(trace.cuts, key=lambda cut: (cut.stage, cut.step))]


def cuts_add_up(_messages, fitted, _arguments):
    """The cuts explain the whole difference, each step lowers the total, and each stage named has a cut."""
    trace = fitted.trace
    saved = saved_by(trace.cuts)
    assert trace.total_before - trace.total_after == saved, f"the cuts save {saved}: {trace.cuts}"
    for made in steps_of(trace):
        assert saved_by(made) > 0, f"a step saves nothing: {made}"
    running = trace.total_before
    for stage in trace.stages:
        made = [cut for cut in trace.cuts if cut.stage == stage.name]
        assert made, f"the stage {stage.name} is named without a cut"
        assert stage.total_before == running, (
            f"the stage {stage.name} does not begin where the last one ended"
        )
        running -= saved_by(made)
        assert stage.total_after == running, f"the stage {stage.name} does not end where its cuts lead"
    assert running == trace.total_after, "the stages do not end at total_after"


STAGES = (
    "media",
    "earlier-results",
    "current-results",
    "arguments",
    "context",
    "earlier-units",
    "earlier-turns",
    "remaining-results",
    "current-units",
    "first-user",
    "gap-notes",
    "newest-results",
    "tools",
    "current-media",
)


def stages_stand_in_order(_messages, fitted, _arguments):
    """The stages that cut are a part of the ladder's, in its order, each once; so are the cuts."""
    named = [stage.name for stage in fitted.trace.stages]
    assert named == [name for name in STAGES if name in named], f"the stages stand in the order {named}"
    cut = [name for name, _ in groupby(fitted.trace.cuts, key=lambda cut: cut.stage)]
    assert cut == named, f"the stages are {named}, but the cuts come in the order {cut}"


def steps_are_small(messages, fitted, arguments):
    """A step takes one result, one unit, one turn, one note or one tool, and nothing more with it."""
    entries = conversation.repair(messages, NOT_RUN)
    is_summary = rules.predicates(arguments).get("is_summary", conversation.default_is_summary)
    units, turns = conversation.units(entries, is_summary), conversation.turns(entries, is_summary)
    whole = {"earlier-units": units, "current-units": units, "first-user": units}
    whole["earlier-turns"] = [[position for unit in turn for position in unit] for turn in turns]
    for made in steps_of(fitted.trace):
        gone = {cut.index for cut in made if cut.action == "drop" and cut.index >= 0}
        if not gone:
            assert len(made) == 1, f"one step cuts several things: {made}"
            continue
        groups = [{entries[position].source for position in group} for group in whole[made[0].stage]]
        assert any(gone <= group for group in groups), f"one step drops more than one {made[0].stage}: {gone}"
        assert sum(cut.action == "note" for cut in made) <= 1, f"one step writes several notes: {made}"


def last_step_was_needed(_messages, fitted, _arguments):
    """Without its last step the list would be over the budget."""
    trace = fitted.trace
    if trace.cuts:
        last = steps_of(trace)[-1]
        without = trace.total_after + saved_by(last)
        assert without > trace.budget, f"{without} tokens would fit in {trace.budget} without {last}"


EACH = (cuts_add_up, stages_stand_in_order, steps_are_small, last_step_was_needed)
