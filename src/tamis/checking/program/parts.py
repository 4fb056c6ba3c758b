"""Shared by the calculators: compares one section's total with the bound."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tamis.checking.program.amounts import Amount
from tamis.checking.program.requirement import Bound
from tamis.checking.worksheet import Entry, Part

SCOPES = {
    "plan": "in all",
    "day": "each day",
    "week": "each week",
    "session": "each session",
    "meal": "each meal",
    "exercise": "each exercise",
    "direction": "each way",
}
"""The scopes of a requirement in words."""


class Unsure(Exception):
    """The response cannot be read with certainty; the message says why, in one sentence."""


MAX_ENTRIES = 200
"""The most entries that a part of a worksheet shows."""


def shortened(text: str, width: int = 70) -> str:
    """A text cut to a width, with a mark where it was cut."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def verdict(bound: Bound, total: Amount, what: str) -> bool:
    """Whether a total satisfies the bound; `Unsure` where it depends on how the text is meant."""
    low, high = bound.holds(total.low), bound.holds(total.high)
    if low != high or (not low and total.low < bound.low and total.high > bound.high):
        raise Unsure(f"{what} comes to {total.text()}, depending on how the text is meant.")
    return low


def compared(name: str, bound: Bound, entries: list[Entry], total: Amount) -> Part:
    """A section's entries and total, compared with the bound; `Unsure` as in `verdict`."""
    name = shortened(name)
    return Part(name, tuple(entries[:MAX_ENTRIES]), total.low, verdict(bound, total, name))


def settle(makers: Iterable[Callable[[], Part]]) -> list[Part]:
    """The parts; one that certainly violates the bound decides, whatever the unsure ones are."""
    parts, doubts = [], []
    for make in makers:
        try:
            parts.append(make())
        except Unsure as doubt:
            doubts.append(doubt)
    if doubts and all(part.satisfied for part in parts):
        raise doubts[0]
    return parts
