"""Numbers in text: grouped, with scale words, in words, with a unit; their exact values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from tamis.text.numbers import (
    CARDINALS,
    GROUPED,
    INDIAN,
    MONEY_POWERS,
    ORDINALS,
    POWERS,
    SHORT_POWERS,
    spelled,
)
from tamis.text.units import CODES, CURRENCIES, SIGNS, Unit, pattern, units

# In lower case "m", "b" and "t" are units.
_SHORT = SHORT_POWERS | {"K": 3, "M": 6, "B": 9, "T": 12}
_DOZEN = "dozen"

_DOLLARS = [name.upper() for name in CURRENCIES if len(name) > 1 and name[-1] == "$"]
_BEFORE = (*_DOLLARS, *CODES, *SIGNS)

_END = r"(?![^\W_])"
# These are more often names or other words than units: the 2006 Cup, 7 Bucks, the 5th second.
_NAMES = ["cup", "cups", "bucks", "second", "k", "gr", "gm", "gms", "ms", "pb", "kn", "ly", "rs"]
_UNIT = pattern(_NAMES)
_AFTER = re.compile(rf"[ -]?(?P<unit>{_UNIT})(?!\^2)")
# ASCII, so that no other letter counts as an "i" or a "k" in another case.
_POWER = f"(?ai:{'|'.join([*POWERS, _DOZEN])})"
_NAMED = f"(?ai:{'|'.join([*CARDINALS, *ORDINALS])})"

DIGITS = (
    r"(?<![^\W_])(?:(?<![\w.)\]-])-)?"
    rf"(?P<before>(?:{'|'.join(map(re.escape, _BEFORE))}) ?-?)?"
    rf"(?P<digits>(?:(?:(?a:{GROUPED}|{INDIAN})|[0-9]+)(?:\.[0-9]+)?"
    r"|(?<![\w.])\.[0-9]+)(?:[eE][+-]?[0-9]{1,5})?)"
    # "$5m" are millions, "5 m" are metres.
    rf"(?:(?P<rank>st|nd|rd|th){_END}|(?P<short>{'|'.join(_SHORT)}|(?(before) ?[mb]|(?!))){_END}"
    rf"|[ -]?(?P<scale>{_POWER})[sS]?{_END}|{_END}|(?=%|°|{_UNIT}))"
)
"""A number in digits; `parse_digits` reads its match."""

IN_WORDS = (
    rf"(?<![^\W_])(?:(?i:an?) {_POWER}|{_NAMED}){_END}"
    rf"(?:(?:[ -]|[ ](?i:and)[ ])(?:{_NAMED}|{_POWER}){_END}){{0,12}}"
)
"""One or more number words; `parse_words` finds how many of them form one number."""

FIRST_WORDS = frozenset({*CARDINALS, *ORDINALS, "an", *map(str.lower, _BEFORE)})
"""The words in lower case that a number may begin with, apart from "a"."""

_PART = re.compile(r"[a-z]+")
_MARKS = re.compile(r"[,'’\u202f\u00a0\u2009]")
_PRONOUN_BEFORE = re.compile(r"\b(?:no|any|some|every|each|which|this|that|the) $", re.IGNORECASE)
_PRONOUN_AFTER = re.compile(r" of\b", re.IGNORECASE)


@dataclass(frozen=True)
class Number:
    """A number found in a text, exact: `3e2` is 300.

    `bare` is its value without the scale word ("1.2" of "1.2 million"). `measures` has, for each
    unit or currency that it may have ("pounds" are two), what is measured and the value in a base
    unit of that; it is empty where none is named.
    """

    value: str
    bare: str
    measures: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """Its key in a sequence of atoms."""
        return f"#{self.value}"

    @property
    def other_keys(self) -> set[str]:
        """Further keys by which a reference may find it."""
        bare = {f"#{self.bare}"} if self.bare != self.value else set()
        return bare | {f"#{base} {measured}" for measured, base in self.measures}

    def answers(self, wanted: Number) -> bool:
        """Whether it is the number that a reference asks for.

        Where both have a unit, values are compared in base units. A reference with decimals and
        without a scale word or unit accepts any: "912.7" may be in millions, as its question
        says. A whole number is a count: "5" is not "5 million".
        """
        if self.measures and wanted.measures:
            return not set(self.measures).isdisjoint(wanted.measures)
        if self.value == wanted.value:
            return True
        fraction = "e-" in wanted.bare
        return fraction and wanted.value == wanted.bare == self.bare


def parse_digits(found: re.Match[str]) -> tuple[Number | str, int]:
    """The number of a match of `DIGITS`, or a key if it is not a number, and where it ends."""
    digits, end = found["digits"], found.end()
    if found["rank"]:
        return f"#{digits.lstrip('0')}th", end
    if digits[0] == "0" and digits.isdigit() and len(digits) > 1:
        return digits, found.end("digits")
    sign = "-" if "-" in found.string[found.start() : found.start("digits")] else ""
    mantissa, _, exponent = digits.lower().partition("e")
    scale = (found["scale"] or "").lower()
    short = (found["short"] or "").strip()
    power = (_SHORT | MONEY_POWERS)[short] if short else POWERS.get(scale, 0)
    if scale == _DOZEN:
        mantissa = f"{12 * Decimal(_MARKS.sub('', mantissa)):f}"
    return _measured(found, sign, mantissa, int(exponent or 0), power, end)


def parse_words(found: re.Match[str]) -> tuple[Number | str, int]:
    """The number that a match of `IN_WORDS` begins with, and where it ends.

    A pronoun is not a number: "one of them", "no one".
    """
    parts = [*_PART.finditer(found[0].lower())]
    number = spelled([part[0] for part in parts])
    assert number is not None
    end = found.start() + parts[number.end - 1].end()
    if number.ordinal:
        return f"#{number.value}th", end
    if number == (1, 1, False) and _is_pronoun(found):
        return "one", end
    return _measured(found, "", str(number.value), 0, 0, end)


def _is_pronoun(found: re.Match[str]) -> bool:
    start = found.start()
    before = found.string[max(0, start - 8) : start]
    return bool(_PRONOUN_AFTER.match(found.string, start + 3) or _PRONOUN_BEFORE.search(before))


def _measured(
    found: re.Match[str], sign: str, mantissa: str, exponent: int, power: int, end: int
) -> tuple[Number, int]:
    """A number with the unit or currency around it, and where that ends."""
    before = (found["before"] or "").rstrip(" -")
    after = _AFTER.match(found.string, end)
    measured = [_family(one) for one in units(before or (after["unit"] if after else ""))]
    bare = _exact(sign, mantissa, exponent)
    value = _exact(sign, mantissa, exponent + power) if power else bare
    bases = ((name, _exact(sign, mantissa, exponent + power + tens)) for name, tens in measured)
    return Number(value, bare, tuple(bases)), after.end() if after else end


def _family(unit: Unit) -> tuple[str, int]:
    """What a unit measures, and the power of ten to its base unit.

    Nothing is converted by a factor that is no power of ten: hours and minutes are two things. "$"
    is the US dollar.
    """
    if unit.dimension == "money":
        return unit.currency.replace("$", "USD"), 0
    factor, _, tens = f"{unit.factor:.6e}".partition("e")
    return f"{unit.dimension} {factor}", int(tens)


def _exact(sign: str, mantissa: str, exponent: int) -> str:
    whole, _, part = _MARKS.sub("", mantissa).partition(".")
    digits = (whole + part).lstrip("0")
    short = digits.rstrip("0")
    return f"{sign}{short}e{exponent - len(part) + len(digits) - len(short)}" if short else "0"
