"""Where a term stands in a text: surely, or perhaps.

Surely: the term as a whole word, its regular plural and possessive, without regard to case, with
a blank for a hyphen, and with either apostrophe. Perhaps: another inflection, the singular of a
plural term, other accents, one word written as two, and what stands in code or an address. With
`exact` only the form as written counts, as a whole word; other signs between its words perhaps.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from tamis.checking.constraint_types.text import Text
from tamis.checking.recognisers.word_lists import word_set
from tamis.checking.worksheet import Span
from tamis.text.normalised import unaccented, visible
from tamis.text.seen import Seen
from tamis.text.stems import stem, stemmed

# Letters with their marks; scripts of India write vowels as such.
_MARK = (
    "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0963\u0966-\u0dff"
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
)
TOKEN = re.compile(rf"(?:[^\W_]|[{_MARK}])+(?:['’ʼ](?:[^\W_]|[{_MARK}])+)*")
"""A word: letters and digits, with apostrophes inside."""

_GAP = re.compile(r"[\s*_\u00ad‐‑–-]+")
_ANY_GAP = re.compile(r"[\s*_\u00ad‐‑–—,;:.!?\"“”()-]+")
_HYPHEN = re.compile(r"[-‐‑\u00ad]")
_SOFT = "\u00ad"
_STRAIGHT = str.maketrans("’‘ʼ", "'''")
_PLAIN = re.compile(r"[\w\s'’ʼ‐‑-]+")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_ENDS = frozenset(
    ["", "s", "es", "ed", "d", "ing", "ings", "e", "y", "ies", "ied", "ying", "en", "n", "ly"]
)
# Words with `'s` that are no possessives.
_SHORT_IS = word_set("it that there here what who where how let he she when why one")
_NO_PLURALS = frozenset(["news", "thus", "does"])
_IRREGULAR = (
    "man men/woman women/child children/person people persons/mouse mice/foot feet/tooth teeth/"
    "goose geese/ox oxen/go goes went gone/be is are was were been am being/have has had having/"
    "do does did done doing/make made/take took taken/say said/see saw seen/get got gotten/"
    "give gave given/come came/know knew known/think thought/find found/tell told/become became/"
    "leave left/feel felt/bring brought/begin began begun/keep kept/hold held/write wrote written/"
    "stand stood/hear heard/mean meant/meet met/run ran/pay paid/sit sat/speak spoke spoken/"
    "lead led/grow grew grown/lose lost/fall fell fallen/send sent/build built/draw drew drawn/"
    "understand understood/break broke broken/spend spent/rise rose risen/drive drove driven/"
    "buy bought/wear wore worn/choose chose chosen/eat ate eaten/drink drank drunk/sing sang sung/"
    "swim swam swum/fly flew flown/sleep slept/teach taught/catch caught/fight fought/sell sold/"
    "win won/good better best/bad worse worst/leaf leaves/loaf loaves/knife knives/life lives/"
    "wolf wolves/half halves/shelf shelves/wife wives/thief thieves/calf calves"
)
# Adjectives with their grades and adverbs, which share no stem.
_GRADED = (
    "big small cheap fast slow quick easy hard soft loud quiet rich poor young old new great high "
    "low long short deep wide narrow strong weak warm cold cool hot dry wet clean dirty dark light "
    "bright happy sad angry kind nice safe smart simple clear close fine full heavy healthy large "
    "late early near pretty rare sharp sweet tall thick thin tight tiny ugly wild wise busy lucky "
    "funny lazy tasty bold brave calm cruel fair firm fresh gentle grand harsh humble loose mild "
    "polite proud pure rough rude smooth stiff steep strict swift vague"
)


class Token(NamedTuple):
    """A word with its place; `key` is in small letters with straight apostrophes."""

    key: str
    start: int
    end: int


class Mentions(NamedTuple):
    """Where a term stands: surely, and perhaps."""

    sure: list[Span]
    unsure: list[Span]


class Index:
    """The words of a text by their form."""

    def __init__(self, said: str) -> None:
        self.said = said

    @cached_property
    def tokens(self) -> list[Token]:
        """The words in order."""
        return [
            Token(_key(found[0]), found.start(), found.end()) for found in TOKEN.finditer(self.said)
        ]

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """Which words have a form."""
        return _grouped(enumerate(token.key for token in self.tokens))

    @cached_property
    def stems(self) -> dict[str, list[int]]:
        """Which words have a stem, without a possessive ending."""
        bases = [token.key.removesuffix("'s") for token in self.tokens]
        return _grouped(enumerate(stemmed(bases)))

    @cached_property
    def bare(self) -> dict[str, list[int]]:
        """Which words with accents have a form without them."""
        accented = [
            (n, token.key) for n, token in enumerate(self.tokens) if not token.key.isascii()
        ]
        return _grouped((n, bare(key)) for n, key in accented)

    @cached_property
    def joined(self) -> dict[str, list[int]]:
        """At which words two begin that a hyphen joins, by both without it."""
        return _grouped(
            (n, one.key + other.key)
            for n, (one, other) in enumerate(pairwise(self.tokens))
            if other.start - one.end == 1 and _HYPHEN.match(self.said, one.end)
        )

    def follow(self, first: int, many: int, *, loose: bool = False) -> bool:
        """Whether so many words follow each other with only blanks and hyphens between them, or
        with any signs where that is `loose`.
        """
        if first + many > len(self.tokens):
            return False
        gaps = [(a.end, b.start) for a, b in pairwise(self.tokens[first : first + many])]
        if loose:
            return all(_ANY_GAP.fullmatch(self.said, start, end) for start, end in gaps)
        return all(_GAP.fullmatch(self.said, start, end) for start, end in gaps)


def mentions(text: Text, term: str, *, exact: bool = False, case: bool = False) -> Mentions:
    """Where a term stands in a text, each place once and in order."""
    term = unicodedata.normalize("NFC", term)
    seen = text.seen
    sure: set[Span] = set()
    unsure: set[Span] = set()
    if (shown := visible(term)).strip():
        found = _found(_index(seen.text), shown, exact=exact, case=case)
        sure, unsure = ({seen.place(span) for span in spans} for spans in found)
    if seen.text != text.text and (seen.is_parted or not _is_plain(term)):
        stored = _found(_index(text.text), term, exact=exact, case=case)
        _add_stored(seen, stored, _is_plain(term), sure, unsure)
    by = text.start
    # What stands in code or an address is no word of the text; a soft hyphen may show.
    doubted = {
        span for span in sure if not text.is_prose(span[0]) or _SOFT in text.text[slice(*span)]
    }
    sure, unsure = sure - doubted, unsure | doubted
    return Mentions(
        sorted((a + by, b + by) for a, b in sure),
        sorted((a + by, b + by) for a, b in unsure - sure),
    )


def _found(index: Index, term: str, *, exact: bool, case: bool) -> Mentions:
    """Where a term stands in what an index is of."""
    words = [_key(word) for word in TOKEN.findall(term)]
    if not words or not _is_plain(term):
        return Mentions(*_as_written(index, term, words, case=case))
    return Mentions(*_as_words(index, term, words, exact=exact, case=case))


def _is_plain(term: str) -> bool:
    """Whether a term is of words with blanks between them, and not of other signs."""
    return bool(_PLAIN.fullmatch(term)) and not _UNSPACED.search(term)


def _add_stored(
    seen: Seen, stored: Mentions, are_words: bool, sure: set[Span], unsure: set[Span]
) -> None:
    """Add what stands in the text as it is stored, but for what is there for a reader already."""
    taken = sorted(sure | unsure)
    reach = [*accumulate((end for _, end in taken), max)]
    starts = [start for start, _ in taken]
    for spans, into in ((stored.sure, sure), (stored.unsure, unsure)):
        for span in spans:
            before = bisect_left(starts, span[1]) - 1
            if before >= 0 and reach[before] > span[0]:
                continue
            is_word = seen.is_word(span) if are_words else True
            if is_word is not False:
                (into if is_word else unsure).add(span)


def bare(word: str) -> str:
    """A word without accents."""
    return unaccented(word)


def forms(word: str) -> set[str]:
    """A word with its regular plural and the possessives of both."""
    found = {word, f"{word}'s"}
    if word in _SHORT_IS:
        found = {word}
    if len(word) > 2 and not word.endswith("'s"):
        hissing = word.endswith(("s", "x", "z", "ch", "sh"))
        ends = ["es"] if hissing else ["s", "es"] if word.endswith("o") else ["s"]
        plural = {word + end for end in ends} - _NO_PLURALS
        if word.endswith("y") and word[-2] not in "aeiou":
            plural = {f"{word[:-1]}ies"}
        found |= plural
    return found


def _singulars(word: str) -> set[str]:
    """What a word may be the plural of; the stemmer knows none of an acronym (CTEs)."""
    if len(word) < 4 or not word.endswith("s") or word.endswith("ss") or word in _NO_PLURALS:
        return set()
    longer = {word[:-2]} if word.endswith("es") else set()
    return {word[:-1]} | longer | ({f"{word[:-3]}y"} if word.endswith("ies") else set())


def inflected(one: str, other: str) -> bool:
    """Whether two words with the same stem differ by an ending of inflection alone."""
    same = _agreeing(one, other)
    ends = [one[same:], other[same:]]
    # A doubled consonant: run, running.
    ends = [end[1:] if same and end[:1] == one[same - 1] and len(end) > 2 else end for end in ends]
    return same > 1 and all(end in _ENDS for end in ends)


def _as_words(
    index: Index, term: str, words: Sequence[str], *, exact: bool, case: bool
) -> tuple[list[Span], list[Span]]:
    last = {words[-1], f"{words[-1]}'s"} if exact else forms(words[-1])
    firsts = last if len(words) == 1 else {words[0]}
    raw = TOKEN.findall(term)

    def fits(first: int) -> bool:
        run = index.tokens[first : first + len(words)]
        written = (index.said[token.start : token.end] for token in run)
        if case and not all(map(_same_case, written, raw)):
            return False
        middle = zip(run[:-1], words[:-1], strict=True)
        return run[-1].key in last and all(token.key == word for token, word in middle)

    starts = _starts(index, firsts, len(words), fits)
    sure = [_span(index, start, len(words)) for start in starts]
    if exact or case:
        # "New year, new you" for "new year new you".
        loose = _starts(index, firsts, len(words), fits, loose=True)
        return sure, [_span(index, start, len(words)) for start in loose]
    near = [_near(index, word) for word in words]

    def nearly(first: int) -> bool:
        return all(first + n in near[n] for n in range(1, len(words)))

    found = [n for n in sorted(near[0]) if index.follow(n, len(words)) and nearly(n)]
    unsure = [_span(index, n, len(words)) for n in found]
    closed = "".join(words)
    if len(words) == 1:
        unsure += [_span(index, n, 2) for n in index.joined.get(closed, ())]
    elif len(words) == 2:
        unsure += [_span(index, n, 1) for n in index.places.get(closed, ())]
    return sure, unsure


def _near(index: Index, word: str) -> set[int]:
    """The words that are one or an inflection of it, or differ by accents."""
    base = word.removesuffix("'s")
    alike = forms(word) | _singulars(base) | _related().get(base, set())
    found = {n for form in alike for n in index.places.get(form, ())}
    found |= {
        n
        for n in index.stems.get(stem(base), ())
        if inflected(base, index.tokens[n].key.removesuffix("'s"))
    }
    if word in _SHORT_IS:
        found |= {*index.places.get(f"{word}'s", ())}
    found |= {*index.bare.get(bare(word), ())}
    return found if word.isascii() else found | {*index.places.get(bare(word), ())}


def _starts(
    index: Index,
    firsts: Iterable[str],
    many: int,
    fits: Callable[[int], bool],
    *,
    loose: bool = False,
) -> Iterator[int]:
    for first in sorted({n for form in firsts for n in index.places.get(form, ())}):
        if index.follow(first, many, loose=loose) and fits(first):
            yield first


def _as_written(
    index: Index, term: str, words: Sequence[str], *, case: bool
) -> tuple[list[Span], list[Span]]:
    """A term with other signs than letters, or of a script without blanks: as it stands."""
    pieces = [
        re.sub("['’ʼ]", "['’ʼ]", re.sub('["“”]', '["“”]', re.escape(piece)))
        for piece in term.split()
    ]
    unspaced = bool(_UNSPACED.search(term))
    left = r"(?<!\w)" if term[:1].isalnum() and not unspaced else ""
    right = r"(?!\w)" if term[-1:].isalnum() and not unspaced else ""
    written = re.compile(left + r"\s+".join(pieces) + right, 0 if case else re.IGNORECASE)
    found = [one.span() for one in written.finditer(index.said)]
    if unspaced and len(term) == 1:
        return [], found
    if len(words) < 2 or unspaced:
        return found, []
    near = _starts(index, [words[0]], 1, lambda first: _same(index, first, words))
    places = [_span(index, first, len(words)) for first in near]
    # The words of a mention are no other one.
    known = {at for start, end in found for at in range(start, end)}
    return found, [one for one in places if one[0] not in known]


def _same(index: Index, first: int, words: Sequence[str]) -> bool:
    return [token.key for token in index.tokens[first : first + len(words)]] == list(words)


def _same_case(one: str, other: str) -> bool:
    """Whether two forms of a word agree in capitals, as far as they agree at all."""
    same = _agreeing(_key(one), _key(other))
    return one[:same].translate(_STRAIGHT) == other[:same].translate(_STRAIGHT)


def _agreeing(one: str, other: str) -> int:
    """How many signs two words have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _span(index: Index, first: int, many: int) -> Span:
    return index.tokens[first].start, index.tokens[first + many - 1].end


def _key(word: str) -> str:
    return unicodedata.normalize("NFC", word).translate(_STRAIGHT).casefold()


def _grouped(pairs: Iterable[tuple[int, str]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for place, name in pairs:
        found.setdefault(name, []).append(place)
    return found


@lru_cache(maxsize=64)
def _index(said: str) -> Index:
    return Index(said)


@cache
def _related() -> dict[str, set[str]]:
    """Irregular forms of a word, and the grades and the adverb of an adjective."""
    groups = [{*line.split()} for line in _IRREGULAR.split("/")]
    for word in _GRADED.split():
        short = word[:-1] if word[-1] in "ey" else word
        short += "i" if word[-1] == "y" else ""
        twice = {word + word[-1] + end for end in ("er", "est")} if len(word) == 3 else set()
        adverb = f"{word[:-1]}y" if word.endswith("le") else f"{short}ly"
        if word[-1] == "e" and not word.endswith("le"):
            adverb = f"{word}ly"
        groups.append({word, f"{short}er", f"{short}est", adverb, *twice})
    found: dict[str, set[str]] = {}
    for group in groups:
        for word in group:
            found[word] = found.get(word, set()) | group - {word}
    return found
