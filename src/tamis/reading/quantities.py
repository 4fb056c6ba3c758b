"""Quantities of a text: every number with its unit, in digits or words, once.

One grammar for requests, constraints and plans. A quantity is an interval in the base unit of its
dimension: "1,200–1,300 kcal" is 1200 to 1300 kcal, "half an hour" 30 min, "8 am" the clock's 480,
"from 9 to 5 pm" a span from 540 to 1020. What can be read in two ways is not `sure` and has both
ends ("1.900" is 1.9 or 1900, "1 200" 200 or 1200). Takes time in proportion to the text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from tamis.text.numbers import CARDINALS, ORDINALS, POWERS, TENS, spelled

Dimension = Literal[
    "energy", "mass", "volume", "time", "clock", "span", "length", "share", "money", "count"
]
"""What a quantity measures. `count` is everything else, a number alone as well."""

Hedge = Literal["", "about", "at least", "at most", "more than", "less than"]

DAY = 24 * 60
MAX_DIGITS = 15

BASE: dict[Dimension, str] = {
    "energy": "kcal", "mass": "g", "volume": "ml", "time": "min", "clock": "clock",
    "span": "clock", "length": "m", "share": "%", "money": "", "count": "",
}  # fmt: skip
"""The base unit of each dimension; clocks are minutes from midnight."""


@dataclass(frozen=True)
class Quantity:
    """A number, or two of a range, at `text[start:end]`, its unit among it.

    `low` and `high` are in the base unit of the dimension. `unit` is the unit as written, `noun`
    what a count counts, as written ("egg whites"), both empty for none. `hedge` is the word that
    makes it a bound. A span is a time of the clock to another, `high` below `low` where midnight
    lies between; clocks that are not `sure` may be twelve hours later.
    """

    low: float
    high: float
    dimension: Dimension
    start: int
    end: int
    unit: str = ""
    noun: str = ""
    hedge: Hedge = ""
    sure: bool = True
    ordinal: bool = False

    @property
    def written(self) -> tuple[float, float]:
        """Both ends in the unit as written: 1.5 for "1 h 30 min"."""
        factor = 1.0 if self.dimension == "money" else _factor(self.unit)
        return self.low / factor, self.high / factor

    @property
    def minutes(self) -> float:
        """How long a span takes, over midnight if need be."""
        return (self.high - self.low) % DAY if self.dimension == "span" else self.high


_UNITS: dict[str, tuple[Dimension, float]] = {}


def _unit(dimension: Dimension, factor: float, words: str) -> None:
    _UNITS.update(dict.fromkeys(words.split(), (dimension, factor)))


_unit("energy", 1, "kcal kcals cal cals calorie calories kilocalorie kilocalories")
_unit("energy", 1 / 4.184, "kj kilojoule kilojoules")
_unit("mass", 1, "g gr gram grams gramme grammes gm gms")
_unit("mass", 0.001, "mg milligram milligrams")
_unit("mass", 1000, "kg kgs kilo kilos kilogram kilograms")
_unit("mass", 1_000_000, "t tonne tonnes ton tons")
_unit("mass", 453.59237, "lb lbs pound pounds")
_unit("mass", 28.349523, "oz ounce ounces")
_unit("volume", 1, "ml milliliter milliliters millilitre millilitres")
_unit("volume", 10, "cl centiliter centilitre")
_unit("volume", 1000, "l liter liters litre litres")
_unit("volume", 236.6, "cup cups")
_unit("volume", 14.8, "tbsp tablespoon tablespoons")
_unit("volume", 4.93, "tsp teaspoon teaspoons")
_unit("time", 1, "min mins minute minutes")
_unit("time", 60, "h hr hrs hour hours")
_unit("time", 1 / 60, "s sec secs second seconds")
_unit("length", 1, "m meter meters metre metres")
_unit("length", 1000, "km kms kilometer kilometers kilometre kilometres k")
_unit("length", 1609.34, "mi mile miles")
_unit("length", 0.01, "cm centimeter centimeters centimetre centimetres")
_unit("length", 0.3048, "ft foot feet")
_unit("share", 1, "percent pct")
_SIGNS: dict[str, tuple[Dimension, float]] = {"%": ("share", 1)}
_MONEY = frozenset("$€£¥")

_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3, "⅛": 0.125}
_HALVES = {"half": 0.5, "quarter": 0.25, "third": 1 / 3}
_NUMBER_WORDS = "|".join(
    sorted({*CARDINALS, *TENS, *POWERS, *ORDINALS, "dozen"}, key=len, reverse=True)
)
_DIGITS = re.compile(
    r"(?P<grouped>\d{1,3}(?:[,'’\u202f\u00a0\u2009]\d{3})+(?:\.\d+)?)(?![\d])"
    r"|(?P<spaced>\d{1,3}(?: \d{3})+)(?!\d)"
    r"|(?P<whole>\d{1,3})[ \u00a0](?P<n>\d{1,2})[/⁄](?P<d>\d{1,2})(?!\d)"
    r"|(?P<over>\d{1,3})[/⁄](?P<under>\d{1,3})(?![\d/])"
    r"|(?P<mixed>\d{0,3})\s?(?P<sign>[½¼¾⅓⅔⅛])"
    r"|(?P<european>\d{1,3}(?:\.\d{3}){1,5},\d{1,2})(?!\d)"
    r"|(?P<either>\d{1,3}(?:\.\d{3}){1,5})(?![\d.])"
    r"|(?P<plain>\d+(?:\.\d+)?)(?P<comma>,\d{1,2}(?!\d))?"
)
# "5k" is a length, "2k calories" is not.
_THOUSAND = re.compile(r"k (?=(?:k?cal|calor|steps)\w*\b)", re.I)
_WORD = re.compile(r"[^\W\d_]+")
_WORDS = re.compile(
    rf"\b(?:(?:an?|the)[ -])?(?:{_NUMBER_WORDS})\b(?:(?:[ -]| and )(?:{_NUMBER_WORDS})\b){{0,12}}",
    re.I,
)
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
_CANDIDATE = re.compile(
    rf"(?P<named>\b(?:12 )?(?:noon|midday|midnight)\b)|(?P<digits>[\d½¼¾⅓⅔⅛])"
    rf"|(?P<words>\b(?:{_NUMBER_WORDS})\b)"
    r"|(?P<half>\bhalf(?: of)?[ -](?:an?[ -])?(?=\w))|(?P<one>\ban? (?=(?:[^\W\d]+ )?(?:hour"
    r"|minute)\b))"
    r"|(?P<often>\b(?:once|twice|thrice)\b)",
    re.I,
)
_TO = re.compile(r"\s?(?:-|–|—|−|~|\bto\b|\buntil\b|\btill\b|\bthrough\b)\s?", re.I)
_AND = re.compile(r"\s(?:and|&)\s", re.I)
_OR = re.compile(r"\s(?:or)\s", re.I)
_BETWEEN = re.compile(r"\bbetween\s(?:about\s)?[$€£]?$", re.I)
_FROM = re.compile(r"\bfrom\s$", re.I)
_UNIT_AFTER = re.compile(r"[ \u00a0\u202f\u2009]{0,2}-?(?P<unit>[^\W\d_]+|%)")
_NOUN = re.compile(
    r"[ -](?P<noun>[^\W\d_]{1,40}(?:-[^\W\d_]{1,40}){0,2}(?: [^\W\d_]{1,40}){0,2})(?![^\W\d_])"
)
_BEFORE: tuple[tuple[Hedge, str], ...] = (
    ("at least", r"at least|no (?:less|fewer) than|not less than|min(?:imum|\.)?(?: of)?|≥|>=|⩾"),
    ("at most", r"at most|up to|no more than|not more than|not exceeding|max(?:imum|\.)?(?: of)?"
     r"|≤|<=|⩽|within"),
    ("more than", r"more than|over|above|greater than|exceeds?|exceeding|>"),
    ("less than", r"less than|under|below|fewer than|<"),
    ("about", r"about|around|approx(?:imately|\.)?|roughly|some|circa|ca\.|nearly|almost|~|≈|±"),
)  # fmt: skip
_HEDGES = re.compile(
    "(?:" + "|".join(f"(?P<h{n}>(?<!\\w)(?:{words}))" for n, (_, words) in enumerate(_BEFORE))
    + r")\s?(?:[$€£]|an? |the )?$", re.I,
)  # fmt: skip
_AFTER = re.compile(
    r"\s?(?:(?P<more>\+(?!\s?\d)|or (?:more|above|over|longer)\b|at least\b|minimum\b)"
    r"|(?P<less>or (?:less|fewer|under|below|shorter)\b|at most\b|max(?:imum)?\b|or lower\b))",
    re.I,
)
LONGEST_HEDGE = 24


def quantities(text: str) -> Iterator[Quantity]:
    """The quantities of a text, in order; none overlap."""
    at = 0
    while (found := _CANDIDATE.search(text, at)) is not None:
        begin = found.start()
        if found["digits"] and _glued(text, begin):
            at = _past(text, begin)
            continue
        one = _one(text, found)
        if one is None:
            at = max(_past(text, begin), found.end())
            continue
        one = _hedged(text, _ranged(text, one))
        yield one
        at = max(one.end, found.end())


def _glued(text: str, at: int) -> bool:
    """Whether digits are part of a name: "B12", "v2", "1.2.3"; "x10" and "@80" are not."""
    before = text[at - 1] if at else " "
    if before in "xX×" and (at < 2 or not text[at - 2].isalpha()):
        return False
    return (
        before.isalpha() or before == "_" or (before in ".," and at > 1 and text[at - 2].isdigit())
    )


def _past(text: str, at: int) -> int:
    """The offset after the letters and digits from one on."""
    while at < len(text) and (text[at].isalnum() or text[at] == "_"):
        at += 1
    return at + 1


def _one(text: str, found: re.Match[str]) -> Quantity | None:
    """The quantity of one number that begins at a candidate."""
    at = found.start()
    if found["named"]:
        value = 0.0 if found[0].casefold().endswith("midnight") else 720.0
        return Quantity(value, value, "clock", at, found.end(), unit="clock")
    if found["often"]:
        times = {"once": 1.0, "twice": 2.0, "thrice": 3.0}[found[0].casefold()]
        return Quantity(times, times, "count", at, found.end(), noun="times")
    if found["digits"] and (clock := _clock(text, at)):
        return clock
    number = _number(text, found)
    if number is None:
        return None
    return _measured(text, number)


def _clock(text: str, at: int) -> Quantity | None:
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


def _number(text: str, found: re.Match[str]) -> Quantity | None:
    """The number that begins at a candidate, without its unit."""
    at = found.start()
    if found["half"]:
        return Quantity(0.5, 0.5, "count", at, found.end() - 1)
    if found["one"]:
        return Quantity(1, 1, "count", at, at + len(found[0].strip()))
    if found["words"]:
        return _in_words(text, at)
    digits = _DIGITS.match(text, at)
    if digits is None:
        return None
    if (digits["under"] or digits["d"] or "1").strip("0") == "":
        return Quantity(0.0, math.inf, "count", at, digits.end(), sure=False)
    low = high = _value(digits)
    if digits["spaced"]:
        # "1 200 kcal" is 1,200 kcal; "Day 1 200 kcal" is 200.
        low = float(digits["spaced"].rpartition(" ")[2])
    if digits["either"]:
        high = float(digits["either"].replace(".", ""))
        if digits["either"].startswith("0"):
            high = low
    end = digits.end()
    if _THOUSAND.match(text, end):
        low, high, end = low * 1000, high * 1000, end + 1
    if low == high and (part := _PART_BEFORE.match(text, end)):
        more = _HALVES[part[1].casefold()]
        low, high, end = low + more, high + more, part.end()
    if text[end : end + 1] == "^":
        return Quantity(0.0, math.inf, "count", at, _past(text, end + 1) - 1, sure=False)
    if len(digits[0].partition(".")[0]) > MAX_DIGITS or math.isinf(high):
        low, high = 0.0, math.inf
    ordinal = re.match(r"(?:st|nd|rd|th)\b", text[end : end + 3], re.I)
    if ordinal:
        return Quantity(low, high, "count", at, end + 2, ordinal=True)
    return Quantity(low, high, "count", at, end, sure=low == high)


def _value(digits: re.Match[str]) -> float:
    if grouped := digits["grouped"] or digits["spaced"]:
        return float(re.sub(r"[^\d.]", "", grouped))
    if digits["whole"]:
        return float(digits["whole"]) + int(digits["n"]) / max(int(digits["d"]), 1)
    if digits["over"]:
        return int(digits["over"]) / max(int(digits["under"]), 1)
    if digits["sign"]:
        return float(digits["mixed"] or 0) + _FRACTIONS[digits["sign"]]
    if digits["european"]:
        return float(digits["european"].replace(".", "").replace(",", "."))
    if digits["either"]:
        return float(digits["either"].replace(".", "", digits["either"].count(".") - 1))
    if digits["comma"]:
        return (
            float(digits["plain"] + digits["comma"].replace(",", "."))
            if "." not in digits["plain"]
            else float(digits["plain"])
        )
    return float(digits["plain"])


def _in_words(text: str, at: int) -> Quantity | None:
    """A number in words: "twenty-five", "a hundred and ten", "two dozen"."""
    run = _WORDS.match(text, at)
    if run is None:
        return None
    words, ends = [], []
    for word in _WORD.finditer(text, at, run.end()):
        words.append(word[0].casefold())
        ends.append(word.end())
    if words[0] == "dozen":
        return Quantity(12, 12, "count", at, ends[0])
    made = spelled(words)
    if made is None:
        return None
    value, end = float(made.value), ends[made.end - 1]
    if words[made.end : made.end + 1] == ["dozen"]:
        value, end = value * 12, ends[made.end]
    if part := _HALF_MORE.match(text, end):
        value, end = value + _HALVES[part[1].casefold()], part.end()
    return Quantity(value, value, "count", at, end, ordinal=made.ordinal)


def _measured(text: str, number: Quantity) -> Quantity:
    """A number with the unit that follows it, or precedes it as "$" does."""
    if number.start and text[number.start - 1] in _MONEY:
        return replace(number, dimension="money", unit=text[number.start - 1])
    if number.ordinal:
        return number
    plus = (
        text[number.end : number.end + 1] == "+"
        and not text[number.end + 1 : number.end + 2].isdigit()
    )
    found = _UNIT_AFTER.match(text, number.end + plus)
    if found is None:
        return _counted(text, number)
    word = found["unit"]
    if plus and word.casefold() in _UNITS:
        number = replace(number, hedge="at least")
    known = _SIGNS.get(word) or _UNITS.get(word.casefold())
    if known is None or (word in ("T", "K", "L", "S", "M", "G", "H") and word not in "LKG"):
        return _counted(text, number)
    if word.casefold() in ("m", "k", "t", "l", "s", "second", "min") and _is_word(text, found):
        return _counted(text, number)
    dimension, factor = known
    one = replace(
        number, low=number.low * factor, high=number.high * factor, dimension=dimension,
        unit=word, end=found.end(),
    )  # fmt: skip
    return _longer(text, one) if dimension == "time" else one


_PART_BEFORE = re.compile(r" and a (half|quarter)(?= \w)", re.I)


def _is_word(text: str, found: re.Match[str]) -> bool:
    """Whether a unit's letter is a word of its own: "2 second-hand books"."""
    return found["unit"].casefold() == "second" and text[found.end() : found.end() + 1] == "-"


