"""Compares values of answers: numbers as numbers, dates as dates, all else by words.

The filters use it to decide whether an answer is in a text. Values that are rounded, abbreviated or
worded differently may be missed; this is tolerable, as a person checks every flag.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tamis.text.dates import find_dates
from tamis.text.normalised import words_of
from tamis.text.numbers import CARDINALS, GROUPED, MONEY_POWERS, POWERS

Date = tuple[int, int, int]
_SCALES = POWERS | MONEY_POWERS
_NUMBER = re.compile(
    r"(?<!\w)(?<!\d[.,])(?P<sign>(?<![\w\d)])[-−])?"
    rf"(?P<whole>{GROUPED}|\d{{1,3}}(?: \d{{3}}){{2,}}(?!\d)|\d{{1,300}})"
    r"(?P<part>\.\d{1,300})?"
    rf"(?:[ \u00a0-]?(?P<scale>(?a:{'|'.join(_SCALES)}))\b)?",
    re.I,
)
_CURRENCY = re.compile(r"(?:US|AU|CA|NZ|HK|S|R)?[$€£¥₹]|[~≈±]", re.I)
_BETWEEN = re.compile(r"[,;/()\[\]|\n]|\s[-–—&]\s|\band\b|\bor\b", re.I)
_SAYS_LITTLE = frozenset(
    re.findall(
        r"\w+",
        "a an the of in at by on to for with from about approximately around over circa c est "
        "km km2 km² sq square mi miles mile m metres meters metre meter ft feet foot in "
        "inches kg lb lbs pounds tonnes tons usd us dollars dollar euros eur percent "
        "percentage year years old age aged minutes minute min mins seconds second sec hours "
        "hour hrs days day months people inhabitants residents million billion trillion "
        "thousand students per cm mm ha acres hectares st nd rd th",
    )
)
_YES_NO = frozenset({"yes", "no", "true", "false"})


@dataclass(frozen=True)
class Part:
    """A single value of an answer; `key`: it is the key of a table's entry."""

    value: str | int | float | bool
    key: bool = False

    @property
    def checkable(self) -> bool:
        """Whether it can be looked up in a text, which a yes or a no cannot."""
        return not (
            isinstance(self.value, bool)
            or (isinstance(self.value, str) and words(self.value) in {"", *_YES_NO})
        )

    def __str__(self) -> str:
        return shown(self.value)


def parts_of(answer: Any, key: bool = False) -> Iterator[Part]:
    """The single values of an answer, keys of tables included, in order; null has none."""
    if isinstance(answer, dict):
        for name, value in answer.items():
            yield Part(str(name), True)
            yield from parts_of(value)
    elif isinstance(answer, (list, tuple)):
        for value in answer:
            yield from parts_of(value)
    elif answer is not None:
        yield Part(answer, key)


def shown(value: Any) -> str:
    """A value as it is written in a sentence."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) and abs(value) >= 10_000 else str(value)


def words(text: str) -> str:
    """The words of a text: case, accents and punctuation folded, single blanks between."""
    return " ".join(words_of(text))


def dates_in(text: str) -> tuple[frozenset[Date], str]:
    """The dates of a text as year, month and day (0 where it has none), and the text without."""
    found = [*_dates(text)]
    ends = [0, *(end for _, end, _ in found)]
    starts = [*(start for start, _, _ in found), len(text)]
    rest = " ; ".join(text[end:start] for end, start in zip(ends, starts, strict=True))
    return frozenset(date for _, _, date in found), rest


def numbers_in(text: str) -> tuple[list[tuple[float, int]], str]:
    """The numbers of a text, each with its count of decimals, and the text without them.

    "1.97 million" is 1,970,000, with the number of decimals that remain.
    """
    found = [_amount(match) for match in _NUMBER.finditer(text)]
    return found, _NUMBER.sub(" ", text)


def _dates(text: str) -> Iterator[tuple[int, int, Date]]:
    """The start and end of each date with a year, and the date in its usual reading."""
    for start, end, [(year, month, day), *_] in find_dates(text):
        if year is not None:
            yield start, end, (year, month, day or 0)


def _amount(match: re.Match[str], scaled: bool = True) -> tuple[float, int]:
    digits = re.sub(r"\D", "", match["whole"]) + (match["part"] or "")
    zeros = _SCALES.get((match["scale"] or "").lower(), 0) if scaled else 0
    # Parsed with its exponent, so that 29.2 billion is exactly the float 29,200,000,000.
    value = float(f"{digits}e{zeros}") * (-1 if match["sign"] else 1)
    return value, max(len(match["part"] or ".") - 1 - zeros, 0)


class Text:
    """A text prepared for looking up many values in it."""

    def __init__(self, text: str) -> None:
        self.raw = text

    @cached_property
    def phrase(self) -> str:
        """Its words, with a blank at either end."""
        return f" {words(self.raw)} "

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Its different words, each also in the singular."""
        found = self.phrase.split()
        return frozenset(found) | frozenset(map(_singular, found))

    @cached_property
    def dates(self) -> frozenset[Date]:
        """The dates in it; those with a day also as month and year."""
        found = {date for _, _, date in _dates(self.raw)}
        return frozenset(found | {(year, month, 0) for year, month, _ in found})

    @cached_property
    def numbers(self) -> frozenset[float]:
        """The numbers in it, in digits or in one word, with and without their scale."""
        found = {float(CARDINALS[word]) for word in self.vocabulary & CARDINALS.keys()}
        for match in _NUMBER.finditer(self.raw):
            found.add(_amount(match)[0])
            if match["scale"]:
                found.add(_amount(match, scaled=False)[0])
        return frozenset(found)

    def holds(self, part: Part) -> bool:
        """Whether it has a value: as a number, as a date, or all of its words in pieces."""
        if isinstance(part.value, (int, float)):
            return self.has_number(as_float(part.value), decimals(part.value))
        phrase = words(part.value)
        if not phrase or f" {phrase} " in self.phrase:
            return True
        dates, rest = dates_in(part.value)
        if not all(date in self.dates for date in dates):
            return False
        numbers, rest = numbers_in(_CURRENCY.sub(" ", rest))
        if not all(self.has_number(value, places) for value, places in numbers):
            return False
        pieces = [words(piece) for piece in _BETWEEN.split(rest)]
        words_left = [piece for piece in pieces if set(piece.split()) - _SAYS_LITTLE]
        if not (words_left or dates or numbers):
            return False
        return all(
            f" {piece} " in self.phrase or self._has_number_word(piece) for piece in words_left
        )

    def has_number(self, value: float, places: int = 0) -> bool:
        """Whether it has a number, or one that rounds to it where `value` has decimals."""
        if value in self.numbers:
            return True
        tolerance = 0.5 * 10**-places + 1e-12
        return places > 0 and any(abs(other - value) <= tolerance for other in self.numbers)

    def has_words(self, text: str) -> bool:
        """Whether it has every content word of `text`, in any order."""
        wanted = [word for word in words(text).split() if word not in _SAYS_LITTLE]
        return bool(wanted) and all(
            word in self.vocabulary or _singular(word) in self.vocabulary for word in wanted
        )

    def _has_number_word(self, piece: str) -> bool:
        return piece in CARDINALS and CARDINALS[piece] in self.numbers


def as_float(value: float) -> float:
    """A number as a float; infinite where it is too large."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def decimals(value: float) -> int:
    """With how many decimals a number is written."""
    if isinstance(value, int) or not math.isfinite(value):
        return 0
    digits = f"{value:.12f}".rstrip("0")
    return len(digits.partition(".")[2])


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
