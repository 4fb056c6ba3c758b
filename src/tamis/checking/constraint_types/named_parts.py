"""Parts of a text that its own labels name: below a heading, behind `Slogan:`, in a column."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from tamis.checking.constraint_types.layout import Layout
from tamis.checking.worksheet import Span

_MARKS = " \t*_\"'“”`,"
_LABEL = re.compile(
    r"(?P<mark>[ \t>]*(?:[-*•–+][ \t]|\(?\d{1,2}[.)][ \t])?)[#*_\"'“` \t]{0,9}"
    r"(?P<label>[^\n:]{1,60}?)[ \t*_\"'”`]{0,6}"
    r"(?::(?=[\s*_\"'”`]|$)[ \t*_]{0,6}(?P<rest>[^\n]*))?$"
)
_DATA = re.compile(r"\s{0,99}(?:```(?:json)?\s{0,99})?[{\[]")
_PAIR = re.compile(
    r"\"(?P<label>[^\"\n:]{1,60})\"\s{0,9}:\s{0,9}\"(?P<rest>(?:[^\"\\\n]|\\.){1,4000}+)\""
)
_MARKED = re.compile(r"[ \t]{0,3}(?P<level>#{1,6})[ \t]")
_BOLD = re.compile(r"[ \t]{0,3}\*\*[^*\n]{1,80}\*\*:?[ \t]*$")
_WORD = re.compile(r"[\w+#&]+")
_DIGITS = re.compile(r"\d+")
_ARTICLES = frozenset(("the", "a", "an", "our", "your", "my"))
_MORE = 2
"""A label has so many words at most beside those of the name: "Tweet for Monday"."""
_LIKE_A_HEADING, _LIKE_A_LABEL, _LIKE_AN_ITEM = 7, 8, 9
"""Levels below those of Markdown's headings."""


class Label(NamedTuple):
    """A line that may begin a part: its name, where what stands behind it begins, its level.

    `rest` is None where nothing stands behind it. Level 0 is of a line that begins no part.
    """

    line: Span
    name: str
    rest: int | None
    level: int


def named(text: Layout, name: str) -> list[list[Span]]:
    """The parts with a label of that name, and what a reader may take for them instead.

    Behind a label only its line may be meant, or all up to the next label; below a heading what
    stands up to the next label, or to the next heading of its level.
    """
    wanted = _words(name)
    if _DATA.match(text.text):
        return _in_data(text, wanted)
    found = list(_labels(text))
    mine = {n for n, one in enumerate(found) if _is_named(one.name, wanted)}
    lowest = max((found[n].level for n in mine), default=0)
    lowest = max(lowest, _LIKE_A_LABEL)
    ends = [n for n, one in enumerate(found) if 0 < one.level <= lowest or n in mine]
    same = _next_of_level(found)
    narrow: list[Span] = []
    wide: list[Span] = []
    for n in sorted(mine):
        one = found[n]
        at = bisect_right(ends, n)
        near = ends[at] if at < len(ends) else len(found)
        far = same[n] if 0 < one.level <= _LIKE_A_HEADING else near
        if one.rest is not None:
            end = found[near - 1].line[1] if near > n + 1 else one.line[1]
            narrow += _bare(text, (one.rest, one.line[1]))
            wide += _bare(text, (one.rest, end))
        elif one.level:
            start = found[n + 1].line[0] if n + 1 < len(found) else one.line[1]
            narrow += _bare(text, (start, found[near - 1].line[1])) if near > n + 1 else []
            wide += _bare(text, (start, found[far - 1].line[1])) if far > n + 1 else []
    return [narrow] if narrow == wide else [narrow, wide]


def labels(text: Layout, name: str) -> tuple[list[Span], list[Span]]:
    """The lines that begin with a label of just that name, and those with more in their label."""
    wanted = _words(name)
    just: list[Span] = []
    more: list[Span] = []
    for one in _labels(text):
        if _is_named(one.name, wanted):
            same = _words(one.name.partition("(")[0]) - _ARTICLES == wanted - _ARTICLES
            if one.level or same:
                (just if same else more).append(one.line)
    return just, more


def column(text: Layout, name: str) -> list[Span]:
    """The cells below a header of that name, in all tables."""
    wanted = _words(name)
    found: list[Span] = []
    for table in text.tables:
        header, *rows = table.rows or [[]]
        for n, cell in enumerate(header):
            if wanted and wanted == _words(cell.text):
                cells = [row[n] for row in rows if n < len(row) and row[n].text.strip()]
                starts = [one.start + text.start for one in cells]
                found += [(at, at + len(one.text)) for at, one in zip(starts, cells, strict=True)]
    return found


def _labels(text: Layout) -> Iterator[Label]:
    """Every line as a label, if it may be one."""
    for line in text.lines:
        said = text.quote(line).rstrip()
        found = _LABEL.match(said)
        if found is None:
            yield Label(line, "", None, 0)
            continue
        rest = line[0] + found.start("rest") if found["rest"] else None
        yield Label(line, found["label"], rest, _level(said, found))


def _level(said: str, found: re.Match[str]) -> int:
    """What a line begins: a heading, what looks like one, or a few words and a colon; else 0."""
    if marked := _MARKED.match(said):
        return len(marked["level"])
    if _BOLD.match(said) or (said.isupper() and len(said.split()) <= 6):
        return _LIKE_A_HEADING
    listed = found["mark"].strip(" \t>")
    few = found["rest"] is not None and len(found["label"].split()) <= 4
    return 0 if not few else _LIKE_AN_ITEM if listed else _LIKE_A_LABEL


def _next_of_level(found: list[Label]) -> list[int]:
    """For each line the next one of its level or above."""
    later = [len(found)] * len(found)
    waiting: list[int] = []
    for n, one in enumerate(found):
        if one.level:
            while waiting and found[waiting[-1]].level >= one.level:
                later[waiting.pop()] = n
            waiting.append(n)
    return later


def _in_data(text: Layout, wanted: frozenset[str]) -> list[list[Span]]:
    """The values of keys of JSON; none where one has signs that are written otherwise."""
    by = text.start
    pairs = [one for one in _PAIR.finditer(text.text) if _is_named(one["label"], wanted)]
    if any("\\" in one["rest"] for one in pairs):
        return [[]]
    return [[(one.start("rest") + by, one.end("rest") + by) for one in pairs]]


def _is_named(label: str, wanted: frozenset[str]) -> bool:
    """Whether a label has the words of a name, a few more perhaps, and no other number."""
    words = _words(label)
    numbers = {one for one in wanted if _DIGITS.fullmatch(one)}
    more = {one for one in words - wanted if _DIGITS.fullmatch(one)} if numbers else set()
    return bool(wanted) and wanted <= words and not more and len(words) <= len(wanted) + _MORE


def _words(text: str) -> frozenset[str]:
    """The words of a name, without the s of a plural."""
    low = (word.lower().strip("_") for word in _WORD.findall(text))
    words = (word[:-1] if len(word) > 3 and word.endswith("s") else word for word in low)
    return frozenset(word for word in words if word)


def _bare(text: Layout, span: Span) -> list[Span]:
    """A span without marks and quotes around it; none where nothing is left."""
    start = span[0]
    said = text.quote(span)
    left = start + len(said) - len(said.lstrip(_MARKS))
    right = start + len(said.rstrip(_MARKS))
    return [(left, right)] if left < right else []
