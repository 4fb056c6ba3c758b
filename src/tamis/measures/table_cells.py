"""When two cells of tables hold the same value: numbers and dates by value, text by its words.

| cell | equals | does not equal |
|---|---|---|
| 1,200 | 1200; 1 200; 1.2 thousand; twelve hundred | 1.2; about 1200; 1,200-1,300 |
| 5 km | 5000 m; 5 kilometres | 5; 5 miles |
| 12% | 12 percent; 0.12 | 12; 0.12% |
| $1.2M | 1,200,000 USD; US$ 1.2 million | 1,200,000; €1.2M |
| 3 May 1985 | 1985-05-03; May 3rd, 1985 | May 1985; 1985 |
| The Café | cafe; CAFÉ | Cafe Noir |
| C++ | c++ | C; C# |

A gold number without a unit is also met by one with a unit ("1200" by "1,200 people", "12" by
"12%"), as the column says what is counted. A gold number with a unit is met only by one with a
unit. What can be read in two ways ("1.900", "02/05/1985") is read in the usual way in an answer,
and in either way in the golds. Digits with a zero before them ("007") and very long ones are text,
as they name something. "$" is the US dollar; "pounds" are a weight or money.

A gold cell may have several right values: "a|b", or a list. An answer has one: "a|b" is a text
there.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from tamis.text.dates import find_dates
from tamis.text.hedges import first as first_hedge
from tamis.text.normalised import LETTER_RUNS, plain_words, title_key
from tamis.text.numbers import (
    CARDINALS,
    EUROPEAN,
    GROUPED,
    MONEY_POWERS,
    ORDINALS,
    POWERS,
    readings,
    spelled,
)
from tamis.text.quantities import quantities
from tamis.text.units import CODES, SIGNS, units

Key = tuple[Any, ...]
"""What an answer's cell offers and a gold cell accepts; cells are equal where they share one."""

_NOT_STATED = frozenset(
    ("not stated", "not given", "not available", "not mentioned", "not specified", "n a",
     "unknown", "nan", "null")
)  # fmt: skip
_ONLY_MARKS = re.compile(r"[\s\-–—−.…?/]*")
_KEPT_SIGNS = str.maketrans({"+": " plus ", "#": " sharp ", "−": "-"})
_LONGEST_NUMBER = 80

_RANKS = frozenset(("st", "nd", "rd", "th"))
_DOLLAR = {"$": "USD"}

_DIGITS = (
    rf"{GROUPED}(?:\.\d+)?|\d{{1,3}}(?: \d{{3}})+(?:\.\d+)?(?!\d)|{EUROPEAN}"
    r"|\d{1,3}(?:\.\d{3}){2,5}(?![\d.])"
    r"|\d+,\d{1,2}(?!\d)|\d+(?:\.\d+)?(?:[eE][+-]?\d{1,2}(?!\w))?"
)
_NUMBER = re.compile(
    rf"(?P<sign>[-−+]?)(?P<money>(?:us\$|[{SIGNS}]|(?:{'|'.join(CODES)})\b)?)\s?"
    rf"(?P<minus>[-−]?)(?P<digits>{_DIGITS})"
    rf"(?P<power>(?:\s?(?:{'|'.join((*POWERS, *MONEY_POWERS))})(?![^\W_]))?)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s?(?:-|–|—|−|\bto\b)\s?", re.IGNORECASE)


def is_stated(cell: Any) -> bool:
    """Whether a cell says anything: not empty, a dash, "not stated", "unknown" or the like."""
    return any(_stated(text) for text in _texts(cell))


def offered(cell: Any) -> frozenset[Key]:
    """What an answer's cell says; empty where it says nothing. A list is one text, with commas."""
    texts = [text for text in _texts(cell) if _stated(text)]
    return _keys(", ".join(texts), gold=False) if texts else frozenset()


def accepted(cell: Any) -> frozenset[Key]:
    """What a gold cell takes: any of its values, "a|b" or a list; empty where it has none."""
    parts = [part for text in _texts(cell) for part in text.split("|")]
    return frozenset[Key]().union(*(_keys(p.strip(), gold=True) for p in parts if _stated(p)))


def _texts(cell: Any) -> list[str]:
    if isinstance(cell, list | tuple | set | frozenset):
        return [text for part in cell for text in _texts(part)]
    if cell is None:
        return []
    if isinstance(cell, bool):
        return ["yes" if cell else "no"]
    if isinstance(cell, datetime.datetime) and cell.time() == datetime.time():
        cell = cell.date()
    if isinstance(cell, datetime.date):
        return [cell.isoformat()]
    return [str(cell).strip()]


def _stated(text: str) -> bool:
    return not _ONLY_MARKS.fullmatch(text) and plain_words(text) not in _NOT_STATED


@lru_cache(maxsize=65_536)
def _keys(text: str, gold: bool) -> frozenset[Key]:
    if dates := _dates(text):
        return frozenset(("date", *date) for date in (dates if gold else dates[:1]))
    if numbers := list(_numbers(text)):
        return frozenset(
            key for number in (numbers if gold else numbers[:1]) for key in number.keys(gold)
        )
    words = plain_words(text.translate(_KEPT_SIGNS))
    words = {"true": "yes", "false": "no"}.get(words, words)
    return frozenset([("text", words or title_key(text).casefold())])


def _dates(text: str) -> tuple[Key, ...]:
    """The readings of a cell that is a date and nothing else."""
    if len(text) > _LONGEST_NUMBER:
        return ()
    for start, end, dates in find_dates(text):
        if not start and not text[end:].strip(" ."):
            return dates
    return ()


