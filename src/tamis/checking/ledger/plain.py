"""A line of a response as a reader sees it: without marks of emphasis and what does not show."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from tamis.reading.document import Line
from tamis.text.normalised import invisible

MAX_LINE = 2_000
"""Longer lines are cut: every pattern goes over a short text."""

_MARKS = re.compile(r"(?<!\w)[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}(?!\w)|\*\*|~~|</?[a-z]{1,6} ?/?>")


class Plain(NamedTuple):
    """A line's text without marks, the places of its characters, whether it is struck through."""

    text: str
    places: Sequence[int]
    struck: bool


def with_plain_digits(text: str) -> str:
    """The text with digits of all scripts as those of ASCII, and one sign for the end of a line."""
    if text.isascii():
        return text
    made = "".join(
        one if one < "\u0660" or not one.isdecimal() else str(unicodedata.decimal(one))
        for one in text
    )
    return made.replace("\u2028", "\n").replace("\u2029", "\n")


def plain(line: Line) -> Plain:
    """A line without marks of emphasis, cut to `MAX_LINE` characters."""
    text = line.text[:MAX_LINE]
    if "_" in text and " " not in line.text.strip("_"):
        text = text.replace("_", " ")
    cuts = list(invisible(text))
    if any(mark in text for mark in "*_`~<"):
        cuts += (
            (*mark.span(), ";" if mark[0].startswith("<br") else "")
            for mark in _MARKS.finditer(text)
        )
    if not cuts:
        return Plain(text, range(line.start, line.start + len(text)), False)
    made: list[str] = []
    places: list[int] = []
    at = 0
    for start, end, shown in sorted(cuts):
        made += (text[at:start], shown)
        places += range(line.start + at, line.start + start)
        places += [line.start + start] * len(shown)
        at = end
    made.append(text[at:])
    places += range(line.start + at, line.start + len(text))
    return Plain("".join(made), places, "~~" in text)
