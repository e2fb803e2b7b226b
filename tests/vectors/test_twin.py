"""The slow twin of the pass gives the original's answers, so that it may stand in for it."""

import json

from tests.vectors.deviations import OURS, our_answers, tags_of
from tests.vectors.folder import RECORDED, load
from tests.vectors.twin import twin_answer


def tagged(*tags):
    return {case["id"]: case for case in load(RECORDED) if tags_of(case) & set(tags)}


def test_twin_gives_the_recorded_answer(twin_case):
    assert twin_answer(twin_case) == twin_case["expect"]


def test_every_case_with_an_answer_of_ours_is_in_the_table():
    assert our_answers().keys() == tagged(*OURS).keys()


def test_answers_of_ours_about_the_image_are_the_twins():
    answers = our_answers()
    for identity, case in tagged("image-kept-false-input").items():
        assert answers[identity] == twin_answer(case)


def test_answers_of_ours_about_numbers_are_compact_json():
    answers = our_answers()
    for identity, case in tagged("number-format", "integer-keys-first").items():
        value = json.loads(case["args"]["value_json"])
        assert answers[identity] == json.dumps(value, ensure_ascii=False, separators=(",", ":"))
