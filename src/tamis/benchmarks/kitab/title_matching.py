"""Which known title (of an author's books, say) a title of an answer stands for (KITAB, §4.1).

`FirstMatch` is the rule of the variants `paper` and `reference`, `BestMatch` that of `strict`. Both
are built once for a list of titles and remember what they have already matched, because the queries
about one author contain the same titles many times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rapidfuzz.fuzz import ratio as _ratio

from tamis.text.normalised import plain_words

FUZZY_CUTOFF = 79.5
"""fuzzywuzzy rounds its ratio to a whole number, so its "at least 80" is at least 79.5."""

_REMEMBERED = 20_000


class FirstMatch:
    """Subset of characters in either direction, else a fuzzy ratio; the first title wins.

    "At 80% match" is read as fuzzywuzzy's ratio (2·M/T), which the paper cites (§C.1).
    `normalise` is applied to both sides. A title that normalises to nothing matches nothing,
    unless `empty_matches`, with which it is a subset of everything, as in the published scorer.
    """

    def __init__(
        self,
        titles: Sequence[str],
        normalise: Callable[[str], str],
        *,
        empty_matches: bool = False,
    ) -> None:
        self.normalise = normalise
        self.normalised = [normalise(title) for title in titles]
        self._searched = [
            (i, title) for i, title in enumerate(self.normalised) if title or empty_matches
        ]
        self._all: dict[str, tuple[int, ...]] = {}
        self._first: dict[str, int | None] = {}

    def match(self, title: str) -> int | None:
        """The position of the first title that matches, None where none does.

        A subset match anywhere in the list goes before any fuzzy one.
        """
        key = self.normalise(title)
        if key not in self._first:
            _make_room(self._first)
            self._first[key] = self._find(key)
        return self._first[key]

    def matches(self, title: str) -> tuple[int, ...]:
        """The positions of all titles that match by either rule, in order."""
        key = self.normalise(title)
        if key not in self._all:
            _make_room(self._all)
            self._all[key] = tuple(
                i
                for i, known in self._searched
                if key
                and (key in known or known in key or _ratio(key, known, score_cutoff=FUZZY_CUTOFF))
            )
        return self._all[key]

    def _find(self, key: str) -> int | None:
        if not key:
            return None
        for i, known in self._searched:
            if key in known or known in key:
                return i
        for i, known in self._searched:
            if _ratio(key, known, score_cutoff=FUZZY_CUTOFF):
                return i
        return None


class BestMatch:
    """Whole words in either direction or a fuzzy ratio of at least 80; the best title wins.

    An exact match goes before all; then the larger share of common words or of common
    characters; then the order of the list. A subset match needs at least one word longer
    than two letters, so that a book called "It" is not part of every title.
    """

    def __init__(self, titles: Sequence[str]) -> None:
        self.normalised = [plain_words(title) for title in titles]
        self._exact = {known: i for i, known in reversed([*enumerate(self.normalised)]) if known}
        self._padded = [
            (i, known, f" {known} ") for i, known in enumerate(self.normalised) if known
        ]
        self._best: dict[str, int | None] = {}

    def match(self, title: str) -> int | None:
        """The position of the best match, None where nothing matches."""
        key = plain_words(title)
        if key not in self._best:
            _make_room(self._best)
            self._best[key] = self._exact[key] if key in self._exact else self._find(key)
        return self._best[key]

    def matches(self, title: str) -> tuple[int, ...]:
        """The one best match as a tuple, empty where nothing matches."""
        found = self.match(title)
        return () if found is None else (found,)

    def _find(self, key: str) -> int | None:
        if not key:
            return None
        best, best_score = None, 0.0
        padded = f" {key} "
        for i, known, known_padded in self._padded:
            score = _ratio(key, known, score_cutoff=80.0)
            if padded in known_padded:
                score = max(score, _subset_score(key, known))
            elif known_padded in padded:
                score = max(score, _subset_score(known, key))
            if score > best_score:
                best, best_score = i, score
        return best


def _subset_score(part: str, whole: str) -> float:
    """100 for the same words, falling with the share of words that only the longer one has."""
    words = part.split()
    if not any(len(word) > 2 for word in words):
        return 0.0
    return 100 * len(words) / len(whole.split())


def _make_room(memory: dict[str, Any]) -> None:
    # A stream of arbitrary replies must not grow the memory without bound.
    if len(memory) >= _REMEMBERED:
        memory.clear()
