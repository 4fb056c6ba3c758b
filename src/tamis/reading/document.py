"""A text as a tree: sections, lists with nesting, tables, code, paragraphs of lines.

Markdown is parsed by markdown-it-py; what is not Markdown comes out as paragraphs, whose lines keep
their indentation. Every line knows where it stands in the text, so that what is read of a text can
be shown in it. Takes time in proportion to the text; nesting is bounded (`MAX_DEPTH`).
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Literal

Span = tuple[int, int]

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MAX_DEPTH = 20

Kind = Literal["text", "section", "list", "item", "table", "code", "paragraph", "rule"]

# Marks of one line each that Markdown does not know: "(1)", "1:", "1 -", "a)", "•".
_MARK = re.compile(
    r"(?:(?:\*\*)?\(?(?P<number>\d{1,3})(?:[.)](?![\d.])\)?|:(?=\s)|\s[-–]\s)|\([a-z]\)|[a-z]\)(?=\s)"
    r"|[•●▪◦‣·–—*+-](?=\s)|#\d{1,3}[.:)]?(?=\s))\s*(?=\S)"
)
# Marks that count only in a row: "(i)", "IV.", "b)", "②", "2、", and any one sign.
_IN_A_ROW = re.compile(
    r"(?:\((?P<a>[ivxlc]{1,6}|[a-z]|\d{1,3})\)|(?P<b>[IVXLC]{1,6}|[ivxlc]{1,6}|[A-Za-z])[.):](?=\s)"
    r"|(?P<c>[①-⑳])|(?P<d>\d{1,3})[、．]|(?P<sign>[^\w\s\"'“”‘’«»„(\[{<|#$`>✓✔✅☑✗✘❌☒🚫_.¿¡-]\ufe0f?)(?=\s))"
    r"\s*(?=\S)"
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_FENCE = re.compile(r"[ \t>]*(?:`{3,}|~{3,})")
# A line that is a list item whatever stands around it, if the line above is one of its list.
_FLAT = re.compile(r"(?:[-*+]|(?P<number>\d{1,9})[.)]) (?=[^\W\d_])[^|\0\r]*")
_RUN = 1_000
"""So many such lines in a row are read without the parser, whose tokens would fill the memory."""
# The parser too ends a line at a carriage return alone.
_BREAK = re.compile(r"\n|\r(?!\n)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its marks; `start` is its offset in the whole text."""

    text: str
    start: int
    indent: int = 0

    @property
    def end(self) -> int:
        """The offset after its last character."""
        return self.start + len(self.text)

    @property
    def announces(self) -> bool:
        """Whether it announces what stands below it: it ends with a colon."""
        return self.text.rstrip("*_ ").endswith((":", "："))

    def part(self, begin: int, end: int | None = None) -> Line:
        """A part of the line, without blanks around it; at its own offset."""
        cut = self.text[begin:end]
        lead = len(cut) - len(cut.lstrip())
        return Line(cut.strip(), self.start + begin + lead, self.indent)


@dataclass(slots=True)
class Block:
    """A node of the tree.

    `lines` are those of a paragraph, a heading (of its section), or code; `rows` the cells of a
    table, its header first. `level` is that of a heading, or the indentation of an item's mark;
    `number` is the number that an item bears, as written.
    """

    kind: Kind
    lines: list[Line] = field(default_factory=list)
    children: list[Block] = field(default_factory=list)
    rows: list[list[Line]] = field(default_factory=list)
    level: int = 0
    number: str = ""
    language: str = ""

    def move(self, by: int) -> None:
        """Move the places of all its lines, as those of a part of a larger text."""
        for node in self.walk():
            node.lines = [replace(line, start=line.start + by) for line in node.lines]
            node.rows = [
                [replace(cell, start=cell.start + by) for cell in row] for row in node.rows
            ]

    def walk(self) -> Iterator[Block]:
        """The node and all below it, in the order of the text."""
        yield self
        for child in self.children:
            yield from child.walk()


