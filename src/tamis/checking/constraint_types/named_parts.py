"""Parts of a text that its own labels name: below a heading, behind `Slogan:`, in a column."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from tamis.checking.worksheet import Span

if TYPE_CHECKING:
    from tamis.checking.constraint_types.text import Text

_MARKS = " \t*_\"'“”`,"
_LABEL = re.compile(
    r"[ \t>#*_\"'“`•–-]{0,12}(?:\d{1,2}[.)][ \t]{1,4})?[*_]{0,3}(?P<label>[^\n:]{1,60}?)"
    r"[ \t*_\"'”`]{0,6}(?::[ \t*_]{0,6}(?P<rest>[^\n]*))?$"
)
_DATA = re.compile(r"\s{0,99}(?:```(?:json)?\s{0,99})?[{\[]")
_PAIR = re.compile(
    r"\"(?P<label>[^\"\n:]{1,60})\"\s{0,9}:\s{0,9}\"(?P<rest>(?:[^\"\\\n]|\\.){1,4000}+)\""
)
_HEADING = re.compile(r"[ \t]{0,3}(?:#{1,6}[ \t]|\*\*[^*\n]{1,80}\*\*:?[ \t]*$)")
_WORD = re.compile(r"[^\W\d_]+")
_MORE = 2
"""A label has so many words at most beside those of the name: "Tweet for Monday"."""


def named(text: Text, name: str) -> list[list[Span]]:
    """The parts with a label of that name, and what a reader may take for them instead.

    Behind a label on the same line only that line may be meant, or all up to the next label.
    """
    wanted = _words(name)
    if _DATA.match(text.text):
        by = text.start
        pairs = [one for one in _PAIR.finditer(text.text) if _is_named(one["label"], wanted)]
        return [[(one.start("rest") + by, one.end("rest") + by) for one in pairs]]
    lines = [(line, _LABEL.match(text.quote(line).rstrip())) for line in text.lines]
    ends = [n for n, (line, said) in enumerate(lines) if said and _ends(text, line, said)]
    narrow: list[Span] = []
    wide: list[Span] = []
    for n, (line, found) in enumerate(lines):
        if found is None or not _is_named(found["label"], wanted):
            continue
        later = bisect_right(ends, n)
        stop = ends[later] if later < len(ends) else len(lines)
        below = (lines[n + 1][0][0], lines[stop - 1][0][1]) if stop > n + 1 else None
        if found["rest"]:
            start = line[0] + found.start("rest")
            narrow += _bare(text, (start, line[1]))
            wide += _bare(text, (start, below[1] if below else line[1]))
        elif below and (found["rest"] == "" or _is_heading(text, line)):
            narrow += _bare(text, below)
            wide += _bare(text, below)
    return [narrow] if narrow == wide else [narrow, wide]


def labels(text: Text, name: str) -> list[Span]:
    """The lines that a label of that name begins."""
    wanted = _words(name)
    found = [(line, _LABEL.match(text.quote(line).rstrip())) for line in text.lines]
    return [
        line
        for line, said in found
        if said
        and _is_named(said["label"], wanted)
        and (_ends(text, line, said) or _words(said["label"]) == wanted)
    ]


def column(text: Text, name: str) -> list[Span]:
    """The cells below a header of that name, in all tables."""
    wanted = _words(name)
    found: list[Span] = []
    for table in text.tables:
        header, *rows = table.rows or [[]]
        for n, cell in enumerate(header):
            if wanted and wanted == _words(cell.text):
                cells = [row[n] for row in rows if n < len(row) and row[n].text.strip()]
                found += [(one.start + text.start, one.start + text.start + len(one.text))
                          for one in cells]  # fmt: skip
    return found


def _ends(text: Text, line: Span, found: re.Match[str]) -> bool:
    """Whether a line begins a part: a heading, or a few words and a colon."""
    label = found["rest"] is not None and len(found["label"].split()) <= 4
    return label or _is_heading(text, line)


def _is_heading(text: Text, line: Span) -> bool:
    said = text.quote(line)
    return bool(_HEADING.match(said)) or (said.isupper() and len(said.split()) <= 6)


def _is_named(label: str, wanted: frozenset[str]) -> bool:
    words = _words(label)
    return bool(wanted) and wanted <= words and len(words) <= len(wanted) + _MORE


def _words(text: str) -> frozenset[str]:
    """The words of a name, without the s of a plural."""
    low = (word.lower() for word in _WORD.findall(text))
    return frozenset(word[:-1] if len(word) > 3 and word.endswith("s") else word for word in low)


def _bare(text: Text, span: Span) -> list[Span]:
    """A span without marks and quotes around it; none where nothing is left."""
    start = span[0]
    said = text.quote(span)
    left = start + len(said) - len(said.lstrip(_MARKS))
    right = start + len(said.rstrip(_MARKS))
    return [(left, right)] if left < right else []
