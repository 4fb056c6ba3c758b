"""Text to the stems of its words, and to their numbers in an index."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tamis.types import InputError

WORD = re.compile(r"\w\w+")


@cache
def _tokenizer() -> Any:
    with warnings.catch_warnings():
        # Its progress bars, which nothing here shows, warn in a notebook without ipywidgets.
        warnings.filterwarnings("ignore", "IProgress not found")
        from bm25s.tokenization import Tokenizer
    return Tokenizer


class Words:
    """Text to token ids: words of two letters or more in lower case, stemmed, without stop words.

    `stemmer` is a language of Snowball, `stopwords` a language of bm25s's lists, None for none;
    InputError where there is no such language.
    """

    def __init__(
        self,
        stemmer: str | None = "english",
        stopwords: str | None = "en",
        stems: Sequence[str] = (),
    ) -> None:
        import Stemmer

        self.settings = {"stemmer": stemmer, "stopwords": stopwords}
        try:
            self.stopped = frozenset(_tokenizer()(stopwords=stopwords).stopwords)
        except ValueError as error:
            raise InputError(
                f"There is no list of stop words {stopwords!r}; give en, de, fr or another "
                "language of bm25s, or none."
            ) from error
        try:
            # No cache in the stemmer: while building, every word is stemmed only once.
            self._stem = Stemmer.Stemmer(stemmer, 0).stemWord if stemmer else str
        except KeyError as error:
            raise InputError(
                f"There is no stemmer {stemmer!r}; give english, german, french or another "
                "language of Snowball, or none."
            ) from error
        self.stems: dict[str, int] = {stem: i for i, stem in enumerate(stems)}

    def learning(self) -> Callable[[str], list[int]]:
        """A function from a text to its token ids, in order; new words get new ids.

        Stop words are -1. It remembers every word that it sees.
        """
        known = _Learning(self.stems, self.stopped, self._stem).__getitem__
        return lambda text: [*map(known, WORD.findall(text.lower()))]

    def keep(self, there: Sequence[bool]) -> None:
        """Only the stems whose ids are `there`, numbered anew in their order."""
        kept = (stem for stem, one in zip(self.stems, there, strict=True) if one)
        self.stems = {stem: i for i, stem in enumerate(kept)}

    def ids(self, text: str) -> list[int]:
        """The token ids of the known words of `text`, in order, with repetitions."""
        return [self.stems[stem] for stem in self.of(text) if stem in self.stems]

    def of(self, text: str) -> list[str]:
        """The stems of `text`, in order, with repetitions."""
        return [self._stem(w) for w in WORD.findall(text.lower()) if w not in self.stopped]


class _Learning(dict[str, int]):
    """The id of each word so far; -1 for a stop word."""

    def __init__(self, stems: dict[str, int], stopped: frozenset[str], stem: Any) -> None:
        self.stems, self.stem = stems, stem
        super().__init__(dict.fromkeys(stopped, -1))

    def __missing__(self, word: str) -> int:
        id = self[word] = self.stems.setdefault(self.stem(word), len(self.stems))
        return id
