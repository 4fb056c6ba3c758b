"""Numbers as people write them: digits, words, fractions, ranges, time spans."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from tamis.text.numbers import CARDINALS, decimal, spelled

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-") | {ord("⁄"): "/", ord("×"): "x", ord("✕"): "x"}

_WORD = f"(?:{'|'.join(CARDINALS)})"
_POWER = "(?:hundred|thousand)"
_SPELLED = re.compile(
    rf"\b(?:{_WORD}|an? {_POWER})\b"
    # "three and five" are two numbers, "two hundred and five" is one.
    rf"(?:(?:[ -]{{1,3}}|(?<=dred) and |(?<=sand) and )(?:{_WORD}|{_POWER})\b)*",
    re.IGNORECASE,
)
_HALVES = (
    (re.compile(r"\b(?:an|one|1) hour and a half\b", re.I), "90 minutes"),
    (re.compile(r"\b(?:a )?half(?: of)?[ -](?:an[ -])?hour\b", re.I), "30 minutes"),
    (re.compile(r"\b(?:a )?quarter(?: of)? an hour\b", re.I), "15 minutes"),
    (re.compile(r"\b(\d+) and a half\b", re.I), r"\1.5"),
    (re.compile(r"\ban hour\b", re.I), "1 hour"),
)
_COMPACT = re.compile(r"\b(\d+)h(\d{1,2})\b", re.IGNORECASE)
# "1½" would become "11/2".
_MIXED = re.compile(r"(?<=\d)(?=[¼-¾⅐-⅞])")
_ENDLESS = re.compile(r"(?<![\d.,])\d{16,}")
_EXCESS = re.compile(r"(\d{15})\d+")

# `plain` leaves no number longer than that; without a bound, a search in it would be quadratic.
_MANY = r"\d{1,40}"

NUMBER = (
    rf"(?:\d{{1,3}}(?:,\d{{3}}){{1,4}}(?:\.{_MANY})?|{_MANY} \d/\d|{_MANY}/{_MANY}"
    rf"|{_MANY}(?:[.,]{_MANY})?)"
)
"""One number: "1,200", "2.5", "2,5", "1/2", "1 1/2"."""

RANGE = rf"(?P<low>{NUMBER})(?:\s?(?:-|to)\s?(?P<high>{NUMBER}))?"
"""A number, or a range of two."""


@dataclass(frozen=True)
class Amount:
    """An interval that contains a number; most often both ends are the same."""

    low: float
    high: float

    @classmethod
    def of(cls, value: float) -> Amount:
        """An exact number."""
        return cls(value, value)

    @property
    def sure(self) -> bool:
        """Whether it is an exact number."""
        return math.isclose(self.low, self.high, rel_tol=1e-9, abs_tol=1e-9)

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.low + other.low, self.high + other.high)

    def __mul__(self, other: Amount) -> Amount:
        # An unknown weight lifted zero times is 0; zero times infinity would be NaN.
        ends = [
            a * b if a and b else 0.0
            for a in (self.low, self.high)
            for b in (other.low, other.high)
        ]
        return Amount(min(ends), max(ends))

    def text(self) -> str:
        """The number, or its two ends."""
        return f"{self.low:g}" if self.sure else f"{self.low:g} to {self.high:g}"


ZERO = Amount(0.0, 0.0)
POUND = 0.45359237
"""Kilograms in a pound."""
_UNKNOWN = Amount(0.0, math.inf)


def plain(text: str) -> str:
    """Text with one kind of dash, digit and blank, and number words as digits.

    Runs of digits longer than any real quantity are left out.
    """
    text = unicodedata.normalize("NFKC", _MIXED.sub(" ", text)).translate(_DASHES)
    text = _EXCESS.sub(r"\1", _ENDLESS.sub("…", text))
    for pattern, digits in _HALVES:
        text = pattern.sub(digits, text)
    text = _SPELLED.sub(_digits, text)
    text = _HALVES[3][0].sub(r"\1.5", text)
    # "1h30"
    return _COMPACT.sub(r"\1 h \2 min", text)


def _digits(found: re.Match[str]) -> str:
    """The words of a match as digits; as they are where they are not one number ("two three")."""
    words = re.findall(r"\w+", found[0].lower())
    number = spelled(words)
    return str(number.value) if number and number.end == len(words) else found[0]


def value(text: str) -> Amount:
    """The value of a match of `NUMBER`.

    A comma before three digits separates thousands, any other is decimal. A point before three
    digits may be either, depending on the country, so both readings are kept. "1/0" is unbounded.
    """
    if " " in text.strip():
        whole, _, part = text.strip().partition(" ")
        return Amount.of(float(whole)) + value(part)
    if "/" in text:
        above, _, below = text.partition("/")
        return Amount.of(float(above) / float(below)) if float(below) else _UNKNOWN
    if re.fullmatch(r"[1-9]\d{0,2}\.\d{3}", text):
        return Amount(float(text), float(text.replace(".", "")))
    return Amount.of(decimal(text))


def between(low: str, high: str | None) -> Amount:
    """The range from one number to another; one number where there is no other."""
    first = value(low)
    if high is None:
        return first
    second = value(high)
    return Amount(min(first.low, second.low), max(first.high, second.high))


_TIME_UNIT = r"h(?:ours?|rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?"
_SPAN = re.compile(rf"(?<![\w.,/:]){RANGE}\s?-?\s?(?P<unit>{_TIME_UNIT})\b(?!/)", re.IGNORECASE)
_JOINED = re.compile(r"\s*+(?:(?:,|and)\s*+)?", re.IGNORECASE)


@dataclass(frozen=True)
class Span:
    """A length of time in minutes, and its position in the text."""

    minutes: Amount
    start: int
    end: int

    @property
    def whole(self) -> bool:
        """Whether a smaller unit may follow: after "2 min" it may, after "2-3 min" not."""
        return self.minutes.sure and self.minutes.low % 1 == 0


def spans(text: str) -> Iterator[Span]:
    """The lengths of time in `text`; "1 hour 30 minutes" and "1h30" are one.

    `text` is already normalised by `plain`. "5 m" may be metres or minutes, so "m" alone is not
    read.
    """
    held: Span | None = None
    held_unit = ""
    for found in _SPAN.finditer(text):
        unit = found["unit"].lower()
        if unit == "m":
            continue
        factor = {"h": 60.0, "m": 1.0, "s": 1 / 60}[unit[0]]
        span = Span(
            between(found["low"], found["high"]) * Amount.of(factor), found.start(), found.end()
        )
        if held is not None:
            smaller = (held_unit, unit[0]) in (("h", "m"), ("m", "s"))
            if smaller and _JOINED.fullmatch(text, held.end, span.start) and held.whole:
                held, held_unit = Span(held.minutes + span.minutes, held.start, span.end), unit[0]
                continue
            yield held
        held, held_unit = span, unit[0]
    if held is not None:
        yield held
