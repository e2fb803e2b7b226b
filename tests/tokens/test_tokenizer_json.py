"""A tokenizer.json counts as Hugging Face's own library does."""

import pickle
from contextlib import suppress
from functools import cache

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from contextthrift import get_encoding
from contextthrift.exceptions import InvalidArgument, MissingTokenizer
from contextthrift.tokens.family import FAMILIES, variable_of
from tests.tokens.tokenizer_files import KINDS, TEXTS


@cache
def pair(kind):
    """The library's tokenizer without limits, control tokens as plain text, and our encoding of the file."""
    tokenizer = KINDS[kind]()
    file = tokenizer.to_str().encode()
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.encode_special_tokens = True
    return tokenizer, get_encoding(file)


def theirs(tokenizer: tokenizers.Tokenizer, text: str) -> int:
    return len(tokenizer.encode(text, add_special_tokens=False).ids)


@pytest.mark.parametrize("kind", KINDS)
def test_counts_are_those_of_the_library(kind):
    tokenizer, encoding = pair(kind)
    assert encoding.count_list(TEXTS) == [theirs(tokenizer, text) for text in TEXTS]
    assert encoding.exact
    assert not encoding.is_custom


@pytest.mark.parametrize("kind", KINDS)
@given(text=st.text(max_size=60) | st.text("ab é世\n\t '’<s>/|.1🔥\u0301", max_size=60))
def test_counts_of_any_text_are_those_of_the_library(kind, text):
    tokenizer, encoding = pair(kind)
    assert encoding.count(text) == theirs(tokenizer, text)


def test_a_limit_answers_the_count_or_none():
    _, encoding = pair("byte_level")
    count = encoding.count("Hello, world!")
    assert [encoding.count_up_to("Hello, world!", count - n) for n in (0, 1)] == [count, None]


@pytest.mark.parametrize("sign", ["a", " ", "\n", "^", "語", "\u0301"])
def test_a_long_run_of_one_sign_is_counted(sign):
    tokenizer, encoding = pair("byte_level")
    assert encoding.count(sign * 200_000) == theirs(tokenizer, sign * 200_000)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text(pair("byte_level")[0].to_str(), encoding="utf-8")
    return path


def test_a_path_a_folder_and_a_string_name_the_same_encoding(file):
    encoding = get_encoding(file)
    assert get_encoding(str(file)) is encoding
    assert get_encoding(file.parent) is not None
    assert encoding.name == str(file)
    assert pickle.loads(pickle.dumps(encoding)) is encoding


def test_a_file_that_changed_is_read_again(file):
    before = get_encoding(file)
    file.write_text(pair("word_pieces")[0].to_str(), encoding="utf-8")
    assert get_encoding(file) is not before


def test_bytes_pickle_by_themselves():
    _, encoding = pair("unigrams")
    again = pickle.loads(pickle.dumps(encoding))
    assert again.count_list(TEXTS) == encoding.count_list(TEXTS)


def test_what_is_no_tokenizer_says_so(tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text("{}")
    with pytest.raises(InvalidArgument, match=r"tokenizer\.json: this is no tokenizer\.json: "):
        get_encoding(path)
    with pytest.raises(InvalidArgument, match=r"^tokenizer\.json: this is no tokenizer\.json: "):
        get_encoding(b"\xff\x00")
    with pytest.raises(MissingTokenizer, match=r"nowhere\.json cannot be read: No such file or directory$"):
        get_encoding(str(tmp_path / "nowhere.json"))


@given(cut=st.integers(0, 3000), junk=st.binary(max_size=8))
def test_a_damaged_file_raises_our_error_or_counts(cut, junk):
    file = pair("word_pieces")[0].to_str().encode()
    with suppress(InvalidArgument):
        assert get_encoding(file[:cut] + junk + file[cut + len(junk) :]).count("some text") > 0


def test_a_family_is_counted_by_the_file_that_its_variable_names(file, monkeypatch):
    monkeypatch.setenv("CONTEXTTHRIFT_TOKENIZER_LLAMA3", str(file))
    assert get_encoding("llama3") is get_encoding(file)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_without_its_file_is_no_guess(family, monkeypatch, tmp_path):
    monkeypatch.delenv(variable_of(family), raising=False)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(MissingTokenizer) as raised:
        get_encoding(family)
    assert str(raised.value) == (
        f"the tokenizer of {family} is not part of this package: set {variable_of(family)} to its "
        f"tokenizer.json or to a name such as hf:Qwen/Qwen3-8B, or give the path of the file "
        f"instead of {family!r}"
    )


@pytest.fixture
def hub(tmp_path, monkeypatch, file):
    """A local hub cache that holds one repository, and no way out."""
    folder = tmp_path / "hub" / "models--meta-llama--Llama-3.1-8B-Instruct"
    (folder / "snapshots" / "abc").mkdir(parents=True)
    (folder / "refs").mkdir()
    (folder / "refs" / "main").write_text("abc")
    (folder / "snapshots" / "abc" / "tokenizer.json").write_bytes(file.read_bytes())
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    return folder


@pytest.mark.usefixtures("hub")
def test_the_local_hub_cache_answers_without_a_connection(monkeypatch, file):
    monkeypatch.delenv("CONTEXTTHRIFT_TOKENIZER_LLAMA3", raising=False)
    encoding = get_encoding("hf:meta-llama/Llama-3.1-8B-Instruct")
    assert encoding.name == "hf:meta-llama/Llama-3.1-8B-Instruct"
    assert get_encoding("llama3") is encoding
    assert encoding.count_list(TEXTS) == get_encoding(file).count_list(TEXTS)


@pytest.mark.usefixtures("hub")
def test_a_name_that_is_not_in_the_cache_says_what_to_do():
    with pytest.raises(MissingTokenizer) as raised:
        get_encoding("hf:owner/absent")
    message = str(raised.value)
    assert message.startswith(
        "the tokenizer.json of owner/absent is not in the local cache and cannot be fetched: "
    )
    assert message.endswith(
        "; once it can be, `hf download owner/absent tokenizer.json` keeps it for use without a connection"
    )
    with pytest.raises(InvalidArgument, match=r"^'hf:nothing' is no name on the hub; one looks like hf:"):
        get_encoding("hf:nothing")


def test_without_the_extra_the_error_names_it(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "huggingface_hub", None)
    with pytest.raises(MissingTokenizer, match=r"need an extra: pip install 'contextthrift\[hf\]'$"):
        get_encoding("hf:Qwen/Qwen3-8B")
