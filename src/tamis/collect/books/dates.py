"""Years read from the dates of library catalogues and of Wikidata."""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

_BC = r"b\.? ?c\.?(?: ?e\.?)?(?!\w)"
# With words after it, "1999 BC" is no year before Christ: BC is also a province and a publisher.
_BEFORE_CHRIST = re.compile(
    rf"(?<!\d)(?:(\d{{1,4}})\s*(?:-|–|/|or|and|to)\s*)?"
    rf"(?:(\d{{1,3}})[\s?\])]*{_BC}|(\d{{4}})[\s?\])]*{_BC}(?=\W*$|\s*[-–/]\s*\d))"
    rf"|^(?:ca?\.?\s*)?{_BC}\s*(\d{{1,3}})(?!\d)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)(?:1\d{3}|20\d{2})(?![\d?]?\d)(?!\s?(?:xx|--|uu)|'?s\b)")
_EARLY = re.compile(
    r"(?:circa|ca?\.?|b\.?|born|about|a\.?d\.?)?\s*\[?([1-9]\d\d)[\])?.]*"
    r"\s*+(?:a\.?d\.?|c\.?e\.?)?(?:\s*-\s*\d{3,4})?",
    re.IGNORECASE,
)
_DECADE = re.compile(r"(?<!\d)(?:1[4-9]\d|20\d)[?-](?!\s?\d)")
_DEATH = re.compile(r"\W*(?:d\.|died\b)\s*(?:ca?\.\s*)?\[?\d{4}\D*", re.IGNORECASE)
_WIKIDATA = re.compile(r"([+-]?)(\d{1,16})(?:-\d|$)")

PRECISE_TO_THE_YEAR = 9


def year_of(text: object) -> int | None:
    """The earliest year in a date as catalogues write it; None where no year is known.

    Examples of what is read: `1850?`, `ca. 1900`, `c1972`, `June 1931`, `1850-1920` (1850),
    `[1987]`, `1931-02-18` and years of three digits that stand alone. Years before Christ are
    negative (`500 BC` is -500), unless BC belongs to other words (`1999 BC edition`). `19xx`,
    `197-?`, `199?`, `1850s`, `19th century`, a death alone (`d. 1910`) and days without a year
    give None. Any value may be given.
    """
    if isinstance(text, int) and not isinstance(text, bool):
        return text if -9999 <= text <= 9999 and text else None
    if not isinstance(text, str) or not (text := text[:200].strip()):
        return None
    # Few dates have a b, and this expression takes as long as all others together.
    if "b" in text.lower() and (before := list(filter(None, chain(*_BEFORE_CHRIST.findall(text))))):
        return -max(map(int, before)) or None
    if _DEATH.fullmatch(text):
        return None
    text = _DECADE.sub(" ", text)
    if early := _EARLY.fullmatch(text):
        return int(early[1])
    return min(map(int, _YEAR.findall(text)), default=None)


def wikidata_year(value: Any) -> int | None:
    """The year of a Wikidata time, negative before Christ; None where no year is known.

    `value` looks like {"time": "+1931-02-18T00:00:00Z", "precision": 11}; a time without a
    precision is taken as exact to the day, as SPARQL gives it. Any value may be given.
    """
    if isinstance(value, str):
        value = {"time": value}
    if not isinstance(value, dict):
        return None
    precision = value.get("precision", PRECISE_TO_THE_YEAR)
    if not isinstance(precision, int) or precision < PRECISE_TO_THE_YEAR:
        return None
    found = _WIKIDATA.match(str(value.get("time", "")))
    if not found or not 0 < (year := int(found[2])) <= 9999:
        return None
    return -year if found[1] == "-" else year
