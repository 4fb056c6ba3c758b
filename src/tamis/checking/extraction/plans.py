"""From a request for a plan to sentences that the program judge reads (ACS, §1 and §2.1).

Each quantity of meals, workouts and schedules becomes a sentence, such as "The meal plan must
include 3 meals each day."; what no sentence can be made of is listed, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tamis.checking.extraction.clauses import clauses, sentences
from tamis.checking.extraction.demands import demands, left_over
from tamis.checking.extraction.phrases import phrases, plan_of
from tamis.checking.worksheet import Span
from tamis.types import InputError

Read = Callable[[str], Any]


@dataclass(frozen=True)
class Extracted:
    """The constraints of a request in order, and the parts of it that were not understood."""

    constraints: tuple[str, ...]
    not_understood: tuple[str, ...] = ()


def by_clause(request: str, read: Read | None = None) -> Iterator[tuple[str, str]]:
    """Each sentence that is made of a clause, with the figure of the clause as written."""
    read = read or _program
    plan = plan_of(request)
    if plan == "plan":
        return
    for sentence in sentences(request):
        for clause in clauses(sentence):
            if said := next(
                (text for text in phrases(clause, plan) if _understood(text, read)), ""
            ):
                yield said, sentence[clause.quantity.start : clause.quantity.end]


def by_program(request: str, read: Read | None = None) -> Extracted:
    """The constraints that the program finds; never raises, in time linear in the request.

    A part of the request that has a number, or demands something, is not understood if no
    sentence can be made of it that `read` accepts. `read` raises InputError for a sentence that it
    does not understand; by default it is `tamis.checking.program.read`.
    """
    read = read or _program
    plan = plan_of(request)
    constraints: dict[str, None] = {}
    unclear: dict[str, None] = {}
    for sentence in sentences(request):
        found = clauses(sentence)
        for clause in found:
            said = next((text for text in phrases(clause, plan) if _understood(text, read)), "")
            if said:
                constraints[said] = None
            else:
                unclear[clause.text] = None
        rest = left_over(sentence, found) if found else [sentence] if demands(sentence) else []
        unclear.update(dict.fromkeys(rest))
    return Extracted(tuple(constraints), tuple(unclear))


def _program(constraint: str) -> object:
    from tamis.checking import program

    return program.read(constraint)


def _understood(constraint: str, read: Read) -> bool:
    try:
        read(constraint)
    except InputError:
        return False
    return True


def plan_sentences(request: str) -> list[tuple[str, Span]]:
    """Each sentence that states a figure of the plan, with the place of the figure in the request.

    Empty where the request asks for no plan.
    """
    found: list[tuple[str, Span]] = []
    at = 0
    for sentence, figure in by_clause(request):
        # The clauses have their white space folded, and lost the dots of short forms.
        words = map(re.escape, figure.split())
        place = re.compile(r"[\s.]*".join(words), re.IGNORECASE).search(request, at)
        if place is None:
            continue
        at = place.end()
        found.append((sentence, place.span()))
    return found
