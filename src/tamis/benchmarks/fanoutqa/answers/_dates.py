"""Dates in text, in any of the usual orders."""

from __future__ import annotations

import re
from collections.abc import Iterator

Reading = tuple[int | None, int | None, int | None]
"""Year, month and day; None for what is not given."""

_MONTHS = re.findall(
    r"\w+",
    "january february march april may june july august september october november december",
)
_NUMBERS = {name[:3]: n for n, name in enumerate(_MONTHS, 1)}

MONTHS = {name[:3]: name for name in _MONTHS} | {"sept": "september"}
"""The full name of a month by its first three letters, and "sept"."""

_MONTH = (
    r"(?P<{0}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY = r"(?P<{0}>[0-9]{{1,2}})(?:st|nd|rd|th)?\b"
_YEAR = r"(?P<{0}>[0-9]{{4}})\b"
_DIGIT = re.compile("[0-9]")
_DATE = re.compile(
    r"(?<![^\W_])(?<![0-9][/.-])(?:"
    r"(?P<y1>[0-9]{4})-(?P<n1>[0-9]{1,2})-(?P<d1>[0-9]{1,2})\b(?![/.-][0-9])"
    r"|(?P<a>[0-9]{1,2})[/.](?P<b>[0-9]{1,2})[/.](?P<y2>[0-9]{4})\b(?![/.-][0-9])"
    rf"|{_DAY.format('d2')}(?: of)?[ -]{_MONTH.format('m2')}(?:,?[ -]{_YEAR.format('y3')})?"
    rf"|{_MONTH.format('m3')} {_DAY.format('d3')}(?:,? ?{_YEAR.format('y4')})?"
    rf"|{_MONTH.format('m4')}(?: of|,)? {_YEAR.format('y5')}"
    r")",
    re.IGNORECASE,
)


def find(text: str) -> Iterator[tuple[int, int, tuple[Reading, ...]]]:
    """The dates in `text`: the start and end of each, and its possible readings.

    "02/05/1985" has two readings. A day that no calendar has is not a date.
    """
    if not _DIGIT.search(text):
        return
    for found in _DATE.finditer(text):
        said = {name[0]: value for name, value in found.groupdict().items() if value}
        year = int(said["y"]) if "y" in said else None
        if "a" in said:
            first, second = int(said["a"]), int(said["b"])
            readings: set[Reading] = {(year, first, second), (year, second, first)}
        else:
            month = int(said["n"]) if "n" in said else _NUMBERS[said["m"][:3].lower()]
            readings = {(year, month, int(said["d"]) if "d" in said else None)}
        fit = tuple(sorted((one for one in readings if _is_possible(one)), key=str))
        if fit:
            # The point of an abbreviation is no part of the last word.
            yield found.start(), found.start() + len(found[0].rstrip(".")), fit


def fits(found: tuple[Reading, ...], wanted: tuple[Reading, ...]) -> bool:
    """Whether some reading of a date has every part (year, month, day) of the wanted one."""
    return any(
        all(want is None or want == have for have, want in zip(one, other, strict=True))
        for one in found
        for other in wanted
    )


def _is_possible(reading: Reading) -> bool:
    _, month, day = reading
    return month is not None and 1 <= month <= 12 and (day is None or 1 <= day <= 31)
