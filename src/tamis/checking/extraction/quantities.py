"""Numbers with their units, time spans and clock times in free text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tamis.text.numbers import CARDINALS, TENS, decimal, spelled

Kind = Literal["kcal", "gram", "weight", "time", "clock", "days", "count", "money", "bare"]
"""What a number counts or measures; `bare` has no unit that is known."""


@dataclass(frozen=True)
class Quantity:
    """A number, or two of a range, from `start` to `end` of a sentence.

    `number` is as a constraint has it ("2.5", "between 100 and 150", "5 PM", "from 9 AM to
    5 PM"), `unit` the noun after it ("grams", "hours", "full meals"), empty for none.
    `modifier`: it is before the noun that it describes ("a 1-hour break").
    """

    kind: Kind
    number: str
    unit: str
    start: int
    end: int
    modifier: bool = False


# Not zero: "zero sugar" gives no amount.
_WORDS = [word for word in CARDINALS if word != "zero"]
_TO_99 = rf"(?:(?:{'|'.join(TENS)})[ -](?:{'|'.join(_WORDS[:9])})|{'|'.join(_WORDS)})"
# "One hundred and two hundred" are two numbers.
_AND_99 = rf"(?:(?: and | ){_TO_99}(?! (?:hundred|thousand)\b))?"
_TO_9999 = rf"{_TO_99}(?: hundred{_AND_99})?"
_SPELT = (
    rf"(?ai:a dozen|(?:{_TO_9999}|an?) thousand(?:(?: and | ){_TO_9999}(?! thousand\b))?"
    rf"|an? hundred{_AND_99}|{_TO_9999})"
)
_NUMBER = (
    r"(?:(?<![\d.,/])(?:\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,9}(?:[.,]\d{1,2})?)(?!\d|[.,/]\d)"
    rf"|\b{_SPELT}\b|\ban?(?=[ -](?:hour|minute)))"
)
_CLOCK = r"(?:\d{1,2}(?:[:.]\d\d)? ?(?:am|pm)\b|\d{1,2}:\d\d(?: ?[ap]m\b)?|\bnoon\b|\bmidnight\b)"
_HOUR = r"\d{1,2}(?:[:.]\d\d)?"
_NOUNS = (
    r"meals?|snacks?|sessions?|workouts?|trainings?|exercises?|movements?|sets?|reps?|repetitions?"
    r"|times?|breaks?|courses?|dishes|recipes|servings?|ingredients?|activities|stops?|visits?"
    r"|naps?|walks?|tasks?"
)
_UNITS: dict[Kind, str] = {
    "kcal": r"(?:kilo)?calories?|k?cals?",
    "gram": r"g|gr|grams?|grammes?|gms?|mg|milligrams?",
    "weight": r"kgs?|kilos?|kilograms?|lbs?|pounds?|tons?|tonnes?",
    "time": r"hours?|hrs?|h|minutes?|mins?|seconds?",
    "days": r"days?|weeks?|nights?",
    "count": _NOUNS,
}
_KINDS: dict[Kind, re.Pattern[str]] = {
    kind: re.compile(rf"(?:{unit})\Z", re.I) for kind, unit in _UNITS.items()
}
_UNIT = "|".join(_UNITS.values())
# Between a number and a noun that is counted: "8 different exercises", "3 full meals".
_NO_ADJECTIVE = r"of|for|and|or|to|a|an|the|in|on|at|per|each|every|with|more|less"
_ADJECTIVES = rf"(?:(?!(?:{_NO_ADJECTIVE})\b)[a-z]+[ -]){{0,2}}?"
_TO = r" ?(?:-|–|—|\bto\b|\buntil\b|\btill\b|(?P<{}>\band\b)|\bor\b) ?"
_ANY = re.compile(
    "|".join(
        (
            rf"(?P<clocks>(?:\b(?:from|between) (?:{_HOUR}|{_CLOCK})|{_CLOCK}){_TO.format('upto')}"
            rf"{_CLOCK})",
            rf"(?P<clock>{_CLOCK})",
            r"(?P<money>[$€£] ?\d{1,3}(?:,\d{3})*\d{0,6}(?:\.\d\d)?)",
            r"(?P<long>\b(?:(?:a|one)[ -]?)?week-?long\b|\bfor (?:a|one) week\b)",
            r"(?P<half>\b(?:a )?half[ -](?:an[ -])?hour\b)",
            r"(?P<often>\b(?:once|twice|thrice)\b)",
            rf"(?<!\w)(?P<hours>{_NUMBER})(?: and a half hours?\b| hours? and a half\b)",
            rf"(?<!\w)(?P<h>{_NUMBER}) ?(?:hours?|hrs?|h) ?(?:and )?(?P<min>{_NUMBER})"
            r" ?(?:minutes?|mins?|m)\b",
            rf"(?<!\w)(?P<a>{_NUMBER})(?:{_TO.format('and')}(?P<b>{_NUMBER}))?(?P<gap>[ +-]{{0,3}})"
            rf"(?:{_ADJECTIVES}(?P<unit>{_UNIT})\b(?!-(?:free|based)))?",
        )
    ),
    re.I,
)
_BETWEEN = re.compile(r"\bbetween $", re.I)


def quantities(sentence: str) -> Iterator[Quantity]:
    """The quantities of a sentence whose white space is folded, in order."""
    at = 0
    while (found := _ANY.search(sentence, at)) is not None:
        quantity = _quantity(found, sentence)
        # "every one of these": a pronoun.
        if quantity.kind != "bare" or sentence[quantity.start : quantity.end].lower() != "one":
            yield quantity
        at = max(quantity.end, found.start() + 1)


def _quantity(found: re.Match[str], sentence: str) -> Quantity:
    start, end = found.span()
    if found["clocks"] or found["clock"]:
        said = re.sub(r"(?i)(?<=\d) ?([ap])m\b", lambda m: f" {m[1].upper()}M", found[0])
        return Quantity("clock", said, "", start, end)
    if found["money"]:
        return Quantity("money", found["money"].replace(" ", ""), "", start, end)
    if found["long"]:
        return Quantity("days", "7", "days", start, end)
    if found["often"]:
        often = {"once": "1", "twice": "2", "thrice": "3"}[found["often"].lower()]
        return Quantity("count", often, "times", start, end)
    modifier = sentence[end : end + 1] == " " and "-" in found[0]
    if found["half"]:
        return Quantity("time", "30", "minutes", start, end, modifier)
    if found["hours"]:
        return Quantity("time", plain(_value(found["hours"]) + 0.5), "hours", start, end)
    if found["h"]:
        minutes = 60 * _value(found["h"]) + _value(found["min"])
        return Quantity("time", plain(minutes), "minutes", start, end, modifier)
    return _measured(found, sentence)


def _measured(found: re.Match[str], sentence: str) -> Quantity:
    start, end = found.span()
    unit, second = found["unit"] or "", found["b"]
    if second and found["and"] and not _BETWEEN.search(sentence[max(0, start - 9) : start]):
        # "2 and 3" are two numbers; the second is found next.
        end, second, unit = found.end("a"), None, ""
    kind: Kind = next((kind for kind, of in _KINDS.items() if of.match(unit)), "bare")
    low = _value(found["a"])
    number = plain(low)
    if second:
        high = _value(second)
        for word, power in (("hundred", 100), ("thousand", 1000)):
            if second.lower().endswith(word) and low * power < high:
                low *= power  # "ten to twelve thousand"
        number = f"between {plain(low)} and {plain(high)}"
    named = sentence[found.end("gap") : found.end("unit")] if unit else ""
    if (noun := _noun(kind, named, unit, number)) is None:
        kind, noun = "bare", ""
        end = found.end("a") if second is None else found.end("b")
    elif noun == "weeks" and number == "1":
        number, noun = "7", "days"
    return Quantity(kind, number, noun, start, end, "-" in found["gap"])


_TIMES = (("h", "hour"), ("m", "minute"), ("s", "second"))
_WITHOUT_BREAK = re.compile(r"(?:uninterrupted|continuous|consecutive|straight)\b", re.I)
_EMPTY = re.compile(r"(?:total|full|whole|solid|entire|complete|consecutive)?", re.I)


def _noun(kind: Kind, named: str, unit: str, number: str) -> str | None:
    """The unit as a constraint has it; None where the words before it change its meaning."""
    words = " ".join(re.split(r"[ -]+", named.lower()))
    if kind == "bare" or kind == "count":
        return words or None
    adjectives = named[: len(named) - len(unit)].strip(" -")
    if kind == "time":
        noun = next(noun for letter, noun in _TIMES if unit.lower().startswith(letter))
        noun = noun if number == "1" else f"{noun}s"
        if _WITHOUT_BREAK.match(adjectives):
            return f"uninterrupted {noun}"
    elif kind == "days":
        noun = "weeks" if unit.lower().startswith("w") else unit.lower()
        if re.fullmatch(r"(?:rest|training|workout)", adjectives, re.I):
            return words
    else:
        noun = unit.lower()
    return noun if _EMPTY.fullmatch(adjectives) else None


def _value(text: str) -> float:
    if text[0].isdecimal():
        return decimal(text)
    words = text.lower().replace("-", " ").split()
    number = spelled(words)
    return float(number.value) if number else 12.0 if "dozen" in words else 1.0


def plain(value: float) -> str:
    """A number without superfluous zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
