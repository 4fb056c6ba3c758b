"""The quantities of a request, as constraints write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tamis.reading import quantities as reading

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


_KINDS: dict[reading.Dimension, Kind] = {
    "energy": "kcal", "time": "time", "clock": "clock", "span": "clock", "money": "money",
}  # fmt: skip
_COUNTED = re.compile(
    r"(?:meals?|snacks?|sessions?|workouts?|trainings?|exercises?|movements?|sets?|reps?"
    r"|repetitions?|times?|breaks?|courses?|dishes|recipes|servings?|ingredients?|activities|stops?"
    r"|visits?|naps?|walks?|tasks?)\Z",
    re.I,
)
_DAYS = re.compile(r"(?:days?|weeks?|nights?)\Z", re.I)
_PERIOD = re.compile(r"(?:rest|training|workout)\Z", re.I)
_EMPTY = re.compile(r"(?:total|full|whole|solid|entire|complete|consecutive)?\Z", re.I)
_LONG = re.compile(r"\b(?:(?:a|one)[ -]?)?week-?long\b|\bfor (?:a|one) week\b", re.I)


def quantities(sentence: str) -> Iterator[Quantity]:
    """The quantities of a sentence whose white space is folded, in order."""
    found = [_quantity(one, sentence) for one in reading.quantities(sentence) if not one.ordinal]
    for long in _LONG.finditer(sentence):
        found = [one for one in found if not long.start() <= one.start < long.end()]
        found.append(Quantity("days", "7", "days", *long.span()))
    for one in sorted(found, key=lambda one: one.start):
        said = sentence[one.start : one.end].casefold()
        # "every one of these" is a pronoun, and "zero sugar" gives no amount.
        if said not in ("one", "zero") or (one.kind != "bare" and said != "zero"):
            yield one


def _quantity(one: reading.Quantity, sentence: str) -> Quantity:
    said = sentence[one.start : one.end]
    modifier = "-" in said and sentence[one.end : one.end + 1] == " "
    kind = _KINDS.get(one.dimension, "bare")
    if kind == "clock":
        said = re.sub(r"(?i)(?<=\d) ?([ap])\.?m\b\.?", lambda m: f" {m[1].upper()}M", said)
        lead = re.search(r"\b(?:from|between) $", sentence[: one.start], re.I)
        start = lead.start() if lead and one.dimension == "span" else one.start
        return Quantity(kind, sentence[start : one.start] + said, "", start, one.end)
    number = _number(one)
    if one.dimension == "mass":
        light = one.unit.casefold()[0] in "gm" and not one.unit.casefold().startswith("ki")
        return Quantity(
            "gram" if light else "weight", number, one.unit.lower(), one.start, one.end, modifier
        )
    if kind == "time":
        return Quantity(kind, *_time(one), one.start, one.end, modifier)
    if kind != "bare" or one.dimension != "count":
        unit = one.unit.lower() if kind != "money" else ""
        start = one.start - (kind == "money")
        return Quantity(
            kind,
            f"{one.unit}{number}" if kind == "money" else number,
            unit,
            start,
            one.end,
            modifier,
        )
    return _counted(one, number, sentence)


def _time(one: reading.Quantity) -> tuple[str, str]:
    """The number and the noun of a length: minutes where it is not in whole or half hours."""
    low, high = one.low, one.high
    hours = low >= 60 and not low % 15 and not high % 15 and one.unit.casefold().startswith("h")
    if one.unit.casefold().startswith("s"):
        low, high, noun = low * 60, high * 60, "seconds"
    elif hours:
        low, high, noun = low / 60, high / 60, "hours"
    else:
        noun = "minutes"
    number = plain(low) if low == high else f"between {plain(low)} and {plain(high)}"
    return number, noun[:-1] if number == "1" else noun


def _counted(one: reading.Quantity, number: str, sentence: str) -> Quantity:
    """A number with what it counts, up to two words before the noun: "3 full meals"."""
    words = one.noun.split()
    at = one.end
    for n, word in enumerate(words[:3]):
        if (found := sentence.find(word, at)) < 0:
            break
        at = found + len(word)
        before = " ".join(words[:n])
        if _DAYS.match(word) and (_EMPTY.match(before) or _PERIOD.match(before)):
            kept = "" if _EMPTY.match(before) else f"{before} "
            if word.lower().startswith("week") and number == "1":
                return Quantity("days", "7", "days", one.start, at)
            return Quantity(
                "days",
                number,
                f"{kept}{word.lower()}",
                one.start,
                at,
                "-" in sentence[one.end : at],
            )
        if _COUNTED.match(word):
            unit = " ".join(words[: n + 1]).lower()
            return Quantity("count", number, unit, one.start, at, "-" in sentence[one.end : at])
    return Quantity("bare", number, "", one.start, one.end)


def _number(one: reading.Quantity) -> str:
    low, high = one.written
    return plain(low) if low == high else f"between {plain(low)} and {plain(high)}"


def plain(value: float) -> str:
    """A number without superfluous zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
