"""Wiki pages as Markdown that keeps their tables and infoboxes.

It reads the HTML of Parsoid, the action API and ZIM archives, as `tamis.documents.html` reads any
page. What only MediaWiki has is here: elements are left out by the classes that it and its parsers
give (reference marks and citations, edit links, navigation, notices, sort keys), and an infobox
becomes a list of "label: value".
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from tamis.documents.html.tables import Kind
from tamis.documents.html.tree import HIDDEN, Page, formulas_of, parse, title_of
from tamis.documents.html.walk import Walk

# fmt: off
_SKIPPED = frozenset({
    "script", "style", "template", "head", "noscript", "svg", "iframe", "object", "select", "input",
    "button", "label", "datalist", "audio", "video", "canvas", "map", "link", "meta", "-comment",
    "nav",
})
# fmt: on
_LEFT_OUT = ", ".join(
    (
        # Citations and footnote marks; the link back from a footnote.
        *("sup.reference", "sup.mw-ref", ".mw-cite-backlink"),
        # Controls of the site.
        *(".mw-editsection", ".mw-jump-link", ".mw-collapsible-toggle", ".noprint", "#toc", ".toc"),
        # Links to other pages, and notices about this one.
        *('[role="navigation"]', ".navbox", ".navbox-styles", ".navbar", ".sidebar", ".catlinks"),
        *(".metadata", ".ambox", ".tmbox", ".ombox", ".sistersitebox", ".side-box", ".portalbox"),
        *(".printfooter", "#siteSub", "#contentSub", "#jump-to-nav", ".mw-indicators"),
        # Hidden: sort keys, coordinates in a second form, data for programs.
        *HIDDEN,
        *(".sortkey", ".Z3988", ".mw-empty-elt"),
        *(".geo-nondefault", ".geo-multi-punct", ".shortdescription"),
    )
)
_CITATIONS = "ol.references, ol.mw-references"
_FOOTNOTES = re.compile(r"reflist-(?:lower|upper)-")


def read(source: str) -> tuple[str, str]:
    """The title of a page (of its head or first heading, may be empty) and its Markdown.

    Never raises: any text is a page. The time is linear in the length, whatever the nesting.
    """
    page = _parsed(source)
    walk = Walk(page, markdown=True)
    if page.root is not None:
        walk.over(page.root)
    return page.title or walk.first_heading, walk.text()


def to_markdown(source: str) -> str:
    """The Markdown of a page, or of a part of one, without the heading that is its title."""
    return read(source)[1]


def _parsed(source: str) -> Page:
    tree = parse(source)
    content = tree.css_first("#mw-content-text")
    body = content if content is not None and content.first_child is not None else tree.body
    left_out = {node.mem_id for node in tree.css(_LEFT_OUT)}
    left_out.update(node.mem_id for node in tree.css(_CITATIONS) if not _is_notes(node))
    return Page(
        root=body,
        title=title_of(tree),
        skipped=_SKIPPED,
        left_out=frozenset(left_out),
        formulas=formulas_of(tree),
        tables=_kinds(tree),
        tree=tree,
    )


def _kinds(tree: LexborHTMLParser) -> dict[int, Kind]:
    """The infoboxes of a page and its tables of data, by `mem_id`."""
    found: dict[int, Kind] = {}
    for node in tree.css("table[class]"):
        kind = node.attributes.get("class") or ""
        if "infobox" in kind:
            found[node.mem_id] = "infobox"
        elif "wikitable" in kind:
            found[node.mem_id] = "data"
    return found


def _is_notes(node: LexborNode) -> bool:
    """Whether a list of references is one of footnotes: notes to the text, not its sources."""
    for _ in range(2):
        parent = node.parent
        if parent is None:
            return False
        node = parent
        attributes = node.attributes
        if attributes.get("data-mw-group") or _FOOTNOTES.search(attributes.get("class") or ""):
            return True
    return False