def parse(text: str) -> Block:
    """The tree of a text."""
    raw = _BREAK.split(text)
    starts, at = [], 0
    for line in raw:
        starts.append(at)
        at += len(line) + 1
    root = Block("text")
    sections = [root]
    done = 0
    for first, last in _flat_runs(raw, text):
        # The first of a run is known to be an item when what stands before it is.
        _read(raw[done : first + 1], starts[done : first + 1], sections, going_on=done > 0)
        listed = sections[-1].children[-1].children
        with _uncollected():
            listed += [_flat(raw[n], starts[n]) for n in range(first + 1, last)]
        done = last
    _read(raw[done:], starts[done:], sections, going_on=done > 0)
    return root


def _flat_runs(raw: list[str], text: str) -> list[Span]:
    """Long runs of lines that are items of one list, each by its first line and its last."""
    if len(raw) < _RUN or "```" in text or "~~~" in text:
        return []
    found: list[Span] = []
    first, mark = 0, ""
    for n, line in enumerate([*raw, ""]):
        item = _FLAT.fullmatch(line)
        sign = line[item.end("number") if item["number"] else 0] if item else ""
        if sign and sign == mark:
            continue
        if mark and n - first > _RUN:
            found.append((first, n - 1))
        first, mark = n, sign
        if item and (item["number"] or "1") != "1" and n and raw[n - 1].strip():
            # Within a paragraph a list begins with 1.
            mark = ""
    return found


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without garbage collection: it would look at a million new blocks again and again."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _flat(line: str, start: int) -> Block:
    """An item of a run."""
    mark, _, said = line.partition(" ")
    lead = len(mark) + 1
    children = list(_paragraph([Line(said.strip(), start + lead, lead)]))
    return Block("item", children=children, number=mark[:-1])


def _read(raw: list[str], starts: list[int], sections: list[Block], *, going_on: bool) -> None:
    """Add some lines to the last of the open sections; `going_on` with the list that ends it."""
    open_blocks: list[Block] = []
    tokens = iter(_markdown().parse("\n".join(raw)))
    for token in tokens:
        parent = open_blocks[-1] if open_blocks else sections[-1]
        match token.type:
            case "heading_open":
                level = int(token.tag[1])
                block = Block("section", _lines(next(tokens), raw, starts), level=level)
                if not open_blocks:
                    while len(sections) > 1 and sections[-1].level >= level:
                        sections.pop()
                    sections[-1].children.append(block)
                    sections.append(block)
                else:
                    parent.children.append(block)
                next(tokens)
            case "paragraph_open":
                lines = _lines(next(tokens), raw, starts)
                next(tokens)
                opens = parent.kind == "item" and not parent.children
                parent.children.extend(_paragraph(lines, inside=opens))
            case "bullet_list_open" | "ordered_list_open":
                if not going_on:
                    parent.children.append(Block("list"))
                going_on = False
                open_blocks.append(parent.children[-1])
            case "list_item_open":
                mark = raw[token.map[0]] if token.map else ""
                indent = len(mark) - len(mark.lstrip(" \t>"))
                open_blocks.append(Block("item", level=indent, number=token.info))
                parent.children.append(open_blocks[-1])
            case "bullet_list_close" | "ordered_list_close" | "list_item_close":
                open_blocks.pop()
            case "table_open":
                parent.children.append(Block("table", rows=_rows(tokens, raw, starts)))
            case "fence":
                first, last = token.map or (0, 0)
                closed = last - first > 1 and _FENCE.fullmatch(raw[last - 1].rstrip())
                inside = range(first + 1, last - 1 if closed else last)
                lines = [Line(raw[n], starts[n]) for n in inside if n < len(raw)]
                parent.children.append(Block("code", lines, language=token.info.strip().lower()))
            case "hr":
                parent.children.append(Block("rule"))
            case _:
                pass


