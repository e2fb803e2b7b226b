"""Summarisers that need no model, and what they were asked."""


def length(text, _encoding="cl100k_base"):
    return len(text)


class Scripted:
    """Answers one after the other; an exception is raised. Remembers what it was asked."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []

    async def __call__(self, *, system, text):
        self.asked.append(text)
        self.system = system
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer


class Counting(Scripted):
    """Answers `S1`, `S2` and so on."""

    async def __call__(self, *, system, text):
        self.answers.append(f"S{len(self.asked) + 1}")
        return await super().__call__(system=system, text=text)
