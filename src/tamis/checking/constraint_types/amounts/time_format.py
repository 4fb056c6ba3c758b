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

_HALF = r"[ap]\.?\s?m\b\.?"
_TIME = re.compile(
    rf"(?<![\d:.,/$€£-])(?P<hour>\d{{1,2}})(?:[:.](?P<minute>[0-5]\d)(?![\d:.]\d))?"
    rf"(?P<half>\s?{_HALF})?(?![\w%])",
    re.I,
)
# "9:30–10:15 am", "9 to 11 am": the half of the day is said of both.
_GOES_ON = re.compile(
    rf"\s?(?:[-–—]|to|until|till|and)\s?\d{{1,2}}(?:[:.][0-5]\d)?\s?{_HALF}", re.I
)
_SAID = re.compile(
    r"\b(?:noon|midnight|o['’]clock|half past|quarter (?:past|to)|half (?:one|two|three|four|five"
    r"|six|seven|eight|nine|ten|eleven|twelve))\b",
    re.I,
)


class TimeFormat(ConstraintType):
    """Every time is written on a clock of 24 hours (`18:30`), or of 12 with am and pm (`6:30 pm`).

    Undecided where there is no time, where one is in words ("half past six"), and where "6:30" may
    be of either.
    """

    id = "time_format"
    passes = ({"hours": 24}, "09:00 Breakfast\n18:30 Dinner")
    fails = ({"hours": 24}, "9 am Breakfast\n6:30 pm Dinner")
    wordings = {
        "use 24-hour times": {"hours": 24},
        "24-hour clock": {"hours": 24},
        "24-hour clock for the times": {"hours": 24},
        "all times in 24-hour format": {"hours": 24},
        "times in 24h format": {"hours": 24},
        "times in 12-hour format": {"hours": 12},
        "use the 12-hour clock": {"hours": 12},
        "times with am/pm": {"hours": 12},
        "12-hour times": {"hours": 12},
        "use am and pm": {"hours": 12},
    }

    hours: Literal[12, 24] = Field(description="The hours of the clock.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        kept: list[Span] = []
        broken: list[Span] = []
        open_ = text.in_prose(_SAID)
        for found in _TIME.finditer(text.prose):
            place = (found.start() + text.start, found.end() + text.start)
            half = found["half"] or _GOES_ON.match(text.prose, found.end())
            hour = int(found["hour"])
            if (not half and found["minute"] is None) or hour > 24:
                continue
            if half:
                (kept if self.hours == 12 and 1 <= hour <= 12 else broken).append(place)
            elif hour > 12 or hour == 0:
                (kept if self.hours == 24 else broken).append(place)
            elif self.hours == 24 and ":" in found[0]:
                kept.append(place)
            else:
                open_.append(place)
        if broken:
            return decided(False, f"otherwise: {listed(text, broken)}", places=broken)
        if open_:
            return undecided(f"whether these keep to it is open: {listed(text, open_)}.")
        if not kept:
            return undecided("no time of the clock could be read.")
        return decided(True, f"so: {listed(text, kept)}", places=kept)

    def __str__(self) -> str:
        return f"times on a clock of {self.hours} hours"
