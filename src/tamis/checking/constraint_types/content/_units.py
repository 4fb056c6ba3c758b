"""What stands in an order: items, lines, sentences, paragraphs, words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tamis.checking.constraint_types.content._matching import TOKEN
from tamis.checking.constraint_types.form._lists import outer
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

Unit = Literal["items", "lines", "sentences", "paragraphs", "words"]


def units(text: Text, of: Unit) -> list[Span]:
    """The units of a text; headings are no lines, and nested items no items."""
    if of == "words":
        return text.in_prose(TOKEN)
    if of == "items":
        return outer(text)[0]
    found: list[Span] = getattr(text, of)
    return [one for one in found if text.line_start(one[0]) not in text.apart]


def first_lines(text: Text, places: Sequence[Span]) -> list[str]:
    """The first line of each unit, without marks of Markdown and of lists."""
    inside = dict(text.marks)
    starts = [(inside.get(start, start), end) for start, end in places]
    said = [text.quote(place).strip().split("\n", 1)[0] for place in starts]
    return [one.strip(" \t*_#>`\"'“”‘’([") for one in said]
