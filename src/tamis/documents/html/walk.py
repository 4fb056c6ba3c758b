"""One pass over a page of HTML, which makes blocks of it: paragraphs, lists, tables, headings.

Links become their text, emphasis is dropped. The blocks are put together as Markdown or as plain
text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from tamis.documents.html.tables import Cell, Table, joined
from tamis.documents.html.tree import Page
from tamis.documents.parts import LONG, Part
from tamis.text.powers import raised

# fmt: off
HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "div",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr",
    "main", "p", "section", "summary", "tbody", "tfoot", "thead",
})
_SPECIAL = frozenset({
    "ul", "ol", "menu", "dl", "li", "table", "caption", "tr", "td", "th", "pre", "sup", *HEADINGS,
})
# fmt: on
_PARTS = _BLOCKS | _SPECIAL - {"sup"}
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
# Zero-width joiners matter between letters of some scripts, but never next to a Latin letter.
_JOINERS = re.compile(
    "(?<=[\x00-\u024f])[\u200c\u200d]+|(?<![\u200c\u200d])[\u200c\u200d]++(?=[\x00-\u024f])"
)
_MARGIN = 8  # lists: deeper ones are not indented further
_ICON = 40  # pixels: a wider picture is not a symbol that replaces a word


@dataclass
class _List:
    ordered: bool
    number: int = 0
    begun: bool = True  # whether the bullet of the open item has been written


class _Block(NamedTuple):
    """A paragraph, list item, table or heading.

    There is no blank line between blocks of one `group`; a heading has a `level` of 1 to 6. A
    table has its row of headers in `header`.
    """

    group: object
    text: str
    level: int = 0
    header: str = ""


class Walk:
    """One pass over the nodes of a page, collecting its blocks.

    `markdown`: lists are numbered, tables and preformatted text marked as in Markdown, and the
    heading that is the title is left out, as are those with nothing below them. Else all headings
    are there, items begin with "- ", and the cells of a row are separated by " | ".

    It has its own stack, as pages can nest deeper than Python's recursion limit.
    """

    def __init__(self, page: Page, *, markdown: bool) -> None:
        self.first_heading = ""
        self._page = page
        self._markdown = markdown
        self._blocks: list[_Block] = []
        self._inline: list[str] = []
        self._tables: list[Table] = []
        self._cells: list[Cell | None] = []  # the open cell of each open table
        self._cell: Cell | None = None  # the innermost of them, to which text is added
        self._lists: list[_List] = []
        self._loose = _List(False)  # of items that are in no list
        self._items = 0  # open items
        self._group: list[object] = []  # the outermost open list
        # Where open superscripts begin, and whether each is the mark of a note.
        self._raised: list[tuple[int, bool]] = []
        self._pre = 0

    def over(self, root: LexborNode) -> None:
        """Walk over all below `root`."""
        page, inline = self._page, self._inline
        skipped, left_out, formulas = page.skipped, page.left_out, page.formulas
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
            elif (
                tag in skipped
                or (id := node.mem_id) in left_out
                or (id in page.folded and self._cell is not None)
            ):
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
            elif not self._markdown and tag in _PARTS:
                # An empty element parts what is around it, as a line does. That it does not in a
                # wiki's pages is kept, as runs were made with their texts.
                self._flush()
            node = node.next
        self._flush()

    def text(self) -> str:
        """The text of the blocks so far."""
        blocks = _without_empty_sections(self._blocks) if self._markdown else self._blocks
        return _joined(blocks)

    def parts(self) -> tuple[Part, ...]:
        """The text of the blocks so far; each long table with a row of headers is one part."""
        found: list[Part] = []
        before: list[_Block] = []
        for block in self._blocks:
            if block.header and len(block.text) > LONG:
                found += [Part(_joined(before)), Part(block.text, header=block.header)]
                before = []
            else:
                before.append(block)
        return tuple(part for part in (*found, Part(_joined(before))) if part.text)

    def _picture(self, node: LexborNode) -> None:
        said, cell = node.attributes, self._cell
        alt, width = said.get("alt") or "", said.get("width") or ""
        if cell is not None and width.isdigit() and int(width) <= _ICON and "." not in alt:
            cell.pictures.append(alt)

    def _enter(self, node: LexborNode, tag: str) -> None:
        if tag == "sup":
            self._raised.append((len(self._inline), not self._markdown and _marks_note(node)))
            return
        self._flush()
        if tag in ("td", "th"):
            self._begin_cell(node, tag)
        elif tag in ("ul", "ol", "menu", "dl"):
            self._group.append(self._group[-1] if self._group else object())
            if tag != "dl":
                self._lists.append(_List(self._markdown and tag == "ol"))
        elif tag == "li":
            self._items += 1
            if self._cell is None:
                self._innermost_list().begun = False
                self._innermost_list().number += 1
        elif tag == "pre":
            self._pre += 1
        elif tag == "table":
            self._begin_table(node)
        elif tag in HEADINGS:
            self._lay_out()
        elif not self._tables or self._tables[-1].kind == "layout":
            pass
        elif tag == "tr":
            self._tables[-1].rows.append([])
        elif tag == "caption":
            self._put_cell(Cell(heading=True))

    def _leave(self, tag: str) -> None:
        if tag == "sup":
            self._lower()
            return
        self._flush(HEADINGS.get(tag, 0))
        if tag in ("td", "th"):
            if self._tables:
                self._put_cell(None)
        elif tag in ("ul", "ol", "menu", "dl"):
            self._group.pop()
            if tag != "dl":
                self._lists.pop()
        elif tag == "li":
            self._items -= 1
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
        above = self._tables[-1] if self._tables and self._cells[-1] is not None else None
        if above is not None and above.kind == "infobox":
            # An infobox inside an infobox: its rows become rows of the outer one.
            self._tables.append(above)
        else:
            self._tables.append(Table(self._page.tables.get(node.mem_id, "plain")))
        self._cells.append(None)

    def _end_table(self) -> None:
        table = self._tables.pop()
        self._cells.pop()
        self._cell = self._outer_cell()
        if table.kind == "layout" or (self._tables and table is self._tables[-1]):
            return
        if (cell := self._cell) is not None:
            cell.pieces.append(table.line())
            return
        caption = joined(table.captions, "")
        text = table.markdown() if self._markdown else table.plain()
        if caption:
            mark = "**" if table.kind == "infobox" else ""
            apart = self._markdown and table.kind != "infobox"
            self._blocks.append(_Block(None if apart else table, f"{mark}{caption}{mark}"))
        if text:
            header = "" if self._markdown else table.header()
            self._blocks.append(_Block(table, text, header=header))

    def _lay_out(self) -> None:
        """A plain table with a heading or a table inside is a layout: its cells are paragraphs."""
        if not self._tables or self._cells[-1] is None:
            return
        table = self._tables[-1]
        if table.kind in ("infobox", "data"):
            return
        table.kind = "layout"
        self._put_cell(None)
        pieces = [*table.captions, *(p for row in table.rows for cell in row for p in cell.pieces)]
        if (cell := self._cell) is not None:
            cell.pieces.extend(pieces)
        else:
            self._blocks.extend(_Block(None, piece) for piece in pieces)

    def _begin_cell(self, node: LexborNode, tag: str) -> None:
        table = self._tables[-1] if self._tables else None
        if table is not None and table.rows and table.kind != "layout":
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
        """End a superscript: a note's mark and a power must not look like more of the word."""
        start, note = self._raised.pop()
        if 0 < start < len(self._inline):
            text = "".join(self._inline[start:])
            if note and not text.startswith("["):
                text = f"[{text.strip()}]"
            before, words = self._inline[start - 1], not self._markdown
            self._inline[start:] = [raised(before, text, words=words)]

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
            lines = [line.rstrip() for line in text.strip("\n").split("\n")]
            lines = ["```", *lines, "```"] if self._markdown else lines
        else:
            lines = [line for part in text.split("\0") if (line := " ".join(part.split()))]
        if not lines:
            return
        if level:
            heading = " ".join(lines)
            # The first heading of level 1 is the title of the page.
            title = self._markdown and level == 1 and not self._blocks
            self.first_heading = self.first_heading or heading
            if not title:
                self._blocks.append(_Block(None, f"{'#' * level} {heading}", level))
            return
        group = self._group[-1] if self._group else None
        self._blocks.append(_Block(group, self._marked(lines)))

    def _innermost_list(self) -> _List:
        return self._lists[-1] if self._lists else self._loose

    def _marked(self, lines: list[str]) -> str:
        if not (self._lists if self._markdown else self._items):
            return "\n".join(lines)
        item = self._innermost_list()
        margin = "  " * min(len(self._lists) - 1, _MARGIN)
        mark = f"{item.number}. " if item.ordered else "- "
        first = " " * len(mark) if item.begun else mark
        item.begun = True
        return f"{margin}{first}" + f"\n{margin}{' ' * len(mark)}".join(lines)


