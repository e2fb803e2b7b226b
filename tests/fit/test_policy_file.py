import pytest

from contextthrift import FitPolicy, read_policy
from contextthrift.exceptions import InvalidArgument, WrongType


def written(tmp_path, text):
    path = tmp_path / "policy.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_sets_fields_under_their_own_names(tmp_path):
    path = written(
        tmp_path,
        'keep_last_turns = 2\ngap_note = false\non_orphan = "error"\nprotected_tools = ["look"]\n'
        "max_argument_tokens = 50\n",
    )
    assert read_policy(path) == FitPolicy(
        keep_last_turns=2, gap_note=False, on_orphan="error", protected_tools=["look"], max_argument_tokens=50
    )


def test_ranks_of_tools_stand_in_a_table(tmp_path):
    rank = read_policy(written(tmp_path, "[tool_ranks]\nlook = 2.5\n")).tool_rank
    assert rank is not None
    assert [rank("look"), rank("other")] == [2.5, 0.0]


def test_an_empty_file_is_the_default(tmp_path):
    assert read_policy(written(tmp_path, "")) == FitPolicy()


@pytest.mark.parametrize(
    ("text", "error", "told"),
    [
        ("keep = 1", InvalidArgument, "sets 'keep'; a policy has keep_first_user, "),
        ("is_pinned = 1", InvalidArgument, "sets 'is_pinned'; a policy has "),
        ("keep_last_turns = -1", InvalidArgument, "policy.keep_last_turns is -1"),
        ('gap_note = "no"', WrongType, "policy.gap_note is 'no'; it must be True or False"),
        ("tool_ranks = 1", InvalidArgument, "tool_ranks must be a table of tools' names and ranks"),
        ("keep_last_turns = ", InvalidArgument, "is no TOML: "),
        ('memory_template = "{body}"', InvalidArgument, "it may name {content}, {id} and {importance}"),
    ],
)
def test_what_a_policy_has_not_is_refused(tmp_path, text, error, told):
    with pytest.raises(error) as refused:
        read_policy(written(tmp_path, text))
    assert told in str(refused.value)


def test_a_file_that_is_not_there_says_so(tmp_path):
    with pytest.raises(InvalidArgument, match="cannot be read: No such file or directory$"):
        read_policy(tmp_path / "none.toml")
