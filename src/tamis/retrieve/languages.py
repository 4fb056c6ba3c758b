"""In which language a passage is, by its stop words: those of bm25s's lists, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

ENGLISH = "english"
LANGUAGES = (
    ENGLISH,
    *("danish", "dutch", "french", "german", "italian", "norwegian"),
    *("portuguese", "russian", "spanish", "swedish", "turkish"),
)
"""The languages of which bm25s has a list of stop words and Snowball a stemmer."""

_LOOKED_AT = 150
_LEAST = 3
"""Of the first 150 words so many must be stop words: a row of a table says nothing."""


class Languages:
    """Tells languages apart by their stop words, `stopped`."""

    def __init__(self, stopped: Mapping[str, frozenset[str]]) -> None:
        self._of: dict[str, list[str]] = {}
        for name, words in stopped.items():
            for word in words:
                self._of.setdefault(word, []).append(name)
        self._all = frozenset(self._of)

    def of(self, words: Sequence[str]) -> str:
        """The language with the most different stop words among the first words of a text.

        The words are in small letters. English where another has no more of them than it, or fewer
        than three.
        """
        found = {ENGLISH: 0}
        for word in self._all.intersection(words[:_LOOKED_AT]):
            for name in self._of[word]:
                found[name] = found.get(name, 0) + 1
        most = max(found, key=lambda name: (found[name], name == ENGLISH, name))
        return most if found[most] >= _LEAST else ENGLISH
