"""Reads the figures of a plan (meals, workouts, a schedule), as sentences for the program judge."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tamis.checking.extraction import by_clause
from tamis.checking.worksheet import Span

Read = Callable[[str], Any]


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
