"""The default recogniser of city names in titles: a gazetteer of towns, offline.

The towns of over 15,000 people are from GeoNames (CC BY 4.0), weighed against the other lists in
`word_lists`. A town's score is the power of ten of its population plus its fame: in how many other
spellings and languages GeoNames lists it, which distinguishes Venice (51,298 people) from Corona
(164,226). A share for a common word (`Reading`) or a person (`Victoria`) is subtracted, and the
neighbouring words raise or lower the score.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import log10

from tamis.checking.recognisers.word_lists import (
    ALONE,
    SITES,
    SMALL,
    Token,
    as_word,
    common,
    family,
    famous,
    famous_towns,
    given,
    given_abroad,
    given_score,
    is_rank,
    plain,
    read_lists,
    scan,
    tokens,
    word_set,
)
from tamis.types import Recogniser

_FAMOUS = 7.5
"""The weight of a town of our own list of famous ones, at least."""

BAR = 6.0
"""The score from which a capitalised word counts as a city, whatever its neighbours."""

_LONGEST = 4  # most words in a name; longer ones are official forms that no title uses
_AT = word_set("in to from at near via towards toward leaving outside into through across")
_OF = word_set("of over on around between for")
_PARTS = word_set(
    "new west east north south upper lower little great fort port mount cape lake saint st "
    "san santa"
)

# Words that usually mean something else than the town, though rare in lower case in subtitles.
_OTHER_THINGS = word_set(
    "alexandra aurora batman bimbo buffalo carolina centurion concord corona darwin delta derby "
    "dover eden enterprise florida hercules hollywood independence indiana jupiter lourdes madonna "
    "memphis mercedes mesa mexico milan mission moreno morocco newton olympia orient orion "
    "panama perm phoenix providence regina rosetta saga salvador samba santiago santos surprise "
    "troy trinidad union valencia victoria virginia washington waterloo wyoming"
)

# English names that GeoNames has among a town's other names, but that are also words or people.
_ENGLISH = word_set("canton cologne basle leghorn lyons madras mecca peking")
# Other names of large towns that mean something else in a title.
_NICKNAMES = word_set("zion sion salem eden babylon gotham camelot albion")


def _key(name: str) -> str:
    return plain(name) if name.isalpha() else " ".join(token.key for token in tokens(name))


@lru_cache(1 << 16)
def _doubt(key: str) -> float:
    """The evidence that it is a common word or a person's name, subtracted from a town's weight."""
    if " " in key:
        parts = key.split()
        # `Crystal Lake` is two words before it is a town; `New York` is not.
        words = min(as_word(part, 3.0) for part in parts)
        return words - 2.0 + 1.5 * all(common().get(part, 0) > 1000 for part in parts)
    person = max(0.0, 1.5 * log10(1000 * given().get(key, 0.0) + 0.1))
    person += max(0.0, log10(1000 * family().get(key, 0.0) + 0.5))
    person = max(person, 0.7 * (key in given_abroad()))
    return as_word(key, 2.3) + person + 2.0 * (key in _OTHER_THINGS)


def _person(key: str, weight: float) -> bool:
    """Whether a name of several words is a person's (`Benito Juárez`) and the town not large."""
    if " " not in key or weight >= 8:
        return False
    first, second = key.split()[:2]
    surname = family().get(second, 0.0) > 0.002 or second in famous()
    return given_score(first) >= ALONE and surname


def _may_be_meant(name: str) -> bool:
    """Whether English books may use this other name of a large town: not a word or a person."""
    key = plain(name)
    if key in _NICKNAMES:
        return False
    word = common().get(key, 0) > 300 or key in given() or family().get(key, 0) > 0.001
    return " " in name or key in _ENGLISH or not word


