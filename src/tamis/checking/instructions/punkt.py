"""Sentences as nltk's Punkt finds them: Kiss & Strunk 2006, with nltk's English model.

A stop is looked at with the word before it and the token after it. The model says which words are
abbreviations, which pairs go over a stop, and whether the next word looks like a beginning.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from tamis.checking.instructions.resources import punkt_model

_ENDS_WORD = r"[)\";}\]*:@'({\[‘’“”«»?!]"
_MARKS = r"(?:-{2,}|\.{2,}|(?:\.\s){2,}\.)"
_STOP = re.compile(rf"[.?!](?=({_ENDS_WORD})|(\s+)(\S+))")
_TOKEN = re.compile(
    rf"{_MARKS}"
    rf"|(?=[^(\"`{{\[:;&#*@)}}\]\-,])\S+?(?=\s|$|{_ENDS_WORD}|{_MARKS}"
    rf"|,(?=$|\s|{_ENDS_WORD}|{_MARKS}))"
    r"|\S"
)
_CLOSING = re.compile(r"[\"')\]}‘’“”«»]+?(?:\s+|(?=--)|$)", re.MULTILINE)
_NUMERIC = re.compile(r"-?[.,]?[0-9][0-9,.-]*")
_BEGINS_NUMBER = frozenset("-.,0123456789")
_ELLIPSIS = re.compile(r"\.{2,}")
_INITIAL = re.compile(r"[^\W\d]\.")
_NUMBER = "##number##"

_UPPER_INSIDE, _LOWER_FIRST = 4, 16
_UPPER, _LOWER = 2 + 4 + 8, 16 + 32 + 64
"""Bits of the model: how a word was written at the beginning of, within, or somewhere in one."""


def sentences(text: str) -> list[str]:
    """The sentences of a text, as `nltk.sent_tokenize` gives them; LackingError without a model."""
    return list(each(text))


def each(text: str) -> Iterator[str]:
    """As `sentences`, one after the other: the first are there before the last are looked for."""
    return (text[start:end] for start, end in _realigned(text, _cut(text)))


def _cut(text: str) -> Iterator[tuple[int, int]]:
    begin = 0
    for stop, word_start in _candidates(text):
        closing, blank, following = stop[1], stop[2], stop[3]
        before = text[word_start : stop.start()]
        if _ends(before, stop[0], closing or blank, following or ""):
            yield begin, stop.end()
            begin = stop.start(3) if following else stop.end()
    yield begin, len(text.rstrip())


def _candidates(text: str) -> Iterator[tuple[re.Match[str], int]]:
    """Stops with the beginning of the word before them; of those in one word the last."""
    last: re.Match[str] | None = None
    start = end = 0
    blanks = [blank for blank in string.whitespace if blank in text] or [" "]
    for stop in _STOP.finditer(text):
        before = text[end : stop.start()]
        # A blank at the very beginning counts as none, as in nltk.
        blank = max(map(before.rfind, blanks))
        at = end + blank + 1 if blank > 0 else start
        if last and end <= at:
            yield last, start
        last, start, end = stop, at, stop.start()
    if last:
        yield last, start


def _ends(before: str, stop: str, gap: str, following: str) -> bool:
    """Whether a stop ends a sentence, by the word before it and the token after it."""
    if stop != ".":
        return True
    after = following.rstrip(",")
    if before.isalpha() and after.isalpha():
        return _breaks(before + stop, after)
    return _ends_among(f"{before}{stop}{gap}{following}")


@lru_cache(maxsize=20_000)
def _ends_among(context: str) -> bool:
    lines = [line for line in context.split("\n") if line.strip()]
    tokens = [token for line in lines for token in _TOKEN.findall(line)]
    return any(_breaks(one, after) for one, after in pairwise(tokens))


def _breaks(token: str, after: str) -> bool:
    """Whether a sentence ends with a token, once the next one has been looked at."""
    form, kind, initial = _as_last(token)
    if not token.endswith("."):
        return form == "end"
    next_kind, begins, starter, never_lower = _as_first(after)
    if (kind, next_kind) in punkt_model().collocations:
        return False
    if initial or kind == _NUMBER:
        held = begins is None and initial and never_lower
        return form == "end" and begins is not False and not held
    if form in ("abbreviation", "ellipsis"):
        return begins is True or starter
    return form == "end"


@lru_cache(maxsize=20_000)
def _as_last(token: str) -> tuple[str, str, bool]:
    """What a token is by itself, its type, and whether it is an initial."""
    return _form(token), _without_stop(_type(token)), _INITIAL.fullmatch(token) is not None


def _form(token: str) -> str:
    """`end`, `abbreviation`, `ellipsis` or nothing of these."""
    if token in (".", "?", "!"):
        return "end"
    if _ELLIPSIS.fullmatch(token):
        return "ellipsis"
    if token.endswith(".") and not token.endswith(".."):
        word, known = token[:-1].lower(), punkt_model().abbrev_types
        return "abbreviation" if word in known or word.split("-")[-1] in known else "end"
    return ""


@lru_cache(maxsize=20_000)
def _as_first(token: str) -> tuple[str, bool | None, bool, bool]:
    """The type of a token, and whether it looks like a beginning: by its case, by its type.

    The last says that it has a capital and that the model knows it with no small letter.
    """
    kind, upper = _type(token), token[0].isupper()
    if _form(token) == "end":
        kind = _without_stop(kind)
    seen = punkt_model().ortho_context.get(kind, 0)
    begins: bool | None = None
    if token in ";:,.!?":
        begins = False
    elif upper and seen & _LOWER and not seen & _UPPER_INSIDE:
        begins = True
    elif token[0].islower() and (seen & _UPPER or not seen & _LOWER_FIRST):
        begins = False
    return kind, begins, upper and kind in punkt_model().sent_starters, upper and not seen & _LOWER


def _type(token: str) -> str:
    """A token in small letters; all numbers are one type."""
    lower = token.lower()
    return _NUMBER if token[0] in _BEGINS_NUMBER and _NUMERIC.fullmatch(lower) else lower


def _without_stop(kind: str) -> str:
    return kind[:-1] if len(kind) > 1 and kind[-1] == "." else kind


def _realigned(text: str, cut: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Closing quotes and brackets go to the sentence before them."""
    start, end = next(cut)
    for following, following_end in cut:
        begin = following
        if closing := _CLOSING.match(text, following, following_end):
            yield start, following + len(closing[0].rstrip())
            begin = closing.end()
        elif start < end:
            yield start, end
        start, end = begin, following_end
    if start < end:
        yield start, end
