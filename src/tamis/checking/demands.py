"""All that a response is held to, and how it comes from what a user gives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tamis.checking.constraint_types import ConstraintType, from_spec
from tamis.checking.constraint_types.text import SOME_PART
from tamis.checking.demand import Demand
from tamis.checking.judgement import fault
from tamis.types import InputError


@dataclass(frozen=True)
class Demands:
    """All that a response is held to, in order.

    `source` is where it comes from: `given`, or read from a request by the `program` or a `model`.
    `unread` are the requirements of the request that were not read, `refused` what the model named
    and the request does not bear out; `aside` is what is to be made, at its beginning, and
    `background` all else that the model set aside: these are not checked.
    """

    listed: tuple[Demand, ...]
    source: Literal["given", "program", "model"] = "given"
    unread: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    background: tuple[str, ...] = ()


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
        from tamis.checking.requests.wordings import of_sentence

        try:
            return Demand(given, of_sentence(given))
        except Exception as error:
            return Demand(given, fault=fault(error))
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
    """Demands without repetitions: a sentence can stand for several constraints.

    What is demanded of the whole is not demanded of some part besides.
    """
    kept: dict[tuple[str, str], Demand] = {}
    for one in found:
        kept.setdefault((one.sentence, repr(one.constraint)), one)
    sentences = {one.sentence for one in kept.values()}
    part = f"{SOME_PART}: "
    return tuple(
        one
        for one in kept.values()
        if not one.sentence.startswith(part) or one.sentence.removeprefix(part) not in sentences
    )
