"""The numbers in a title as digits: `twenty-first` is 21th, `XLII` and `forty-two` are 42."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

NOUNS = frozenset(
    re.findall(
        r"\w+",
        "act book bowl canticle canto chapter episode issue number part psalm scene season section "
        "series sonnet tome volume volumes year",
    )
)
"""Words before the number of a volume; short forms have been written out before."""

_CARDINALS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13,
    "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18,
    "nineteenth": 19, "twentieth": 20, "thirtieth": 30, "fortieth": 40, "fiftieth": 50,
    "sixtieth": 60, "seventieth": 70, "eightieth": 80, "ninetieth": 90,
}  # fmt: skip
_SCALES = (("thousand", 1000), ("hundred", 100))
_NAMED = frozenset({*_CARDINALS, *_ORDINALS, "thousand", "hundred"})
_DIGITS = re.compile(r"0*(\d+)(st|nd|rd|th)?")
_ROMAN = re.compile(r"(?=.)(m{0,3})(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_MAY_BE = re.compile(r"\d|\b[mdclxvi]+\b")
_SMALL = frozenset("ivx")
# English words, names and short forms that look like higher Roman numbers.
_WORDS = frozenset(re.findall(r"\w+", "cd ci cl cm dc di dix li liv mc mci md mi mix mv"))
_MARKS = string.punctuation + string.whitespace
_VALUES = {"m": 1000, "d": 500, "c": 100, "l": 50, "x": 10, "v": 5, "i": 1}


def in_digits(text: str, raw: str, *, subtitle: bool = False) -> str:
    """A folded text with each number as digits, an ordinal with `th` (so that it stays different).

    `raw` is the original text: its capitals show whether the last word is a Roman number. A
    `subtitle` may be a Roman number alone.
    """
    words = text.split()
    if _NAMED.isdisjoint(words) and not _MAY_BE.search(text):
        return text
    found: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        if word in _NAMED:
            number, at = _named(words, at)
            found.append(number)
            continue
        if digits := _DIGITS.fullmatch(word):
            word = digits[1] + ("th" if digits[2] else "")
        elif _ROMAN.fullmatch(word):
            before = words[at - 1] if at else ":" * subtitle
            last = at == len(words) - 1
            capitals = not raw.isupper() and raw.rstrip(_MARKS).endswith(word.upper())
            if _is_number(word, before, ends=last and (capitals or before == ":")):
                word = str(roman_value(word))
        found.append(word)
        at += 1
    return " ".join(found)


def roman_value(roman: str) -> int:
    """The value of a Roman number in small letters, 1 to 3999."""
    values = [_VALUES[letter] for letter in roman]
    after = [*values[1:], 0]
    return sum(-one if one < two else one for one, two in zip(values, after, strict=True))


def _is_number(word: str, before: str, *, ends: bool) -> bool:
    """Whether a word in the form of a Roman number is one: most are also words or names.

    After `Canto` and the like it always is. Up to XXXIX it is wherever another word stands before
    it, as no king has a higher number (`Louis XIV`, but `I, Claudius` and `V.`). Higher ones are
    not where they are words or short forms in English (`mix`, `CD`); those of two letters are only
    where they end a title in capitals, or are a subtitle (`Rocky XL`, but `Jet Li`).
    """
    if before in NOUNS or (before and _SMALL.issuperset(word)):
        return True
    return word not in _WORDS and (len(word) > 2 or ends)


def _named(words: Sequence[str], at: int) -> tuple[str, int]:
    """The number in words that begins here, and where it ends."""
    total, (value, at, th) = 0, _below_hundred(words, at)
    if value >= 10 and not th:
        # Years: nineteen eighty-four.
        rest, end, last_th = _below_hundred(words, at)
        if rest >= 10:
            return f"{100 * value + rest}{last_th}", end
    for name, scale in _SCALES:
        if not th and words[at : at + 1] == [name]:
            total += (value or 1) * scale
            joined = at + 1 + (words[at + 1 : at + 2] == ["and"])
            value, end, th = _below_hundred(words, joined)
            at = end if end > joined else at + 1
    return f"{total + value}{th}", at


def _below_hundred(words: Sequence[str], at: int) -> tuple[int, int, str]:
    """The number below 100 at `at`, where it ends, and `th` for an ordinal; else (0, `at`, "")."""
    word = words[at] if at < len(words) else ""
    if word in _ORDINALS:
        return _ORDINALS[word], at + 1, "th"
    if word not in _CARDINALS:
        return 0, at, ""
    value = _CARDINALS[word]
    if value >= 20 and at + 1 < len(words):
        for named, th in ((_CARDINALS, ""), (_ORDINALS, "th")):
            if 0 < (one := named.get(words[at + 1], 0)) < 10:
                return value + one, at + 2, th
    return value, at + 1, ""
