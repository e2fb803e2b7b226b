"""Requests for models, as strategies and in short."""

from hypothesis import strategies as st

from contextthrift.models import (
    FilePart,
    ModelMessage,
    ModelRequest,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolDefinition,
    ToolOutput,
    ToolResultPart,
    user_message,
)

PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000001000000010008060000005c72a866")
IMAGE = FilePart(media_type="image/png", data=PNG)
REPORT = FilePart(media_type="application/pdf", data=b"%PDF-1.4", name="r.pdf", pages=2)
TABLE = FilePart(media_type="text/csv", data="a,b\n1,é\n".encode() * 20, name="t.csv")
ATTACHED = st.sampled_from([(), (), (IMAGE,), (TABLE, IMAGE), (IMAGE, REPORT, TABLE)])

TEXTS = st.one_of(
    st.text(max_size=40),
    st.builds(
        lambda word, times: word * times,
        st.sampled_from(["word ", "语", "🔥", "]{\n", "é"]),
        st.integers(0, 600),
    ),
)
OUTPUTS = st.one_of(
    st.builds(ToolOutput, kind=st.sampled_from(["text", "error-text"]), value=TEXTS),
    st.builds(
        ToolOutput, kind=st.just("json"), value=st.dictionaries(st.text(max_size=5), TEXTS, max_size=3)
    ),
    st.builds(
        ToolOutput,
        kind=st.just("content"),
        value=st.lists(st.one_of(st.builds(TextPart, text=TEXTS), st.just(IMAGE)), max_size=3),
    ),
)
SIGNED = st.builds(ThinkingPart, text=TEXTS, signature=st.sampled_from([None, "c2lnbmF0dXJl" * 20]))
SCHEMA = {"type": "object", "properties": {"q": {"type": "string", "description": "what to look for"}}}


def definition(number):
    return ToolDefinition(name=f"tool_{number}", description=f"The tool {number}", input_schema=SCHEMA)


@st.composite
def rounds(draw, most=6):
    """Rounds of an executor: an answer with calls (ids may come again), and a message with their results."""
    messages = []
    for number in range(draw(st.integers(0, most))):
        ids = [f"c{number % 2}-{at}" for at in range(draw(st.integers(1, 3)))]
        wanted = tuple(
            ToolCallPart(
                call_id=each,
                name="look",
                arguments='{"q": "x"}',
                opaque=draw(st.sampled_from([None, "b3BhcXVl"])),
            )
            for each in ids
        )
        said = (TextPart(text=draw(TEXTS)),) if draw(st.booleans()) else ()
        thought = (draw(SIGNED),) if draw(st.booleans()) else ()
        results = tuple(ToolResultPart(call_id=each, name="look", output=draw(OUTPUTS)) for each in ids)
        messages += [
            ModelMessage(role="assistant", parts=(*thought, *said, *wanted)),
            ModelMessage(role="tool", parts=results),
        ]
    return tuple(messages)


@st.composite
def native_requests(draw):
    """Requests of an executor with native tools."""
    task = user_message(draw(TEXTS), *draw(ATTACHED))
    return ModelRequest(
        stage="executor",
        system=draw(TEXTS),
        messages=(task, *draw(rounds())),
        tools=tuple(definition(number) for number in range(draw(st.integers(0, 3)))),
        max_output_tokens=draw(st.integers(1, 300)),
    )


@st.composite
def prompted_requests(draw):
    """Requests of an executor that reads about tools in its prompt."""
    turns = []
    for _ in range(draw(st.integers(0, 6))):
        turns += [
            ModelMessage(role="assistant", parts=(TextPart(text=draw(TEXTS)),)),
            user_message("Results: " + draw(TEXTS)),
        ]
    return ModelRequest(
        stage="executor",
        system=draw(TEXTS),
        messages=(user_message(draw(TEXTS)), *turns),
        max_output_tokens=draw(st.integers(1, 300)),
    )


@st.composite
def shaped_requests(draw):
    """Requests of a planner, whose answer is to have a shape."""
    return ModelRequest(
        stage="planner",
        system=draw(TEXTS),
        messages=(user_message(draw(TEXTS)),),
        output_schema=SCHEMA,
        max_output_tokens=draw(st.integers(1, 300)),
    )
