"""How times of the clock are written: `time_format(24)`, `time_format(12)`."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    decided,
    listed,
    undecided,
)
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span
from tamis.text.numbers import named

_HALF = r"[ap]\.?\s?m\b\.?"
_TIME = re.compile(
    rf"(?<![\d:.,/$€£-])(?P<hour>\d{{1,2}})(?:(?P<sign>[:.])(?P<minute>[0-5]\d)(?![\d:.]\d))?"
    rf"(?P<half>\s?{_HALF})?(?![\w%])",
    re.I,
)
# "9:30–10:15 am", "9 to 11 am": the half of the day is said of both.
_GOES_ON = re.compile(
    rf"\s?(?:[-–—]|to|until|till|and)\s?\d{{1,2}}(?:[:.][0-5]\d)?\s?{_HALF}", re.I
)
# What stands before a time, and not before a score or a verse.
_BEFORE = re.compile(
    r"(?:(?:\A|\n)[ \t>*_#|•(\[-]{0,12}|\|[ *_]{0,6}|\d\s?[-–—]\s?|\b(?:at|from|by|until|till"
    r"|to|before|after|between|and|around|about|start|starts|end|ends|opens?|closes?)\s[*_]*)\Z",
    re.I,
)
_SAID = re.compile(
    rf"\b(?:noon|midnight|o['’]clock|half past|quarter (?:past|to)|half (?:{named(1, 12)}))\b",
    re.I,
)


class TimeFormat(ConstraintType):
    """Every time is written on a clock of 24 hours (`18:30`), or of 12 with am and pm (`6:30 pm`).

    Times are those with am or pm, and those with a colon at the beginning of a line or cell or
    behind a word such as "at" and "from". Undecided where there is none, where one is in words
    ("half past six") or with a point, and where all may be of either clock ("6:30").
    """

    id = "time_format"
    passes = ({"hours": 24}, "09:00 Breakfast\n18:30 Dinner")
    fails = ({"hours": 24}, "9 am Breakfast\n6:30 pm Dinner")
    wordings = {
        "24-hour times": {"hours": 24},
        "12-hour times": {"hours": 12},
        "24-hour clock": {"hours": 24},
        "12-hour clock": {"hours": 12},
        "times in 24-hour format": {"hours": 24},
        "times in 12-hour format": {"hours": 12},
        "all times in 24-hour format": {"hours": 24},
        "all times in 12-hour format": {"hours": 12},
        "times with am/pm": {"hours": 12},
        "use am and pm": {"hours": 12},
    }

    hours: Literal[12, 24] = Field(description="The hours of the clock.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        kept: list[Span] = []
        broken: list[Span] = []
        open_ = text.in_prose(_SAID)
        either: list[Span] = []
        for found in _TIME.finditer(text.prose):
            place = (found.start() + text.start, found.end() + text.start)
            half = found["half"] or _GOES_ON.match(text.prose, found.end())
            hour = int(found["hour"])
            before = text.prose[max(found.start() - 24, 0) : found.start()]
            before = before if found.start() > 24 else f"\n{before}"
            if hour > 24 or not (half or (found["minute"] and _BEFORE.search(before))):
                continue
            if half:
                (kept if self.hours == 12 and 1 <= hour <= 12 else broken).append(place)
            elif found["sign"] == ".":
                open_.append(place)
            elif hour > 12 or found["hour"].startswith("0"):
                (kept if self.hours == 24 else broken).append(place)
            else:
                either.append(place)
        if broken:
            return decided(False, f"otherwise: {listed(text, broken)}", places=broken)
        if self.hours == 24 and kept:
            # Beside "18:30", "9:30" is of the same clock.
            kept, either = sorted([*kept, *either]), []
        if open_ or either:
            return undecided(f"these may be of either clock: {listed(text, [*open_, *either])}.")
        if not kept:
            return undecided("no time of the clock could be read.")
        return decided(True, f"so: {listed(text, kept)}", places=kept)

    def __str__(self) -> str:
        return f"times on a clock of {self.hours} hours"
