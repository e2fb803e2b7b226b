import json
import pickle
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import Model, encoding_for_model, find_model, get_encoding, model_names, register_model
from contextthrift.exceptions import (
    InvalidArgument,
    UnknownEncoding,
    UnknownModel,
    WrongType,
)
from contextthrift.tokens import model as model_module
from contextthrift.tokens.model_name import spelling_key
from contextthrift.tokens.model_table import GROUPS
from tests.tokens.model_page import MARK, PAGE, tables

TIKTOKEN = json.loads(
    (Path(__file__).parents[1] / "data" / "tiktoken_models.json").read_text(encoding="utf-8")
)
NAMES = [name.removesuffix("-") for group in GROUPS for row in group.rows for name in row.names.split()]
EXACT = {"cl100k_base", "gpt2", "o200k_base", "o200k_harmony", "p50k_base", "p50k_edit", "r50k_base"}
ESTIMATES = {"claude", "gemini"}
POINTED_TO = {"deepseek", "gemma", "glm", "kimi", "llama2", "llama3", "llama4", "minimax", "mistral", "qwen"}


@pytest.fixture(autouse=True)
def _no_own_models(monkeypatch):
    monkeypatch.setattr(model_module, "_own", {})


# --- the table


def test_each_name_of_the_table_is_written_once():
    keys = [spelling_key(name) for name in NAMES]
    assert sorted(keys) == sorted(set(keys))


def test_each_model_of_the_table_has_limits_that_can_be_meant_and_an_encoding_of_a_known_kind():
    for name in NAMES:
        model = find_model(name)
        assert model.name == name
        assert model.encoding in EXACT | ESTIMATES | POINTED_TO
        assert model.provider


def test_every_encoding_of_the_table_is_of_some_model():
    assert {find_model(name).encoding for name in NAMES} == EXACT | ESTIMATES | POINTED_TO


def test_the_page_shows_the_table():
    assert PAGE.read_text(encoding="utf-8").split(MARK)[1] == "\n" + tables()


@pytest.mark.parametrize("name", TIKTOKEN["models"])
def test_every_name_that_tiktoken_lists_has_its_encoding(name):
    assert find_model(name).encoding == TIKTOKEN["models"][name]


@pytest.mark.parametrize("prefix", [p for p in TIKTOKEN["prefixes"] if p.endswith("-") and p != "gpt-oss-"])
def test_every_prefix_of_tiktoken_takes_a_snapshot_and_an_unheard_of_word(prefix):
    for name in (prefix + "2031-01-31", prefix + "unheard-of"):
        assert find_model(name).encoding == TIKTOKEN["prefixes"][prefix]


@pytest.mark.parametrize("prefix", [p for p in TIKTOKEN["prefixes"] if p.startswith("ft:")])
def test_fine_tunes_have_the_encoding_that_tiktoken_gives_them(prefix):
    assert find_model(prefix + ":acme::x1").encoding == TIKTOKEN["prefixes"][prefix]


def test_wherever_tiktoken_has_an_answer_for_a_name_of_ours_it_is_ours():
    answers = {name: by_tiktoken(name) for name in NAMES}
    answered = {name: answer for name, answer in answers.items() if answer}
    assert len(answered) > 80
    assert {name: find_model(name).encoding for name in answered} == answered


def by_tiktoken(name):
    if name in TIKTOKEN["models"]:
        return TIKTOKEN["models"][name]
    return next(
        (encoding for prefix, encoding in TIKTOKEN["prefixes"].items() if name.startswith(prefix)), None
    )


def test_stand_ins_are_marked_and_nothing_else_is():
    marked = {find_model(name).provider for name in NAMES if find_model(name).encoding_is_stand_in}
    assert marked == {"amazon", "cohere", "meta", "openai", "xai"}
    assert find_model("gpt-6-sol").encoding_is_stand_in
    assert not find_model("gpt-5.6").encoding_is_stand_in


@pytest.mark.parametrize(
    ("name", "limits"),
    [
        ("gpt-5.2", (400_000, 272_000, 128_000)),
        ("gpt-5-chat-latest", (128_000, None, 16_384)),
        ("gpt-6.2-sol", (1_050_000, 922_000, 128_000)),
        ("gpt-4o-2024-05-13", (128_000, None, 4_096)),
        ("gpt-4o-2024-11-20", (128_000, None, 16_384)),
        ("gpt-4-0125-preview", (128_000, None, 4_096)),
        ("claude-sonnet-4-5-20250929", (200_000, None, 64_000)),
        ("claude-opus-4-1", (200_000, None, 32_000)),
        ("claude-haiku-5-5", (1_000_000, None, 128_000)),
        ("gemini-2.5-pro", (1_048_576, None, 65_536)),
        ("qwen3-max", (262_144, 258_048, 65_536)),
        ("deepseek-v4-pro", (1_000_000, None, 384_000)),
    ],
)
def test_published_limits(name, limits):
    model = find_model(name)
    assert (model.window, model.max_input, model.max_output) == limits


