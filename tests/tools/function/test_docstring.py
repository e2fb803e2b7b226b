"""What docstrings say of a function and its parameters, in the three styles people write."""

import pytest

from contextthrift.tools import tool

GOOGLE = """Find invoices.

    Newest first.

    Args:
        status: Which ones,
            all of them: if left out.
        limit (int, optional): Rows at most.

    Returns:
        A list.

    Raises:
        ValueError: never
    """
NUMPY = """
    Find invoices.

    Newest first.

    Parameters
    ----------
    status : str
        Which ones,
        all of them: if left out.
    limit : int, optional
        Rows at most.

    Returns
    -------
    list
        A list.
    """
SPHINX = """Find invoices.

    Newest first.

    :param str status: Which ones,
        all of them: if left out.
    :param limit: Rows at most.
    :type limit: int
    :returns: A list.
    """


@pytest.mark.parametrize("text", [GOOGLE, NUMPY, SPHINX], ids=["google", "numpy", "sphinx"])
def test_each_style_gives_the_same_words(text):
    def find(status: str, limit: int = 5) -> list[str]:
        return []

    find.__doc__ = text
    made = tool(find)
    assert made.description == "Find invoices.\n\nNewest first."
    assert made.input_schema["properties"] == {
        "status": {"type": "string", "description": "Which ones, all of them: if left out."},
        "limit": {"type": "integer", "description": "Rows at most.", "default": 5},
    }


@pytest.mark.parametrize(
    ("text", "description"),
    [
        (None, ""),
        ("Find.", "Find."),
        ("Find.\n\nNote: the index is built at night.", "Find.\n\nNote: the index is built at night."),
        ("Find.\n\nExamples:\n    find(1)\n", "Find."),
        ("Find.\n\nUse it so:\n    find(1)\n", "Find.\n\nUse it so:\n    find(1)"),
        ("Args:\n    status: Only this.", ""),
        ("Parameters\n----------", ""),
        ("Find.\n\n:param", "Find.\n\n:param"),
    ],
)
def test_the_description_ends_where_the_first_section_begins(text, description):
    def find(status: str) -> None: ...

    find.__doc__ = text
    assert tool(find).description == description


def test_words_beside_a_type_go_before_those_of_the_docstring():
    from typing import Annotated

    def find(status: Annotated[str, "Which  ones"], limit: int) -> None:
        """Find.

        Args:
            status: Something else.
            limit: Rows at most.
            nobody: No such parameter.
        """

    assert tool(find).input_schema["properties"] == {
        "status": {"type": "string", "description": "Which ones"},
        "limit": {"type": "integer", "description": "Rows at most."},
    }
