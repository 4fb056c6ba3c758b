"""The tree of a page of HTML: parsed within limits, with its formulas and what is hidden."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from operator import sub

from selectolax.lexbor import LexborHTMLParser, LexborNode

from tamis.documents.html.tables import Kind

MAX_DEPTH = 256
"""The tags of elements that nest deeper are ignored (browsers stop at 512)."""

HIDDEN = (
    *('[style*="display:none" i]', '[style*="display: none" i]'),
    *('[style*="visibility:hidden" i]', '[style*="visibility: hidden" i]', "[hidden]"),
)
"""Selectors of what a page does not show, by itself: keys to sort by, data for programs."""

_FORMULA = re.compile(r"\{\s*\\(?:display|text)style\s(.*)\}", re.S)
# Void tags, and tags that only nest together with a counted one, are not counted.
_NESTING = (
    r"(?!(?:p|li|t[dhr]|d[dt]|br|img|hr|input|link|meta|wbr|source|col|colgroup|area|base|embed|"
    r"param|track|option|optgroup|thead|tbody|tfoot|caption|rp|rt|none|semantics|annotation|"
    r"m(?!ain\b|ark\b|arquee\b|enu\b|eter\b|ap\b)\w*)\b)[a-zA-Z]"
)
_TAG = re.compile(rf"<(/?){_NESTING}", re.I)
_WHOLE_TAG = re.compile(rf"<(/?)(?:(table)\b|{_NESTING})[^<>]*>?", re.I)
# Comments and programs, in which much looks like a tag; tags that end in themselves; and the tags
# that format words, which are often left open.
_NO_STRUCTURE = re.compile(
    r"<!--.*?(?:-->|\Z)|<script\b.*?(?:</script[^>]*+>?|\Z)|<style\b.*?(?:</style[^>]*+>?|\Z)|"
    rf"<{_NESTING}[^<>]*/>|"
    r"</?(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?![\w-])[^<>]*+>?",
    re.S | re.I,
)


@dataclass(frozen=True)
class Page:
    """A parsed page: the root of its text, and special elements below it, by `mem_id`.

    Elements with a tag in `skipped` and those in `left_out` are no text of the page. Those in
    `folded` are none within a cell. `formulas` gives the text that replaces an element, and
    `tables` the kinds of tables that are not plain.
    """

    root: LexborNode | None
    title: str
    skipped: frozenset[str]
    left_out: frozenset[int]
    formulas: Mapping[int, str]
    tables: Mapping[int, Kind]
    tree: LexborHTMLParser
    """Kept, as nodes do not outlive their tree."""

    folded: frozenset[int] = field(default=frozenset())


def parse(source: str) -> LexborHTMLParser:
    """Parse a page, or a part of one, of any depth; time grows with the length alone."""
    return LexborHTMLParser(_flattened(source))


def title_of(tree: LexborHTMLParser) -> str:
    """The title in the head of a page, on one line; "" for none."""
    head = tree.css_first("head > title")
    return " ".join(head.text().split()) if head else ""


def formulas_of(tree: LexborHTMLParser) -> dict[int, str]:
    """The texts of formulas, from their alternative text (TeX), by `mem_id`; and of pictures."""
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


def nests_deeper(source: str, most: int) -> bool:
    """Whether a page has more than `most` elements within each other, by its tags."""
    return _height(source) > most and _height(_NO_STRUCTURE.sub("", source)) > most


def _height(source: str) -> int:
    """The most elements within each other, if each end tag ends one."""
    steps = accumulate(-1 if slash else 1 for slash in _TAG.findall(source))
    heights = list(steps)
    return max(map(sub, heights, accumulate([0, *heights], min)), default=0)


def _flattened(source: str) -> str:
    """`source` without tags that nest beyond MAX_DEPTH, as parsing is quadratic in the depth.

    Tables count for themselves: where other tags are left open again and again, a table after them
    keeps its rows.
    """
    if _height(source) <= MAX_DEPTH:
        return source
    source = _NO_STRUCTURE.sub("", source)
    if _height(source) <= MAX_DEPTH:
        return source
    depths = {"table": 0, "": 0}

    def kept(tag: re.Match[str]) -> str:
        kind = "table" if tag[2] else ""
        if tag[1]:
            deep = depths[kind] > MAX_DEPTH
            depths[kind] = max(0, depths[kind] - 1)
        else:
            depths[kind] += 1
            deep = depths[kind] > MAX_DEPTH
        return " " if deep else tag[0]

    return _WHOLE_TAG.sub(kept, source)
