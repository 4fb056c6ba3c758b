"""The tree of a wiki page: parsed within bounds, with what is left out of it and what is formula.

What is left out is told by the classes that MediaWiki and its parsers give: reference marks and
citations, links to edit, navigation, notices, sort keys, and all that is hidden.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from operator import sub

from selectolax.lexbor import LexborHTMLParser, LexborNode

MAX_DEPTH = 256
"""Elements that nest deeper are parsed as if their tags were not there (browsers stop at 512)."""

_LEFT_OUT = ", ".join(
    (
        # Citations and footnote marks; the way back from a footnote.
        *("sup.reference", "sup.mw-ref", ".mw-cite-backlink"),
        # What readers of the site can click on.
        *(".mw-editsection", ".mw-jump-link", ".mw-collapsible-toggle", ".noprint", "#toc", ".toc"),
        # Ways to other pages, and notices about this one.
        *('[role="navigation"]', ".navbox", ".navbox-styles", ".navbar", ".sidebar", ".catlinks"),
        *(".metadata", ".ambox", ".tmbox", ".ombox", ".sistersitebox", ".side-box", ".portalbox"),
        *(".printfooter", "#siteSub", "#contentSub", "#jump-to-nav", ".mw-indicators"),
        # Not shown: keys to sort by, a second writing of coordinates, data for programs.
        *('[style*="display:none"]', '[style*="display: none"]', '[style*="visibility:hidden"]'),
        *('[style*="visibility: hidden"]', "[hidden]", ".sortkey", ".Z3988", ".mw-empty-elt"),
        *(".geo-nondefault", ".geo-multi-punct", ".shortdescription"),
    )
)
_CITATIONS = "ol.references, ol.mw-references"
_FOOTNOTES = re.compile(r"reflist-(?:lower|upper)-")
_FORMULA = re.compile(r"\{\s*\\(?:display|text)style\s(.*)\}", re.S)
# Tags that end by themselves, or cannot nest without one that is counted, count for nothing.
_NESTING = (
    r"(?!(?:p|li|t[dhr]|d[dt]|br|img|hr|input|link|meta|wbr|source|col|colgroup|area|base|embed|"
    r"param|track|option|optgroup|thead|tbody|tfoot|rp|rt|none|semantics|annotation|"
    r"m(?!ain\b|ark\b|arquee\b|enu\b|eter\b|ap\b)\w*)\b)[a-zA-Z]"
)
_TAG = re.compile(rf"<(/?){_NESTING}")
_WHOLE_TAG = re.compile(rf"<(/?){_NESTING}[^<>]*>?")


@dataclass(frozen=True)
class Page:
    """A parsed page: where its content begins, and what is special below, by `mem_id`.

    `formulas` gives the text to be written in place of an element.
    """

    root: LexborNode | None
    title: str
    left_out: frozenset[int]
    formulas: dict[int, str]
    tree: LexborHTMLParser
    """Kept, as nodes do not outlive their tree."""


def parse(source: str) -> Page:
    """Parse a page, or a part of one, of any depth; time grows with the length alone."""
    tree = LexborHTMLParser(_flattened(source))
    head = tree.css_first("head > title")
    content = tree.css_first("#mw-content-text")
    body = content if content is not None and content.first_child is not None else tree.body
    left_out = {node.mem_id for node in tree.css(_LEFT_OUT)}
    left_out.update(node.mem_id for node in tree.css(_CITATIONS) if not _is_notes(node))
    title = " ".join(head.text().split()) if head else ""
    return Page(body, title, frozenset(left_out), _formulas(tree), tree)


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


def _formulas(tree: LexborHTMLParser) -> dict[int, str]:
    """Formulas as the TeX that their alternative text is, and pictures of a value as its words."""
    found = {}
    for node in tree.css(".mwe-math-element, math[alttext], img.mwe-math-fallback-image-inline"):
        inner = node if node.tag in ("math", "img") else node.css_first("math[alttext], img[alt]")
        said = (inner.attributes if inner is not None else {}) or {}
        text = said.get("alttext") or said.get("alt") or ""
        if text:
            bare = _FORMULA.fullmatch(text.strip())
            found[node.mem_id] = f"${' '.join((bare[1] if bare else text).split())}$"
    for node in tree.css('[role="img"][aria-label]'):
        found[node.mem_id] = node.attributes.get("aria-label") or ""
    return found


def _flattened(source: str) -> str:
    """`source` without the tags that nest beyond MAX_DEPTH: the parser's time is their square."""
    steps = accumulate(-1 if slash else 1 for slash in _TAG.findall(source))
    heights = list(steps)
    if max(map(sub, heights, accumulate([0, *heights], min)), default=0) <= MAX_DEPTH:
        return source
    depth = 0

    def kept(tag: re.Match[str]) -> str:
        nonlocal depth
        if tag[1]:
            deep, depth = depth > MAX_DEPTH, max(0, depth - 1)
        else:
            depth += 1
            deep = depth > MAX_DEPTH
        return " " if deep else tag[0]

    return _WHOLE_TAG.sub(kept, source)
