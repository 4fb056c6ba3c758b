"""Loose and strict accuracy as the paper defines them and as the published code computes them.

FanOutQA §4.1, equations 1 and 2. The docstrings of the two classes name the differences.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

from tamis.measures.references import references
from tamis.measures.words import Words

_BLANKS = re.compile(r"\s+")
# A run of digits is tried once, from its beginning: otherwise the time would be quadratic.
_GROUPED = re.compile(r"(?<!\d)\d++(?:,\d++)+(?:\.\d+)?")
_MARKS = str.maketrans("", "", ",.?!:;")
_PUNCTUATION = {c: None for c in range(128) if unicodedata.category(chr(c))[0] == "P"}
_CONTROLS = dict.fromkeys([*range(9), 11, *range(14, 32), 127, 0xFEFF])
_QUOTES = dict.fromkeys(map(ord, "ʼ‘’‚‛"), "'") | dict.fromkeys(map(ord, "“”„‟"), '"')
_BREAKS = dict.fromkeys(map(ord, "\u2028\u2029\x85"), "\n")
_LIGATURES = {ord(c): unicodedata.normalize("NFKC", c) for c in "ﬀﬁﬂﬃﬄﬅﬆĳŉǆǉǌǳ"}
_WIDE = {c: unicodedata.normalize("NFKC", chr(c)) for c in (*range(0xFF01, 0xFFEF), 0x3000)}
_FIXED = _CONTROLS | _QUOTES | _BREAKS | _LIGATURES | _WIDE


class Reference:
    """What the published code does: whole words, stop words kept, ends not stripped.

    A reference that ends in punctuation keeps the blank before it, so at the end of an answer
    even the gold does not match itself; that is the published behaviour. The published code
    repairs text with ftfy; of that, the folding of quotes, ligatures, wide letters and line ends
    is done here, the guessing of encodings is not.
    """

    def __init__(self, answer: Any, words: Words) -> None:
        self.references = references(answer)
        self._words = words
        self._wanted = [self._normal(one) for one in self.references]

    def found(self, generation: str) -> tuple[bool, ...]:
        """For each reference, whether it occurs in `generation`."""
        text = self._normal(generation)
        return tuple(_whole(wanted, text) for wanted in self._wanted)

    def _normal(self, text: str) -> str:
        text = mended(text)
        forms = " ".join(self._words.forms(text)).translate(_MARKS)
        # As in spaCy's tokens joined by blanks: one blank at the end of a text is part
        # of its last word, any other is a word of its own.
        before = " " if text[:1].isspace() else ""
        after = " " if text.removesuffix(" ")[-1:].isspace() else ""
        return _BLANKS.sub(" ", f"{before}{forms}{after}")


class Paper:
    """What the paper says: base forms without stop words and punctuation, then substring.

    The string may begin and end within a word: "4" is in "1974". A reference that has only stop
    words ("no", "The Who") is searched among all words; one without any word is searched
    unchanged in the unchanged text.
    """

    def __init__(self, answer: Any, words: Words) -> None:
        self.references = references(answer)
        self._words = words
        self._wanted = [self._first_nonempty(one) for one in self.references]

    def found(self, generation: str) -> tuple[bool, ...]:
        """For each reference, whether it occurs in `generation`."""
        kinds = {kind for kind, _ in self._wanted}
        texts = {kind: kind(self, generation) for kind in kinds}
        return tuple(wanted in texts[kind] for kind, wanted in self._wanted)

    def _first_nonempty(self, one: str) -> tuple[Callable[[Paper, str], str], str]:
        for kind in (Paper._content_words, Paper._all_words):
            if wanted := kind(self, one):
                return kind, wanted
        return Paper._unchanged, one.strip()

    def _content_words(self, text: str) -> str:
        return _unmarked(self._words.forms(mended(text), stop_words=False))

    def _all_words(self, text: str) -> str:
        return _unmarked(self._words.forms(mended(text)))

    def _unchanged(self, text: str) -> str:
        return text


def mended(text: str) -> str:
    """Lower case, numbers without commas between their digits, plain quotes, composed letters."""
    text = text.lower()
    if not text.isascii():
        text = unicodedata.normalize("NFC", text.translate(_FIXED))
    elif not text.isprintable():
        text = text.translate(_CONTROLS)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _GROUPED.sub(lambda found: found[0].replace(",", ""), text) if "," in text else text


def _unmarked(forms: Sequence[str]) -> str:
    """Forms without the characters that Unicode counts as punctuation, joined by blanks."""
    joined = " ".join(forms)
    if joined.isascii():
        joined = joined.translate(_PUNCTUATION)
    else:
        joined = "".join(c for c in joined if unicodedata.category(c)[0] != "P")
    return " ".join(joined.split())


def _whole(wanted: str, text: str) -> bool:
    r"""Whether a regular expression would find `wanted` between two `\b` in `text`."""
    if not wanted:
        return any(map(_is_word, text))
    at = text.find(wanted)
    if at < 0:
        return False
    first, last, size = _is_word(wanted[0]), _is_word(wanted[-1]), len(wanted)
    while at >= 0:
        end = at + size
        before = at > 0 and _is_word(text[at - 1])
        after = end < len(text) and _is_word(text[end])
        if before != first and after != last:
            return True
        at = text.find(wanted, at + 1)
    return False


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"
