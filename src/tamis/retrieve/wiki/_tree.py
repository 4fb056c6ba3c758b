"""The tree of a wiki page: parsed within limits, with its formulas and what to leave out of it.

Elements are left out by the classes that MediaWiki and its parsers give: reference marks and
citations, edit links, navigation, notices, sort keys, and everything hidden.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from operator import sub

from selectolax.lexbor import LexborHTMLParser, LexborNode

MAX_DEPTH = 256
"""The tags of elements that nest deeper are ignored (browsers stop at 512)."""

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
        *('[style*="display:none"]', '[style*="display: none"]', '[style*="visibility:hidden"]'),
        *('[style*="visibility: hidden"]', "[hidden]", ".sortkey", ".Z3988", ".mw-empty-elt"),
        *(".geo-nondefault", ".geo-multi-punct", ".shortdescription"),
    )
)
_CITATIONS = "ol.references, ol.mw-references"
_FOOTNOTES = re.compile(r"reflist-(?:lower|upper)-")
_FORMULA = re.compile(r"\{\s*\\(?:display|text)style\s(.*)\}", re.S)
# Void tags, and tags that only nest together with a counted one, are not counted.
_NESTING = (
    r"(?!(?:p|li|t[dhr]|d[dt]|br|img|hr|input|link|meta|wbr|source|col|colgroup|area|base|embed|"
    r"param|track|option|optgroup|thead|tbody|tfoot|rp|rt|none|semantics|annotation|"
    r"m(?!ain\b|ark\b|arquee\b|enu\b|eter\b|ap\b)\w*)\b)[a-zA-Z]"
)
_TAG = re.compile(rf"<(/?){_NESTING}")
_WHOLE_TAG = re.compile(rf"<(/?){_NESTING}[^<>]*>?")


@dataclass(frozen=True)
class Page:
    """A parsed page: the root of its content, and special elements below it, by `mem_id`.

    `formulas` gives the text that replaces an element.
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
    """The texts of formulas, from their alternative text (TeX), by `mem_id`."""
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
    """`source` without tags that nest beyond MAX_DEPTH, as parsing is quadratic in the depth."""
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
