"""The numbers in a title as digits: `twenty-first` is 21th, `XLII` and `forty-two` are 42."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

from tamis.text.numbers import CARDINALS, ORDINALS, spelled

NOUNS = frozenset(
    re.findall(
        r"\w+",
        "act book bowl canticle canto chapter episode issue number part psalm scene season section "
        "series sonnet tome volume volumes year",
    )
)
"""Words before the number of a volume; short forms have been written out before."""

# "Million" stays a word, as it does in "2 million".
_POWERS = ("hundred", "thousand")
_NAMED = frozenset({*CARDINALS, *ORDINALS, *_POWERS})
_DIGITS = re.compile(r"(\d+)(st|nd|rd|th)?")
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
            word = (digits[1].lstrip("0") or "0") + ("th" if digits[2] else "")
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
    number = spelled(words, at, _POWERS)
    assert number is not None
    value, end, ordinal = number
    if 10 <= value < 100 and not ordinal:
        # Years: nineteen eighty-four.
        rest = spelled(words, end, ())
        if rest and rest.value >= 10:
            value, end, ordinal = 100 * value + rest.value, rest.end, rest.ordinal
    return f"{value}{'th' * ordinal}", end
