"""The text of a web page: paragraphs, lists and rows, without elements that are not prose."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

# fmt: off
_LEFT_OUT = frozenset({
    "script", "style", "nav", "template", "head", "noscript", "svg", "iframe", "object", "select",
    "datalist", "audio", "video", "canvas", "-comment",
})
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_LISTS = frozenset({"ul", "ol", "menu"})
_CELLS = frozenset({"td", "th"})
_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
    "dialog", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header",
    "hgroup", "hr", "li", "main", "p", "pre", "section", "summary", "table", "tbody", "tfoot",
    "thead", "tr", *_HEADINGS, *_LISTS, *_CELLS,
})
# fmt: on

_TAG = re.compile(rb"<(/?)([a-zA-Z][^\s/>]{0,40})")
# Elements without an end tag, or whose end tag is optional and that do not nest in themselves.
_UNENDED = frozenset(
    b"area base br col embed hr img input link meta param source track wbr p li dt dd option "
    b"optgroup thead tbody tfoot tr td th colgroup caption rt rp".split()
)


def nests_deeper(data: bytes, most: int) -> bool:
    """Whether a page has more than `most` elements within each other, by its tags.

    The time to read a page grows with the square of its depth.
    """
    depth = 0
    # Without the zero bytes of UTF-16.
    for end, name in _TAG.findall(data.replace(b"\0", b"")):
        if name.lower() not in _UNENDED:
            depth = max(0, depth - 1) if end else depth + 1
            if depth > most:
                return True
    return False


def page(source: str) -> tuple[str, str]:
    """The title and the text of a page; either may be empty.

    The title is that of the head, else the first heading. Paragraphs are separated by blank lines;
    headings keep their level as `#`, list items begin with "- ", the cells of a row are separated
    by " | ". A table with headings or tables inside is a layout: its cells become paragraphs.
    """
    tree = LexborHTMLParser(source)
    head = tree.css_first("head > title")
    walk = _Walk(_layout_tables(tree.body) if tree.body else frozenset())
    if tree.body:
        walk.over(tree.body)
    title = " ".join(head.text().split()) if head else ""
    return title or walk.heading, walk.text()


class _Walk:
    """One pass over the nodes of a page, collecting its blocks.

    It has its own stack, as pages can nest deeper than Python's recursion limit.
    """

    def __init__(self, layout: frozenset[int]) -> None:
        self.heading = ""
        self._layout = layout
        self._blocks: list[tuple[int, str]] = []  # the list or table it is part of, or 0; its text
        self._inline: list[str] = []
        self._within: list[int] = [0]
        self._lists = 0
        self._items: list[bool] = []  # for each open list item, whether its "- " has been written
        self._row: list[str] | None = None
        self._cell: list[str] | None = None
        self._pre = 0

    def over(self, root: LexborNode) -> None:
        """Walk over `root` and all below it."""
        stack: list[tuple[LexborNode, bool]] = [(root, True)]
        while stack:
            node, entering = stack.pop()
            tag = node.tag or ""
            if not entering:
                self._leave(node, tag)
            elif tag == "-text":
                self._inline.append(self._characters(node.text_content or ""))
            elif tag == "br":
                self._inline.append("\n")
            elif tag not in _LEFT_OUT:
                self._enter(node, tag)
                stack.append((node, False))
                stack.extend((child, True) for child in reversed(list(_children(node))))

    def text(self) -> str:
        """The blocks so far: items of one list and rows of one table on lines, others apart."""
        parts: list[str] = []
        before = 0
        for within, block in self._blocks:
            if parts:
                parts.append("\n" if within and within == before else "\n\n")
            parts.append(block)
            before = within
        return "".join(parts)

    def _characters(self, text: str) -> str:
        if self._pre and self._cell is None:
            return text
        # A line break in the source is a space on the page; only <br> breaks a line.
        return text.replace("\r", " ").replace("\n", " ")

    def _enter(self, node: LexborNode, tag: str) -> None:
        if tag not in _BLOCKS:
            return
        self._flush()
        if tag in _LISTS:
            self._within.append(self._within[-1] if self._lists else node.mem_id)
            self._lists += 1
        elif tag == "li":
            self._items.append(False)
        elif tag in {"dl", "table"}:
            self._within.append(0 if node.mem_id in self._layout else node.mem_id)
        elif tag == "pre":
            self._pre += 1
        elif tag == "tr":
            self._row = None if self._within[-1] == 0 else []
        elif tag in _CELLS and self._row is not None:
            self._cell = []

    def _leave(self, node: LexborNode, tag: str) -> None:
        if tag not in _BLOCKS:
            return
        self._flush(tag)
        if tag in _LISTS:
            self._within.pop()
            self._lists -= 1
        elif tag == "li":
            self._items.pop()
        elif tag in {"dl", "table"}:
            self._within.pop()
        elif tag == "pre":
            self._pre -= 1
        elif tag == "tr" and self._row is not None:
            row, self._row = self._row, None
            if any(row):
                self._blocks.append((self._within[-1], " | ".join(row)))
        elif tag in _CELLS and self._cell is not None and self._row is not None:
            self._row.append("; ".join(self._cell))
            self._cell = None

    def _flush(self, tag: str = "") -> None:
        """End the open paragraph; `tag` is the element that ends with it."""
        text = "".join(self._inline)
        self._inline.clear()
        if not text.strip():
            return
        if self._cell is not None:
            self._cell.append(" ".join(text.split()))
            return
        if self._pre:
            lines = [line.rstrip() for line in text.strip("\n").split("\n")]
        else:
            lines = [" ".join(line.split()) for line in text.split("\n") if line.strip()]
        if tag in _HEADINGS:
            lines = [_HEADINGS[tag] + " ".join(lines)]
            self.heading = self.heading or lines[0].lstrip("# ")
        self._blocks.append((self._within[-1], self._indented(lines)))

    def _indented(self, lines: list[str]) -> str:
        if not self._items:
            return "\n".join(lines)
        margin = "  " * (len(self._items) - 1)
        first = "  " if self._items[-1] else "- "
        self._items[-1] = True
        return f"{margin}{first}" + f"\n{margin}  ".join(lines)


def _layout_tables(root: LexborNode) -> frozenset[int]:
    """The tables that hold a table or a heading, by their `mem_id`."""
    found: set[int] = set()
    stack = [(root, 0)]
    while stack:
        node, table = stack.pop()
        if table and (node.tag == "table" or node.tag in _HEADINGS):
            found.add(table)
        below = node.mem_id if node.tag == "table" else table
        stack.extend((child, below) for child in _children(node) if child.tag not in _LEFT_OUT)
    return frozenset(found)


def _children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.first_child
    while child is not None:
        yield child
        child = child.next
