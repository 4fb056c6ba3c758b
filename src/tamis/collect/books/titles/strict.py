"""The variant `strict`: volumes of a series and words that only look alike are kept apart.

A title has a main part and, after a colon, a dash, brackets or the like, a subtitle. Two works are
the same book in three cases: main parts and subtitles are the same (a ratio of at least 85, the
same numbers, and no pair of different words: `spelling`); only one has a subtitle, and it is
generic ("a novel"); or only one has a subtitle, and no other subtitle occurs with this main part
(with two different ones the main part names a series). Two texts with different numbers, in digits,
Roman or in words, are never the same, and a volume is never the same as the whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tamis.collect.books.titles.clustering import Union, near
from tamis.collect.books.titles.digits import NOUNS, in_digits
from tamis.collect.books.titles.spelling import one_spelling, same_words
from tamis.text.normalised import ARTICLES, plain_words

AT_LEAST = 85.0
"""The least ratio (2·M/T) of two texts that are the same."""

# A full stop ends the main part, except in `Dr. No`, `J. R. Hartley` or `Vol. X`; within a title
# I, V and X are numbers: `Henry V. A Play`. The stop is looked for first, as it is rare.
_SHORT = ("mr", "mrs", "ms", "dr", "st", "mt", "vol", "vols", "no", "nos", "bk", "pt")
_STOP = (
    r"\."
    + "".join(rf"(?<!\b(?i:{one})\.)" for one in _SHORT)
    + r"(?<!^[A-Z]\.)(?<!\b[A-HJ-UWYZ]\.)\s+(?=[A-Z])"
)
_BOUNDARY = re.compile(
    rf"(?:(?<!\s)\s++)?[:;=/\[(–—]\s*|(?<!\s)\s++-+\s+|,\s+(?=(?:an?|being)\s)|,\s+or,?\s+|{_STOP}"
)
# "In three acts" and "second edition" are generic; "act three" and "second book" are a volume.
_GENERIC = re.compile(
    r"(?:(?:\d+ (?:acts?|parts|volumes|books|novels|novellas|stories|tales|plays|poems|essays)|"
    r"\d+th (?:edition|ed)|and|other|of|by|in|new|short|complete|collected|selected|"
    r"large|print|edition|revised|abridged|unabridged|illustrated|classic|classics|paperback|"
    r"hardcover|historical|crime|mystery|detective|love|ghost|novel|novels|novella|novellas|"
    r"story|stories|tale|tales|poem|poems|poetry|play|plays|essay|essays|memoir|memoirs|"
    r"autobiography|biography|romance|thriller|fable|verse|fiction|acts?|parts?|book|ed|study|"
    r"text|with|introduction|anthology)\s*)+"
)
_NOUN = "|".join(sorted({*NOUNS, "no", "nos"}))
# A volume of the main title; but "Rebus, book 1" is a series that the main title is in.
_VOLUME = re.compile(rf"\d{{1,3}}|(?:(?:{_NOUN}) \d|\d+th (?:{_NOUN})\b).*")
_DIGITS = re.compile(r"\d+")
_GROUPED = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


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
    # With and without a boundary: `Emma: a novel` and `Emma, a novel`.
    whole: dict[str, list[_Key]] = {}
    for key in keys:
        whole.setdefault(f"{key.main} {key.subtitle}".strip(), []).append(key)
    pairs += [(same[0], other) for same in whole.values() for other in same[1:]]
    mains = list({key.main: None for key in keys})
    groups = Union(len(mains))
    for a, b in near(mains, AT_LEAST):
        if _alike(mains[a], mains[b]):
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
    """Pairs of the same book among titles with the same main part."""
    bare = [key for key in keys if not key.subtitle]
    with_subtitle = [key for key in keys if key.subtitle]
    pairs = [(bare[0], other) for other in bare[1:]]
    subtitles = list({key.subtitle: None for key in with_subtitle})
    groups = Union(len(subtitles))
    for a, b in near(subtitles, AT_LEAST):
        if _alike(subtitles[a], subtitles[b]):
            groups.join(a, b)
    together = [{subtitles[i] for i in group} for group in groups.groups()]
    for group in together:
        alike = [key for key in with_subtitle if key.subtitle in group]
        pairs += [(alike[0], other) for other in alike[1:]]
        if bare and len(together) == 1 and not _VOLUME.fullmatch(alike[0].subtitle):
            pairs.append((bare[0], alike[0]))
    return pairs


@lru_cache(maxsize=65_536)
def _key(title: str) -> _Key:
    main, *subtitles = [part for part in _BOUNDARY.split(title) if plain_words(part)] or [title]
    folded = [_folded(part, subtitle=True) for part in subtitles]
    return _Key(_folded(main), " ".join(part for part in folded if not _GENERIC.fullmatch(part)))


def _folded(text: str, *, subtitle: bool = False) -> str:
    """Words in one spelling, numbers as digits; articles dropped unless they are all."""
    plain = plain_words(_GROUPED.sub("", text) if "," in text else text)
    words = [one_spelling(word) for word in plain.split() if word not in ARTICLES]
    return in_digits(" ".join(words) or plain, text, subtitle=subtitle)


def _alike(first: str, second: str) -> bool:
    """Whether two folded texts that are near have the same numbers, and the same words."""
    return _DIGITS.findall(first) == _DIGITS.findall(second) and same_words(first, second)
