"""The text of a web page: paragraphs, lists and rows, without elements that are not prose."""

from __future__ import annotations

from collections.abc import Mapping

from selectolax.lexbor import LexborHTMLParser, LexborNode

from tamis.documents.html.tables import Kind
from tamis.documents.html.tree import HIDDEN, Page, formulas_of, parse, title_of
from tamis.documents.html.walk import HEADINGS, Walk
from tamis.documents.parts import Part

# fmt: off
_LEFT_OUT = frozenset({
    "script", "style", "nav", "template", "head", "noscript", "svg", "iframe", "object", "select",
    "datalist", "audio", "video", "canvas", "-comment",
})
_IN_LINE = frozenset({
    "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "dfn", "em", "font", "i", "kbd",
    "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u",
    "var", "td", "th",
})
"""Elements within a line, and cells."""
# fmt: on


def page(source: str) -> tuple[str, str]:
    """The title and the text of a page; either may be empty.

    The title is that of the head, else the first heading. Paragraphs are separated by blank lines;
    headings keep their level as `#`, list items begin with "- ", the cells of a row are separated
    by " | ", and a cell that spans several rows or columns is in each. A power is written as
    10^6. A table with headings inside is a layout, and so is one with tables inside that names no
    column: its cells become paragraphs. Of other tables a table inside is text of its cell.

    What is hidden within a line or a cell is left out, as it is a key to sort by; a hidden block
    elsewhere is text, which a click may show. Never raises; the time is linear in the length,
    whatever the nesting.
    """
    title, walk = _walked(source)
    return title, walk.text()


def page_parts(source: str, *, written: bool = False) -> tuple[str, tuple[Part, ...]]:
    """The title and the text of a page as `page` has it; each long table is a part of its own.

    `written`: it is made from a document, in which a table is no layout for having tables inside.
    """
    title, walk = _walked(source, written)
    return title, walk.parts()


def _walked(source: str, written: bool = False) -> tuple[str, Walk]:
    found = _parsed(source, written)
    walk = Walk(found, markdown=False)
    if found.root is not None:
        walk.over(found.root)
    return found.title or walk.first_heading, walk


def _parsed(source: str, written: bool) -> Page:
    tree = parse(source)
    hidden = [(node.mem_id, node.tag in _IN_LINE) for node in tree.css(", ".join(HIDDEN))]
    return Page(
        root=tree.body,
        title=title_of(tree),
        skipped=_LEFT_OUT,
        left_out=frozenset(id for id, in_line in hidden if in_line),
        folded=frozenset(id for id, in_line in hidden if not in_line),
        formulas=formulas_of(tree),
        tables=_kinds_of_tables(tree, written),
        tree=tree,
    )


def _kinds_of_tables(tree: LexborHTMLParser, written: bool) -> Mapping[int, Kind]:
    """The tables that hold a table or a heading, by their `mem_id`: layouts, or data."""
    laid_out: set[int] = set()
    around: set[int] = set()
    headed: set[int] = set()
    stack: list[tuple[LexborNode, int]] = [(tree.body, 0)] if tree.body else []
    while stack:
        node, table = stack.pop()
        if table and node.tag in HEADINGS:
            laid_out.add(table)
        elif table and node.tag == "table":
            around.add(table)
        elif node.tag == "th":
            headed.add(table)
        below = node.mem_id if node.tag == "table" else table
        child = node.first_child
        while child is not None:
            if child.tag not in _LEFT_OUT:
                stack.append((child, below))
            child = child.next
    data = around if written else around & headed
    kinds: dict[int, Kind] = dict.fromkeys(data, "data")
    return {**kinds, **dict.fromkeys(laid_out | (around - data), "layout")}
