"""Text as a sequence of atoms that are compared by meaning: words, numbers, dates.

An atom never crosses a line end or a dash between blanks, so the atoms of an answer written out
(`answer_text`) are those of its parts, one after the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache

from tamis.benchmarks.fanoutqa.answers import _numbers
from tamis.benchmarks.fanoutqa.answers._numbers import Number
from tamis.text.dates import SHORT_MONTHS, Reading, find_dates
from tamis.text.normalised import unaccented
from tamis.text.stems import stem
from tamis.text.units import SIGNS

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣－"), "-")
_APOSTROPHES = dict.fromkeys(map(ord, "’‘ʼʻʹ`´′＇"), "'")
_LETTERS = {
    ord(a): b for a, b in zip("øØłŁđĐıæÆœŒ", [*"oOlLdDi", "ae", "AE", "oe", "OE"], strict=True)
}
_FOLDED = _DASHES | _APOSTROPHES | _LETTERS
_THIN = re.compile(r"(?<=[0-9])[\u00a0\u2009\u202f](?=[0-9]{3}(?![0-9]))")
_VULGAR = re.compile(r"(?<=[0-9])(?=[¼-¾⅐-⅞])")

# Most of a text is plain words; only what may be more is looked at closely.
_PLAIN = r"[^\W\d_]{2,}(?:'[^\W_]+)*(?![\w$])"
_CLOSELY = re.compile(
    rf"(?P<number>{_numbers.DIGITS})|(?P<in_words>{_numbers.IN_WORDS})"
    # J. J., U.S., D.C: letters with points between them are one word.
    r"|(?P<letters>(?<![^\W_])[^\W\d_](?:(?:\. ?[^\W\d_]){1,30}\.|(?:\.[^\W\d_]){1,30})(?![^\W_]))"
    r"|(?P<word>[^\W_]+(?:'[^\W_]+)*)"
)
_LONGEST_WORD = 60
_PLAIN_KEYS: dict[str | None, str] = {}
_ANY = re.compile(rf"({_PLAIN})|(?=[^\W_]|[-.][0-9.{SIGNS}]|[{SIGNS}])")


@dataclass
class Atoms:
    """The atoms of a text in order, with the values of numbers and dates.

    `keys` has a string for each atom: the stem of a word, or `#` and the value of a number.
    `numbers` is by position; `dates` has, by the position of its first atom, the position after
    its last one and the possible readings of the date. `offsets` are those of the atoms in
    `text`, which is folded.
    """

    text: str = ""

    keys: list[str] = field(default_factory=list)
    numbers: dict[int, Number] = field(default_factory=dict)
    dates: dict[int, tuple[int, tuple[Reading, ...]]] = field(default_factory=dict)
    offsets: list[int] = field(default_factory=list)


def read(text: str) -> Atoms:
    """The atoms of a text. Takes time in proportion to its length."""
    text = folded(text)
    atoms = Atoms(text=text)
    keys, offsets = atoms.keys, atoms.offsets
    dates = [*find_dates(text)]
    starts = dict.fromkeys((start for start, *_ in dates), -1)
    ends = dict.fromkeys((end for _, end, _ in dates), -1)
    at, search, known = 0, _ANY.search, _PLAIN_KEYS
    while found := search(text, at):
        start, at = found.span()
        key = known.get(found[1]) or _plain_key(found[1])
        if not key:
            close = _CLOSELY.match(text, start)
            if close is None:
                at = start + 1
                continue
            what, at = _what(close)
            if isinstance(what, Number):
                atoms.numbers[len(keys)] = what
                what = what.key
            key = what
        if key == "and":
            continue
        if start in starts:
            starts[start] = len(keys)
        keys.append(key)
        offsets.append(start)
        if at in ends:
            ends[at] = len(keys)
    for start, end, readings in dates:
        first, after = starts[start], ends[end]
        # A date that overlaps an earlier atom is not a date.
        if 0 <= first < after:
            atoms.dates[first] = (after, readings)
            for here in range(first, after):
                keys[here] = _months().get(keys[here], keys[here])
    return atoms


def _plain_key(word: str | None) -> str:
    """The key of a plain word; empty where a number or date may begin, or where no word does."""
    if not word or word.lower() in _numbers.FIRST_WORDS:
        return ""
    key = _word(word)
    if len(word) < _LONGEST_WORD:
        # A stream of arbitrary texts must not grow the memory without bound.
        if len(_PLAIN_KEYS) >= 65_536:
            _PLAIN_KEYS.clear()
        _PLAIN_KEYS[word] = key
    return key


def _what(found: re.Match[str]) -> tuple[Number | str, int]:
    """The atom of a match of `_CLOSELY`, and where it ends."""
    if found["number"]:
        return _numbers.parse_digits(found)
    if found["in_words"]:
        return _numbers.parse_words(found)
    word = found["word"] or found["letters"].replace(".", "").replace(" ", "")
    return _word(word), found.end()


def folded(text: str) -> str:
    """Text with one kind of dash and apostrophe and without accents; case is kept."""
    if text.isascii():
        return text.replace("`", "'")
    text = _VULGAR.sub(" ", _THIN.sub(",", text)).translate(_FOLDED)
    return unaccented(text)


@cache
def _months() -> dict[str, str]:
    """The stem of each month's full name by the stem of its abbreviation."""
    return {_stem(short): _stem(name) for short, name in SHORT_MONTHS.items()}


def _word(text: str) -> str:
    return _stem(text) if len(text) < _LONGEST_WORD else text.casefold()


@lru_cache(maxsize=65_536)
def _stem(text: str) -> str:
    text = text.casefold()
    text = text.removesuffix("'s").replace("'", "")
    return stem(text)
