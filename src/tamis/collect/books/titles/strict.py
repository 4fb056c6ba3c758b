"""Titles clustered with a guard on series: `strict`.

A title has a main part and, after a colon, a dash, brackets or the like, a subtitle. Works are the
same where both their main parts and their subtitles are (a ratio of 85 at least, the same numbers
in both), where only one has a subtitle and it says nothing of its own ("a novel"), or where it is
the only one to the main part: with two different ones the main part names a series. Two texts with
different numbers, in digits, Roman or in words, are never the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tamis.collect.books.titles.near import near
from tamis.collect.books.titles.union import Union
from tamis.text import plain_words

AT_LEAST = 85.0
"""The least ratio (2·M/T) of two texts that are the same."""

_BOUNDARY = re.compile(
    r"\s*[:;=/\[(–—]\s*|\s+-+\s+|,\s+(?=(?:an?|being)\s)|,\s+or,?\s+|\.\s+(?=[A-Z])"
)
_GENERIC = re.compile(
    r"(?:(?:a|an|the|and|other|of|by|in|new|first|second|third|short|complete|collected|selected|"
    r"large|print|edition|revised|abridged|unabridged|illustrated|classic|classics|paperback|"
    r"hardcover|historical|crime|mystery|detective|love|ghost|novel|novels|novella|novellas|"
    r"story|stories|tale|tales|poem|poems|poetry|play|plays|essay|essays|memoir|memoirs|"
    r"autobiography|biography|romance|thriller|fable|verse|fiction|one|two|three|four|five|"
    r"acts?|parts?|book|ed|study|text|with|introduction|an?thology)\s*)+"
)
_WORDS = {
    word: str(number)
    for number, words in enumerate(
        (
            ("one", "first"),
            ("two", "second"),
            ("three", "third"),
            ("four", "fourth"),
            ("five", "fifth"),
            ("six", "sixth"),
            ("seven", "seventh"),
            ("eight", "eighth"),
            ("nine", "ninth"),
            ("ten", "tenth"),
            ("eleven", "eleventh"),
            ("twelve", "twelfth"),
        ),
        1,
    )
    for word in words
}
_ROMAN = re.compile(r"(?=[ivx])(x{0,3})(ix|iv|v?i{0,3})")
_UNITS = {"": 0, "i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9}
_DIGITS = re.compile(r"\d+")


class _Key(NamedTuple):
    """A title as it is compared: main part and subtitle, folded."""

    main: str
    subtitle: str


def clusters(works: Sequence[Sequence[str]]) -> list[list[int]]:
    """Groups of works that are the same book under two of their titles, from their titles."""
    owners: dict[_Key, list[int]] = {}
    for i, titles in enumerate(works):
        for title in titles:
            if (key := _key(title)).main:
                owners.setdefault(key, []).append(i)
    union = Union(len(works))
    for same in owners.values():
        for other in same[1:]:
            union.join(same[0], other)
    for first, second in _same(list(owners)):
        union.join(owners[first][0], owners[second][0])
    return union.groups()


def _same(keys: list[_Key]) -> list[tuple[_Key, _Key]]:
    pairs = []
    # With and without a boundary: `Emma: a novel` beside `Emma, a novel`.
    whole: dict[str, list[_Key]] = {}
    for key in keys:
        whole.setdefault(f"{key.main} {key.subtitle}".strip(), []).append(key)
    pairs += [(same[0], other) for same in whole.values() for other in same[1:]]
    mains = list({key.main: None for key in keys})
    groups = Union(len(mains))
    for a, b in near(mains, AT_LEAST):
        if _numbers(mains[a]) == _numbers(mains[b]):
            groups.join(a, b)
    by_main: dict[str, list[_Key]] = {}
    for key in keys:
        by_main.setdefault(key.main, []).append(key)
    for group in groups.groups():
        if len(group) == len(by_main[mains[group[0]]]) == 1:
            continue
        pairs += _within([key for i in group for key in by_main[mains[i]]])
    return pairs


def _within(keys: list[_Key]) -> list[tuple[_Key, _Key]]:
    """Pairs among titles that have one main part."""
    bare = [key for key in keys if not key.subtitle]
    told = [key for key in keys if key.subtitle]
    pairs = [(bare[0], other) for other in bare[1:]]
    subtitles = list({key.subtitle: None for key in told})
    groups = Union(len(subtitles))
    for a, b in near(subtitles, AT_LEAST):
        if _numbers(subtitles[a]) == _numbers(subtitles[b]):
            groups.join(a, b)
    together = [{subtitles[i] for i in group} for group in groups.groups()]
    for group in together:
        alike = [key for key in told if key.subtitle in group]
        pairs += [(alike[0], other) for other in alike[1:]]
        if bare and len(together) == 1:
            pairs.append((bare[0], alike[0]))
    return pairs


@lru_cache(maxsize=65_536)
def _key(title: str) -> _Key:
    parts = [part for part in _BOUNDARY.split(title) if plain_words(part)]
    if not parts:
        return _Key(plain_words(title), "")
    main = plain_words(parts[0])
    said = [plain for part in parts[1:] if not _GENERIC.fullmatch(plain := plain_words(part))]
    return _Key(main, " ".join(said))


@lru_cache(maxsize=65_536)
def _numbers(text: str) -> tuple[str, ...]:
    """The numbers in a folded text, in order, each as digits."""
    found = []
    for at, word in enumerate(text.split()):
        found += [digits.lstrip("0") or "0" for digits in _DIGITS.findall(word)]
        # The first word is no Roman number: "I, Claudius", "V." and "X".
        if at and (roman := _ROMAN.fullmatch(word)):
            found.append(str(10 * len(roman[1]) + _UNITS[roman[2]]))
        elif word in _WORDS:
            found.append(_WORDS[word])
    return tuple(found)
