"""The tables of docs/models.md, made from those of the package; ``python -m`` this module renews them."""

from pathlib import Path

from contextthrift.tokens.model_table import GROUPS

PAGE = Path(__file__).parents[2] / "docs" / "models.md"
MARK = "<!-- from here on made by tests/tokens/model_page.py -->\n"


def tables():
    return "\n".join(table(group) for group in GROUPS)


def table(group):
    lines = [
        f"### {group.provider}, `{group.encoding}`{' as a stand-in' if group.is_stand_in else ''}",
        "",
        f"Source: {group.source}.",
        "",
        "| models | window | maximum input | maximum output |",
        "| --- | ---: | ---: | ---: |",
        *map(line, group.rows),
    ]
    return "\n".join(lines) + "\n"


def line(row):
    names = " ".join(f"`{name}*`" if name.endswith("-") else f"`{name}`" for name in row.names.split())
    encoding = f" ({row.encoding})" if row.encoding else ""
    return (
        f"| {names}{encoding} | {number(row.window)} | {number(row.max_input)} | {number(row.max_output)} |"
    )


def number(limit):
    return "" if limit is None else f"{limit:,}"


def written():
    """The part of the page in front of the tables."""
    return PAGE.read_text(encoding="utf-8").split(MARK)[0]


if __name__ == "__main__":
    PAGE.write_text(written() + MARK + "\n" + tables(), encoding="utf-8")