@cache
def _markdown() -> MarkdownIt:
    """The block parser: an underline is a rule rather than a heading, as models mean it; deep
    indentation is no code, and nothing is HTML.
    """
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": MAX_DEPTH}).enable("table")
    return parser.disable(["inline", "text_join", "reference", "html_block", "lheading", "code"])


def _lines(token: Token, raw: list[str], starts: list[int]) -> list[Line]:
    """The lines of a paragraph or heading, at their places."""
    first = token.map[0] if token.map else 0
    found = []
    for n, content in enumerate(token.content.split("\n"), first):
        line = raw[n] if n < len(raw) else ""
        content = content.strip()
        at = max(line.find(content), 0)
        found.append(Line(content, starts[min(n, len(starts) - 1)] + at, at))
    return [line for line in found if line.text]


def _paragraph(lines: list[Line], *, inside: bool = False) -> Iterator[Block]:
    """A paragraph, with its lines that bear marks of a list as lists.

    `inside`: it begins an item, whose own mark is off; a single further one belongs to its text.
    """
    marks: list[re.Match[str] | None] = [_MARK.match(line.text) for line in lines]
    if inside and sum(map(bool, marks)) == 1:
        marks[0] = None
    for n, in_a_row in _in_a_row(lines):
        marks[n] = marks[n] or in_a_row
    plain: list[Line] = []
    listed: Block | None = None
    for line, mark in zip(lines, marks, strict=True):
        if mark is None:
            if listed and line.indent > listed.level:
                listed.children[-1].children[0].lines.append(line)
                continue
            listed = None
            plain.append(line)
            continue
        if plain:
            yield Block("paragraph", plain)
            plain = []
        if listed is None:
            listed = Block("list", level=line.indent)
            yield listed
        said = Block("paragraph", [line.part(mark.end())])
        number = mark.groupdict().get("number") or ""
        listed.children.append(Block("item", children=[said], level=line.indent, number=number))
    if plain:
        yield Block("paragraph", plain)


def _in_a_row(lines: list[Line]) -> Iterator[tuple[int, re.Match[str]]]:
    """The lines with a mark that goes on with that of the line before, or that the next goes on."""
    found = [_IN_A_ROW.match(line.text) for line in lines]
    kept: set[int] = set()
    for n in range(1, len(lines)):
        one, other = found[n - 1], found[n]
        if one is None or other is None:
            continue
        if one["sign"] or other["sign"]:
            if one["sign"] == other["sign"]:
                kept |= {n - 1, n}
        elif any(b == a + 1 for a, b in zip(_worth(one), _worth(other), strict=True)):
            kept |= {n - 1, n}
    for n in sorted(kept):
        if (mark := found[n]) is not None:
            yield n, mark


def _worth(mark: re.Match[str]) -> tuple[int, int]:
    """What a mark counts as: as a figure or Roman number, and as a letter; -9 for neither."""
    if mark["c"]:
        return ord(mark["c"]) - 0x2460 + 1, -9
    said = (mark["a"] or mark["b"] or mark["d"] or "").lower()
    if said.isdigit():
        return int(said), -9
    letter = ord(said) - 96 if len(said) == 1 else -9
    if set(said) - set(_ROMAN):
        return -9, letter
    signs = [_ROMAN[sign] for sign in said]
    total = sum(-one if one < max(signs[n:]) else one for n, one in enumerate(signs))
    return total, letter


def _rows(tokens: Iterator[Token], raw: list[str], starts: list[int]) -> list[list[Line]]:
    rows: list[list[Line]] = []
    line, at = 0, 0
    for token in tokens:
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            rows.append([])
            line = min(token.map[0] if token.map else line + 1, len(raw) - 1)
            at = 0
        elif token.type == "inline":
            said = token.content
            if (found := raw[line].find(said, at)) < 0:
                # A bar within a cell is written with a backslash.
                said = said.replace("|", "\\|")
                found = raw[line].find(said, at)
            at = found + len(said) if found >= 0 else at
            rows[-1].append(Line(said.strip(), starts[line] + max(found, 0)))
    return rows