def _joined(blocks: Sequence[_Block]) -> str:
    parts: list[str] = []
    before: object = None
    for block in blocks:
        if parts:
            parts.append("\n" if block.group is not None and block.group is before else "\n\n")
        parts.append(block.text)
        before = block.group
    return "".join(parts)


def _without_empty_sections(blocks: Sequence[_Block]) -> list[_Block]:
    """The blocks but for headings with nothing below them."""
    kept: list[_Block] = []
    following = 0  # the level of the heading that comes next, 7 for text, 0 for the end
    for block in reversed(blocks):
        if block.level and block.level >= following:
            continue
        following = block.level or 7
        kept.append(block)
    return kept[::-1]


def _marks_note(raised: LexborNode) -> bool:
    """Whether raised text is, or stands in, a link to a place on its own page."""
    above = raised.parent
    link = above if above is not None and above.tag == "a" else raised.css_first("a")
    return link is not None and (link.attributes.get("href") or "").startswith("#")


def _span(given: str | None) -> int:
    """The number of columns or rows that a cell spans: 1 if not given, or not a number."""
    if given is None:
        return 1
    text = given.strip()
    # A span of 0 means up to the end of a group of rows, which is hardly ever used.
    return (
        min(max(1, int(text)), 1000) if text.isascii() and text.isdigit() and len(text) < 6 else 1
    )