_POWER_LAST = re.compile(r"\b(?P<power>hundred|thousand)\b(?:[ -]\w+)?$", re.I)
_AND_MORE = re.compile(r",?\s?(?:and )?(?=[\da-z½])", re.I)
_HALF_MORE = re.compile(r" and a (half|quarter)\b", re.I)


def _longer(text: str, time: Quantity) -> Quantity:
    """A length of time with its smaller part: "1 h 30 min", "2 hours and 15 minutes"."""
    if half := _HALF_MORE.match(text, time.end):
        part = _HALVES[half[1].casefold()] * _UNITS[time.unit.casefold()][1]
        return replace(time, low=time.low + part, high=time.high + part, end=half.end())
    gap = _AND_MORE.match(text, time.end)
    if gap is None or (found := _CANDIDATE.match(text, gap.end())) is None or found["named"]:
        return time
    if found["digits"] and _clock(text, gap.end()):
        return time
    number = _number(text, found)
    if number is None:
        return time
    rest = _UNIT_AFTER.match(text, number.end)
    unit = _UNITS.get(rest["unit"].casefold()) if rest else None
    minutes = time.unit.casefold().startswith("h") and rest and rest["unit"].casefold() == "m"
    if minutes:
        unit = ("time", 1)
    glued = text[time.end : time.end + 1].isdigit()
    # "1h05", and "1 h 05" or "5 hours 15" with nothing behind that it could count.
    hours = time.unit.casefold() in ("h", "hr", "hrs", "hour", "hours")
    two = hours and number.end - number.start == 2 and text[number.start : number.end].isdigit()
    alone = two and not _counted(text, number).noun and text[number.end : number.end + 1] != ":"
    if unit is None and (glued or alone) and hours and number.high < 60:
        return replace(
            time, low=time.low + number.low, high=time.high + number.high, end=number.end
        )
    own = _UNITS[time.unit.casefold()][1]
    if rest is None or unit is None or unit[0] != "time" or unit[1] >= own:
        return time
    return replace(
        time, low=time.low + number.low * unit[1], high=time.high + number.high * unit[1],
        end=rest.end(),
    )  # fmt: skip


