"""The default recogniser of human names in titles: word lists and rules, offline.

The lists and their sources are in `word_lists`; the rules by which words form a name are here.
"""

from __future__ import annotations

import re
from functools import lru_cache

from tamis.checking.recognisers import cities
from tamis.checking.recognisers.covered import covered
from tamis.checking.recognisers.word_lists import (
    ALONE,
    DETERMINERS,
    KEPT,
    KIN,
    NOT_NAMES,
    PARTICLES,
    SAINTS,
    SITES,
    SMALL,
    TITLES,
    Token,
    common,
    family,
    family_score,
    famous,
    given,
    given_abroad,
    given_score,
    is_rank,
    is_surname,
    lands,
    rare,
    scan,
    word_set,
)
from tamis.types import Recogniser

# Endings of doctrines, peoples, lands and towns; and of words that the list of words lacks.
_NO_NAME = (
    "ism", "isms", "ist", "ists", "ian", "ians", "ean", "eans", "ese", "land", "lands", "shire",
    "stan", "ville", "burg", "burgh", "grad", "polis", "platz", "ology", "ography", "ment",
    "ments", "ness", "ing", "ings", "ers", "ites", "ia", "ica",
)  # fmt: skip

# After these nouns an unknown word before them is a family's (`The Forsyte Saga`).
_OF_A_FAMILY = word_set(
    "affair affairs case chronicle chronicles diaries diary family inheritance legacy letters "
    "manuscript murders mystery papers saga sequence sisters brothers trial women"
)


# `The Hand of Ethelberta`, `A Wreath for Udomo`: what a person has, and a town hardly.
_OF_A_PERSON = word_set(
    "adventures ballad beginning book case child childhood confessions daughter death diaries "
    "diary dream dreams education epic exploits family father ghost hand head heart husband "
    "invention journal judgment legend letters life lives love loves mask memoirs memories "
    "misfortunes mother murder odyssey opinions passion pictures portrait ravishing return "
    "secret sins son song songs sorrows stigmata story tale tales testament travels trial "
    "voyage voyages waiting wife world wreath writings"
)
_FOR = word_set("of for on")


@lru_cache(KEPT)
def _is_place(key: str) -> bool:
    """Whether a single name is rather a place: a known town, a country, or a listed word."""
    if key in famous():
        return False
    bar = cities.BAR - (given().get(key, 0.0) < 0.02)
    return key in NOT_NAMES or key in lands() or cities.standing(key) >= bar


@lru_cache(KEPT)
def _is_unknown(key: str) -> bool:
    """Whether it is in no list of words or places, so that in an English title it is a name.

    The list of words has many proper nouns with a count of 50. Words made of two English words
    (`Trainspotting`), and those with an ending of other proper nouns, are left out.
    """
    if len(key) < 4 or common().get(key, 0) > 50 or cities.known(key) or _is_place(key):
        return False
    if key.endswith(_NO_NAME):
        return False
    return not any(
        common().get(key[:n], 0) > 1000 and common().get(key[n:], 0) > 1000
        for n in range(3, len(key) - 2)
    )


def find(title: str) -> tuple[str, ...]:
    """The human names in the title as written, in order, each once, without titles as `Mrs.`.

    In a title that is not in English a word that no list knows says nothing, but titles of one or
    two words may be nothing but a name.
    """
    short = len(title.split()) <= 2
    return scan(title, _span if short or covered(title) else _span_by_lists)


def _span(words: list[Token], at: int, case: str) -> tuple[int, int]:
    first, stop = _span_by_lists(words, at, case)
    if stop > at or case == "flat" or not words[at].capital:
        return first, stop
    # `Peer Gynt`, `Duddy Kravitz`: two words that no list knows.
    pair = words[at : at + 2]
    if len(pair) == 2 and pair[1].joined and pair[1].capital and not words[at].possessive:
        one, two = words[at].key, pair[1].key
        if (_may_be_name(one) or one in given_abroad()) and _may_be_name(two):
            return at, at + 2
    return at, at + _stands_out(words, at)


def _span_by_lists(words: list[Token], at: int, case: str) -> tuple[int, int]:
    town = cities.several(words, at, case)
    if town > at:
        return town, town
    first = at + 1 if is_rank(words[at].key) else at
    return first, _name(words, at, case)


def _name(words: list[Token], at: int, case: str) -> int:
    """The end of the name that starts at this word; `at` itself where none does."""
    word = words[at]
    if not (word.capital or case == "flat"):
        return at
    if is_rank(word.key):
        return _after_rank(words, at, case)
    stop = _pair(words, at, case)
    return at + 1 if stop == at and _alone(words, at, case) else stop


def _after_rank(words: list[Token], at: int, case: str) -> int:
    if at + 1 >= len(words):
        return at
    word, ahead = words[at], words[at + 1]
    near = ahead.joined or (word.dot and not word.possessive)
    if not near or not (ahead.capital or case == "flat") or ahead.key in SMALL:
        return at
    stop = _pair(words, at + 1, case)
    if stop > at + 1:
        return stop
    count = common().get(ahead.key, 0)
    if word.key in SAINTS:
        # Most saints in titles name towns, rivers and days.
        return at + 2 if given().get(ahead.key, 0) >= 0.1 and count < 4000 else at
    if (ahead.key in NOT_NAMES or ahead.key in lands()) and not ahead.possessive:
        return at
    if word.key in TITLES:
        return at + 2 if count < (60_000 if case != "flat" else 400) else at
    strong = max(given_score(ahead.key), family_score(ahead.key)) > 0.5
    return at + 2 if strong or count < 400 else at


