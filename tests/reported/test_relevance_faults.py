"""Faults reported of other libraries: which turns are relevant. Each test is named by its id."""

import pytest

from contextthrift import PLAIN_BM25, Turn, TurnIndex, select_turns

# The passport, the rain, the lunch, in scripts that a pattern of Latin letters does not see.
PASSPORTS = {
    "Japanese": (
        "パスポートの有効期限はいつですか",
        ["パスポートは2031年5月まで有効です", "今日は雨です", "昼はラーメンでした"],
    ),
    "Chinese": ("护照什么时候过期？", ["护照有效期到2031年5月", "今天下雨", "午饭吃了拉面"]),
    "Cyrillic": (
        "Когда истекает паспорт?",
        ["Паспорт действует до мая 2031", "Сегодня дождь", "На обед был суп"],
    ),
    "Greek": (
        "ΠΟΤΕ ΛΗΓΕΙ ΤΟ ΔΙΑΒΑΤΉΡΙΟ;",
        ["Το διαβατήριο ισχύει ως το 2031", "Σήμερα βρέχει", "Φάγαμε σούπα"],
    ),
    "Arabic": ("متى تنتهي صلاحية الجواز؟", ["الجواز صالح حتى مايو 2031", "اليوم ممطر", "كان الغداء شوربة"]),
    "accented Latin": (
        "Quand expire la pie\u0300ce d'identite\u0301 ?",
        ["La pi\u00e8ce d'identit\u00e9 vaut jusqu'en 2031", "Il pleut", "C'était de la soupe"],
    ),
    "Thai": ("หนังสือเดินทางหมดอายุเมื่อไร", ["หนังสือเดินทางใช้ได้ถึงปี 2031", "วันนี้ฝนตก", "มื้อเที่ยงกินก๋วยเตี๋ยว"]),
}  # fmt: skip


def history(*texts):
    return [Turn(qa=text, created_at="") for text in texts]


def length(text, _encoding):
    return len(text)


@pytest.mark.parametrize("script", PASSPORTS)
def test_REL_01_a_query_of_any_script_finds_its_turn(script):
    query, texts = PASSPORTS[script]
    index = TurnIndex()
    index.extend(history(*texts))
    assert index.rank(query)[0].place == 0
    turns = history(*texts)
    budget = len(texts[0]) + len(texts[2])
    assert select_turns(turns, query, budget, keep_recent=1, estimate_tokens=length) == [turns[0], turns[2]]


def test_REL_03_a_rare_word_counts_more_than_a_name_in_most_turns():
    turns = history(
        "Melanie: hi there",
        "Melanie: how are you",
        "Melanie: look, my lake sunrise painting from last year",
        "Melanie: bye",
    )
    query = "When did Melanie paint a sunrise?"
    budget = len(turns[2].qa)
    assert select_turns(turns, query, budget, keep_recent=0, estimate_tokens=length) == [turns[2]]
    index = TurnIndex()
    index.extend(history(*["Melanie Melanie Melanie"] * 8, "the sunrise", "Melanie Melanie"))
    assert index.rank("Melanie sunrise")[0].place == 8


def test_REL_05_the_turns_before_a_follow_up_and_the_answer_to_a_kept_question_stay():
    turns = history(
        "list: 1 apples 2 pears", "chat about rain", "the list again: first apples, second pears", "ok"
    )
    for budget in (0, len(turns[2].qa) + len(turns[3].qa)):
        kept = select_turns(turns, "And the second one?", budget, keep_recent=2, estimate_tokens=length)
        assert kept == turns[2:]
    turns = history("Which pears do we take?", "The green.", "chat about rain", "more rain", "ok")
    asked, answer, last = len(turns[0].qa), len(turns[1].qa), len(turns[4].qa)
    options = {"keep_recent": 1, "estimate_tokens": length, "ranking": PLAIN_BM25}
    with_room = select_turns(turns, "Which pears were those?", asked + answer + last, **options)
    without = select_turns(turns, "Which pears were those?", asked + answer + last - 1, **options)
    assert (with_room, without) == ([turns[0], turns[1], turns[4]], [turns[0], turns[4]])
