"""Numbers in words: the one table of the words, and the one reader of a run of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

_WORD = re.compile(r"\w+")
_TO_NINETEEN = _WORD.findall(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_RANKS = _WORD.findall(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_TENS = _WORD.findall("twenty thirty forty fifty sixty seventy eighty ninety")

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

_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")


class Spelled(NamedTuple):
    """A number in words; `end` is the position after its last word."""

    value: int
    end: int
    ordinal: bool


def spelled(
    words: Sequence[str], at: int = 0, powers: Collection[str] = POWERS.keys()
) -> Spelled | None:
    """The longest number whose words begin at `at`, below 10**15; None where none begins.

    `words` are in lower case, those with a hyphen as two. "Hundred" alone is 100, as "a hundred"
    is. "Two three" is only two, "five and six" only five, "hundred and first" the ordinal of 101.
    `powers` are the words of `POWERS` that are read.
    """
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
        elif word in powers and (part or not before):
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


def decimal(text: str) -> float:
    """The value of digits: a comma before each three of them separates thousands, else decimals.

    "1,200" is 1200, "2,5" is 2.5, "1,200.5" is 1200.5. ValueError for anything else.
    """
    return float(text.replace(",", "" if _GROUPED.fullmatch(text) else "."))
