"""Items of lists, as the types that count them need them."""

from __future__ import annotations

import re

from tamis.checking.constraint_types.layout import Item
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

NUMBERED_LINE = re.compile(
    r"(?<![^\n])[ \t]*(?:#{1,6}[ \t]+)?\**"
    r"(?:(?:step|tip|idea|option|question|day|no\.?|number)[ \t]*)?"
    r"#?\d{1,3}[ \t]*(?:[.):]|[–—-][ \t])[^\n]*",
    re.IGNORECASE,
)
"""Lines with a number at their beginning, as headings too: `### 1. Ask`, `**Step 2: Wait**`."""


def outer(text: Text, *, numbered: bool | None = None) -> tuple[list[Span], list[Span]]:
    """Items that lie in no other one of their kind, and those that do; None for any kind."""
    found: list[Span] = []
    nested: list[Span] = []
    above: list[bool] = []
    for span, has_number, depth, _ in text.listed:
        del above[depth:]
        if numbered in (None, has_number):
            inside = above if numbered is None else [one for one in above if one is numbered]
            (nested if inside else found).append(span)
        above += [has_number] * (depth + 1 - len(above))
    return found, nested


def is_dash(text: Text, span: Span) -> bool:
    """Whether an item is marked by a long dash, which speech in a dialogue is as well."""
    return text.quote((text.line_start(span[0]), span[0])).strip() in ("–", "—")


def as_headings(text: Text, items: list[Item]) -> list[Span]:
    """Lines with a number that are no items of the text: headings and bold lines."""
    starts = {text.line_start(item.span[0]) for item in items if item.numbered}
    return [line for line in text.matches(NUMBERED_LINE) if line[0] not in starts]
