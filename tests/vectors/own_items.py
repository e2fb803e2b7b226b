"""The library's own classes as the make of items of a recorded case."""

from contextthrift import (
    Image,
    Memory,
    Message,
    Retrievable,
    Thought,
    Tool,
    ToolCall,
    ToolRegistry,
    WorkingSet,
)


class RecordingRegistry(ToolRegistry):
    """Our registry, with everything it was ever told."""

    def __init__(self, tools):
        super().__init__(tools)
        self.told = []

    def set_hidden(self, names):
        super().set_hidden(names)
        self.told.append(list(names))


class OwnItems:
    working_set = WorkingSet
    message = Message
    memory = Memory
    thought = Thought
    tool = Tool
    tool_call = ToolCall
    image = Image
    registry = RecordingRegistry

    @staticmethod
    def retrievable(*, own_async=False, **fields):
        """A passage; ours has no answer that is not a number, so `own_async` has no size of its own."""
        assert own_async in {True, False}
        return Retrievable(**fields)
