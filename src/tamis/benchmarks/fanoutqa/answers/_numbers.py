"""Numbers in text: grouped, with scale words, in words, with a unit; their exact values."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tamis.text.numbers import CARDINALS, ORDINALS, POWERS, SHORT_POWERS, spelled

# In lower case "m", "b" and "t" are units.
_SHORT = SHORT_POWERS | {"K": 3, "M": 6, "B": 9, "T": 12}

# Units: how one is written after the number, its dimension, and the
# power of ten to its base unit. Nothing is converted by a factor that is no power of ten.
_MEASURES = (
    (r"%|percent(?:age points?)?|per cent", "%", 0),
    (r"kms?|kilomet(?:er|re)s?", "length", 3),
    (r"m|met(?:er|re)s?", "length", 0),
    (r"cms?|centimet(?:er|re)s?", "length", -2),
    (r"mm|millimet(?:er|re)s?", "length", -3),
    (r"miles?|mi", "miles", 0),
    (r"feet|foot|ft", "feet", 0),
    (r"inch(?:es)?", "inches", 0),
    (r"square kilomet(?:er|re)s?|sq\.? ?kms?|km\^?2", "area", 6),
    (r"square met(?:er|re)s?|sq\.? ?m|m\^?2", "area", 0),
    (r"hectares?|ha", "area", 4),
    (r"square miles?|sq\.? ?mi(?:les?)?|mi\^?2", "square miles", 0),
    (r"square f(?:ee|oo)t|sq\.? ?ft|ft\^?2", "square feet", 0),
    (r"acres?", "acres", 0),
    (r"kgs?|kilograms?|kilos?", "mass", 3),
    (r"grams?", "mass", 0),
    (r"tonnes?|metric tons?", "mass", 6),
    (r"lbs?", "pounds", 0),
    (r"seconds|secs?", "seconds", 0),
    (r"minutes?|mins?", "minutes", 0),
    (r"hours?|hrs?", "hours", 0),
    (r"°C|degrees Celsius", "celsius", 0),
    (r"°F|degrees Fahrenheit", "fahrenheit", 0),
    (r"(?:US |U\.S\. )?dollars?|USD|US\$", "USD", 0),
    (r"euros?|EUR", "EUR", 0),
    (r"pounds? sterling|GBP", "GBP", 0),
    (r"yen|JPY", "JPY", 0),
    (r"yuan|renminbi|RMB|CNY", "CNY", 0),
    (r"rupees?|INR", "INR", 0),
)
_CURRENCIES = {
    "US$": "USD", "HK$": "HKD", "A$": "AUD", "C$": "CAD", "S$": "SGD", "$": "USD", "USD": "USD",
    "€": "EUR", "EUR": "EUR", "£": "GBP", "GBP": "GBP", "¥": "JPY", "JPY": "JPY", "₹": "INR",
    "INR": "INR", "CNY": "CNY", "RMB": "CNY",
}  # fmt: skip

_END = r"(?![^\W_])"
_AFTER = re.compile(
    rf"[ -]?(?:{'|'.join(f'({names})' for names, *_ in _MEASURES)}){_END}(?!\^2)", re.IGNORECASE
)
# ASCII, so that no other letter counts as an "i" or a "k" in another case.
_POWER = f"(?ai:{'|'.join(POWERS)})"
_NAMED = f"(?ai:{'|'.join([*CARDINALS, *ORDINALS])})"

DIGITS = (
    r"(?<![^\W_])(?:(?<![\w.)\]-])-)?"
    rf"(?P<before>(?:{'|'.join(map(re.escape, _CURRENCIES))}) ?-?)?"
    r"(?P<digits>(?:(?:[0-9]{1,3}(?:,[0-9]{2,3}){0,8},[0-9]{3}(?![0-9])|[0-9]+)(?:\.[0-9]+)?"
    r"|(?<![\w.])\.[0-9]+)(?:[eE][+-]?[0-9]{1,5})?)"
    rf"(?:(?P<rank>st|nd|rd|th){_END}|(?P<short>{'|'.join(_SHORT)}){_END}"
    rf"|[ -]?(?P<scale>{_POWER})[sS]?{_END}|{_END}|(?=%|°|{_AFTER.pattern}))"
)
"""A number in digits; `parse_digits` reads its match."""

IN_WORDS = (
    rf"(?<![^\W_])(?:(?i:an?) {_POWER}|{_NAMED}){_END}"
    rf"(?:(?:[ -]|[ ](?i:and)[ ])(?:{_NAMED}|{_POWER}){_END}){{0,12}}"
)
"""One or more number words; `parse_words` finds how many of them form one number."""

FIRST_WORDS = frozenset({*CARDINALS, *ORDINALS, "an", *(c.lower() for c in _CURRENCIES)})
"""The words in lower case that a number may begin with, apart from "a"."""

_PART = re.compile(r"[a-z]+")
_PRONOUN_BEFORE = re.compile(r"\b(?:no|any|some|every|each|which|this|that|the) $", re.IGNORECASE)
_PRONOUN_AFTER = re.compile(r" of\b", re.IGNORECASE)


@dataclass(frozen=True)
class Number:
    """A number found in a text, exact: `3e2` is 300.

    `bare` is its value without the scale word ("1.2" of "1.2 million"); `base` its value in the
    base unit of `dimension`, which is empty where no unit or currency is named.
    """

    value: str
    bare: str
    base: str
    dimension: str = ""

    @property
    def key(self) -> str:
        """Its key in a sequence of atoms."""
        return f"#{self.value}"

    @property
    def other_keys(self) -> set[str]:
        """Further keys by which a reference may find it."""
        bare = {f"#{self.bare}"} if self.bare != self.value else set()
        return bare | {f"#{self.base} {self.dimension}"} if self.dimension else bare

    def answers(self, wanted: Number) -> bool:
        """Whether it is the number that a reference asks for.

        Where both have a unit, values are compared in base units. A reference with decimals and
        without a scale word or unit accepts any: "912.7" may be in millions, as its question
        says. A whole number is a count: "5" is not "5 million".
        """
        if self.dimension and wanted.dimension:
            return self.dimension == wanted.dimension and self.base == wanted.base
        if self.value == wanted.value:
            return True
        fraction = "e-" in wanted.bare
        return fraction and wanted.value == wanted.bare == self.bare


def parse_digits(found: re.Match[str]) -> tuple[Number | str, int]:
    """The number of a match of `DIGITS`, or a key if it is not a number, and where it ends."""
    digits, end = found["digits"], found.end()
    if found["rank"]:
        return f"#{digits.lstrip('0')}th", end
    power = _SHORT[found["short"]] if found["short"] else 0
    power = POWERS[found["scale"].lower()] if found["scale"] else power
    if digits[0] == "0" and digits.isdigit() and len(digits) > 1:
        return digits, found.end("digits")
    sign = "-" if "-" in found.string[found.start() : found.start("digits")] else ""
    mantissa, _, exponent = digits.lower().partition("e")
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
    dimension, tens = "", 0
    if before := (found["before"] or "").rstrip(" -"):
        dimension = _CURRENCIES[before]
    if after := _AFTER.match(found.string, end):
        assert after.lastindex is not None
        _, named, tens = _MEASURES[after.lastindex - 1]
        end, tens = after.end(), tens if not dimension else 0
        dimension = dimension or named
    bare = _exact(sign, mantissa, exponent)
    value = _exact(sign, mantissa, exponent + power) if power else bare
    base = _exact(sign, mantissa, exponent + power + tens) if tens else value
    return Number(value, bare, base, dimension), end


def _exact(sign: str, mantissa: str, exponent: int) -> str:
    whole, _, part = mantissa.replace(",", "").partition(".")
    digits = (whole + part).lstrip("0")
    short = digits.rstrip("0")
    return f"{sign}{short}e{exponent - len(part) + len(digits) - len(short)}" if short else "0"
