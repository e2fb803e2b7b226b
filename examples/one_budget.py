"""Holds messages, memories, passages and tools, and subtracts them to one budget."""

from contextthrift import Memory, Message, Retrievable, Tool, ToolRegistry, WorkingSet, subtract_to_fit

working_set = WorkingSet(
    system_prompt="You are a travel agent.",
    messages=[
        Message(id=f"m{number}", content="A question about a flight. " * 8, created_at_ms=number)
        for number in range(20)
    ],
    memories=[
        Memory(content="Prefers the aisle.", importance=0.9),
        Memory(content="Once asked about the weather.", importance=0.1),
    ],
    retrievables=[
        Retrievable(content="Baggage rules of the airline. " * 20, score=0.8),
        Retrievable(content="The history of aviation. " * 20, score=0.1),
    ],
    tools=ToolRegistry(
        [Tool(name="search", description="Find flights"), Tool(name="book", description="Book a flight")]
    ),
)
trace = subtract_to_fit(working_set, 900, ["search"], estimate_tokens="o200k_base", output_reserve=200)
print(trace)
print(f"{len(working_set.messages)} messages, {len(working_set.retrievables)} passages left")
