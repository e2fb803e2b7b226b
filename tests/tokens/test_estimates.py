"""The promise of the two estimates, on documents whose counts were taken by real tokenizers and ctok."""

import json
from math import ceil
from pathlib import Path
from statistics import median

import pytest

from contextthrift import get_encoding

DOCUMENTS = json.loads((Path(__file__).parents[1] / "data/estimate_counts.json").read_text("utf-8"))
KINDS = sorted({document["kind"] for document in DOCUMENTS})
MOST_UNDER, MOST_OVER = 0.02, 1.25


@pytest.fixture(params=["claude", "gemini"])
def estimate(request):
    return get_encoding(request.param)


def of_kind(kind, name):
    """The texts of a kind, and of each the counts that the estimate must not fall below."""
    mine = [document for document in DOCUMENTS if document["kind"] == kind]
    return [document["text"] for document in mine], [list(document[name].values()) for document in mine]


@pytest.mark.parametrize("kind", KINDS)
def test_of_each_kind_at_most_two_of_a_hundred_documents_are_under_counted(estimate, kind):
    texts, counts = of_kind(kind, estimate.name)
    for tokenizer in zip(*counts, strict=True):
        under = [guess < count for guess, count in zip(estimate.count_list(texts), tokenizer, strict=True)]
        assert sum(under) <= ceil(MOST_UNDER * len(texts))


@pytest.mark.parametrize("kind", KINDS)
def test_of_each_kind_the_median_is_at_most_a_quarter_above_the_largest_count(estimate, kind):
    texts, counts = of_kind(kind, estimate.name)
    ratios = [guess / max(each) for guess, each in zip(estimate.count_list(texts), counts, strict=True)]
    assert 1 <= median(ratios) <= MOST_OVER


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_enough_documents_of_each_kind_to_tell(kind):
    assert len(of_kind(kind, "claude")[0]) >= 25


def test_words_of_rare_scripts_may_have_more_tokens_than_bytes_with_claude_alone():
    text = "ꀀꀁ ꀂꀃ " * 20  # ctok: 321 tokens with every Claude from 3 on, of 280 bytes
    assert (len(text.encode()), get_encoding("gemini").count(text)) == (280, 280)
    assert 321 <= get_encoding("claude").count(text) <= 280 + 2 * 80


def test_lines_in_no_order_are_covered_and_a_directory_tree_stays_near_its_count(estimate):
    every = "".join(chr(0x2500 + 37 * place % 160) for place in range(160))
    tree = "├── app\n│   └── main.py\n" * 20
    # of the first Gemma's vocabulary counts 304 tokens, ctok 312; of the tree ctok and o200k both 240
    largest = {"claude": 312, "gemini": 304}[estimate.name]
    assert largest <= estimate.count(every) <= 1.4 * largest
    assert 240 <= estimate.count(tree) <= 1.3 * 240  # short names; of made-up trees the median is 1.21


@pytest.mark.parametrize(
    ("text", "claude", "gemini"),
    [
        pytest.param("ସଭା ବୁଧବାର ସକାଳ ଦଶଟା ପର୍ଯ୍ୟନ୍ତ ସ୍ଥଗିତ ରହିଛି। ", 711, 421, id="oriya"),
        pytest.param("اجلاس بدھ کی صبح دس بجے تک ملتوی کر دیا گیا ہے۔ ", 401, 162, id="urdu"),
        pytest.param("ئەتە ئەتىگەندە يىغىن باشلىنىدۇ، كۆپچىلىك ۋاقتىدا كەلسۇن. ", 561, 341, id="uyghur"),
        pytest.param("کۆبوونەوەکە تا دەی بەیانی ڕۆژی چوارشەممە دواخرا. ", 411, 281, id="sorani"),
        pytest.param(
            "Жиналыс сәрсенбі күні таңғы сағат онға дейін кейінге қалдырылды. ", 381, 291, id="kazakh"
        ),
        pytest.param("Мунньах сэрэдэҕэ сарсыарда уон чааска диэри көһөрүлүннэ. ", 401, 301, id="sakha"),
        pytest.param(
            "Հանդիպումը հետաձգվել է մինչև չորեքշաբթի առավոտյան ժամը տասը։ ", 441, 331, id="armenian"
        ),
        pytest.param("बैठक बुधवार सुबह दस बजे तक के लिए टाल दी गई है। ", 331, 143, id="hindi"),
        pytest.param("கூட்டம் புதன்கிழமை காலை பத்து மணிக்கு ஒத்திவைக்கப்பட்டது. ", 491, 173, id="tamil"),
    ],
)
def test_a_sentence_ten_times_is_covered(text, claude, gemini):
    counts = {"claude": claude, "gemini": gemini}  # the most that ctok, Gemma's vocabulary and o200k count
    guesses = {name: get_encoding(name).count(text * 10) for name in counts}
    assert all(counts[name] <= guesses[name] <= 1.5 * counts[name] for name in counts)


def test_a_list_of_emoji_with_their_names_is_covered():
    names = (
        "🦔 hedgehog\n🪗 accordion\n🧜🏽 merperson\n🛷 sled\n🪁 kite\n🦩 flamingo\n🧇 waffle\n🪘 long drum\n"
        * 3
    )
    assert get_encoding("claude").count(names) >= 203  # ctok, of Claude 4.7
    assert get_encoding("gemini").count(names) >= 141  # o200k; Gemma's vocabulary counts 126


def test_ascii_has_no_more_tokens_than_bytes(estimate):
    for text in ("Z", "Z-" * 50, "X1Y2Z3" * 10, "\x00\x7f" * 9, "~" * 99):
        assert 1 <= estimate.count(text) <= len(text)
