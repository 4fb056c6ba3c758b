"""Times of the clock, in 12- and 24-hour form, and the spans between them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tamis.checking.worksheet import amount

DAY = 24 * 60

_MERIDIEM = r"[ap]\.?\s?m\b\.?"
_TIME = (
    rf"(?:(?P<hour{{0}}>[01]?\d|2[0-4])(?:[:.](?P<minute{{0}}>[0-5]\d))?\s?"
    rf"(?P<half{{0}}>{_MERIDIEM})?|(?P<word{{0}}>noon|midnight))"
)
_POINT = re.compile(rf"(?<![\w:.,/$@]){_TIME.format(1)}(?![\w/%]|:\d)", re.IGNORECASE)
_RANGE = re.compile(
    rf"(?<![\w:.,/$@]){_TIME.format(1)}\s?(?:-|to|until|till)\s?{_TIME.format(2)}(?![\w/%]|:\d)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Time:
    """A time of day: `minute` from midnight; `sure` where AM/PM or 24-hour form is certain."""

    minute: int
    sure: bool


@dataclass(frozen=True)
class Found:
    """A time or a range of times, and its position in the text."""

    start: Time
    end: Time | None
    at: int
    until: int


def _time(found: re.Match[str], n: int) -> Time | None:
    if word := found[f"word{n}"]:
        return Time(12 * 60 if word.lower() == "noon" else 0, True)
    hour, minute, half = found[f"hour{n}"], found[f"minute{n}"], found[f"half{n}"]
    return reading(hour, minute, half)


def reading(hour: str, minute: str | None, half: str | None) -> Time | None:
    """A time from its parts; None for a bare number, which may be anything.

    "15:00 PM" is three in the afternoon; "0:30 AM" and "12:30 AM" are after midnight.
    """
    h, m = int(hour), int(minute or 0)
    if half is not None:
        afternoon = half.lower().startswith("p")
        if h <= 12:
            h = h % 12 + 12 * afternoon
        return Time((h % 24) * 60 + m, True)
    if minute is None:
        return None
    return Time((h % 24) * 60 + m, h > 12 or h == 0 or hour.startswith("0"))


def first(text: str) -> Found | None:
    """The first range or time in `text`, already normalised by `amounts.plain`.

    In "7 - 7:30 am" the first time takes AM or PM from the second. Numbers without minutes and
    without AM or PM are not times.
    """
    if (found := _RANGE.search(text)) is not None:
        one, two = _time(found, 1), _time(found, 2)
        if found["half1"] is None and found["half2"] is not None and two is not None:
            one = _earlier(found, two)
        if one is not None and two is not None:
            return Found(one, two, found.start(), found.end())
    for found in _POINT.finditer(text):
        if (time := _time(found, 1)) is not None:
            return Found(time, None, found.start(), found.end())
    return None


def _earlier(found: re.Match[str], end: Time) -> Time | None:
    """The start of "11 - 1 pm" or "9-11 am": the half of the day that makes the shorter span."""
    if found["word1"]:
        return _time(found, 1)
    choices = [reading(found["hour1"], found["minute1"], half) for half in ("am", "pm")]
    known = [choice for choice in choices if choice is not None]
    return min(known, key=lambda time: (end.minute - time.minute) % DAY or DAY)


def text(minute: float) -> str:
    """A time of day as hh:mm."""
    return amount(round(minute) % DAY, "clock")


def length(start: int, end: int) -> int:
    """Minutes from one time of day to the next occurrence of another, over midnight if need be."""
    return (end - start) % DAY