_NO_NOUN = frozenset(
    [
        "of",
        "for",
        "and",
        "or",
        "to",
        "a",
        "an",
        "the",
        "in",
        "on",
        "at",
        "per",
        "each",
        "every",
        "with",
        "more",
        "less",
        "than",
        "from",
        "until",
        "till",
        "by",
        "is",
        "are",
        "was",
        "were",
        "as",
        "but",
        "if",
        "then",
        "that",
        "this",
        "these",
        "those",
        "it",
        "its",
        "be",
        "x",
        "times",
    ]
)


def _counted(text: str, number: Quantity) -> Quantity:
    """A number with the words that it may count."""
    found = _NOUN.match(text, number.end)
    if found is None:
        return number
    kept: list[str] = []
    for word in found["noun"].split(" "):
        if word.casefold() in _NO_NOUN and not (not kept and word.casefold() == "times"):
            break
        kept.append(word)
    return replace(number, noun=" ".join(kept))


def _ranged(text: str, first: Quantity) -> Quantity:
    """A quantity with the other end of its range: "10–12 reps", "9 to 11 am"."""
    if first.ordinal:
        return first
    bare = first.dimension == "count"
    # "10–12 reps": the unit, and what is counted, come after the second.
    end = first.end
    to = _TO.match(text, end)
    if (
        to is None
        and (joined := _AND.match(text, end))
        and _BETWEEN.search(text[max(first.start - 20, 0) : first.start])
    ):
        to = joined
    if to is None and bare and not first.noun:
        to = _OR.match(text, end)
    if to is None:
        return first
    candidate = _CANDIDATE.match(text, to.end())
    if candidate is None or candidate["often"] or candidate["one"]:
        return first
    second = _one(text, candidate)
    if second is None or second.ordinal:
        return first
    if "clock" in (first.dimension, second.dimension):
        return _span(text, first, second)
    if not bare and second.dimension == "count" and not second.noun:
        # "30 g - 40": the second has no unit of its own.
        return first
    if bare and (power := _POWER_LAST.search(text[second.start : second.end])):
        # "Ten to twelve thousand".
        times = 10.0 ** POWERS[power["power"].casefold()]
        if first.low * times < second.high / (_factor(second.unit) if second.unit else 1.0):
            first = replace(first, low=first.low * times, high=first.high * times)
    if bare and second.dimension != "count" and second.high:
        factor = 1.0 if second.dimension == "money" else _factor(second.unit)
        first = replace(first, low=first.low * factor, high=first.high * factor)
    elif first.dimension != second.dimension:
        return first
    if first.low > second.high:
        return first
    return replace(
        second, low=first.low, high=second.high, start=first.start,
        sure=first.sure and second.sure,
    )  # fmt: skip


def _factor(unit: str) -> float:
    """The factor of a unit to its base, 1 for none."""
    known = _SIGNS.get(unit) or _UNITS.get(unit.casefold())
    return known[1] if known else 1.0


def _span(text: str, first: Quantity, second: Quantity) -> Quantity:
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


def _hedged(text: str, one: Quantity) -> Quantity:
    """A quantity with the word before or after it that makes it a bound."""
    before = text[max(one.start - LONGEST_HEDGE, 0) : one.start]
    hedge: Hedge = ""
    if found := _HEDGES.search(before):
        hedge = next(h for n, (h, _) in enumerate(_BEFORE) if found[f"h{n}"])
    if after := _AFTER.match(text, one.end):
        hedge = "at least" if after["more"] else "at most"
    return replace(one, hedge=hedge) if hedge else one
