"""Wiki pages as Markdown that keeps their tables and infoboxes.

It reads the HTML of Parsoid, the action API and ZIM archives. Links become their text; emphasis is
dropped; `_tree` lists what is left out. An infobox becomes a list of "label: value".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from tamis.retrieve.wiki._blocks import Block, written
from tamis.retrieve.wiki._tables import Cell, Table, joined
from tamis.retrieve.wiki._tree import Page, parse

# fmt: off
_SKIPPED = frozenset({
    "script", "style", "template", "head", "noscript", "svg", "iframe", "object", "select", "input",
    "button", "label", "datalist", "audio", "video", "canvas", "map", "link", "meta", "-comment",
    "nav",
})
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "div",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr",
    "main", "p", "section", "summary", "tbody", "tfoot", "thead",
})
_SPECIAL = frozenset({
    "ul", "ol", "menu", "dl", "li", "table", "caption", "tr", "td", "th", "pre", "sup", *_HEADINGS,
})
# fmt: on
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
# Zero-width joiners matter between letters of some scripts, but never next to a Latin letter.
_JOINERS = re.compile(
    "(?<=[\x00-\u024f])[\u200c\u200d]+|(?<![\u200c\u200d])[\u200c\u200d]++(?=[\x00-\u024f])"
)
_POWER = re.compile(r"[+\-−–]?\d[\d.,]*")
_MARGIN = 8  # lists: deeper ones are not indented further
_ICON = 40  # pixels: a wider picture is not a symbol that replaces a word


@dataclass
class _List:
    ordered: bool
    number: int = 0
    begun: bool = True  # whether the bullet of the open item has been written


def read(source: str) -> tuple[str, str]:
    """The title of a page (of its head or first heading, may be empty) and its Markdown.

    Never raises: any text is a page. The time is linear in the length, whatever the nesting.
    """
    page = parse(source)
    walk = _Walk(page)
    if page.root is not None:
        walk.over(page.root)
    return page.title or walk.first_heading, walk.text()


def to_markdown(source: str) -> str:
    """The Markdown of a page, or of a part of one, without the heading that is its title."""
    return read(source)[1]


class _Walk:
    """One pass over the nodes of a page, collecting its blocks.

    It has its own stack, as pages can nest deeper than Python's recursion limit.
    """

    def __init__(self, page: Page) -> None:
        self.first_heading = ""
        self._page = page
        self._blocks: list[Block] = []
        self._inline: list[str] = []
        self._tables: list[Table] = []
        self._cells: list[Cell | None] = []  # the open cell of each open table
        self._cell: Cell | None = None  # the innermost of them, to which text is added
        self._lists: list[_List] = []
        self._group: list[object] = []  # the outermost open list
        self._raised: list[int] = []  # where open superscripts begin
        self._pre = 0

    def over(self, root: LexborNode) -> None:
        """Walk over all below `root`."""
        left_out, formulas = self._page.left_out, self._page.formulas
        inline = self._inline
        above: list[tuple[LexborNode, str]] = []
        node = root.first_child
        while node is not None or above:
            if node is None:
                node, tag = above.pop()
                if tag:
                    self._leave(tag)
                node = node.next
                continue
            tag = node.tag or ""
            if tag == "-text":
                text = node.text_content or ""
                if inline or self._pre or not text.isspace():
                    inline.append(text)
            elif tag in _SKIPPED or (id := node.mem_id) in left_out:
                pass
            elif id in formulas:
                inline.append(f" {formulas[id]} " if tag == "math" else formulas[id])
            elif tag == "br":
                inline.append("\n" if self._pre else "\0")
            elif tag == "img":
                self._picture(node)
            elif (child := node.first_child) is not None or tag in ("td", "th"):
                if tag in _SPECIAL:
                    self._enter(node, tag)
                elif tag in _BLOCKS:
                    self._flush()
                else:
                    tag = ""
                above.append((node, tag))
                node = child
                continue
            node = node.next
        self._flush()

    def text(self) -> str:
        """The blocks so far, without headings of empty sections."""
        return written(self._blocks)

    def _picture(self, node: LexborNode) -> None:
        said, cell = node.attributes, self._cell
        alt, width = said.get("alt") or "", said.get("width") or ""
        if cell is not None and width.isdigit() and int(width) <= _ICON and "." not in alt:
            cell.pictures.append(alt)

    def _enter(self, node: LexborNode, tag: str) -> None:
        if tag == "sup":
            self._raised.append(len(self._inline))
            return
        self._flush()
        if tag in ("td", "th"):
            self._begin_cell(node, tag)
        elif tag in ("ul", "ol", "menu", "dl"):
            self._group.append(self._group[-1] if self._group else object())
            if tag != "dl":
                self._lists.append(_List(tag == "ol"))
        elif tag == "li" and self._lists and self._cell is None:
            self._lists[-1].begun = False
            self._lists[-1].number += 1
        elif tag == "pre":
            self._pre += 1
        elif tag == "table":
            self._begin_table(node)
        elif tag in _HEADINGS:
            self._lay_out()
        elif not self._tables or self._tables[-1].layout:
            pass
        elif tag == "tr":
            self._tables[-1].rows.append([])
        elif tag == "caption":
            self._put_cell(Cell(heading=True))

    def _leave(self, tag: str) -> None:
        if tag == "sup":
            self._lower()
            return
        self._flush(_HEADINGS.get(tag, 0))
        if tag in ("td", "th"):
            if self._tables:
                self._put_cell(None)
        elif tag in ("ul", "ol", "menu", "dl"):
            self._group.pop()
            if tag != "dl":
                self._lists.pop()
        elif tag == "pre":
            self._pre -= 1
        elif tag == "table":
            self._end_table()
        elif tag == "caption" and self._tables and (cell := self._cells[-1]) is not None:
            if self._tables[-1] in self._tables[-2:-1]:
                self._tables[-1].rows.append([cell])
            else:
                self._tables[-1].captions = cell.pieces
            self._put_cell(None)

    def _begin_table(self, node: LexborNode) -> None:
        self._lay_out()
        kind = node.attributes.get("class") or ""
        above = self._tables[-1] if self._tables and self._cells[-1] is not None else None
        if above is not None and above.infobox:
            # An infobox inside an infobox: its rows become rows of the outer one.
            self._tables.append(above)
        else:
            self._tables.append(Table("infobox" in kind, "wikitable" in kind))
        self._cells.append(None)

    def _end_table(self) -> None:
        table = self._tables.pop()
        self._cells.pop()
        self._cell = self._outer_cell()
        if table.layout or (self._tables and table is self._tables[-1]):
            return
        if (cell := self._cell) is not None:
            cell.pieces.append(table.line())
            return
        caption, text = joined(table.captions, ""), table.text()
        if caption:
            mark = "**" if table.infobox else ""
            self._blocks.append(Block(table if table.infobox else None, f"{mark}{caption}{mark}"))
        if text:
            self._blocks.append(Block(table, text))

    def _lay_out(self) -> None:
        """A plain table with a heading or a table inside is a layout: its cells are paragraphs."""
        if not self._tables or self._cells[-1] is None:
            return
        table = self._tables[-1]
        if table.infobox or table.data:
            return
        table.layout = True
        self._put_cell(None)
        pieces = [*table.captions, *(p for row in table.rows for cell in row for p in cell.pieces)]
        if (cell := self._cell) is not None:
            cell.pieces.extend(pieces)
        else:
            self._blocks.extend(Block(None, piece) for piece in pieces)

    def _begin_cell(self, node: LexborNode, tag: str) -> None:
        table = self._tables[-1] if self._tables else None
        if table is not None and table.rows and not table.layout:
            said = node.attributes
            cell = Cell(tag == "th", _span(said.get("colspan")), _span(said.get("rowspan")))
            table.rows[-1].append(cell)
            self._put_cell(cell)

    def _put_cell(self, cell: Cell | None) -> None:
        """Make `cell` the open one of the innermost table; None for no open cell."""
        self._cells[-1] = cell
        self._cell = cell or self._outer_cell()

    def _outer_cell(self) -> Cell | None:
        return next((cell for cell in reversed(self._cells) if cell is not None), None)

    def _lower(self) -> None:
        """End a superscript: after a number it is a power, and must not look like more digits."""
        start = self._raised.pop()
        raised = "".join(self._inline[start:]).strip()
        before = self._inline[start - 1][-1:] if 0 < start < len(self._inline) else ""
        if _POWER.fullmatch(raised) and (before.isdigit() or before == ")"):
            self._inline[start:] = [f"^{raised}"]

    def _flush(self, level: int = 0) -> None:
        """End the open paragraph, which is a heading if it has a `level`."""
        if not self._inline:
            return
        text = "".join(self._inline)
        self._inline.clear()
        if text.isspace():
            return
        if not text.isascii():
            text = _JOINERS.sub("", _INVISIBLE.sub("", text))
        if (cell := self._cell) is not None:
            if self._pre:
                text = text.replace("\n", "\0")
            words = [" ".join(part.split()) for part in text.split("\0")]
            if line := words[0] if len(words) == 1 else joined(words, ";" * (not cell.heading)):
                cell.pieces.append(line)
            return
        if self._pre:
            lines = ["```", *(line.rstrip() for line in text.strip("\n").split("\n")), "```"]
        else:
            lines = [line for part in text.split("\0") if (line := " ".join(part.split()))]
        if not lines:
            return
        if level:
            heading = " ".join(lines)
            # The first heading of level 1 is the title of the page.
            title = level == 1 and not self._blocks
            self.first_heading = self.first_heading or heading
            if not title:
                self._blocks.append(Block(None, f"{'#' * level} {heading}", level))
            return
        group = self._group[-1] if self._group else None
        self._blocks.append(Block(group, self._marked(lines)))

    def _marked(self, lines: list[str]) -> str:
        if not self._lists:
            return "\n".join(lines)
        item = self._lists[-1]
        margin = "  " * min(len(self._lists) - 1, _MARGIN)
        mark = f"{item.number}. " if item.ordered else "- "
        first = " " * len(mark) if item.begun else mark
        item.begun = True
        return f"{margin}{first}" + f"\n{margin}{' ' * len(mark)}".join(lines)


def _span(given: str | None) -> int:
    """The number of columns or rows that a cell spans: 1 if not given, or not a number."""
    if given is None:
        return 1
    text = given.strip()
    # A span of 0 means up to the end of a group of rows, which is hardly ever used.
    return (
        min(max(1, int(text)), 1000) if text.isascii() and text.isdigit() and len(text) < 6 else 1
    )