@cache
def _gazetteer() -> dict[str, float]:
    """The weight of the largest town of each name."""
    weights: dict[str, float] = {}

    def add(name: str, weight: float) -> None:
        key = _key(name)
        if key and weight > weights.get(key, 0.0) and key.count(" ") < _LONGEST:
            weights[key] = weight

    # Smallest first, so that a district excludes only smaller towns of its name.
    for name, people, spellings, is_district, *others in read_lists()["towns"]:
        if is_district:
            weights.pop(_key(name), None)
            continue
        weight = log10(people) + spellings / 25
        add(name, weight)
        for other in filter(_may_be_meant, others):
            add(other, weight - 1.0)
        if name.startswith("Saint "):
            add("St " + name[6:], weight)
        if name.endswith(" City"):
            add(name[:-5], weight - 0.5)
    for name in famous_towns():
        add(name, _FAMOUS)
    return {key: weight for key, weight in weights.items() if not _person(key, weight)}


@cache
def _firsts() -> frozenset[str]:
    """First words of names of several words, where a longer match has to be tried."""
    return frozenset(key.split(" ", 1)[0] for key in _gazetteer() if " " in key)


def known(name: str) -> bool:
    """Whether a town of this name (a key of `plain`) is in the gazetteer, however small."""
    return name in _gazetteer()


def standing(name: str) -> float:
    """The score of a name alone (a key of `plain`): from `BAR` on it is a city."""
    weight = _gazetteer().get(name)
    return weight - _doubt(name) if weight else 0.0


def _standing_at(words: list[Token], at: int, name: str) -> float:
    """The score of a name with the word before it: `in` adds much, `of` a little."""
    weight, doubt = _gazetteer()[name], _doubt(name)
    before = words[at - 1].key if at and words[at].joined else ""
    if before in _AT:
        return weight + 1.5 - 0.65 * max(doubt, 0.0) - min(doubt, 0.0)
    if before in _OF:
        return weight + 0.6 - 0.85 * max(doubt, 0.0) - min(doubt, 0.0)
    return weight - doubt


def find(title: str) -> tuple[str, ...]:
    """The names of cities in the title as written, in order, each once."""
    return scan(title, _span)


def _span(words: list[Token], at: int, case: str) -> tuple[int, int]:
    stop = several(words, at, case)
    return at, at + 1 if stop == at and _one(words, at, case) else stop


def several(words: list[Token], at: int, case: str) -> int:
    """The end of the longest name of two words or more from here, `at` where there is none."""
    if words[at].key not in _firsts() or not (words[at].capital or case == "flat"):
        return at
    table = _gazetteer()
    for stop in range(min(at + _LONGEST, len(words)), at + 1, -1):
        part = words[at:stop]
        if not all(w.joined for w in part[1:]) or any(w.possessive for w in part[:-1]):
            continue
        name = " ".join(w.key for w in part)
        if name in table and all(w.capital or case == "flat" or w.key in SMALL for w in part):
            bar = BAR + (not words[stop - 1].capital)
            if _standing_at(words, at, name) >= bar:
                return stop
    return at


def _one(words: list[Token], at: int, case: str) -> bool:
    word = words[at]
    if word.key not in _gazetteer() or not (word.capital or case == "flat"):
        return False
    score = _standing_at(words, at, word.key)
    if not word.capital:
        score -= 1.0
    elif case == "sentence" and not word.opens:
        score += 0.8
    before = words[at - 1] if at else None
    after = words[at + 1] if at + 1 < len(words) else None
    if before and word.joined and (before.capital or case == "flat"):
        # `Jack London`, `Dr. London`, `Little Venice`: not the town of that name.
        if given_score(before.key) >= ALONE or is_rank(before.key):
            return False
        score -= 1.0 * (before.key in _PARTS) + 3.0 * (before.key == "new")
    the = before is not None and before.key == "the"
    if after and after.joined and after.capital:
        # `The Dallas Myth` is of the town; `the Bardo`, below, is no town.
        score += 0.5 * the
        if given().get(word.key, 0) >= 0.004 and _surname(after.key):
            return False
        score -= 1.0 * (after.key in SITES)
    elif the and not word.possessive:
        score -= 1.0
    return score >= BAR


def _surname(key: str) -> bool:
    return family().get(key, 0.0) >= 0.001 and common().get(key, 0) < 3000


def gazetteer() -> Recogniser:
    """The recogniser of cities; reads its gazetteer at the first title."""
    return find
