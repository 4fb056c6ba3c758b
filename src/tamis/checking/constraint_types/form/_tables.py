"""Tables of a text, and one verdict on all of them."""

from __future__ import annotations

import re
from collections.abc import Callable

from tamis.checking.constraint_types.constraint_type import decided, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span
from tamis.reading.document import Line

LIKE = re.compile(
    r"<table\b|(?<![^\n])[ \t]*\+--[+-]*"
    r"|(?<![^\n])[^\n\t]+\t[^\n]*\n[^\n\t]+\t[^\n]*(?:\n[^\n\t]+\t[^\n]*)*"
)
"""What may be a table without being Markdown: HTML, boxes of signs, columns of tabs."""

Rows = list[list[Line]]
"""The cells of a table, its header first."""


def tables(text: Text) -> list[Rows]:
    """The tables of a text that have a cell."""
    return [block.rows for block in text.tables if block.rows and block.rows[0]]


def place(text: Text, row: list[Line]) -> Span:
    """Where a row stands in the whole response."""
    return row[0].start + text.start, row[-1].end + text.start


def over_tables(text: Text, judge: Callable[[Rows], Judgement]) -> Judgement:
    """The verdict on every table, where it is the same; a text without any does not keep to it."""
    if not (found := [judge(rows) for rows in tables(text)]):
        if like := text.in_prose(LIKE):
            return undecided("what may be a table is no Markdown, so it was not read.", places=like)
        return decided(False, "no table")
    if len(found) > 1 and len({one.satisfied for one in found}) > 1:
        kept = sum(one.satisfied is True for one in found)
        working = [line for one in found for line in one.working]
        return undecided(f"{kept} of {len(found)} tables keep to it.", *working)
    return found[0]
