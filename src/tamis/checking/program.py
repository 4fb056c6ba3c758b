"""The program judge: a constraint in the wordings of the types, judged by computing."""

from __future__ import annotations

from tamis.checking.constraint_types import ConstraintType
from tamis.checking.judgement import Judgement, guarded
from tamis.checking.ledger.requirement import Requirement
from tamis.checking.requests.wordings import of_sentence
from tamis.types import InputError


def read(constraint: str) -> ConstraintType:
    """The typed constraint that a sentence states; InputError where no type is worded so."""
    made = of_sentence(constraint)
    if made is None:
        raise InputError(f"the program does not understand {constraint!r:.200}.")
    return made


def demand_of(constraint: str) -> Requirement | None:
    """The demand on a plan that a sentence states; None for none."""
    try:
        demand = getattr(read(constraint), "demand", None)
    except InputError:
        return None
    return demand if isinstance(demand, Requirement) else None


@guarded
def judge(constraint: str, response: str) -> Judgement:
    """Whether a response satisfies a constraint; undecided where it is not read or not clear.

    The worksheet shows how it was computed, line by line.
    """
    try:
        made = read(constraint)
    except InputError as why:
        return Judgement(None, "program", "abstained", str(why))
    return made.judge(response)
