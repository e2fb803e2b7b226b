"""Short texts of the kinds that tokenizers differ in."""

from __future__ import annotations

from typing import Final

_PROSE = (
    "The committee met twice in spring. Although nobody had read the long report, everyone agreed that its "
    "recommendations were sensible, affordable and overdue."
)
_CHAT = "hey, can you move my flight to Friday morning? I'd rather not pay more than $80 for it, thanks!!"
_GERMAN_AND_SPANISH = (
    "Die Zahlungsbedingungen ergeben sich aus dem Vertrag. "
    "Los gastos de envío corren por cuenta del comprador."
)
_PYTHON = (
    "def mean(values: list[float]) -> float:\n    if not values:\n        raise ValueError('no values')\n"
    "    return sum(values) / len(values)\n"
)
_MINIFIED = (
    "!function(t,e){var n=e.createElement('a');n.href=t.src+'?v='+Date.now(),e.body.append(n)}(window);"
)
_JSON = '{"order_id": 481516, "items": [{"sku": "AB-2342", "qty": 3, "price": 19.95}], "shipped": null}'
_LOG = "2026-03-14T09:26:53.589Z WARN [db.pool] retrying in 250 ms, attempt=3 trace_id=9f86d081884c7d65\n"
_TABLE = (
    "| city | people | km2 |\n|---|---:|---:|\n| Oslo | 709037 | 480.76 |\n| Bergen | 291940 | 464.71 |\n"
)
_EAST_ASIAN = (
    "会议推迟到下周三上午十点，请大家提前准备好材料。"
    "明日の会議は午後三時からです。"
    "내일 회의는 오후 세 시에 시작합니다."
)
_OTHER_SCRIPTS = "Совещание перенесли на среду. تم تأجيل الاجتماع إلى يوم الأربعاء. बैठक बुधवार तक टाल दी गई है।"
_EMOJI = "Great job! 🎉🔥 See you at 🍕 o'clock 👩\u200d💻👍🏽 🇳🇴"
_BYTES = "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4 e3b0c44298fc1c149afbf4c8996fb924"

DEFAULT_SAMPLES: Final = (
    _PROSE,
    _CHAT,
    _GERMAN_AND_SPANISH,
    _PYTHON,
    _MINIFIED,
    _JSON,
    _LOG,
    _TABLE,
    _EAST_ASIAN,
    _OTHER_SCRIPTS,
    _EMOJI,
    _BYTES,
)
"""A dozen texts: prose, chat, code, JSON, a log, a table, seven scripts, emoji, encoded bytes."""
