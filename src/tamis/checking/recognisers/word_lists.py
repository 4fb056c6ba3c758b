"""The word lists of the recognisers of names: common words, names, titles, places.

Given and family names come with their frequency in the United States' census of 1990, English
words with their frequency in lower case in film subtitles, which distinguishes `Mark` from `mark`:
"james" is rare in lower case, "will" is not. The lists are in `lists.json.gz`, made by
`tools/word_lists.py` and described in LISTS.md; they are read on first use.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from math import log10
from typing import Any, NamedTuple

from tamis.inputs.files import shipped_bytes, shipped_text
from tamis.text.dates import MONTHS
from tamis.text.normalised import unaccented

ALONE = 0.84
"""The score from which a given name needs no family name after it."""

ABROAD = 0.3
"""The score of a given name of another country, before 0.7 for a rare word is added."""

KEPT = 1 << 16  # size of the caches of scores, so that endless text does not fill the memory
_FILE = "lists.json.gz"
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*\.?")
_POSSESSIVE = ("'s", "’s", "'S", "’S")


def word_set(text: str) -> frozenset[str]:
    """The words of a text, so that a list can be written as readable text."""
    return frozenset(text.split())


# Words that may be in lower case in title case; they do not show the case of a title.
SMALL = word_set(
    "a an and as at but by de del der di du et for from in into la le les my nor of off on or our "
    "out over than the to un una upon van versus via von with without y your his her its"
)
PARTICLES = word_set("da de del della di du la le van von der den bin ibn al el o")
DETERMINERS = word_set("a an the this that these those every no some any each")

# After these a name follows, whatever it is (`Mr. Chips`).
TITLES = word_set(
    "mr mrs ms dr messrs mme mlle monsieur madame mademoiselle herr frau señor señora signor "
    "signora don doña dona sir dame prof fr rev capt col gen sgt lt"
)
# These also occur alone (`Sister Act`, `Queen Bee`), so what follows must look like a name.
_RANKS = word_set(
    "doctor professor captain colonel general major sergeant lieutenant admiral inspector father "
    "mother sister brother uncle aunt auntie cousin king queen prince princess emperor empress "
    "pope bishop cardinal monsignor abbot commander lord lady miss master mistress count countess "
    "baron duke saint st san santa president reverend rabbi judge nurse granny grandma sheikh "
    "sultan"
)

SAINTS = word_set("saint st san santa")

# After a name these make it a place (`Miguel Street`).
SITES = word_set(
    "street road square avenue lane park county hill island bay river gardens bridge castle "
    "palace abbey lake university college"
)

# Relatives: after an unknown word, `and Son` or `and His Brothers` show that it is a name.
KIN = word_set(
    "brother brothers sister sisters son sons daughter daughters family girls boys women wives "
    "friends company co his her"
)

# Proper nouns that are names in the census but hardly ever in a title.
NOT_NAMES = word_set(
    "english french german irish welsh scotch scots roman greek dane norman saxon spanish indian "
    "american christian jew christmas easter lent sunday monday tuesday wednesday thursday friday "
    "saturday holland britain england scotland wales europe asia africa america avalon camelot "
    "atlantis mars venus saturn mercury heaven paradise god lord bible genesis exodus empire "
    "florence sydney dallas austin"
).union(MONTHS)


class Token(NamedTuple):
    """A word of a title: its position, its plain form, and how it is written."""

    start: int
    end: int
    key: str
    capital: bool
    possessive: bool
    dot: bool
    joined: bool
    opens: bool


def plain(text: str) -> str:
    """The text in lower case, without accents and apostrophes: the key of every word list."""
    if not text.isascii():
        text = unaccented(text).replace("’", "'")
    return text.lower().replace("'", "")


def tokens(title: str) -> list[Token]:
    """The words of a title; `joined` to the one before by one space or hyphen, `opens` a clause."""
    found: list[Token] = []
    last = 0
    for match in _WORD.finditer(title):
        start, end = match.span()
        gap = title[last:start]
        dot = title[end - 1] == "."
        end -= dot
        possessive = title[start:end].endswith(_POSSESSIVE)
        end -= 2 * possessive
        if not possessive and title[end : end + 1] in ("'", "’") and title[end - 1] == "s":
            possessive = True
        joined = bool(found) and not found[-1].possessive and gap in (" ", "-")
        opens = not found or any(mark in gap for mark in ':;—–(/.!?"“‘')
        # A dot ends a clause unless it follows an initial or a short form (`J. R.`, `Mrs.`).
        if joined and found[-1].dot and found[-1].end - found[-1].start > 4:
            joined, opens = False, True
        key = plain(title[start:end])
        found.append(Token(start, end, key, title[start].isupper(), possessive, dot, joined, opens))
        last = match.end()
    return found


def case_of(words: Iterable[Token], title: str) -> str:
    """The case of a title: `title`, `sentence` or `flat` (no information in capital letters)."""
    rest = [w for w in words if not w.opens and w.key not in SMALL and w.end - w.start > 1]
    capitals = sum(w.capital for w in rest)
    if title.isupper() or title.islower() or (rest and not capitals):
        return "flat"
    return "sentence" if capitals < len(rest) else "title"


@cache
def read_lists() -> Mapping[str, Any]:
    """All lists of the packages by name, as `tools/word_lists.py` writes them."""
    lists: dict[str, Any] = json.loads(gzip.decompress(shipped_bytes(__package__, _FILE)))
    return lists


@cache
def version() -> str:
    """Eight hex digits that change with the lists."""
    files = (_FILE, "famous.txt", "famous_towns.txt")
    return hashlib.sha256(b"".join(shipped_bytes(__package__, f) for f in files)).hexdigest()[:8]


@cache
def common() -> Mapping[str, int]:
    """English words and how often film subtitles write them in lower case."""
    counts: Mapping[str, int] = read_lists()["words"]
    return counts


def rare(key: str) -> bool:
    """Whether the word is rare in lower case in subtitles, so that it is likely a proper noun."""
    return common().get(key, 0) < 150


@cache
def given() -> Mapping[str, float]:
    """Given names and their share of the people counted, in per cent (both sexes added)."""
    shares: Mapping[str, float] = read_lists()["given"]
    return shares


@cache
def family() -> Mapping[str, float]:
    """Family names and their share of the people counted, in per cent (0 where very rare)."""
    shares: Mapping[str, float] = read_lists()["family"]
    return shares


@cache
def famous() -> frozenset[str]:
    """People of history, legend and fiction who are known by one name (our own list)."""
    return _ours("famous.txt")


@cache
def famous_towns() -> frozenset[str]:
    """Towns of history and small towns of fame, which the gazetteer lacks (our own list)."""
    return _ours("famous_towns.txt")


def _ours(file: str) -> frozenset[str]:
    lines = shipped_text(__package__, file).splitlines()
    return word_set(" ".join(line for line in lines if not line.startswith("#")))


@cache
def given_abroad() -> frozenset[str]:
    """Given names of many countries, in plain letters, without a frequency."""
    return frozenset(map(plain, read_lists()["given abroad"]))


@cache
def family_abroad() -> frozenset[str]:
    """Family names of many countries, in plain letters, without a frequency."""
    return frozenset(map(plain, read_lists()["family abroad"]))


def given_known(key: str) -> bool:
    """Whether a list has the word as a given name, or as a single name that is famous."""
    return key in given() or key in given_abroad() or key in famous()


def family_known(key: str) -> bool:
    """Whether a list has the word as a family name."""
    return key in family() or key in family_abroad()


@cache
def lands() -> frozenset[str]:
    """Countries and the states of America."""
    return frozenset(map(plain, read_lists()["lands"]))


def as_word(key: str, free: float, slope: float = 1.5) -> float:
    """The evidence for an English word: 0 below 10**free uses, then `slope` per power of ten."""
    count = common().get(key, 0)
    return max(0.0, (log10(count) - free) * slope) if count else 0.0


@lru_cache(KEPT)
def given_score(key: str) -> float:
    """The score of a given name or a famous single name: from `ALONE` on it is a name by itself."""
    share = given().get(key, 0.0)
    score = log10(share * 1000 + 1) if share else -9.0
    if key in famous():
        score = max(score, 2.2)
    elif rare(key) and len(key) > 3 and key in given_abroad():
        score = max(score, ABROAD)
    return score - as_word(key, 3.3) + 0.7 * rare(key)


@lru_cache(KEPT)
def family_score(key: str) -> float:
    """The score of a family name after a given name: negative for weak evidence."""
    share = family().get(key)
    if share is None:
        # In no list at all: after a given name it is likely a family name.
        return 0.5 if rare(key) and len(key) > 3 else -9.0
    score = log10(share * 1000 + 0.5) - as_word(key, 2.7)
    return max(score, 0.3) if rare(key) else score


@lru_cache(KEPT)
def is_surname(key: str) -> bool:
    """Whether it is only a family name: no other forms of it occur, as they do for words."""
    if key not in family():
        return False
    words = common()
    if key.endswith("s") and words.get(key[:-1], 0) > 300 and key[:-1] not in given():
        return False
    stem = key[:-1] + "i" if key.endswith("y") else key
    forms = any(stem + end in words for end in ("s", "es", "ed", "ing", "ly", "er", "ness"))
    return rare(key) or (words[key] < 2500 and not forms and family()[key] >= 0.005)


def is_rank(key: str) -> bool:
    """Whether the word is a title or rank that goes before a name (`Mrs.`, `Captain`)."""
    return key in TITLES or key in _RANKS


def scan(title: str, span: Callable[[list[Token], int, str], tuple[int, int]]) -> tuple[str, ...]:
    """The names in a title as written, in order, each once.

    `span(words, at, case)` gives the first word of the name that starts at `at`, and the word
    after its last one; the same position twice skips words that are not a name.
    """
    words = tokens(title)
    case = case_of(words, title)
    found: dict[str, None] = {}
    at = 0
    while at < len(words):
        first, stop = span(words, at, case)
        if first < stop:
            found[title[words[first].start : words[stop - 1].end]] = None
        at = max(stop, at + 1)
    return tuple(found)