def _pair(words: list[Token], at: int, case: str) -> int:
    """The end of `Given [Middle | I. | particle] Family` from here, `at` where there is none."""
    word = words[at]
    initial = len(word.key) == 1 and word.dot and word.capital
    score = 0.0 if initial else given_score(word.key)
    # `Sherlock Holmes`: a word that is none, before a known family name.
    odd = score < 0 and (rare(word.key) or is_surname(word.key)) and len(word.key) > 3
    if word.possessive or (score < -8 and not odd):
        return at
    end = at + 1
    while end < min(len(words), at + 4) and words[end].joined:
        ahead = words[end]
        if ahead.key in PARTICLES or (len(ahead.key) == 1 and ahead.dot):
            end += 1
            continue
        if not (ahead.capital or case == "flat") or ahead.key in SMALL:
            return at
        other = max(family_score(ahead.key), given_score(ahead.key) - 0.5)
        if _is_place(ahead.key) and score < 1.2:
            return at
        if odd and score < -1:
            good = family_score(ahead.key) >= 0.4 and case != "flat" and not _is_place(word.key)
            return end + 1 if good and ahead.key in family() else at
        sure = given().get(word.key, 0) >= 0.01 and rare(ahead.key) and len(ahead.key) > 2
        sure |= end > at + 1 and initial and common().get(ahead.key, 0) < 2000
        bar = 1.2 if case != "flat" else 2.0
        if (sure and case != "flat") or (other > -0.5 and max(score, -1.0) + other >= bar):
            return _longer(words, end + 1, case)
        return at
    return at


def _may_be_name(key: str) -> bool:
    return _is_unknown(key) or (key in given_abroad() and rare(key) and not _is_place(key))


def _longer(words: list[Token], stop: int, case: str) -> int:
    """One more word where a family name follows what was a middle name."""
    if stop < len(words) and words[stop].joined and words[stop].capital and case != "flat":
        key = words[stop].key
        if not _is_place(key) and family_score(key) > 0.2:
            return stop + 1
    return stop


def _alone(words: list[Token], at: int, case: str) -> bool:
    """Whether this single word is a name, by its score and its neighbours."""
    word = words[at]
    if len(word.key) < 3 or _is_place(word.key):
        return False
    before = words[at - 1].key if at else ""
    after = words[at + 1] if at + 1 < len(words) and not word.possessive else None
    if (before in SAINTS and word.joined) or (after and after.joined and after.key in SITES):
        return False
    proper = case == "sentence" and not word.opens
    boost = 0.5 * word.possessive + 0.9 * proper - 1.0 * (before in DETERMINERS)
    # `A Christmas Carol`, `The Selfish Gene`: a noun with its adjective.
    article = at > 1 and words[at - 2].key in DETERMINERS and words[at - 1].joined and word.joined
    boost -= 1.0 * (article and not rare(word.key))
    # `Jude the Obscure`, `Tess of the d'Urbervilles`, `Dombey and Son`
    tail = [w.key for w in words[at + 1 : at + 3] if word.opens and after and after.joined]
    uses = common().get(word.key, 0)
    boost += 0.4 * (tail[:1] in (["the"], ["of"]) and uses < 3000)
    boost -= 0.8 * (case == "flat" and not word.capital)
    if given_score(word.key) + boost >= ALONE:
        return True
    # A family name alone is weaker evidence, and trades (`The Miller's Tale`) look like one.
    kin = after is not None and after.joined and after.key in KIN
    if not word.capital or (before in DETERMINERS and not kin):
        return False
    epithet = tail[:1] == ["the"] or (tail[:1] == ["and"] and tail[-1] in KIN)
    # `Schindler's List`: even an unknown word, since a possessor without an article is a name.
    owner = word.possessive and (word.key in family() or uses < 60)
    if rare(word.key) and (epithet or owner):
        return True
    # `Fisher's Face`: a frequent family name owns something; `Winter's Tale` is a frequent word.
    if word.possessive and word.opens and family().get(word.key, 0) >= 0.003 and uses < 2500:
        return True
    sure = is_surname(word.key) or (proper and word.key in family())
    return sure and (kin or family_score(word.key) + boost >= 1.2)


def _stands_out(words: list[Token], at: int) -> bool:
    """Whether an unknown word stands where a name does.

    `Pnin` alone, `Rumpole of the Bailey`, `Troilus and Cressida`, `The Forsyte Saga`,
    `A Man Called Ove`, `Little Dorrit`, `The Hand of Ethelberta`.
    """
    word = words[at]
    if re.match(r"ma?c[b-df-hj-np-tv-z]", word.key) and rare(word.key) and len(word.key) > 5:
        return not cities.known(word.key)
    if not _is_unknown(word.key):
        return False
    after = [w.key for w in words[at + 1 : at + 3]]
    before = [w.key for w in words[max(at - 2, 0) : at]]
    if len(words) == 1 or before[-1:] in (["called"], ["named"]):
        return True
    if before[-1:] == ["little"]:
        return len(words) == at + 1
    if after[:1] == ["and"] and len(after) > 1 and _may_be_name(after[1]):
        return True
    if before[1:] == ["and"] and _may_be_name(before[0]):
        return True
    if len(before) == 2 and before[0] in _OF_A_PERSON and before[1] in _FOR:
        return True
    if before[-1:] == ["the"] and len(words) == at + 2:
        return after[0] in _OF_A_FAMILY
    return word.opens and after[:1] in (["of"], ["the"])


def lexicon() -> Recogniser:
    """The recogniser of human names; reads its lists at the first title."""
    return find
