"""Base forms of English words, by one of several named normalisers.

Scores depend on the normaliser, so its name is part of the metric's name, and none is replaced by
another without notice.

- `en_core_web_sm`: lemmas by spaCy's model, which FanOutQA's published scorer uses; parser and
  entity recogniser are switched off, which changes no lemma. The model is not on PyPI.
- `spacy-blank+pystemmer`: words tokenised by spaCy's rules for English, Snowball stems.
- `pystemmer`: a simple split into words and punctuation, Snowball stems; needs no extra. Its stop
  words are the function words only, fewer than spaCy's.
- `spacy-blank`: spaCy's tokens without base forms, for checks against published figures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from importlib.util import find_spec
from typing import Any, Protocol

from tamis.bad_input import needs_package, unknown
from tamis.text.stems import stemmed
from tamis.types import InputError

PUBLISHED = "en_core_web_sm"
"""The normaliser of FanOutQA's published scorer."""

NAMES = (PUBLISHED, "spacy-blank+pystemmer", "pystemmer", "spacy-blank")

# spaCy splits affixes off one by one, which takes a minute for 20,000 brackets in a row.
_LONGEST_CHUNK = 200
_REMEMBERED = 100_000
_PIECE = 50_000

_WORD_OR_MARK = re.compile(
    r"(?<=\w)['’]s\b"  # the possessive, a word of its own
    r"|\d+(?:[.,]\d+)*(?!\w)"
    r"|(?:[^\W\d_]\.){2,}"  # U.S.
    r"|[^\W_]+(?:['’](?!s\b)[^\W_]+)*"
    r"|[^\w\s]|_+"
)

# A word or a number, with a mark before or after it.
_SIMPLE = re.compile(r"""([("\[]?)([a-z]{2,}|[0-9]+(?:\.[0-9]+)?)([)"\],.;:!?]?)""")

# The function words of English, used where spaCy and its list are not installed.
_STOP_WORDS = frozenset(
    re.findall(
        r"\S+",
        """
    a an the this that these those and or but nor if because while although though as than so
    of in on at by for from to into onto with without within about above across after against
    along among around before behind below beneath beside between beyond despite down during
    except inside near off out outside over past since through throughout toward towards under
    until unto up upon via i me my mine myself we us our ours ourselves you your yours yourself
    he him his himself she her hers herself it its itself they them their theirs themselves who
    whom whose which what where when why how am is are was were be been being do does did doing
    have has had having can could may might must shall should will would not no yet also just
    only very too there here then some any each every both either neither such 's
    """,
    )
)

Cut = Callable[[str], tuple[tuple[str, ...], tuple[bool, ...]]]
"""From a run of characters to its forms, and for each whether it is a stop word."""


class Words(Protocol):
    """A normaliser of words."""

    @property
    def name(self) -> str:
        """Its name, which is part of the name of every metric that uses it."""
        ...

    def forms(self, text: str, *, stop_words: bool = True) -> list[str]:
        """The base forms of the words of `text`, which is in lower case, in order.

        Punctuation marks are forms too. Without `stop_words` the stop words are left out.
        """
        ...


def words(name: str = "auto") -> Words:
    """The normaliser `name`; for `auto` the first of the list above that is installed.

    InputError for another name, and for one whose package is not installed.
    """
    return _by_name(installed()[0] if name == "auto" else name)


def installed() -> tuple[str, ...]:
    """The names of the available normalisers, in the order in which `auto` tries them.

    `spacy-blank` is never among them: it is for checks only.
    """
    has_spacy = find_spec("spacy") is not None
    has_model = has_spacy and find_spec("en_core_web_sm") is not None
    have = {"en_core_web_sm": has_model, "spacy-blank+pystemmer": has_spacy, "pystemmer": True}
    return tuple(name for name, here in have.items() if here)


@cache
def _by_name(name: str) -> Words:
    if name == "en_core_web_sm":
        return _Lemmas(name)
    if name == "spacy-blank+pystemmer":
        return _Chunks(name, _stemmed(_spacy_cut()))
    if name == "pystemmer":
        return _Chunks(name, _stemmed(_plain_cut))
    if name == "spacy-blank":
        return _Chunks(name, _spacy_cut())
    raise unknown("normaliser of words", name, ("auto", *NAMES))


