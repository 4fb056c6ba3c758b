"""What a response is held to: a sentence, with the typed constraint that decides it if any does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from tamis.checking.constraint_types import ConstraintType, Text, from_spec, known
from tamis.checking.judgement import Judgement
from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.checking.extraction.request import ReadRequest

_AFTER_PLANS = (".amounts.", ".items.")
"""Groups of types whose matters the judge of plans may know better."""

_WORD = re.compile(r"\d+|[^\W\d_]+")
_DEMANDS_NOTHING = """
a an the this that it its of in into as at by for to with and between there your you is are be must
should shall has have need needs please add answer consist consists contain contains give include
includes keep make output produce provide put reply respond return use write article document email
entire essay format formatting length letter list long message note poem points post report response
story summary text total valid whole
"""
"""Words beside a constraint that demand nothing more than it does."""

_DENIALS = frozenset(("do", "don", "t", "not", "never"))


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


@dataclass(frozen=True)
class Demands:
    """All that a response is held to, in order.

    `source` is where it comes from: `given`, or read from a request by the `program` or a `model`.
    `unread` are the requirements of the request that were not read, `refused` what the model quoted
    from nowhere in it.
    """

    listed: tuple[Demand, ...]
    source: Literal["given", "program", "model"] = "given"
    unread: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


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
    judge of plans reads; then the other amounts. Where a word is left over that may narrow it or
    demand something else, it is not understood.
    """
    # It takes as long to import as all the rest, and typed constraints do not need it.
    from tamis.checking.extraction.request import read_request

    read = read_request(sentence)
    whole = len(read.constraints) == 1 and not read.unread and not _left(sentence, read)
    made = read.constraints[0] if whole else None
    if made and not any(group in known()[made.id] for group in _AFTER_PLANS):
        return made
    try:
        return from_spec({"type": "plan", "says": sentence})
    except InputError:
        return made


def _left(sentence: str, read: ReadRequest) -> set[str]:
    """The words of a sentence that may demand more than the one constraint that was read."""
    (made,) = read.constraints
    spans = sorted(place for part in read.parts for place in part.places)
    at, rest = 0, []
    for start, end in (*spans, (len(sentence), len(sentence))):
        rest.append(sentence[at:start])
        at = max(at, end)
    known = set(_WORD.findall(f"{made.sentence} {made.id.replace('_', ' ')}".casefold()))
    known.update(_DEMANDS_NOTHING.split())
    if not known.isdisjoint(("no", "most")):
        # "Do not use" is "no", "do not use more than" is "at most".
        known |= _DENIALS
    return set(_WORD.findall(" ".join(rest).casefold())) - known


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
