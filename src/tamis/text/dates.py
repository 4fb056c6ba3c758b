"""Dates in text, in any of the usual orders, each with all that it may mean."""

from __future__ import annotations

import re
from collections.abc import Iterator

Reading = tuple[int | None, int, int | None]
"""Year, month and day; None for what is not given."""

MONTHS = re.findall(
    r"\w+",
    "january february march april may june july august september october november december",
)
SHORT_MONTHS = {name[:3]: name for name in MONTHS if name != "may"} | {"sept": "september"}
"""The full name of each month that has a short form, by that form."""

_NUMBERS = {name[:3]: n for n, name in enumerate(MONTHS, 1)}
_BLANK = "[ \u00a0]"
# ASCII, so that no other letter counts as an "s" in another case.
_MONTH = rf"(?P<{{}}>(?ai:{'|'.join([*MONTHS, *SHORT_MONTHS])}))\b\.?+"
_DAY = r"(?P<{}>[0-9]{{1,2}})(?:st|nd|rd|th)?\b"
_YEAR = r"(?P<{}>[0-9]{{4}})\b"
_DIGIT = re.compile("[0-9]")
_DATE = re.compile(
    r"(?<![^\W_])(?<![0-9][/.])(?:"
    r"(?<![0-9]-)(?P<y1>[0-9]{4})-(?P<n1>[0-9]{1,2})-(?P<d1>[0-9]{1,2})(?:\b|(?=T[0-9]))(?![/.-][0-9])"
    r"|(?<![0-9]-)(?P<a>[0-9]{1,2})[/.](?P<b>[0-9]{1,2})[/.](?P<y2>[0-9]{4})\b(?![/.-][0-9])"
    rf"|{_DAY.format('d2')}(?: of)?(?:{_BLANK}|-){_MONTH.format('m2')}"
    # "No. 2 June 28, 2017": the day and the year of the month come after it.
    rf"(?:,?(?:{_BLANK}|-){_YEAR.format('y3')}|(?!{_BLANK}[0-9]{{1,2}},? ?[0-9]{{4}}\b))"
    rf"|{_MONTH.format('m3')}{_BLANK}{_DAY.format('d3')}(?!/[0-9]{{1,2}}/)"
    rf"(?:,?{_BLANK}?{_YEAR.format('y4')})?"
    rf"|{_MONTH.format('m4')}(?: of|,)?{_BLANK}{_YEAR.format('y5')}(?!-[0-9]{{1,2}}-)"
    r")",
    re.IGNORECASE,
)


def find_dates(text: str) -> Iterator[tuple[int, int, tuple[Reading, ...]]]:
    """The dates in `text`: the start and end of each, and its possible readings.

    "02/05/1985" and "02.05.1985" have two readings, first the usual one: the month before the day
    with slashes, after it with points. A month above 12 or a day above 31 is no date.
    """
    if not _DIGIT.search(text):
        return
    for found in _DATE.finditer(text):
        said = {name[0]: value for name, value in found.groupdict().items() if value}
        year = int(said["y"]) if "y" in said else None
        if "a" in said:
            first, second = int(said["a"]), int(said["b"])
            readings: list[Reading] = [(year, first, second), (year, second, first)]
            if "." in found[0]:
                readings.reverse()
        else:
            month = int(said["n"]) if "n" in said else _NUMBERS[said["m"][:3].lower()]
            readings = [(year, month, int(said["d"]) if "d" in said else None)]
        if fit := tuple(dict.fromkeys(filter(_is_possible, readings))):
            # The point of an abbreviation is no part of the last word.
            yield found.start(), found.start() + len(found[0].rstrip(".")), fit


def _is_possible(reading: Reading) -> bool:
    _, month, day = reading
    return 1 <= month <= 12 and (day is None or 1 <= day <= 31)
