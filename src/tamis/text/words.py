"""Text cut into words for search, in any script.

A word is a run of letters, marks, digits and underscores. Where a script has no blanks between
words (Chinese, Japanese, Thai, Khmer, Lao, Myanmar), and in Korean, which joins particles to words,
each two signs that follow each other are one: what was asked for is found within a longer run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from operator import add
from typing import Any, NamedTuple

from tamis.text.comparing import NOT_EUROPEAN, UNPARTED, comparable

# A letter alone is a word, but not "s" of "it's", nor "c" of "C++", which is a word of its own. A
# digit alone is none: "the top 5" and "papers 2 and 3" would find whatever has a 5, a 2 or a 3.
_ALONE = r"(?<![\d_])(?![+#])(?<![^\W_]['’´]\w)"
_WORD = re.compile(rf"\w(?:\w+|{_ALONE})")
_INITIAL = re.compile(r"(?<!\w)[^\W\d_](?=\.\s*\w|['’´]\w)")
_SIGNS = ("+", "#", "§", " .", "\n.", "(.", "/.")
_MARKED = re.compile(
    r"(?<![^\W_])[^\W_]++(?:\+{1,2}|#)(?![^\W\d]|[+#])|(?<![\w.])\.[^\W\d_]\w+|§\s?\d+[a-z]?(?!\w)"
)
_BROKEN = re.compile(r"(?<![^\W\d_])[^\W\d_]++(?:[-\u2010][^\S\n]*\n\s*[^\W\d_]++)+")
_LINE_END = re.compile(r"[-\u2010]\s+")


class Cut(NamedTuple):
    """The words of a text.

    `words` are those that make up its length, and words of one letter. `beside` are further ones,
    by which it is found as well: "c++", ".net", "§5", the word that a hyphen breaks at the end of a
    line (its parts are among the words), and the single signs of scripts without blanks.
    """

    words: list[str]
    beside: list[str]


def cut(text: str) -> Cut:
    """The words of a text, `comparable`, in order, with repetitions."""
    text = comparable(text)
    if text.isascii() or not NOT_EUROPEAN.search(text):
        return Cut(_WORD.findall(text), _beside(text))
    word, unparted = _patterns()
    if not unparted.search(text):
        return Cut(word.findall(text), _beside(text))
    words, beside = word.findall(unparted.sub(" ", text)), _beside(text)
    for run in unparted.findall(text):
        signs = _signs(run)
        words += map(add, signs, signs[1:])
        beside += signs
    return Cut(words, beside)


def cut_query(text: str) -> Cut:
    """The words to look for: as `cut`, without what alone would find too much.

    Not the letters of "J. K." and "O'Brien", and of scripts without blanks only signs that stand
    alone.
    """
    text = comparable(text)
    word, unparted = _patterns()
    runs = [_signs(run) for run in unparted.findall(text)]
    words = word.findall(unparted.sub(" ", _INITIAL.sub(" ", text)))
    for run in runs:
        words += map(add, run, run[1:])
    return Cut(words, [*_beside(text), *(run[0] for run in runs if len(run) == 1)])


def _beside(text: str) -> list[str]:
    found: list[str] = []
    if any(sign in text for sign in _SIGNS) or text.startswith("."):
        found += ("".join(one.split()) for one in _MARKED.findall(text))
    if "\n" in text:
        found += _joined(text)
    return found


def _joined(text: str) -> Iterator[str]:
    """The words that go on in the next line."""
    return (_LINE_END.sub("", one) for one in _BROKEN.findall(text))


def _signs(run: str) -> list[str]:
    """The letters of a run, each with its marks."""
    if min(run) > "\u2e7f":
        # Chinese, Japanese and Korean letters, composed, have none.
        return list(run)
    found: list[str] = _clusters().findall(run)
    return found


@cache
def _patterns() -> tuple[Any, Any]:
    """A word of a script with blanks, and a run of letters of which each two are a word."""
    import regex  # type: ignore[import-untyped]

    return (
        regex.compile(rf"\w(?:\w+|{_ALONE})"),
        regex.compile(rf"{UNPARTED}+", regex.V1),
    )


@cache
def _clusters() -> Any:
    import regex

    return regex.compile(r".\p{M}*")
