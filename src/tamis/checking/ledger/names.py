"""The names of the parts of a plan: weeks, days, sessions, meals; and of what is no part of it.

A closed vocabulary: what is named otherwise is no part that the program knows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from tamis.text.dates import find_dates
from tamis.text.numbers import CARDINALS, ORDINALS

Kind = Literal["", "week", "day", "session", "meal", "rest", "total", "aside"]
"""What a name is of. `rest` is a pause or a day without training; `aside` what is no part of the
plan: notes, goals, summaries."""

RANK: dict[Kind, int] = {"week": 1, "day": 2, "session": 3, "meal": 4}
"""Which part contains which; the others contain none."""

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
ONCE = ("breakfast", "brunch", "lunch", "dinner", "supper")
"""Meals that a day has once."""

_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?\b\.?"
_WORDS = "|".join([*(word for word in CARDINALS if word != "zero"), *ORDINALS])
_N = rf"(?<![^\W_])(?:\d{{1,3}}(?![.,:]?\d)|[A-H]|[IVX]{{1,4}}|(?:{_WORDS}))\b"
_JOIN = r"\s?(?:,|&|\+|/|-|–|—|\band\b|\bto\b)\s?(?:and\s)?"
# Further ones: "sessions 1 and 3", but not the figure in "Workout A – 60 min".
_MORE = rf"(?:{_JOIN}{_N}(?!\s?[a-z%]))*"
_KINDS: tuple[tuple[Kind, str], ...] = (
    ("total", r"(?:(?:[a-z'’]+|\d) ){0,3}?(?:sub-?)?(?:totals?|sum|overall|altogether|in all)\b"
              r"(?: (?:[a-z]+|\d)\b){0,4}?(?=\s*[:=(–—-]|\W*(?:\d|$))"),
    ("aside", r"(?:[a-z]+ ){0,3}?(?:notes?|tips?|goals?|targets?|limits?|budgets?|averages?"
              r"|summary|overview|reminders?|remaining|shopping list|grocery list)\b"),
    ("week", rf"weeks?\s?#?{_N}{_MORE}"),
    ("day", rf"(?:(?:training|workout|rest|gym) )?days?\s?#?{_N}(?: of \d{{1,2}}\b)?{_MORE}"
            rf"|{_WEEKDAY}(?:{_JOIN}{_WEEKDAY})*|(?:{'|'.join(ORDINALS)}) day\b"),
    ("session", r"(?:(?:training|workout|gym|strength|cardio) )?(?:sessions?|workouts?|training)"
                rf"\s?[#:]?\s?{_N}{_MORE}"),
    ("meal", rf"(?:(?:{'|'.join(ONCE)}|dessert|meal|(?:[a-z-]+ ){{0,2}}snacks?)(?:\s?#?{_N})?)\b"),
    ("rest", r"(?:[a-z]+ )?rest(?: day)?\b|(?:recovery|pause|break|off)\b"),
)  # fmt: skip
_NAME = re.compile("|".join(f"(?P<{kind}>{words})" for kind, words in _KINDS), re.I)
# What stands before a name: marks, numbers of lists, a time of the clock.
_LEAD = re.compile(
    r"(?:[^\w(]|_)*(?:\d{1,2}(?:[:.h]\d\d)?\s?(?:[ap]\.?m\.?)?\s?(?:[-–—]|to)?\s?){0,2}[^\w(]*",
    re.I,
)
# What ends it: a colon, a dash with blanks, a comma, a bar, the end; brackets belong to it.
_END = re.compile(
    r"[*_\s]*(?:\((?P<note>[^()]{0,80})\)[*_\s]*)?"
    r"(?P<mark>[:：|=(\[]|[-–—]+(?=\s)|\.{2,}|\.(?=\s|$)|[\W_]*$|\s{2,}(?=\d))[*_\s]*"
)
# "Total 1,480 kcal".
_FIGURE = re.compile(r"\W{1,60}(?=\d)")
_PART = re.compile(rf"(?P<day>{_WEEKDAY})|{_N}", re.I)
_THROUGH = re.compile(r"\W*(?:-|–|—|to)\W*")
MAX_NAME = 160


@dataclass(frozen=True)
class Name:
    """What a line begins with: its kind, its words, the parts that it names, and where it ends.

    `keys` are what the part is known by: ("1", "2") of "Days 1–2", ("monday",), ("lunch",).
    """

    kind: Kind
    words: str
    keys: tuple[str, ...]
    end: int


@lru_cache(maxsize=4096)
def name_of(text: str, *, head: bool = False) -> Name | None:
    """The name that a text begins with; of a `head` it may go on: "Day 2 Push"."""
    text = text[:MAX_NAME]
    lead = _LEAD.match(text)
    found = _NAME.match(text, lead.end() if lead else 0) or _NAME.match(text, _bare(text))
    if found is None:
        return _dated(text) if head else None
    kind: Kind = found.lastgroup or ""  # type: ignore[assignment]
    ended = _END.match(text, found.end())
    words, end = found[0].strip(), found.end()
    keys = _keys(kind, found[0])
    if ended is not None:
        end = ended.end() if ended["mark"] else end
        if kind == "day" and len(keys) == 1 and keys[0] not in WEEKDAYS:
            # "Day 1 (Monday)".
            keys += tuple(day for day in _parts(ended["note"] or "") if day in WEEKDAYS)[:1]
    elif kind == "total" and (figure := _FIGURE.match(text, end)):
        end = figure.end()
    elif kind == "day" and _is_date(text[end:]):
        end = len(text)
    elif not (head and kind in ("day", "week", "session") and text[end : end + 1] in (" ", ",")):
        return None
    return Name(kind, words, keys, end)


def _bare(text: str) -> int:
    """Where the first letter or digit stands."""
    return next((at for at, sign in enumerate(text) if sign.isalnum()), 0)


def _is_date(text: str) -> bool:
    """Whether a text is a date and nothing else: ", 11th March"."""
    start, end, _ = next(iter(find_dates(text)), (0, 0, []))
    rest = text[:start] + text[end:]
    return end > 0 and not any(map(str.isalnum, rest))


def _dated(text: str) -> Name | None:
    """A heading that is a date names a day."""
    start, end, readings = next(iter(find_dates(text[:60])), (0, 0, []))
    if not readings or start > _bare(text) or readings[0][2] is None:
        return None
    return Name("day", text[start:end], (str(readings[0]),), end)


def _keys(kind: Kind, words: str) -> tuple[str, ...]:
    if kind in ("day", "week", "session"):
        return _parts(words)
    return (" ".join(words.casefold().split()),) if kind == "meal" else ()


def _parts(words: str) -> tuple[str, ...]:
    """The parts that a name holds, those of a range too: "Days 1, 3-5", "Mon–Wed"."""
    low = words.casefold().partition(" of ")[0]
    found = list(_PART.finditer(low))
    # Beside weekdays, numbers are no days.
    found = [one for one in found if one["day"]] or found
    keys: list[str] = []
    end = 0
    for one in found:
        key = _weekday(one[0]) if one["day"] else _number(one[0])
        if keys and _THROUGH.fullmatch(low, end, one.start()):
            keys += _between(keys[-1], key)
        keys.append(key)
        end = one.end()
    return tuple(dict.fromkeys(keys))


def _weekday(word: str) -> str:
    return next(day for day in WEEKDAYS if day.startswith(word[:3]))


def _number(word: str) -> str:
    return str(CARDINALS.get(word, ORDINALS.get(word, word)))


def _between(first: str, last: str) -> list[str]:
    """The keys between two days, or two numbers."""
    if first in WEEKDAYS and last in WEEKDAYS:
        begin, end = WEEKDAYS.index(first), WEEKDAYS.index(last)
        return [WEEKDAYS[n % 7] for n in range(begin + 1, end if end > begin else end + 7)]
    if first.isdigit() and last.isdigit() and 0 < int(last) - int(first) <= 366:
        return [str(n) for n in range(int(first) + 1, int(last))]
    return []
