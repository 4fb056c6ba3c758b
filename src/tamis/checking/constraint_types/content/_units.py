"""What stands in an order: items, lines, sentences, paragraphs, words."""

from __future__ import annotations

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


def first_line(text: Text, place: Span) -> str:
    """The first line of a unit without marks of Markdown and of lists."""
    start = next((b for a, b in text.marks if a == place[0]), place[0])
    return text.quote((start, place[1])).strip().split("\n", 1)[0].strip(" \t*_#>`\"'“”‘’([")
