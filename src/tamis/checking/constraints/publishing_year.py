"""First published within a range of years (KITAB, §3.1, temporal)."""

import re

from tamis.types import Constraint, Item

WORDING = "Book was first published in the year range {first}-{last}."
PASSES = ("Book was first published in the year range 1970-1975.", Item("Sula", 1973))
FAILS = ("Book was first published in the year range 1970-1975.", Item("Beloved", 1987))

_YEAR = re.compile(r"(?<!\d)\d{3,4}(?!\d)")
# Wordings that mean more than a single year: `before 1950`, `the 1970s`, `1970-75`.
_OPEN = re.compile(r"\b(?:before|after|since|until|from|to|by)\b|\ds\b|\d\s*[-–—/]\s*\d")


def mentioned(text: str) -> bool:
    """Whether a wording is about a time of publication."""
    return "publish" in text or "year" in text


def parse(text: str) -> dict[str, tuple[int, int]]:
    """The first and last year that the wording names; ValueError where there is no range.

    A single year is a range of one, unless the wording leaves one end open.

    Only numbers of three or four digits are years, so the number of the criterion needs no
    special treatment (the published scorer drops the first number, whatever it is).
    """
    years = [int(year) for year in _YEAR.findall(text)]
    if not years or (len(years) == 1 and _OPEN.search(text)):
        raise ValueError(f"no year or range of years in the constraint {text!r}")
    return {"years": (min(years[:2]), max(years[:2]))}


def holds(constraint: Constraint, item: Item) -> bool:
    """Whether the year is in the range, both ends included; never for an unknown year."""
    first, last = constraint.years
    return item.year is not None and first <= item.year <= last
