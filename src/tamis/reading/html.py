"""HTML as the tree that a text is read as (`document`): headings, lists, tables, paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tamis.reading.document import MAX_DEPTH, Block, Line
from tamis.text.powers import raised

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_MARKUP = re.compile(r"</(?:table|li|ul|ol|p|h[1-6]|tr|div)>|<br\s*/?>\s*\n?<", re.I)
_BREAK = re.compile(r"[ \t\r\n]+")


def is_html(text: str) -> bool:
    """Whether a text has elements of HTML that make blocks."""
    return "<" in text and _MARKUP.search(text) is not None


def parse_html(text: str) -> Block:
    """The tree of a text in HTML; nothing in it is executed or loaded."""
    from selectolax.lexbor import LexborHTMLParser

    root = Block("text")
    tree = LexborHTMLParser(text)
    for mark in tree.css("sup"):
        before = mark.prev
        said = "" if before is None else before.text()
        mark.replace_with(raised(said, mark.text()))
    body = tree.body
    if body is not None:
        _Reader(text, root).visit(body, root, 0)
    return root


class _Reader:
    """Walks the elements once; `at` is where the text that was read last ends."""

    def __init__(self, text: str, root: Block) -> None:
        self.text = text
        self.at = 0
        self.root = root

    def visit(self, node: LexborNode, parent: Block, depth: int) -> None:
        """Add the blocks of an element to a block."""
        words: list[str] = []
        if depth > MAX_DEPTH:
            self.paragraph([node.text(separator=" ")], parent)
            return
        for child in node.iter(include_text=True):
            tag = child.tag or ""
            if tag in ("script", "style", "head", "template"):
                continue
            if tag in (
                "-text",
                "b",
                "i",
                "strong",
                "em",
                "span",
                "a",
                "u",
                "code",
                "small",
                "mark",
                "br",
                "sup",
                "sub",
                "label",
            ):
                words.append("\n" if tag == "br" else _inline(child))
                continue
            self.paragraph(words, parent)
            words = []
            if re.fullmatch(r"h[1-6]", tag):
                if lines := self.lines([child.text(separator=" ")]):
                    parent.children.append(Block("section", lines, level=int(tag[1])))
            elif tag in ("ul", "ol"):
                self.items(child, parent, depth)
            elif tag == "table":
                parent.children.append(Block("table", rows=self.rows(child)))
            elif tag == "hr":
                parent.children.append(Block("rule"))
            else:
                self.visit(child, parent, depth + 1)
        self.paragraph(words, parent)

    def rows(self, table: LexborNode) -> list[list[Line]]:
        """The rows of a table; a cell over several rows or columns is followed by empty ones."""
        made: list[list[Line]] = []
        below: dict[int, int] = {}
        for row in table.css("tr"):
            cells: list[Line] = []
            for cell in row.css("th, td"):
                while below.get(len(cells), 0):
                    below[len(cells)] -= 1
                    cells.append(Line("", self.at))
                over, wide = (_span(cell, name) for name in ("rowspan", "colspan"))
                for n in range(wide):
                    below[len(cells)] = over - 1
                    cells.append(Line("", self.at) if n else self.line(_of_cell(cell)))
            if cells:
                made.append(cells)
        return made

    def items(self, node: LexborNode, parent: Block, depth: int) -> None:
        """Add a list with its items."""
        made = Block("list")
        parent.children.append(made)
        for child in node.iter():
            item = Block("item", level=depth)
            self.visit(child, item, depth + 1)
            if item.children:
                made.children.append(item)

    def paragraph(self, words: list[str], parent: Block) -> None:
        """Add a paragraph, if there are words."""
        if lines := self.lines(words):
            parent.children.append(Block("paragraph", lines))

    def lines(self, words: list[str]) -> list[Line]:
        """The lines of some words; a break is where HTML has one."""
        marked = "".join("\0" if word == "\n" else _BREAK.sub(" ", word) for word in words)
        return [self.line(part) for part in marked.split("\0") if part.strip()]

    def line(self, words: str) -> Line:
        """A line at its place; where the source has other signs, near it."""
        words = _BREAK.sub(" ", words).strip()
        first = next(_starts(words), "")
        found = self.text.find(first, self.at) if first else -1
        start = found if found >= 0 else self.at
        self.at = max(self.at, start + len(first))
        return Line(words, min(start, max(len(self.text) - len(words), 0)))


def _starts(words: str) -> Iterator[str]:
    """Beginnings of words that stand in the source as well, whatever is escaped there."""
    found = re.match(r"[^&<>\"'^\u00a0]{1,40}", words)
    if found:
        yield found[0].rstrip()


def _span(cell: LexborNode, name: str) -> int:
    """How many rows or columns a cell is over."""
    said = (cell.attributes.get(name) or "1").strip()
    return min(int(said), 60) if said.isdecimal() and 0 < len(said) < 4 and int(said) else 1


def _of_cell(cell: LexborNode) -> str:
    """The words of a cell; a power stands close to its figure."""
    return cell.text(separator=" ").replace(" ^", "^")


def _inline(node: LexborNode) -> str:
    if node.tag == "-text":
        return node.text_content or ""
    text = node.text(separator="")
    return f"**{text}**" if node.tag in ("b", "strong") and text.strip() else text