class _Chunks:
    """Forms of a text, split at blanks: each run of characters is tokenised by itself.

    So the forms of a run are cached; without stop words on first use, as `reference` keeps them.
    """

    def __init__(self, name: str, cut: Cut) -> None:
        self.name = name
        self._all: dict[str, tuple[str, ...]] = {}
        self._content_words: dict[str, tuple[str, ...]] = {}
        self._cut = cut

    def forms(self, text: str, *, stop_words: bool = True) -> list[str]:
        """As `Words.forms`."""
        known = self._all if stop_words else self._content_words
        found: list[str] = []
        for chunk in text.split():
            forms = known.get(chunk)
            found += self._learn(chunk, known) if forms is None else forms
        return found

    def _learn(self, chunk: str, known: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
        forms, stops = self._cut(chunk)
        if known is self._content_words:
            forms = tuple(form for form, stop in zip(forms, stops, strict=True) if not stop)
        if len(chunk) <= _LONGEST_CHUNK:
            if len(known) >= _REMEMBERED:
                known.clear()
            known[chunk] = forms
        return forms


class _Lemmas:
    """Lemmas by a model of spaCy, which needs the context: the text is not split at blanks."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._model = _spacy_model(name)
        self._short: dict[str, tuple[tuple[str, bool], ...]] = {}

    def forms(self, text: str, *, stop_words: bool = True) -> list[str]:
        """As `Words.forms`."""
        return [form for form, stop in self._read(text) if stop_words or not stop]

    def _read(self, text: str) -> Iterable[tuple[str, bool]]:
        # Reference strings are repeated with every answer and cached; long texts are not.
        if len(text) > _LONGEST_CHUNK:
            return (pair for piece in _pieces(text) for pair in self._lemmas(piece))
        if text not in self._short:
            if len(self._short) >= _REMEMBERED:
                self._short.clear()
            self._short[text] = tuple(self._lemmas(text))
        return self._short[text]

    def _lemmas(self, text: str) -> Iterable[tuple[str, bool]]:
        # Blanks are not words; joining the forms ignores spaCy's tokens for them.
        return ((token.lemma_, token.is_stop) for token in self._model(text) if not token.is_space)


def _pieces(text: str) -> Iterable[str]:
    """A text in pieces that the model can process; they end at blanks, and long runs are cut."""
    text = re.sub(rf"\S{{{_LONGEST_CHUNK}}}(?=\S)", r"\g<0> ", text)
    at = 0
    while len(text) - at > _PIECE:
        end = text.rfind(" ", at, at + _PIECE) + 1 or at + _PIECE
        yield text[at:end]
        at = end
    yield text[at:]


def _plain_cut(chunk: str) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    words = tuple(_WORD_OR_MARK.findall(chunk))
    return words, tuple(word in _STOP_WORDS for word in words)


def _spacy_cut() -> Cut:
    model = _spacy().blank("en")
    tokenizer, stop_words = model.tokenizer, model.Defaults.stop_words
    special = frozenset(tokenizer.rules)

    def cut(chunk: str) -> tuple[tuple[str, ...], tuple[bool, ...]]:
        # As the tokeniser parts it, in a tenth of the time; but for its special cases.
        if chunk.isalpha() and chunk.isascii() and chunk not in special:
            return (chunk,), (chunk in stop_words,)
        if len(chunk) > _LONGEST_CHUNK:
            return _plain_cut(chunk)
        if found := _SIMPLE.fullmatch(chunk):
            before, word, after = found.groups()
            if special.isdisjoint((chunk, word, before + word, word + after)):
                parts = tuple(filter(None, (before, word, after)))
                return parts, tuple(one in stop_words for one in parts)
        tokens = tokenizer(chunk)
        return tuple(t.text for t in tokens), tuple(t.is_stop for t in tokens)

    return cut


def _stemmed(cut: Cut) -> Cut:
    def of_stems(chunk: str) -> tuple[tuple[str, ...], tuple[bool, ...]]:
        words, stops = cut(chunk)
        return tuple(stemmed(words)), stops

    return of_stems


def _spacy() -> Any:
    try:
        import spacy
    except ImportError:
        raise needs_package(
            "this normaliser of words",
            "spacy",
            extra="spacy",
            instead="use the normaliser pystemmer",
        ) from None
    return spacy


def _spacy_model(name: str) -> Any:
    try:
        return _spacy().load(name, exclude=["parser", "ner", "senter"])
    except OSError:
        raise InputError(
            f"spaCy's model {name} is not installed: python -m spacy download {name}, or use "
            "the normaliser spacy-blank+pystemmer."
        ) from None
