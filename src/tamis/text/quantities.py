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
from dataclasses import replace

from tamis.text.clocks import clock, span
from tamis.text.hedges import around
from tamis.text.normalised import LETTER_RUNS
from tamis.text.numbers import (
    CARDINALS,
    EUROPEAN,
    GROUPED,
    ORDINALS,
    POWERS,
    TENS,
    readings,
    spelled,
)
from tamis.text.quantity import DAY, Quantity, factor
from tamis.text.units import UNITS

__all__ = ["DAY", "Quantity", "quantities"]

MAX_DIGITS = 15

_MONEY = frozenset("$€£¥")

_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3, "⅛": 0.125}
_HALVES = {"half": 0.5, "quarter": 0.25, "third": 1 / 3}
_NUMBER_WORDS = "|".join(
    sorted({*CARDINALS, *TENS, *POWERS, *ORDINALS, "dozen"}, key=len, reverse=True)
)
_DIGITS = re.compile(
    rf"(?P<grouped>{GROUPED}(?:\.\d+)?)"
    r"|(?P<spaced>\d{1,3}(?: \d{3})+)(?!\d)"
    r"|(?P<whole>\d{1,3})[ \u00a0](?P<n>\d{1,2})[/⁄](?P<d>\d{1,2})(?!\d)"
    r"|(?P<over>\d{1,3})[/⁄](?P<under>\d{1,3})(?![\d/])"
    r"|(?P<mixed>\d{0,3})\s?(?P<sign>[½¼¾⅓⅔⅛])"
    rf"|(?P<european>{EUROPEAN})"
    r"|(?P<either>\d{1,3}(?:\.\d{3}){1,5})(?![\d.])"
    r"|(?P<plain>\d+(?:\.\d+)?)(?P<comma>,\d{1,2}(?!\d))?"
)
# "5k" is a length, "2k calories" is not.
_THOUSAND = re.compile(r"k (?=(?:k?cal|calor|steps)\w*\b)", re.I)
_WORDS = re.compile(
    rf"\b(?:(?:an?|the)[ -])?(?:{_NUMBER_WORDS})\b(?:(?:[ -]| and )(?:{_NUMBER_WORDS})\b){{0,12}}",
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
_UNIT_AFTER = re.compile(r"[ \u00a0\u202f\u2009]{0,2}-?(?P<unit>[^\W\d_]+|%)")
_NOUN = re.compile(
    r"[ -](?P<noun>[^\W\d_]{1,40}(?:-[^\W\d_]{1,40}){0,2}(?: [^\W\d_]{1,40}){0,2})(?![^\W\d_])"
)


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
    if found["digits"] and (time := clock(text, at)):
        return time
    number = _number(text, found)
    if number is None:
        return None
    return _measured(text, number)


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
    low, high = _values(digits)
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


def _values(digits: re.Match[str]) -> tuple[float, float]:
    """The least and the most that digits may say."""
    if digits["spaced"]:
        # "1 200 kcal" is 1,200 kcal; "Day 1 200 kcal" is 200.
        return float(digits["spaced"].rpartition(" ")[2]), readings(digits["spaced"])[0]
    value = 0.0
    if digits["whole"]:
        value = float(digits["whole"]) + int(digits["n"]) / max(int(digits["d"]), 1)
    elif digits["over"]:
        value = int(digits["over"]) / max(int(digits["under"]), 1)
    elif digits["sign"]:
        value = float(digits["mixed"] or 0) + _FRACTIONS[digits["sign"]]
    elif digits["comma"] and "." in digits["plain"]:
        value = float(digits["plain"])
    else:
        found = readings(digits[0])
        return found[0], found[-1 if digits["either"] else 0]
    return value, value


def _in_words(text: str, at: int) -> Quantity | None:
    """A number in words: "twenty-five", "a hundred and ten", "two dozen"."""
    run = _WORDS.match(text, at)
    if run is None:
        return None
    words, ends = [], []
    for word in LETTER_RUNS.finditer(text, at, run.end()):
        words.append(word[0].casefold())
        ends.append(word.end())
    made = spelled(words)
    if made is None:
        return None
    value, end = float(made.value), ends[made.end - 1]
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
    if plus and word.casefold() in UNITS:
        number = replace(number, hedge="at least")
    known = UNITS.get(word.casefold())
    if known is None or word in ("T", "S", "M", "H"):
        return _counted(text, number)
    if word.casefold() in ("m", "k", "t", "l", "s", "second", "min") and _is_word(text, found):
        return _counted(text, number)
    dimension, factor, _ = known
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
        part = _HALVES[half[1].casefold()] * UNITS[time.unit.casefold()][1]
        return replace(time, low=time.low + part, high=time.high + part, end=half.end())
    gap = _AND_MORE.match(text, time.end)
    if gap is None or (found := _CANDIDATE.match(text, gap.end())) is None or found["named"]:
        return time
    if found["digits"] and clock(text, gap.end()):
        return time
    number = _number(text, found)
    if number is None:
        return time
    rest = _UNIT_AFTER.match(text, number.end)
    unit = UNITS.get(rest["unit"].casefold()) if rest else None
    minutes = time.unit.casefold().startswith("h") and rest and rest["unit"].casefold() == "m"
    if minutes:
        unit = UNITS["min"]
    glued = text[time.end : time.end + 1].isdigit()
    # "1h05", and "1 h 05" or "5 hours 15" with nothing behind that it could count.
    hours = time.unit.casefold() in ("h", "hr", "hrs", "hour", "hours")
    two = hours and number.end - number.start == 2 and text[number.start : number.end].isdigit()
    alone = two and not _counted(text, number).noun and text[number.end : number.end + 1] != ":"
    if unit is None and (glued or alone) and hours and number.high < 60:
        return replace(
            time, low=time.low + number.low, high=time.high + number.high, end=number.end
        )
    own = UNITS[time.unit.casefold()][1]
    if rest is None or unit is None or unit[0] != "time" or unit[1] >= own:
        return time
    return replace(
        time, low=time.low + number.low * unit[1], high=time.high + number.high * unit[1],
        end=rest.end(),
    )  # fmt: skip


_NO_NOUN = frozenset(
    LETTER_RUNS.findall(
        "of for and or to a an the in on at per each every with more less than from until till by "
        "is are was were as but if then that this these those it its be x times"
    )
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
        return span(text, first, second)
    if not bare and second.dimension == "count" and not second.noun:
        # "30 g - 40": the second has no unit of its own.
        return first
    if bare and (power := _POWER_LAST.search(text[second.start : second.end])):
        # "Ten to twelve thousand".
        times = 10.0 ** POWERS[power["power"].casefold()]
        if first.low * times < second.high / (factor(second.unit) if second.unit else 1.0):
            first = replace(first, low=first.low * times, high=first.high * times)
    if bare and second.dimension != "count" and second.high:
        one = 1.0 if second.dimension == "money" else factor(second.unit)
        first = replace(first, low=first.low * one, high=first.high * one)
    elif first.dimension != second.dimension:
        return first
    if first.low > second.high:
        return first
    return replace(
        second, low=first.low, high=second.high, start=first.start,
        sure=first.sure and second.sure,
    )  # fmt: skip


def _hedged(text: str, one: Quantity) -> Quantity:
    """A quantity with the word before or after it that makes it a bound."""
    hedge = around(text, one.start, one.end)
    return replace(one, hedge=hedge) if hedge else one
