"""Every year that is named lies in a range: `year(min=1950, max=1999)`."""

from __future__ import annotations

import re
from typing import NamedTuple

from pydantic import Field, model_validator

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    decided,
    ordered,
    quoted,
    undecided,
)
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span
from tamis.types import InputError

_YEAR = re.compile(
    r"(?<![\w.,$€£#-])(?P<year>1[0-9]{3}|20[0-9]{2})(?P<decade>['’]?s)?"
    r"(?:\s?[-–—/]\s?(?P<short>\d{2})(?![\d.,]))?(?![\w%]|[.,]\d)"
)
_SURE = re.compile(
    r"(?:\b(?:in|since|from|by|until|till|of|between|during|circa|c\.|ca\.|around|before|after|to"
    r"|and|year|years|early|late|mid|spring|summer|autumn|fall|winter|the|january|february|march"
    r"|april|may|june|july|august|september|october|november|december|\d{1,2},?)|[(\[–—/:*-]"
    r"|^\W{0,6})[\s*_]{0,3}$",
    re.I | re.M,
)
_AFTER = re.compile(r"[*_]{0,3}\s?(?:$|[)\].,;:!?–—*|-]|s\b)", re.M)
_COUNTS = re.compile(
    r"\s?(?:people|men|women|words|calories|kcal|km|miles|meters|metres|feet|pages|steps|copies"
    r"|times|dollars|euros|pounds|kg|g|ml|mg|m|ft|points|soldiers|students|employees|years|days"
    r"|hours|minutes|participants|species|items|units|square|million|thousand)\b",
    re.I,
)
_SHOWN = 20


class _Named(NamedTuple):
    first: int
    last: int
    span: Span
    sure: bool


class Year(ConstraintType):
    """Every year of four digits lies from `min` to `max`; a decade with all of its years.

    A number that only may be a year ("the 1969 landing" is one, "1500 copies" is none) and is out
    of the range is undecided.
    """

    id = "year"
    passes = ({"min": 1950, "max": 1999}, "- Apollo 11 (1969)\n- Hubble, 1990\n")
    fails = ({"max": 1999}, "It began in 1998 and ended in 2003.")
    wordings = {
        "all years must be between 1900 and 1950": {"min": 1900, "max": 1950},
        "every year must be between 1900 and 1950": {"min": 1900, "max": 1950},
        "only years between 1900 and 1950": {"min": 1900, "max": 1950},
        "no year after 2010": {"max": 2010},
        "no year before 1990": {"min": 1990},
    }

    min: int | None = Field(None, description="The first year that may be named.")
    max: int | None = Field(None, description="The last year that may be named.")

    @model_validator(mode="after")
    def _bounded(self) -> Year:
        if self.min is None and self.max is None:
            raise InputError("year needs a year: min or max.")
        ordered(self.id, self.min, self.max)
        return self

    def __str__(self) -> str:
        if self.min is not None and self.max is not None:
            return f"every year from {self.min} to {self.max}"
        return f"every year {self.min} or later" if self.min else f"every year up to {self.max}"

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        found = years(text)
        if not found:
            return undecided("no year could be read.")
        low, high = self.min or 0, 9999 if self.max is None else self.max
        wrong = [one for one in found if one.last < low or one.first > high]
        partly = [one for one in found if one not in wrong and (one.first < low or one.last > high)]
        sure = [one for one in wrong if one.sure]
        if sure:
            lines = [f"out of the range: {quoted(text, one.span)}" for one in sure[:_SHOWN]]
            return decided(False, *lines, places=[one.span for one in sure])
        lines = [
            f"{len(found)} years: {', '.join(quoted(text, one.span) for one in found[:_SHOWN])}"
        ]
        for one in (*wrong, *partly):
            how = "may be a year" if one in wrong else "is partly in the range"
            return undecided(f"{quoted(text, one.span)} {how}.", *lines, places=[one.span])
        return decided(True, *lines, places=[one.span for one in found])


def years(text: Text) -> list[_Named]:
    """The years of a text; those that only may be years are not sure."""
    found = []
    for one in _YEAR.finditer(text.text):
        if _COUNTS.match(text.text, one.end()):
            continue
        year = int(one["year"])
        last = year
        if one["decade"]:
            last = year + (99 if year % 100 == 0 else 9)
        elif one["short"] and int(one["short"]) > year % 100:
            last = year - year % 100 + int(one["short"])
        before = _SURE.search(text.text, max(one.start() - 20, 0), one.start())
        sure = before is not None or _AFTER.match(text.text, one.end()) is not None
        span = (one.start() + text.start, one.end() + text.start)
        found.append(_Named(year, last, span, sure))
    return found