# --- finding


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("GPT-4o", "gpt-4o"),
        (" gpt-4o\n", "gpt-4o"),
        ("openai/gpt-4o", "gpt-4o"),
        ("openai:gpt-4o-mini", "gpt-4o-mini"),
        ("azure/gpt-4_1-mini", "gpt-4.1-mini"),
        ("gpt-4o-search-preview", "gpt-4o"),
        ("gpt-4o-mini-search-preview-2025-03-11", "gpt-4o-mini"),
        ("gpt-4o-realtime-preview-2025-06-03", "gpt-4o-realtime-preview"),
        ("o3-mini-high", "o3-mini"),
        ("ft:gpt-4o-mini:acme::x1", "gpt-4o-mini"),
        ("ft:gpt-4.1-nano-2025-04-14:acme:support:x1", "gpt-4.1-nano"),
        ("openai/ft:gpt-3.5-turbo:acme::x1", "gpt-3.5-turbo"),
        ("openai:ft:gpt-4o:acme::x1", "gpt-4o"),
        ("davinci:ft-acme-2022-01-31", "davinci"),
        ("gpt-4o-mini-2024-07-18.ft-0a1b2c", "gpt-4o-mini"),
        ("gpt-oss:20b", "gpt-oss-20b"),
        ("openai.gpt-oss-120b-1:0", "gpt-oss-120b"),
        ("anthropic/claude-3.5-sonnet:beta", "claude-3-5-sonnet"),
        ("anthropic:claude-3-5-haiku-latest", "claude-3-5-haiku"),
        ("claude-3-5-sonnet-v2@20241022", "claude-3-5-sonnet"),
        ("vertex_ai/claude-opus-4@20250514", "claude-opus-4"),
        ("bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5"),
        ("bedrock:eu.anthropic.claude-haiku-4-5-20251001-v1:0", "claude-haiku-4-5"),
        ("bedrock/converse/global.anthropic.claude-opus-5", "claude-opus-5"),
        ("arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-opus-5", "claude-opus-5"),
        ("anthropic.claude-v2:1", "claude-v2:1"),
        ("databricks/databricks-claude-sonnet-4", "claude-sonnet-4"),
        ("openrouter/anthropic/claude-sonnet-4.5:thinking", "claude-sonnet-4-5"),
        ("models/gemini-2.5-flash-preview-05-20", "gemini-2.5-flash-preview"),
        ("google-gla:gemini-2.5-flash-preview-09-2025", "gemini-2.5-flash-preview"),
        ("projects/p/locations/l/publishers/google/models/gemini-2.0-flash-001", "gemini-2.0-flash"),
        ("gemini/gemini-flash-latest", "gemini-flash-latest"),
        ("meta-llama/Llama-3.3-70B-Instruct", "llama-3.3"),
        ("meta-llama/Meta-Llama-3.1-8B-Instruct", "llama-3.1"),
        ("databricks-meta-llama-3-3-70b-instruct", "llama-3.3"),
        ("meta.llama3-1-70b-instruct-v1:0", "llama3.1"),
        ("ollama/llama3.1:8b", "llama3.1"),
        ("Qwen/Qwen3-Coder-480B-A35B-Instruct-FP8", "qwen3-coder-480b-a35b"),
        ("mixtral:8x7b", "mixtral-8x7b"),
        ("mistral.mistral-large-2402-v1:0", "mistral-large-2402"),
        ("deepseek/deepseek-chat:free", "deepseek-chat"),
        ("MiniMaxAI/minimax-m3", "MiniMax-M3"),
        ("amazon.nova-lite-v1:0", "nova-lite"),
        ("x-ai/grok-4-0709", "grok-4"),
    ],
)
def test_a_name_is_found_however_it_is_decorated(written, name):
    assert find_model(written) is find_model(name)
    assert find_model(written).name == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "/",
        ":",
        "gpt",
        "gpt-",
        "gpt-4.7",
        "gpt-4-7",
        "gpt-4.10-mini",
        "gpt-45",
        "gpt-4oo",
        "gpt-5.2-mini",
        "gpt-5.2-preview",
        "gpt-6",
        "gpt-7",
        "gpt-7-2031-01-31",
        "openai/gpt-7-sol",
        "ft:gpt-7:acme::x1",
        "o5",
        "o3.5",
        "claude",
        "claude-opus-4-9",
        "claude-opus-4.9",
        "claude-4-haiku",
        "anthropic.claude-opus-7-v1:0",
        "gemini-2.5-ultra",
        "llama-3.9-70b",
        "llama3-9-70b-instruct",
        "grok-40",
        "gpt-4o/",
        "2024-08-06",
        "-latest",
    ],
)
def test_a_model_that_is_not_there_is_never_guessed(name):
    with pytest.raises(UnknownModel):
        find_model(name)


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("gpt-4.7", "; near names: gpt-4.5, gpt-4.1, gpt-4"),
        ("gpt-6", "; near names: gpt-6-astra, gpt-6-astra-law, gpt-6-cyber"),
        (
            "openrouter/anthropic/claude-opus-4-9",
            "; near names: claude-opus-4-8, claude-opus-4-7, claude-opus-4-6",
        ),
        ("gtp-4o-mini", "; near names: gpt-4o-mini, gpt-5.4-mini, gpt-4.1-mini"),
        ("zzz", ""),
    ],
)
def test_an_unknown_name_offers_near_ones_and_says_what_to_give_instead(name, near):
    with pytest.raises(UnknownModel) as raised:
        find_model(name)
    assert str(raised.value) == (
        f"no model is called {name!r}{near}. Make it known with register_model(), "
        "or give context_window= and encoding= instead"
    )


