"""Paragraphs and headings of a PDF, rebuilt from its lines.

A line begins a paragraph if it is indented, has space above it, has another type size, begins an
item of a list, or follows a short line that ends a sentence. Running heads, feet and page numbers
are dropped; a paragraph that is interrupted by a page break, a footnote or a figure is continued
after it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from tamis.documents.pdf.line import Line
from tamis.documents.sections import ENDS_SENTENCE, is_named_heading, looks_like_heading

_PAGE_NUMBER = re.compile(
    r"[-–—\s]*(?:page\s+)?(?:\d{1,5}|[ivxl]{1,7})(?:\s*(?:/|of)\s*\d{1,5})?[-–—\s]*", re.I
)
_ITEM = re.compile(r"(?:[•‣▪◦●■∙*–—-]\s+|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+)\S")
_BULLET = re.compile(r"[•‣▪◦●■∙]")
_NEAR = 60.0
"""Lines whose left ends differ by at most this many points are in one column."""


@dataclass
class Block:
    """Lines that belong together; `page` counts from 0."""

    lines: list[Line]
    page: int
    heading: bool = False
    size: float = field(init=False)

    def __post_init__(self) -> None:
        self.size = self.lines[0].size


def blocks_of(pages: Sequence[Sequence[Line]]) -> list[Block]:
    """The paragraphs and headings of a paper, in order, from the lines of its pages."""
    body = body_size(pages)
    blocks: list[Block] = []
    for number, lines in enumerate(_without_running(pages)):
        blocks += page_blocks(lines, number, body)
    return list(_rejoined(blocks, body))


def body_size(pages: Sequence[Sequence[Line]]) -> float:
    """The type size, in points, of most of the text."""
    sizes: Counter[float] = Counter()
    for lines in pages:
        for line in lines:
            sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _without_running(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """The pages without the lines that recur at the top or foot of pages, ignoring numbers."""
    edges = [_edges(lines) for lines in pages]
    seen = Counter(key for lines in edges for key in {_key(line) for line in lines})
    least = 2 if len(pages) <= 6 else 3
    return [
        [
            line
            for line in lines
            if line not in edge
            or (seen[_key(line)] < least and not _PAGE_NUMBER.fullmatch(line.text))
        ]
        for lines, edge in zip(pages, edges, strict=True)
    ]


def _edges(lines: Sequence[Line]) -> list[Line]:
    """The two highest and two lowest lines of a page; without positions, its first and last."""
    if not any(line.y for line in lines):
        return [*lines[:2], *lines[-2:]]
    heights = sorted({round(line.y) for line in lines})
    at = {*heights[:2], *heights[-2:]}
    return [line for line in lines if round(line.y) in at]


def _key(line: Line) -> str:
    return re.sub(r"\d+", "#", line.text.casefold())


def page_blocks(lines: Sequence[Line], page: int, body: float) -> list[Block]:
    """The paragraphs and headings of one page; `body` is the size of most of the file's type."""
    lefts = _left_edges(lines)
    leading = _leading(lines)
    lengths = [len(line.text) for line in lines if abs(line.size - body) < 0.5]
    usual = sorted(lengths)[int(len(lengths) * 0.8)] if lengths else 0
    blocks: list[Block] = []
    for number, line in enumerate(lines):
        before = lines[number - 1] if number else None
        apart = before is None or _apart(before, line, leading)
        heading = _is_heading(line, before, apart, body)
        if not blocks or before is None:
            blocks.append(Block([line], page, heading))
        elif heading and blocks[-1].heading and _same_heading(before, line):
            blocks[-1].lines.append(line)
        elif (
            heading
            or blocks[-1].heading
            or apart
            or not _same_size(before, line)
            or _begins_paragraph(line, before, lefts[number], usual)
        ):
            blocks.append(Block([line], page, heading))
        else:
            blocks[-1].lines.append(line)
    return blocks


def _left_edges(lines: Sequence[Line]) -> list[float]:
    """For each line, the left end of most lines of its column."""
    counts = Counter(round(line.x) for line in lines)
    edges = []
    for line in lines:
        near = [x for x in counts if abs(x - line.x) < _NEAR]
        edges.append(float(max(near, key=lambda x: (counts[x], -x))))
    return edges


def _leading(lines: Sequence[Line]) -> float:
    """The usual distance between a line and the next, in points; 0 if unknown."""
    gaps = [a.y - b.y for a, b in pairwise(lines) if 4 < a.y - b.y < 40]
    return median(gaps) if gaps else 0.0


def _apart(before: Line, line: Line, leading: float) -> bool:
    """Whether the space between two lines is larger than usual on the page."""
    gap = before.y - line.y
    scale = max(before.size, line.size)
    return leading > 0 and gap > max(1.4 * leading, 0.9 * scale)


def _same_size(one: Line, other: Line) -> bool:
    return abs(one.size - other.size) <= 0.06 * max(one.size, other.size)


def _is_heading(line: Line, before: Line | None, apart: bool, body: float) -> bool:
    text = line.text
    if is_named_heading(text):
        return True
    words = text.split()
    if len(words) > 14 or not any(character.isalpha() for character in text):
        return False
    if body > 0 and line.size > 1.08 * body:
        return True
    if line.bold:
        return not ENDS_SENTENCE.search(text) and len(text) > 2
    ended = before is None or bool(ENDS_SENTENCE.search(before.text))
    return looks_like_heading(text) and ended and (apart or not line.size)


def _same_heading(before: Line, line: Line) -> bool:
    """Whether a heading continues: the next line has the same type and no number."""
    close = 0 <= before.y - line.y < 1.7 * line.size
    numbered = line.text[0].isdigit() and looks_like_heading(line.text)
    return close and _same_size(before, line) and not numbered


def _begins_paragraph(line: Line, before: Line, left: float, usual: int) -> bool:
    text, ended = line.text, bool(ENDS_SENTENCE.search(before.text))
    if _BULLET.match(text) or (ended and _ITEM.match(text)):
        return True
    if not ended:
        return False
    size = line.size or 10.0
    column = line.y < before.y
    indented = 0.5 * size < line.x - left < 4 * size
    if indented and (not column or abs(before.x - line.x) > 0.3 * size or before.x > left + 1):
        return True
    return len(before.text) < 0.75 * usual and not text[0].islower()


def _rejoined(blocks: Sequence[Block], body: float) -> Iterator[Block]:
    """The blocks, with interrupted paragraphs joined to their continuations."""
    used: set[int] = set()
    for number, block in enumerate(blocks):
        if number in used:
            continue
        while not block.heading and _broken_off(block, body):
            further = _continuation(blocks, number, block, used, body)
            if further is None:
                break
            used.add(further)
            block = Block([*block.lines, *blocks[further].lines], blocks[further].page)
            number = further
        yield block


def _broken_off(block: Block, body: float) -> bool:
    last = block.lines[-1].text
    return abs(block.size - body) < 0.5 and len(last) >= 25 and not ENDS_SENTENCE.search(last)


def _continuation(
    blocks: Sequence[Block], number: int, block: Block, used: set[int], body: float
) -> int | None:
    """The block that continues `block`; only notes and figures may be between them."""
    for further in range(number + 1, min(number + 6, len(blocks))):
        other = blocks[further]
        if other.page - block.page > 1 or other.heading:
            return None
        body_type = abs(other.size - body) < 0.5
        if further not in used and body_type and other.lines[0].text[0].islower():
            return further
    return None