class _Number:
    """A number or a range of a cell, with what it is a number of."""

    def __init__(self, values: tuple[float, ...], unit: str, hedge: str, names_unit: bool) -> None:
        self._values, self._unit, self._hedge = values, unit, hedge
        self._names_unit = names_unit

    def keys(self, gold: bool) -> Iterator[Key]:
        """The keys of the value with its unit, as written, and of a share as a fraction."""
        for unit, factor in _measures(self._unit):
            yield ("number", unit, self._hedge, *_rounded(self._values, factor))
            if unit == "share":
                yield ("number", "", self._hedge, *_rounded(self._values, 0.01))
        # A gold number alone takes any unit, and an answer with a unit offers itself for that.
        if (not self._unit) if gold else (self._unit and self._names_unit):
            yield ("any unit", self._hedge, *_rounded(self._values))


def _rounded(values: tuple[float, ...], factor: float = 1.0) -> Iterator[str]:
    # Twelve digits: 0.1 + 0.2 is 0.3, and 5 km is 5000 m.
    return (f"{value * factor + 0.0:.12g}" for value in values)


@lru_cache(maxsize=4096)
def _measures(unit: str) -> tuple[tuple[str, float], ...]:
    """What a unit may measure, each with the factor to its base; other words are themselves."""
    if known := units(unit):
        return tuple(
            (_DOLLAR.get(one.currency, one.currency) or one.dimension, one.factor) for one in known
        )
    found = list(quantities(f"1 {unit}")) if unit else []
    if (
        len(found) == 1
        and found[0].end == len(unit) + 2
        and found[0].dimension in ("clock", "span")
    ):
        return ((found[0].dimension, found[0].low),)
    return ((plain_words(unit) or unit, 1.0),)


def _numbers(text: str) -> Iterator[_Number]:
    """The readings of a cell that is a number with at most a hedge and a unit; the usual first."""
    if len(text) > _LONGEST_NUMBER:
        return
    text = unicodedata.normalize("NFC", text)
    hedge, rest = first_hedge(text)
    if rest[:1].isalpha() and (named := _spelled(rest)):
        value, unit = named
        yield _Number((value,), unit, hedge, _names_unit(unit))
        return
    first = _NUMBER.match(rest)
    if first is None:
        return
    numbers, at = [first], first.end()
    between = _BETWEEN.match(rest, at)
    if between and (second := _NUMBER.match(rest, between.end())):
        numbers.append(second)
        at = second.end()
    unit = rest[at:]
    if unit.startswith("+") and not hedge:
        hedge, unit = "at least", unit[1:]
    if not _is_unit(unit) or any(_is_name(number["digits"]) for number in numbers):
        return
    money = next((n["money"] for n in numbers if n["money"]), "")
    # "1.2-1.3 million": the power is that of both.
    power = numbers[-1]["power"].strip().casefold()
    powers = [n["power"].strip().casefold() or power for n in numbers]
    if not money and any(p in ("m", "b") for p in powers):
        # "5 m" are metres; "5 b" is no number of anything.
        if len(numbers) > 1 or unit or "b" in powers:
            return
        powers, unit = [""], powers[0]
    tens = [(POWERS | MONEY_POWERS).get(p, 0) for p in powers]
    glued = unit[:1].isalpha()
    unit = unit.strip()
    if glued and unit.casefold() in _RANKS:
        unit = "ordinal"
    elif glued and unit == "s":
        return  # "1990s"
    for read in _readings([n["digits"] for n in numbers]):
        parts = zip(numbers, read, tens, strict=True)
        values = tuple(_signed(n) * value * 10**ten for n, value, ten in parts)
        yield _Number(values, money or unit, hedge, bool(money) or _names_unit(unit))


def _spelled(text: str) -> tuple[float, str] | None:
    """A number in words that begins a cell, and its unit."""
    words = [(word[0].casefold(), word.end()) for word in LETTER_RUNS.finditer(text)]
    if not words or words[0][0] not in {*CARDINALS, *ORDINALS, "a", "hundred", "dozen"}:
        return None
    number = spelled([word for word, _ in words])
    # "A" alone counts nothing.
    if number is None or (words[0][0] == "a" and number.end < 2):
        return None
    unit = text[words[number.end - 1][1] :]
    if not _is_unit(unit) or (number.ordinal and unit.strip()):
        return None
    return float(number.value), "ordinal" if number.ordinal else unit.strip()


def _is_unit(text: str) -> bool:
    """Whether what follows a number is empty or may be a unit, and no further number."""
    text = text.strip()
    return not text or (
        (text[0].isalpha() or text[0] in f"%°{SIGNS}") and not re.search(r"\d", text)
    )


def _names_unit(unit: str) -> bool:
    """Whether what follows a number says what is counted, and is no part of a name ("12 Men").

    One or two words without a capital, or capitals alone ("GB").
    """
    if not unit or len(unit.split()) > 2:
        return False
    return not unit[0].isupper() or (unit.isupper() and len(unit) <= 4)


def _is_name(digits: str) -> bool:
    return (len(digits) > 1 and digits[0] == "0" and digits[1].isdigit()) or len(
        digits.partition(".")[0]
    ) > 15


def _signed(number: re.Match[str]) -> int:
    return -1 if number["sign"] in ("-", "−") or number["minus"] else 1


def _readings(digits: list[str]) -> Iterator[tuple[float, ...]]:
    """The values of numbers in digits: all in the usual reading, or all in the other."""
    values = [readings(one) for one in digits]
    yield tuple(each[0] for each in values)
    if any(len(each) > 1 for each in values):
        yield tuple(each[-1] for each in values)
