"""What a response is held to: a sentence, with the typed constraint that decides it if any does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tamis.checking.constraint_types import ConstraintType, Text, from_spec, known
from tamis.checking.extraction.request import read_request
from tamis.checking.judgement import Judgement
from tamis.types import InputError

_OF_TEXTS = ("form", "content")


@dataclass(frozen=True)
class Demand:
    """One constraint of a check.

    `sentence` says it in words, `constraint` decides it without a model, None where only a model
    can; `quote` are the words of the request that it was read from, empty where it was given.
    """

    sentence: str
    constraint: ConstraintType | None = None
    quote: str = ""

    def judge(self, text: Text) -> Judgement:
        """The verdict by program."""
        if self.constraint is None:
            return Judgement(
                None, "program", "abstained",
                f"the program does not understand {self.sentence!r:.200}.",
            )  # fmt: skip
        return self.constraint.judge(text)


Given = str | ConstraintType | dict[str, Any] | Demand
"""A constraint as a user gives it: a sentence, a typed one, or its plain values."""


def demand(given: Given) -> Demand:
    """A given constraint as a demand. InputError for plain values that do not fit."""
    if isinstance(given, Demand):
        return given
    if isinstance(given, ConstraintType):
        return Demand(given.sentence, given)
    if isinstance(given, str):
        return Demand(given, of_sentence(given))
    made = from_spec(given)
    return Demand(made.sentence, made)


def of_sentence(sentence: str) -> ConstraintType | None:
    """The typed constraint that a sentence states as a whole; None where it is not understood.

    What is said of the text itself (words, bullets, what it contains) is read first; then what the
    judge of plans reads; then the other amounts.
    """
    read = read_request(sentence)
    made = read.constraints if not read.unread and len(read.constraints) == 1 else ()
    if made and (made[0].id == "instruction" or _group(made[0]) in _OF_TEXTS):
        return made[0]
    try:
        return from_spec({"type": "plan", "says": sentence})
    except InputError:
        return made[0] if made else None


def _group(constraint: ConstraintType) -> str:
    return known()[constraint.id].split(".")[-2]


def demands(given: Sequence[Given], name: str = "constraint") -> tuple[Demand, ...]:
    """Given constraints as demands, each once. InputError, with its number, for what is none."""
    found: dict[str, Demand] = {}
    for nth, one in enumerate(given, 1):
        if not isinstance(one, str | ConstraintType | dict | Demand) or not str(one).strip():
            raise InputError(f"{name} {nth} is {str(one)[:40]!r}; expected a sentence or a type.")
        try:
            made = demand(one)
        except InputError as error:
            raise InputError(f"{name} {nth}: {error}") from None
        found.setdefault(made.sentence, made)
    return tuple(found.values())
