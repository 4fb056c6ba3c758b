"""Text to the stems of its words, and to their numbers in an index."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from tamis.retrieve.languages import ENGLISH, LANGUAGES, Languages
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


EACH = "each"
"""In place of a language: that of each passage, of those in `languages.LANGUAGES`."""


class _Language(NamedTuple):
    """Stop words, a stemmer, and what stands before each stem, to tell it from other languages'."""

    stopped: frozenset[str]
    stem: Callable[[str], str]
    before: str = ""


class Words:
    """Text to token ids: words as `text.words` cuts them, stemmed, without stop words.

    `stemmer` is a language of Snowball, `stopwords` a language of bm25s's lists, None for none;
    InputError where there is no such language. Those of English leave words of other scripts as
    they are. Both are EACH where every passage is stemmed in its own language: a query's words are
    then looked for in all of them. What `Cut` has beside the words, and words of one letter, are
    found, but are not part of a text's length: so scores are those that bm25s gives for words of
    two letters or more.
    """

    def __init__(
        self,
        stemmer: str | None = ENGLISH,
        stopwords: str | None = "en",
        stems: Sequence[str] = (),
    ) -> None:
        self.stems: dict[str, int] = {stem: i for i, stem in enumerate(stems)}
        if stemmer == EACH:
            self._languages = {
                name: _Language(
                    stop_words(name), _stemmer(name), "" if name == ENGLISH else f"{name}:"
                )
                for name in LANGUAGES
            }
            known = {name: one.stopped for name, one in self._languages.items()}
            # English is searched without its 33 commonest words, and told by as many as others are.
            self._tell = Languages({**known, ENGLISH: stop_words("en_plus")}).of
        else:
            self._languages = {"": _Language(stop_words(stopwords), _stemmer(stemmer))}
            self._tell = lambda words: ""

    def learning(self) -> Callable[[str], list[int]]:
        """A function from a text to its token ids, as `Postings.add` takes them.

        New words get new ids. Stop words are -1; -2 - id is a word that has no part in the length.
        It remembers every word that it sees.
        """
        known = {
            name: _Learning(self.stems, one).__getitem__ for name, one in self._languages.items()
        }

        def learn(text: str) -> list[int]:
            words, beside = cut(text)
            id_of = known[self._tell(words)]
            ids = [*map(id_of, words)]
            if beside:
                ids += (id if id < 0 else -2 - id for id in map(id_of, beside))
            return ids

        return learn

    def keep(self, there: Sequence[bool]) -> None:
        """Only the stems whose ids are `there`, numbered anew in their order."""
        kept = (stem for stem, one in zip(self.stems, there, strict=True) if one)
        self.stems = {stem: i for i, stem in enumerate(kept)}

    def ids(self, query: str) -> list[int]:
        """The token ids of the known words of a query, in order, with repetitions."""
        words, beside = cut_query(query)
        stems = (
            one.before + one.stem(word)
            for one in self._languages.values()
            for word in (*words, *beside)
            if word not in one.stopped
        )
        return [self.stems[stem] for stem in stems if stem in self.stems]

    def of(self, text: str) -> list[str]:
        """The stems of the words that make up the length of `text`, in order, with repetitions."""
        words = cut(text).words
        stopped, stem, before = self._languages[self._tell(words)]
        return [before + stem(word) for word in words if len(word) > 1 and word not in stopped]


@cache
def stop_words(language: str | None) -> frozenset[str]:
    """Those of bm25s's list of a language, "en" or "english"; none for None. Raises InputError."""
    try:
        found = frozenset(_tokenizer()(stopwords=language).stopwords)
    except ValueError as error:
        raise InputError(
            f"There is no list of stop words {language!r}; give en, de, fr or another "
            "language of bm25s, or none."
        ) from error
    # bm25s's words have two letters or more.
    return found | {"i"} if language in ("en", ENGLISH) else found


def _stemmer(language: str | None) -> Callable[[str], str]:
    import Stemmer

    if not language:
        return str
    try:
        # No cache in the stemmer: while building, every word is stemmed only once.
        stem: Callable[[str], str] = Stemmer.Stemmer(language, 0).stemWord
    except KeyError as error:
        raise InputError(
            f"There is no stemmer {language!r}; give english, german, french or another "
            "language of Snowball, or none."
        ) from error
    return stem


class _Learning(dict[str, int]):
    """The id of each word of a language so far; -1 for a stop word, -2 - id for one letter."""

    def __init__(self, stems: dict[str, int], language: _Language) -> None:
        self._stems, self._language = stems, language
        super().__init__(dict.fromkeys(language.stopped, -1))

    def __missing__(self, word: str) -> int:
        stem = self._language.before + self._language.stem(word)
        id = self._stems.setdefault(stem, len(self._stems))
        self[word] = id = id if len(word) > 1 else -2 - id
        return id
