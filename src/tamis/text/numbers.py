"""Numbers in words and in digits: the one table of the words, and what a run of them says."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from tamis.text.normalised import WORD_RUNS

_TO_NINETEEN = WORD_RUNS.findall(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_RANKS = WORD_RUNS.findall(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_TENS = WORD_RUNS.findall("twenty thirty forty fifty sixty seventy eighty ninety")

TENS = {word: 10 * n for n, word in enumerate(_TENS, 2)}
CARDINALS = {word: n for n, word in enumerate(_TO_NINETEEN)} | TENS
"""The numbers of one word: zero to twenty, thirty to ninety."""

ORDINALS = {word: n for n, word in enumerate(_RANKS, 1)} | {
    f"{word[:-1]}ieth": n for word, n in TENS.items()
}
"""The ordinals of one word: first to twentieth, thirtieth to ninetieth."""

POWERS = {
    "hundred": 2, "thousand": 3, "lakh": 5, "million": 6, "crore": 7, "billion": 9, "trillion": 12,
}  # fmt: skip
"""The powers of ten by their names."""

SHORT_POWERS = {"k": 3, "mn": 6, "mln": 6, "bn": 9, "bln": 9, "tn": 12}
"""The powers of ten by those short forms that mean nothing else ("m" may be metres)."""

MONEY_POWERS = SHORT_POWERS | {"m": 6, "b": 9}
"""The powers of ten by their short forms behind an amount of money."""

GROUPED = "\\d{1,3}(?:[,'’\u202f\u00a0\u2009]\\d{3})+(?!\\d)"
"""A whole number with marks of thousands, as a regular expression: 1,200; 1'200."""

INDIAN = r"\d{1,3}(?:,\d\d){1,4},\d{3}(?!\d)"
"""A whole number with commas as in India: 1,00,000. A row of CSV may look so: 3,10,120."""

EUROPEAN = r"\d{1,3}(?:\.\d{3}){1,5},\d+(?!\d)"
"""A number with points for thousands and a comma for decimals, as a regular expression."""

_EUROPEAN = re.compile(EUROPEAN)
_DECIMAL_COMMA = re.compile(r"\d+,\d{1,2}")
_EITHER = re.compile(r"[1-9]\d{0,2}\.\d{3}")
_MARKS = re.compile(r"[,'’\s]")


def named(low: int, high: int) -> str:
    """The words of the numbers from `low` to `high` as alternatives of a regular expression."""
    return "|".join(word for word, n in CARDINALS.items() if low <= n <= high)


class Spelled(NamedTuple):
    """A number in words; `end` is the position after its last word."""

    value: int
    end: int
    ordinal: bool


def spelled(
    words: Sequence[str], at: int = 0, powers: Collection[str] = (*POWERS, "dozen")
) -> Spelled | None:
    """The longest number whose words begin at `at`, below 10**15; None where none begins.

    `words` are in lower case, those with a hyphen as two. "Hundred" alone is 100, as "a hundred"
    is; "dozen" and "a dozen" are 12. "Two three" is only two, "five and six" only five, "hundred
    and first" the ordinal of 101. `powers` are the words of `POWERS`, and "dozen", that are read.
    """
    found = _in_tens(words, at, powers)
    if (found and found.ordinal) or "dozen" not in powers:
        return found
    end = found.end if found else at + (at < len(words) and words[at] in ("a", "an"))
    if end == len(words) or words[end] != "dozen":
        return found
    return Spelled(12 * (found.value if found else 1), end + 1, False)


def _in_tens(words: Sequence[str], at: int, powers: Collection[str]) -> Spelled | None:
    total, part, last, before, end = 0, 0, 15, "", at
    joined: Spelled | None = None
    for here in range(at, len(words)):
        word = words[here]
        if word == "and" and before == "power":
            joined = Spelled(total + part, end, False)
            continue
        if word in ("a", "an") and not before:
            # It counts where a power follows, so no number ends with it.
            part, before = 1, "unit"
            continue
        if (value := CARDINALS.get(word, ORDINALS.get(word))) is not None:
            if before == "unit" or (before == "tens" and not 0 < value < 10):
                break
            part += value
            if word in ORDINALS:
                return Spelled(total + part, here + 1, True)
            before = "tens" if value >= 20 else "unit"
        elif word in powers and word in POWERS and (part or not before):
            part = part or 1
            if word == "hundred" and part < 100:
                part *= 100
            elif word != "hundred" and POWERS[word] < last:
                last = POWERS[word]
                total, part = total + part * 10**last, 0
            elif joined:
                return joined  # "one hundred and two hundred"
            else:
                break
            before, joined = "power", None
        else:
            break
        end = here + 1
    return Spelled(total + part, end, False) if end > at else None


def readings(digits: str) -> tuple[float, ...]:
    """The values of a number in digits, the usual one first; infinite where it is too large.

    "1,200", "1'200" and "1 200" have marks of thousands, "2,5" has decimals, "1.234,5" both.
    "1.900" is 1.9, or 1900 in another country. ValueError for what is no number.
    """
    if _EUROPEAN.fullmatch(digits):
        return (float(digits.replace(".", "").replace(",", ".")),)
    if digits.count(".") > 1:
        return (float(digits.replace(".", "")),)
    if _DECIMAL_COMMA.fullmatch(digits):
        return (float(digits.replace(",", ".")),)
    if _EITHER.fullmatch(digits):
        return float(digits), float(digits.replace(".", ""))
    return (float(_MARKS.sub("", digits)),)
