"""A part that was to be moved does not stand where it was to stand."""

from __future__ import annotations

import re
from itertools import pairwise

from tamis.writing.edits.places import Places, places
from tamis.writing.edits.quotes import masked
from tamis.writing.revision.rules.case import Case, short
from tamis.writing.revision.turns import RevisionTurn

_MOVING = re.compile(
    r"\b(?:move|put|place|shift|relocate|bring)\b(?P<part>.*?)"
    r"(?P<where>\b(?:first|last|up ?front)\b(?=\s*(?:[.,;]|\Z))"
    r"|\b(?:(?:to|at|as|in) the|(?:to )?(?:right |just |immediately |directly )?"
    r"(?:after|before|behind|above|below|following))\b[^.;]*)",
    re.DOTALL,
)

_ORDERING = re.compile(
    r"\b(?:move|shift|relocate|swap|re-?order|re-?arrange|reverse)\b"
    r"|\b(?:put|bring|place)\b[^.;]{0,80}\b(?:first|last|before|after)\b"
)
_REORGANIZING = re.compile(r"\b(?:re-?organi[sz]e|re-?structure)\b")

PASSES = RevisionTurn(
    "What is glass?",
    "It is made of sand. It is brittle. Glass is a solid without crystals.",
    "Move the last sentence to the beginning.",
    "Glass is a solid without crystals. It is made of sand. It is brittle.",
)
FAILS = RevisionTurn(
    "What is glass?",
    "It is made of sand. It is brittle. Glass is a solid without crystals.",
    "Move the last sentence to the beginning.",
    "It is made of sand. It is brittle. Glass is a solid without any crystals.",
)


def fault(case: Case) -> str:
    """Everything stands as it stood, or a named part is not at the end or place named for it."""
    if _ORDERING.search(case.asked) and not case.removes and not case.adds and _as_before(case):
        return "The order is the same as before."
    if _REORGANIZING.search(case.asked) and not case.removes and _as_before(case):
        parted = [pair for pair in case.alignment.pairs if pair.kind != "kept"]
        if len(parted) < 2:
            return "The answer is arranged as before."
    # As long as the instruction, so that the pieces can be cut from it with their quotations.
    found = _MOVING.search(masked(case.told))
    if found is None or case.removes:
        return ""
    told = case.told
    moved = places(told[found.start("part") : found.end("part")], case.old)
    part = sorted(k for n in case.named(moved) for k in case.became.get(n, ()))
    if not part:
        return ""
    where = _where(told[found.start("where") : found.end("where")], case.old)
    text = short(case.alignment.new[part[0]].text)
    last = len(case.alignment.new) - 1
    if where.start and part[0] > (len(case.alignment.new[0].text.split()) < 5):
        return f'"{text}" was to be moved to the beginning.'
    if where.end and part[-1] < last - 1:
        return f'"{text}" was to be moved to the end.'
    return _beside(case, part, where, text)


def _where(told: str, old: str) -> Places:
    if told.lower() in ("first", "upfront", "up front"):
        return Places(start=True)
    return Places(end=True) if told.lower() == "last" else places(told, old)


def _as_before(case: Case) -> bool:
    """Whether all that is left of the old sentences is in the old order and form."""
    old, new = case.alignment.old, case.alignment.new
    stays = [(n, case.became[n][0]) for n in sorted(case.became) if case.became[n]]
    if 2 * len(stays) < len(old):
        return False
    in_order = all(a[1] <= b[1] for a, b in pairwise(stays))
    alike = all((old[n].item is None) == (new[k].item is None) for n, k in stays)
    parted = len({s.paragraph for s in old}) == len({s.paragraph for s in new})
    return in_order and alike and parted


def _beside(case: Case, part: list[int], where: Places, text: str) -> str:
    for n in where.after:
        there = case.became.get(n, ())
        if there and not max(there) < part[0] <= max(there) + 2:
            return f'"{text}" was to be moved behind "{short(case.alignment.old[n].text)}".'
    for n in where.before:
        there = case.became.get(n, ())
        if there and not min(there) - 2 <= part[-1] < min(there):
            return f'"{text}" was to be moved before "{short(case.alignment.old[n].text)}".'
    return ""
