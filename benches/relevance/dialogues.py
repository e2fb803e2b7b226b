"""Long dialogues with planted facts, and questions whose evidence is known.

Two people talk in sessions. Most turns are prompts of MT-bench, cut into sentences, and small talk. A fact is
told in one turn, or begun in one and completed two turns later, behind the other's question, with none of
the words it is asked for in. Questions name who spoke; they have other forms of the words (three in
four) or synonyms (one in four). For each fact other turns repeat its verb: asides, questions to the same
person, and the same deed done to another thing by the other person.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benches.relevance import facts

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parent.parent / "data"
SEED = 2026
DIALOGUES = 24
FACTS = 12
SESSIONS = 16


class Said(NamedTuple):
    """One turn."""

    text: str
    author: str
    session: int


class Question(NamedTuple):
    """A question, and the places of the turns that answer it."""

    text: str
    evidence: tuple[int, ...]


class Dialogue(NamedTuple):
    """Turns, and what is asked about them."""

    turns: list[Said]
    questions: list[Question]


def dialogues() -> Iterator[Dialogue]:
    """The same dialogues on every machine."""
    sentences, talk = _sentences(), _lines("small_talk.jsonl", "text")
    for number in range(DIALOGUES):
        yield _Writer(random.Random(SEED + number), sentences, talk).write()


def _lines(name: str, field: str) -> list:
    return [json.loads(line)[field] for line in (DATA / name).read_text("utf-8").splitlines()]


def _sentences() -> list[str]:
    prompts = (prompt for turns in _lines("mt_bench_turns.jsonl", "turns") for prompt in turns)
    pieces = (piece.strip() for prompt in prompts for piece in prompt.replace("\n", " ").split(". "))
    return [piece for piece in pieces if 20 <= len(piece) <= 300]


class _Writer:
    def __init__(self, rng: random.Random, sentences: list[str], talk: list[str]) -> None:
        self.rng, self.sentences, self.talk = rng, sentences, talk
        self.people = rng.sample(facts.NAMES, 2)

    def write(self) -> Dialogue:
        scenes = [scene for deed in self.rng.sample(facts.DEEDS, FACTS) for scene in self.scenes(deed)]
        fill = [self.filler() for _ in range(SESSIONS * 14)]
        blocks = [*scenes, *([turn] for turn in fill)]
        self.rng.shuffle(blocks)
        turns: list[Said] = []
        questions = []
        per_session = -(-len(blocks) // SESSIONS)
        for number, block in enumerate(blocks):
            start = len(turns)
            turns += [Said(text, author, number // per_session) for text, author, *_ in block]
            questions += [
                Question(asked[0], (start + place,)) for place, (_, _, *asked) in enumerate(block) if asked
            ]
        return Dialogue(turns, questions)

    def scenes(self, deed: facts.Deed) -> list[list[tuple[str, ...]]]:
        """The fact, and what looks like it."""
        who, other = self.rng.sample(self.people, 2)
        mine, theirs = self.rng.sample(deed.things, 2)
        mine_detail, their_detail = self.rng.sample(deed.details, 2)
        return [
            self.fact(deed, who, other, mine, mine_detail),
            self.fact(deed, other, who, theirs, their_detail),
            [(deed.aside, self.rng.choice(self.people))],
            *([(self.filled(facts.PESTERING, deed, name=who), other)] for _ in range(2)),
        ]

    def fact(self, deed, who, other, thing, detail) -> list[tuple[str, ...]]:
        words = {"thing": thing[0], "detail": detail, "when": self.rng.choice(facts.WHEN)}
        asked = {"name": who, "asked": thing[1], "verb": self.rng.choice([deed.lemma] * 3 + [deed.synonym])}
        if self.rng.random() < 0.5:
            told = self.filled(facts.TOLD, deed, **words)
            question = self.filled(facts.ASKED_TOLD, deed, **asked)
            return [(told, who, question), (self.filled(facts.REACTIONS, deed, name=who), other)]
        answer = self.filled(facts.ANSWERS, deed, **words)
        return [
            (self.filled(facts.TOPICS, deed), who),
            (self.rng.choice(facts.PROMPTS), other),
            (answer, who, self.filled(facts.ASKED_ANSWERED, deed, **asked)),
        ]

    def filled(self, templates: tuple[str, ...], deed: facts.Deed, **words: str) -> str:
        text = self.rng.choice(templates).format(**deed._asdict(), **words)
        return text[0].upper() + text[1:]

    def filler(self) -> tuple[str, str]:
        author = self.rng.choice(self.people)
        if self.rng.random() < 0.25:
            return self.rng.choice(self.talk), author
        text = ". ".join(self.rng.sample(self.sentences, self.rng.randint(1, 3)))
        if self.rng.random() < 0.3:
            (other,) = set(self.people) - {author}
            text = f"{other}, listen: {text}"
        return text, author
