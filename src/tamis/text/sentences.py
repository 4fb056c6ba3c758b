"""The sentences of an answer, with their positions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tamis.text.dates import SHORT_MONTHS

REFERENCE = r"\[\s?\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\s?\]"
"""A reference or a group of them, as a regular expression: `[0]`, `[0, 2]`, `[1-3]`."""

MARKER = r"(?:[-*•–]|#{1,6}|\(?\d{1,2}[.)]|\(?[a-zA-Z]\))[ \t]+"
"""The marker at the start of a list item or a heading, as a regular expression."""

_BLANK_LINE = re.compile(r"\n\s*\n")
_ITEM = re.compile(MARKER)
_LINE_END = re.compile(rf"(?:[.!?…:;。！？]|{REFERENCE})[\"'”’»)*_]*\Z")
# A run of full stops is tried once, from its beginning: otherwise the time would be quadratic.
_STOP = re.compile(
    rf"(?<![.!?…])[.!?…]++[\"'”’»)*_]*+(?:{REFERENCE})*+[.]?(?=\s)|[。！？]++[」』”’）]*+"
)
_REFERENCES = re.compile(rf"(?:\s*{REFERENCE})+(?:[.,](?=\s|\Z))?")
_HEADING = 60
# fmt: off
_ABBREVIATIONS = frozenset({
    "mr", "mrs", "ms", "dr", "prof", "st", "sr", "jr", "vs", "cf", "viz", "al", "ca", "approx",
    "resp", "incl", "no", "nos", "vol", "vols", "fig", "figs", "eq", "eqs", "ch", "sec", "sect",
    "tab", "pp", "ed", "eds", "dept", "univ", *SHORT_MONTHS,
})
# fmt: on
_INITIALS = re.compile(r"[A-Z]|\w{1,2}(?:\.\w{1,2})+")
_LAST_WORD = re.compile(r"(?<![^\s(\[\"“‘])[^\s(\[\"“‘]*\Z")
_INLINE_ITEM = re.compile(r"(?:[:;,\]]|(?<!\b[Nn]o)\.)\s*\(?\d{1,2}\Z")
_DIGIT = re.compile(r"\s{0,3}\(?\d")


@dataclass(frozen=True)
class Sentence:
    """A sentence: `text` is the answer from `start` to `end`."""

    text: str
    start: int
    end: int


# Cached: the two answers of a turn are needed repeatedly.
@lru_cache(maxsize=8)
def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of an answer in order; only white space lies between them.

    A sentence ends at a blank line, and at a line break, except where a line was only wrapped. List
    items and headings begin a new sentence, and references after a full stop belong to the sentence
    before it, unless the text goes on with them in small letters ("[2] propose ..."). No sentence
    ends after "et al.", "e.g.", an initial or the number of an item.
    """
    return tuple(
        Sentence(text[start:end], start, end)
        for part in _paragraphs(text)
        for line in _lines(text, *part)
        for start, end in _in_line(text, *line)
    )


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """What lies between blank lines."""
    start = 0
    for blank in _BLANK_LINE.finditer(text):
        yield from _stripped(text, start, blank.start())
        start = blank.end()
    yield from _stripped(text, start, len(text))


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The lines of a text; wrapped lines are joined."""
    at = start
    while at < end:
        stop = at
        while True:
            stop = text.find("\n", stop, end)
            if stop < 0:
                stop = end
                break
            if _breaks(text, at, stop, end):
                break
            stop += 1
        yield from _stripped(text, at, stop)
        at = stop + 1


def _breaks(text: str, start: int, stop: int, end: int) -> bool:
    """Whether the line break at `stop` ends a sentence and is not mere wrapping."""
    line = text[max(start, text.rfind("\n", start, stop) + 1) : stop].strip()
    following = stop
    while following < end and text[following].isspace():
        following += 1
    if following == end or not line or _ITEM.match(text, following, end):
        return True
    if _LINE_END.search(line[-100:]) or line.startswith("#"):
        return True
    return len(line) < _HEADING and text[following].isupper()


def _stripped(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield start, end


def _in_line(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for found in _STOP.finditer(text, start, end):
        stop = found.end()
        if stop <= start or not _ends(text, found, end):
            continue
        behind = _REFERENCES.match(text, stop, end)
        if behind and not text[behind.end() : min(end, behind.end() + 40)].lstrip()[:1].islower():
            stop = behind.end()
        yield from _stripped(text, start, stop)
        start = stop
    yield from _stripped(text, start, end)


def _ends(text: str, found: re.Match[str], end: int) -> bool:
    """Whether a stop ends a sentence."""
    stop = found[0]
    if stop[0] in "。！？":
        return True
    if text[found.end() : min(end, found.end() + 40)].lstrip()[:1].islower():
        return False
    if stop != ".":
        return True
    line = text[max(0, found.start() - 40) : found.start()].rpartition("\n")[2]
    word = _LAST_WORD.search(line)
    before = word[0] if word else ""
    if before.lower() in ("no", "nos") and not _DIGIT.match(text, found.end(), end):
        return True  # The word "no", and no number.
    if before.lower() in _ABBREVIATIONS or _INITIALS.fullmatch(before):
        return False
    if before.isdigit() and len(before) < 3:
        return not (line.strip(" \t(*") == before or _INLINE_ITEM.search(line))
    return True
