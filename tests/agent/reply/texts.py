"""Strategies for what models write: tags, fences, JSON, and pieces of all of them."""

from hypothesis import strategies as st

TAGS = ("<think>", "</think>", "<THINK>", "</Think>", "<", "</", "<thi", "nk>", "think>", ">", "</thi")
JSON_ISH = (
    *'{}[]",:\\ \n1a',
    *("```", "```json", "NaN", "1e999", '\\"', "\\u00", "[BLOCKER]"),
    *('"reply"', '"plan"', '"steps"', '"actions"', '"tool":"t"', '"args":{}', '"decision"', '"reason"'),
    *('{"tool":"t","args":{}}', '{"reply":"r"}', '"decision":"finish"', '"plan":["a","b"]'),
)


def of(words, max_size=30):
    return st.lists(st.sampled_from(words), max_size=max_size).map("".join)


tagged = of((*TAGS, "a", " ", "b\n"))
json_ish = of((*JSON_ISH, "<think>", "</think>"))
anything = st.text() | tagged | json_ish


@st.composite
def cut(draw, texts):
    """A text, and the same text in pieces."""
    text = draw(texts)
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    return text, [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]


def streamed(stream, pieces):
    """All that a filter shows of the pieces."""
    return "".join([*map(stream.feed, pieces), stream.finish()])
