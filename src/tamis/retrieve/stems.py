"""Text to the stems of its words, and to their numbers in an index."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from tamis.text.words import cut, cut_query
from tamis.types import InputError

VERSION = 2
"""The version of the words; an index of other words is built anew."""


@cache
def _tokenizer() -> Any:
    with warnings.catch_warnings():
        # Its progress bars, which nothing here shows, warn in a notebook without ipywidgets.
        warnings.filterwarnings("ignore", "IProgress not found")
        from bm25s.tokenization import Tokenizer
    return Tokenizer


class Words:
    """Text to token ids: words as `text.words` cuts them, stemmed, without stop words.

    `stemmer` is a language of Snowball, `stopwords` a language of bm25s's lists, None for none;
    InputError where there is no such language. Those of English leave words of other scripts as
    they are. What `Cut` has beside the words, and words of one letter, are found, but are not part
    of a text's length: so scores are those that bm25s gives for words of two letters or more.
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
        if stopwords in ("en", "english"):
            # bm25s's words have two letters or more.
            self.stopped |= {"i"}
        self.stems: dict[str, int] = {stem: i for i, stem in enumerate(stems)}

    def learning(self) -> Callable[[str], list[int]]:
        """A function from a text to its token ids, as `Postings.add` takes them.

        New words get new ids. Stop words are -1; -2 - id is a word that has no part in the length.
        It remembers every word that it sees.
        """
        known = _Learning(self.stems, self.stopped, self._stem).__getitem__

        def learn(text: str) -> list[int]:
            words, beside = cut(text)
            ids = [*map(known, words)]
            if beside:
                ids += (id if id < 0 else -2 - id for id in map(known, beside))
            return ids

        return learn

    def keep(self, there: Sequence[bool]) -> None:
        """Only the stems whose ids are `there`, numbered anew in their order."""
        kept = (stem for stem, one in zip(self.stems, there, strict=True) if one)
        self.stems = {stem: i for i, stem in enumerate(kept)}

    def ids(self, query: str) -> list[int]:
        """The token ids of the known words of a query, in order, with repetitions."""
        words, beside = cut_query(query)
        stems = self._stemmed([*words, *beside])
        return [self.stems[stem] for stem in stems if stem in self.stems]

    def of(self, text: str) -> list[str]:
        """The stems of the words that make up the length of `text`, in order, with repetitions."""
        return self._stemmed(word for word in cut(text).words if len(word) > 1)

    def _stemmed(self, words: Iterable[str]) -> list[str]:
        return [self._stem(word) for word in words if word not in self.stopped]


class _Learning(dict[str, int]):
    """The id of each word so far; -1 for a stop word, -2 - id for a word of one letter."""

    def __init__(self, stems: dict[str, int], stopped: frozenset[str], stem: Any) -> None:
        self.stems, self.stem = stems, stem
        super().__init__(dict.fromkeys(stopped, -1))

    def __missing__(self, word: str) -> int:
        id = self.stems.setdefault(self.stem(word), len(self.stems))
        self[word] = id = id if len(word) > 1 else -2 - id
        return id