def test_an_unknown_model_is_an_invalid_argument():
    assert issubclass(UnknownModel, InvalidArgument)


@pytest.mark.parametrize("name", [None, 4, b"gpt-4o", ["gpt-4o"]])
def test_a_name_of_another_type_is_refused(name):
    with pytest.raises(WrongType, match=rf"^a model's name is a string, not {type(name).__name__}$"):
        find_model(name)


hosts = st.sampled_from(
    [
        "",
        "openai/",
        "openrouter/openai/",
        "azure/",
        "models/",
        "accounts/fireworks/models/",
        "openai:",
        "google-gla:",
    ]
)
regions = st.sampled_from(["", "us.", "eu.", "apac.", "global.", "us-gov."])
vendors = st.sampled_from(["anthropic.", "amazon.", "meta.", "mistral.", "openai.", "moonshotai."])
variants = st.sampled_from(["", ":free", ":extended", ":nitro", ":online"])
days = st.dates().map(str)


@given(name=st.sampled_from(NAMES), host=hosts, variant=variants, upper=st.booleans())
def test_any_known_name_is_found_behind_any_host_and_before_any_variant(name, host, variant, upper):
    written = host + name + variant
    assert find_model(written.upper() if upper else written) is find_model(name)


@given(
    name=st.sampled_from(NAMES),
    region=regions,
    vendor=vendors,
    version=st.sampled_from(["", "-v1:0", "-v2:0"]),
)
def test_any_known_name_is_found_in_bedrocks_form(name, region, vendor, version):
    assert find_model(f"bedrock/{region}{vendor}{name}") is find_model(name)
    assert (
        find_model(f"{region}{vendor}{name}-20250929{version}").window
        == find_model(name + "-20250929").window
    )


@given(name=st.sampled_from(NAMES), day=days, host=hosts)
def test_any_known_name_is_found_with_a_date_that_no_entry_has(name, day, host):
    for suffix in ("-" + day, "-" + day.replace("-", ""), "@" + day.replace("-", "")):
        if spelling_key(name + suffix) not in set(map(spelling_key, NAMES)):
            assert find_model(host + name + suffix) is find_model(name)


@given(
    st.text()
    | st.lists(st.sampled_from([*NAMES, "/", ":", ".", "-", "@", "ft:", "v1", "9"]), max_size=6).map("".join)
)
def test_any_text_is_a_model_or_one_of_our_errors(name):
    with suppress(UnknownModel):
        model = find_model(name)
        assert find_model(model.name) is model


@pytest.mark.parametrize("piece", ["a", "/", ":", "-latest", "us.", "gpt-4o-"])
def test_a_name_of_a_million_characters_has_an_answer(piece):
    with suppress(UnknownModel):
        assert find_model(piece * (1_000_000 // len(piece))).name == "gpt-4o"


def test_the_message_for_a_long_name_is_short():
    with pytest.raises(UnknownModel) as raised:
        find_model("a" * 1_000_000)
    assert len(str(raised.value)) < 400


# --- encodings


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("gpt-4o", "o200k_base"), ("gpt-4-turbo", "cl100k_base"), ("azure/gpt-35-turbo-0301", "cl100k_base")],
)
def test_the_encoding_of_a_model_is_the_named_one(name, encoding):
    assert encoding_for_model(name) is get_encoding(encoding)


