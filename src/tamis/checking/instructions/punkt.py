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
_ELLIPSIS = re.compile(r"\.\.+$")
_INITIAL = re.compile(r"[^\W\d]\.$")
_NUMBER = "##number##"

_UPPER_INSIDE, _LOWER_FIRST = 4, 16
_UPPER, _LOWER = 2 + 4 + 8, 16 + 32 + 64
"""Bits of the model: how a word was written at the beginning of, within, or somewhere in one."""


def sentences(text: str) -> list[str]:
    """The sentences of a text, as `nltk.sent_tokenize` gives them; LackingError without a model."""
    return [text[start:end] for start, end in _realigned(text, list(_cut(text)))]


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
    for stop in _STOP.finditer(text):
        before = text[end : stop.start()]
        # A blank at the very beginning counts as none, as in nltk.
        blank = max(map(before.rfind, string.whitespace))
        at = end + blank + 1 if blank > 0 else start
        if last and end <= at:
            yield last, start
        last, start, end = stop, at, stop.start()
    if last:
        yield last, start


@lru_cache(maxsize=50_000)
def _ends(before: str, stop: str, gap: str, following: str) -> bool:
    """Whether a stop ends a sentence, by the word before it and the token after it."""
    if stop != ".":
        return True
    lines = f"{before}{stop}{gap}{following}".split("\n")
    tokens = [token for line in lines if line.strip() for token in _TOKEN.findall(line)]
    return any(_breaks(one, after) for one, after in pairwise(tokens))


def _by_form(token: str) -> str:
    """What a token is by itself: `end`, `abbreviation`, `ellipsis` or nothing of these."""
    if token in (".", "?", "!"):
        return "end"
    if _ELLIPSIS.match(token):
        return "ellipsis"
    if token.endswith(".") and not token.endswith(".."):
        word = token[:-1].lower()
        known = punkt_model().abbrev_types
        return "abbreviation" if word in known or word.split("-")[-1] in known else "end"
    return ""


def _type(token: str) -> str:
    """A token in small letters; all numbers are one type."""
    lower = token.lower()
    return _NUMBER if token[0] in _BEGINS_NUMBER and _NUMERIC.fullmatch(lower) else lower


def _without_stop(kind: str) -> str:
    return kind[:-1] if len(kind) > 1 and kind[-1] == "." else kind


def _breaks(token: str, after: str) -> bool:
    """Whether a sentence ends with a token, once the next one has been looked at."""
    model, form = punkt_model(), _by_form(token)
    if not token.endswith("."):
        return form == "end"
    kind, next_kind = _without_stop(_type(token)), _type(after)
    if _by_form(after) == "end":
        next_kind = _without_stop(next_kind)
    if (kind, next_kind) in model.collocations:
        return False
    seen = model.ortho_context.get(next_kind, 0)
    begins = _looks_like_beginning(after, seen)
    initial = _INITIAL.match(token) is not None
    if form in ("abbreviation", "ellipsis") and not initial:
        starter = after[0].isupper() and next_kind in model.sent_starters
        return begins is True or starter
    if initial or kind == _NUMBER:
        never_lower = initial and after[0].isupper() and not seen & _LOWER
        return form == "end" and begins is not False and not (begins is None and never_lower)
    return form == "end"


def _looks_like_beginning(token: str, seen: int) -> bool | None:
    """By its first letter, and how the model has seen it written; None where that tells nothing."""
    if token in ";:,.!?":
        return False
    if token[0].isupper() and seen & _LOWER and not seen & _UPPER_INSIDE:
        return True
    if token[0].islower() and (seen & _UPPER or not seen & _LOWER_FIRST):
        return False
    return None


def _realigned(text: str, cut: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Closing quotes and brackets go to the sentence before them."""
    by = 0
    for (start, end), following in zip(cut, [*cut[1:], None], strict=True):
        start += by
        by = 0
        if following and (closing := _CLOSING.match(text, *following)):
            yield start, following[0] + len(closing[0].rstrip())
            by = closing.end() - following[0]
        elif start < end:
            yield start, end
