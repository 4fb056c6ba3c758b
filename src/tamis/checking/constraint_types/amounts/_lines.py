"""The lines of a response as they are read for amounts: the cells of a row are one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tamis.checking.program.outline import Node
from tamis.checking.worksheet import Span

_SHOWN = 70
_LABELLED = re.compile(r"\W*[\w '’&/-]{1,30}:\s")
_BREAK = re.compile(r"[a-z)][.!?]\s[A-Z]")
_ASIDE = re.compile(
    r"\W*(?:(?:[\w-]{1,15} ){0,2}(?:notes?|tips?|remarks?|disclaimer|advice|hints?|assumptions?)"
    r"\b|p\.?s\.?\b|n\.?b\.?\b)(?!\W{0,4}(?:[~≈]\s?)?[$€£]?\d)",
    re.I,
)


@dataclass(eq=False)
class Written:
    """A line: its text, with the places of its characters in the response."""

    node: Node
    text: str
    places: Sequence[int]

    def span(self, start: int, end: int, by: int = 0) -> Span:
        """The place in the response of a part of it, moved by so much; (0, 0) for none."""
        if not self.places or end <= start or start >= len(self.places):
            return (0, 0)
        last = min(end, len(self.places)) - 1
        return self.places[start] + by, self.places[last] + 1 + by

    @property
    def short(self) -> str:
        """The line, cut."""
        return cut(self.text)


def lines_of(root: Node) -> Iterator[Written]:
    """The lines of a response in order; a row of a table is its cells with bars between them."""
    for node in root.walk():
        above = node.parent
        if node.shape == "cell" and above is not None and above.shape == "row":
            continue
        if node.shape != "row":
            yield Written(node, node.text, node.offsets)
            continue
        text, places = "", list[int]()
        for cell in node.cells:
            if text:
                text += " | "
                places += [places[-1]] * 3
            text += cell.node.text
            places += cell.node.offsets
        yield Written(node, text, places)


def is_prose(node: Node) -> bool:
    """Whether a line is a sentence rather than an entry."""
    if node.shape == "sentence":
        return True
    text = node.text.rstrip("\"'”’)*_ ")
    told = node.shape == "line" and text.endswith((".", "!", "?")) and text.count(" ") > 3
    return told and (
        node.kind == "aside" or not _LABELLED.match(text) or _BREAK.search(text) is not None
    )


def is_aside(text: str) -> bool:
    """Whether a line begins notes or tips."""
    return _ASIDE.match(text) is not None


def noted(node: Node) -> bool:
    """Whether a line is, or stands in, a note or a tip."""
    at: Node | None = node
    while at is not None:
        if at.text and is_aside(at.text):
            return True
        at = at.parent
    return False


def cut(text: str, most: int = _SHOWN) -> str:
    """A text on one line, cut."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
