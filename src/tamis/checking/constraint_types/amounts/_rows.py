"""What a row of a table comes to, by the headers of its columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from tamis.checking.constraint_types.amounts._figures import (
    Come,
    Figure,
    Role,
    come_to,
    rate_in,
    same,
)
from tamis.checking.program.interval import Interval, hull

COUNT_HEAD = re.compile(
    r"\W{0,6}(?:qty|quantit(?:y|ies)|count|number|nights?|days|units?|pieces|people|persons|no\.?|#|x"
    r"|how many|tickets|amount needed|servings|item #)\W{0,6}$",
    re.I,
)
"""The header of a column that says how many."""

_ROLES: tuple[tuple[Role, re.Pattern[str]], ...] = (
    ("note", re.compile(r"^\W{0,6}(?:[\w-]{1,20} )?(?:notes?|comments?|remarks?|tips?|details|why)"
                        r"\W{0,6}$|^\W{0,6}(?:running|cumulative|balance)\b", re.I)),
    ("old", re.compile(r"^\W{0,6}(?:was|original|regular|list|rrp|msrp|retail|old|previous)\b",
                       re.I)),
    ("less", re.compile(r"\b(?:sav(?:e|ed|ings?)|discount)\b", re.I)),
    ("rest", re.compile(r"\b(?:left|remaining|difference|variance)\b", re.I)),
    ("rate", re.compile(r"\b(?:unit|each|per|rate|single|nightly)\b|/\s?\w", re.I)),
)  # fmt: skip
_TOTAL = re.compile(r"\b(?:sub-?total|total|sum|extended|line cost)\b", re.I)
_ENDS = re.compile(r"\b(?:(?P<low>low|min(?:imum)?|from)|(?P<high>high|max(?:imum)?|to))\b", re.I)
_LINE_COST = re.compile(r"\b(?:cost|spend|expense)", re.I)


def role_of_column(header: str) -> tuple[Role | Literal[""], str]:
    """What the figures of a column are for, and for each of what, where its header says so."""
    rate = rate_in(header)
    if not header or _TOTAL.search(header):
        return "", rate
    found: list[Role] = [role for role, words in _ROLES if words.search(header)]
    role: Role | Literal[""] = found[0] if found else ""
    return role, rate or ("item" if role == "rate" else "")


def come_of_row(text: str, figures: Sequence[tuple[str, Figure]], counts: Sequence[float]) -> Come:
    """What a row comes to: its column of totals, else its figure, else a rate as often as said."""
    own = [one for _, one in figures]
    made = Come(figures=own)
    entries = [(head, one) for head, one in figures if one.role == "entry"]
    rates = [one for one in own if one.role == "rate"]
    n = counts[0] if len(counts) == 1 else None
    if total := [one for head, one in entries if _TOTAL.search(head)]:
        for _, other in entries:
            other.role = "entry" if other is total[-1] else "part"
        made.value = total[-1].value
        unit = [*rates, *(one for _, one in entries if one.role == "part")]
        if n is not None and len(unit) == 1 and len(total) == 1:
            product = unit[0].value * Interval(n, n)
            made.working = f"{n:g} × {unit[0].written(text)}"
            if not same(product, total[0].value, 0.01):
                made.told = f"{made.working} is not {total[0].written(text)}"
                made.doubt = "its multiplication is not right"
                made.value = hull([product, total[0].value])
        return made
    if len(entries) > 1 and len({head for head, _ in entries}) == len(entries):
        return _columns(entries, made)
    if entries:
        come = come_to(text, own, prose=False)
        priced_each = n is not None and n > 1 and not _LINE_COST.search(entries[0][0])
        if priced_each and come.value and n:
            come.doubt = f"whether {entries[0][1].written(text)} is for each of {n:g}"
            come.value = Interval(come.value.low, come.value.high * n)
        return come
    if rates and n is not None:
        made.value = rates[-1].value * Interval(n, n)
        made.working = f"{n:g} × {rates[-1].written(text)}"
        return made
    return come_to(text, own, prose=False)


def _columns(entries: Sequence[tuple[str, Figure]], made: Come) -> Come:
    """Several columns with figures: the ends of a range, or alternatives."""
    ends = [_ENDS.search(head) for head, _ in entries]
    values = [one.value for _, one in entries]
    made.value = hull(values)
    if not (len(ends) == 2 and ends[0] and ends[1] and ends[0]["low"] and ends[1]["high"]):
        made.doubt = "which of its columns counts"
    return made
