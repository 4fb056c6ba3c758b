"""Recorded instructions put to another author."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tamis.answer.writing import Hear, replay
from tamis.sessions import Passage, Session, as_row, from_row
from tamis.types import Reply

ROW = {
    "original_question": "Q?",
    "model_name": "old",
    "initial_answer": "a0",
    "interaction": [
        {"instruction": "add", "answer_1": "a1", "rating": "bad", "passages": ["found then"]},
        {"instruction": " ", "answer_1": "a2", "rating": "good"},
        {"instruction": "cut", "answer_1": "a3", "rating": "good", "instruction_kind": "stylistic"},
    ],
}
RECORDED = from_row(ROW).session


class Parrot:
    """Writes down what it was given."""

    name = "new"

    def __init__(self, fails_on: str = "") -> None:
        self.fails_on = fails_on
        self.shown: list[str] = []

    async def draft(self, question: str, passages: Sequence[Passage], hear: Hear) -> Reply:
        """Its one draft."""
        return Reply("mine")

    async def summarise(
        self, previous: str, instruction: str, passages: Sequence[Passage]
    ) -> Reply:
        """Remembers the passages."""
        self.shown += [passage.text for passage in passages]
        return Reply("summary")

    async def revise(
        self, question: str, previous: str, instruction: str, summary: str, hear: Hear
    ) -> Reply:
        """The answer so far, the instruction and the summary, one after the other."""
        if instruction == self.fails_on:
            return Reply("", failed="the line is dead")
        return Reply(f"{previous}+{instruction}{'+' + summary if summary else ''}")


def answers(session: Session) -> list[str | None]:
    """What the author made of each instruction."""
    return [turn.answer for turn in session.turns]


def test_recorded_mode_puts_each_instruction_to_the_answer_of_then() -> None:
    """The bad first answer had left the history; empty instructions are skipped and counted."""
    author = Parrot()
    made = asyncio.run(replay(RECORDED, author))
    assert answers(made.session) == ["a0+add+summary", "a2+cut"]
    assert made.skipped == (2,)
    assert author.shown == ["found then"]
    assert made.session.opened.retriever == "recorded"


def test_own_mode_goes_on_from_the_authors_own_answers() -> None:
    """From its own draft, each answer built on its last."""
    made = asyncio.run(replay(RECORDED, Parrot(), mode="own"))
    assert made.session.draft == "mine"
    assert answers(made.session) == ["mine+add+summary", "mine+add+summary+cut"]


def test_a_revision_that_fails_costs_only_its_turn() -> None:
    """It is listed with its reason, and the others are there."""
    made = asyncio.run(replay(RECORDED, Parrot(fails_on="add")))
    assert answers(made.session) == ["a2+cut"]
    assert made.failed == ((1, "the line is dead"),)


def test_a_replay_is_written_with_the_answers_it_was_put_to() -> None:
    """Read back, each turn's previous answer is the recorded one, and none is rated."""
    made = asyncio.run(replay(RECORDED, Parrot()))
    again = from_row(as_row(made.session, unrated=True)).session
    assert [(t.previous, t.answer, t.rating) for t in again.turns] == [
        ("a0", "a0+add+summary", None),
        ("a2", "a2+cut", None),
    ]
