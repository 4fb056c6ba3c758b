"""First published within a range of years (KITAB, §3.1, temporal)."""

import re

from tamis.types import Constraint, Item

WORDING = "Book was first published in the year range {first}-{last}."
PASSES = ("Book was first published in the year range 1970-1975.", Item("Sula", 1973))
FAILS = ("Book was first published in the year range 1970-1975.", Item("Beloved", 1987))

_YEAR = re.compile(r"(?<!\d)\d{3,4}(?!\d)")


def mentioned(text: str) -> bool:
    """Whether a wording is about a time of publication."""
    return "publish" in text or "year" in text


def parse(text: str) -> dict[str, tuple[int, int]]:
    """The first and last year that the wording names; ValueError where there is none.

    Only numbers of three or four digits are years, so the number of the criterion needs no
    special treatment (the published scorer drops the first number, whatever it is).
    """
    years = [int(year) for year in _YEAR.findall(text)]
    if not years:
        raise ValueError(f"no year in the constraint {text!r}")
    return {"years": (min(years[:2]), max(years[:2]))}


def holds(constraint: Constraint, item: Item) -> bool:
    """Whether the year is in the range, both ends included; never for an unknown year."""
    first, last = constraint.years
    return item.year is not None and first <= item.year <= last