def test_the_encoding_of_an_unknown_model_and_an_unknown_encoding_are_told_apart():
    with pytest.raises(UnknownModel):
        encoding_for_model("gpt-7")
    register_model("house", encoding="o300k", window=10)
    with pytest.raises(UnknownEncoding):
        encoding_for_model("house")


# --- own entries


def test_an_own_entry_is_found_as_a_built_in_one_is():
    model = register_model("Acme/House-1.5", encoding="chars4", window=100, max_input=60, max_output=100)
    assert model == Model(
        name="Acme/House-1.5", encoding="chars4", window=100, max_input=60, max_output=100, provider=None
    )
    for written in ("acme/house-1-5", "openrouter/acme/house-1.5:free", "Acme/House-1.5-2031-01-31"):
        assert find_model(written) is model
    assert "Acme/House-1.5" in model_names()
    assert encoding_for_model("acme/house-1.5").name == "chars4"


def test_an_own_entry_replaces_a_built_in_one_and_an_earlier_own_one():
    register_model("gpt-4o", encoding="o200k_base", window=1_000)
    model = register_model("GPT-4o", encoding="o200k_base", window=2_000)
    assert find_model("openai/gpt-4o-2024-08-06") is model
    assert find_model("gpt-4o-audio-preview") is model
    assert find_model("gpt-4o-mini").window == 128_000


def test_an_own_snapshot_leaves_its_model_alone():
    register_model("gpt-4o-2031-01-31", encoding="o200k_base", window=1_000)
    assert find_model("gpt-4o-2031-01-31").window == 1_000
    assert find_model("gpt-4o").window == 128_000


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"window": 0}, "window is 0; it must be a whole number from 1 to 2**63 - 1"),
        ({"window": 1.5}, "window is 1.5; it must be a whole number, 1 or more"),
        ({"window": True}, "window is True; it must be a whole number, 1 or more"),
        ({"window": None}, "window is None; it must be a whole number, 1 or more"),
        ({"window": 9, "max_input": 10}, "max_input is 10, above the window of 9"),
        ({"window": 9, "max_output": 10}, "max_output is 10, above the window of 9"),
        ({"window": 9, "max_input": 0}, "max_input is 0; it must be a whole number from 1 to 2**63 - 1"),
        ({"window": 9, "max_output": -1}, "max_output is -1; it must be a whole number from 1 to 2**63 - 1"),
    ],
)
def test_a_limit_that_cannot_be_meant_is_refused(limits, message):
    with pytest.raises(InvalidArgument) as raised:
        register_model("house", encoding="chars4", **limits)
    assert str(raised.value) == message
    assert "house" not in model_names()


def test_names_of_own_entries_are_checked():
    with pytest.raises(WrongType, match=r"^name is 4; it must be a string$"):
        register_model(4, encoding="chars4", window=9)
    with pytest.raises(WrongType, match=r"^encoding is None; it must be a string$"):
        register_model("house", encoding=None, window=9)
    with pytest.raises(InvalidArgument, match=r"^a model's name is empty$"):
        register_model(" ", encoding="chars4", window=9)


def test_names_are_listed_in_order_with_those_of_the_table():
    assert model_names() == tuple(sorted(NAMES))


def test_threads_may_register_and_look_up_at_once():
    seen = []

    def work(number):
        for step in range(200):
            register_model(f"house-{number}-x{step}", encoding="chars4", window=number + 1)
            seen.append(len(model_names()))
            assert find_model(f"house-{number}-x{step}").window == number + 1

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 1_600
    assert len(model_names()) == len(NAMES) + 1_600


# --- one model


def test_the_input_budget_is_the_smaller_of_the_room_and_the_maximum_input():
    model = Model(name="m", encoding="chars4", window=400, max_input=272)
    assert [model.input_budget(reserve) for reserve in (0, 100, 128, 129, 400, 500)] == [
        272,
        272,
        272,
        271,
        0,
        0,
    ]
    assert Model(name="m", encoding="chars4", window=400).input_budget(30) == 370


def test_a_model_is_a_value():
    model = find_model("gpt-5.2")
    assert pickle.loads(pickle.dumps(model)) == model
    assert hash(pickle.loads(pickle.dumps(model))) == hash(model)
    with pytest.raises(AttributeError):
        model.window = 5
