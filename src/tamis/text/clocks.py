"""Times of the clock as quantities: "8:15", "8 am", "0530 hrs", and from one to another."""

from __future__ import annotations

import re
from dataclasses import replace

from tamis.text.quantity import DAY, Quantity

_CLOCK = re.compile(
    r"(?P<h>\d{1,2})(?:[:.](?P<m>[0-5]\d)(?::[0-5]\d)?(?!\d))?\s?(?P<half>[ap])\.?\s?m\b\.?"
    r"|(?P<h24>\d{1,3}):(?P<m24>[0-5]\d)(?::[0-5]\d)?(?!\d)"
    r"|(?P<hh>0?[6-9]|1\d|2[0-3])h(?P<mh>[0-5]\d)(?!\d)"
    r"|(?P<ho>\d{1,2}) ?o['’]clock"
    # "0530-0630 hrs", "1500 hours"; not "1500 hours of".
    r"|(?P<hm>[01]\d|2[0-3])(?P<mm>[0-5]\d)(?:\s?(?:hrs|hours|h)\b(?! of)"
    r"|(?=\s?[-–—]\s?\d{4}\s?(?:hrs|hours|h)\b))",
    re.I,
)


def clock(text: str, at: int) -> Quantity | None:
    """A time of the clock; "8:15" may be in the evening too, and "42:00" is minutes and seconds."""
    found = _CLOCK.match(text, at)
    if found is None:
        return None
    hour = int(found["h"] or found["h24"] or found["hh"] or found["ho"] or found["hm"])
    minute = int(found["m"] or found["m24"] or found["mh"] or found["mm"] or 0)
    if found["half"]:
        if not 1 <= hour <= 12:
            hour = hour if hour <= 24 else 0
        else:
            hour = hour % 12 + (12 if found["half"].lower() == "p" else 0)
        sure = True
    else:
        # "08:00" and "13:00" are of a clock of 24 hours.
        sure = hour > 12 or text[at] == "0" or hour == 0 or found["hm"] is not None
    value = float(hour * 60 + minute)
    return Quantity(value, value, "clock", at, found.end(), unit="clock", sure=sure)


def span(text: str, first: Quantity, second: Quantity) -> Quantity:
    """From a time of the clock to another; one number alone is an hour: "9–11 am", "8:30 to 9"."""
    if {first.dimension, second.dimension} - {"clock", "count"}:
        return first
    if first.dimension == "count":
        if first.noun or not first.sure or first.high > 24 or first.low % 1:
            return first
        first = replace(first, low=first.low * 60, high=first.high * 60, sure=first.high > 12)
    if second.dimension == "count":
        if second.noun or second.high > 24 or second.low % 1:
            return first
        second = replace(second, low=second.low * 60, high=second.high * 60, sure=second.high > 12)
    begin, end = first.low, second.low
    if (
        not first.sure
        and second.sure
        and re.search(r"[ap]\.?\s?m", text[second.start : second.end], re.I)
    ):
        # "9–11 am" is in the morning, "11–1 pm" begins before noon.
        later = begin % 720 + (720 if end >= 720 else 0)
        begin = later if later < end else (later + 720) % DAY
        first = replace(first, sure=True)
    return Quantity(
        begin, end, "span", first.start, second.end, unit="clock",
        sure=first.sure and second.sure,
    )  # fmt: skip
