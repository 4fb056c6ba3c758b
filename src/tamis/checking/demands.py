"""What a response is held to: a sentence, with the typed constraint that decides it if any does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from tamis.checking.constraint_types import ConstraintType, Text, from_spec
from tamis.checking.judgement import Judgement
from tamis.types import InputError


@dataclass(frozen=True)
class Demand:
    """One constraint of a check.

    `sentence` says it in words, `constraint` decides it without a model, None where only a model
    can; `quote` are the words of the request that it was read from, empty where it was given.
    `unsure`: these words may mean something else, so the program never says that it is not kept.
    """

    sentence: str
    constraint: ConstraintType | None = None
    quote: str = ""
    unsure: bool = False

    def judge(self, text: Text) -> Judgement:
        """The verdict by program."""
        if self.constraint is None:
            return Judgement(
                None, "program", "abstained",
                f"the program does not understand {self.sentence!r:.200}.",
            )  # fmt: skip
        judged = self.constraint.judge(text)
        if not self.unsure or judged.satisfied is not False:
            return judged
        why = "as it was read it is not kept, but the request may mean something else."
        return replace(judged, satisfied=None, outcome="abstained", reason=why)


@dataclass(frozen=True)
class Demands:
    """All that a response is held to, in order.

    `source` is where it comes from: `given`, or read from a request by the `program` or a `model`.
    `unread` are the requirements of the request that were not read, `refused` what the model quoted
    from nowhere in it; `aside` is what was taken as the task itself, or as background.
    """

    listed: tuple[Demand, ...]
    source: Literal["given", "program", "model"] = "given"
    unread: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()


Given = str | ConstraintType | dict[str, Any] | Demand
"""A constraint as a user gives it: a sentence, a typed one, or its plain values."""


def demand(given: Given) -> Demand:
    """A given constraint as a demand. InputError for plain values that do not fit."""
    if isinstance(given, Demand):
        return given
    if isinstance(given, ConstraintType):
        return Demand(given.sentence, given)
    if isinstance(given, str):
        # The reader takes as long to import as all the rest, and typed constraints do not need it.
        from tamis.checking.extraction.sentence import of_sentence

        return Demand(given, of_sentence(given))
    made = from_spec(given)
    return Demand(made.sentence, made)


def demands(given: Sequence[Given], name: str = "constraint") -> tuple[Demand, ...]:
    """Given constraints as demands, each once. InputError, with its number, for what is none."""
    found = []
    for nth, one in enumerate(given, 1):
        if not isinstance(one, str | ConstraintType | dict | Demand) or not str(one).strip():
            raise InputError(f"{name} {nth} is {str(one)[:40]!r}; expected a sentence or a type.")
        try:
            made = demand(one)
        except InputError as error:
            raise InputError(f"{name} {nth}: {error}") from None
        found.append(made)
    return once(found)


def once(found: Iterable[Demand]) -> tuple[Demand, ...]:
    """Demands without repetitions: a sentence can stand for several constraints."""
    kept: dict[tuple[str, str], Demand] = {}
    for one in found:
        kept.setdefault((one.sentence, repr(one.constraint)), one)
    return tuple(kept.values())
