"""Whether what a model quotes is in the document that it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import fuzz

from tamis.text.comparing import comparable, is_broken, is_unparted, unhyphenated
from tamis.types import Document, Evidence

SIMILARITY = 95.0
"""From this ratio on, a long piece counts as copied with small errors."""

FUZZY_CHARACTERS = 20
FUZZY_MAX = 4_000
"""Longer pieces must match exactly, as the time of an alignment is quadratic in the length."""

MIN_WORDS = 3
MIN_CHARACTERS = 12

_GAP = re.compile(r"[\[(]\s*(?:\.{3,}|…)\s*[\])]|\.{3,}|…|\.(?: \.){2,}")
# Quotation marks of all kinds are removed, with the apostrophes of wiki markup and Markdown marks.
_MARKS = {ord(c): None for c in "'\"`´‘’‚‛“”„‟«»‹›*_"} | {ord(c): "-" for c in "‐‑‒–—―−"}
_EDGES = " .,;:!?-()[]|"


@dataclass(frozen=True)
class Support:
    """Of the pieces `quoted` from known documents, how many were `found` in them."""

    found: int = 0
    quoted: int = 0


def supported(quote: str, document_text: str) -> tuple[int, int]:
    """How many pieces of a quote are in a document, and how many pieces it has.

    A quote is split into pieces at "...", "…" and "[...]" (QUEST-LOFT, C.3.1). White space, case,
    quotation marks and dashes are ignored, and letters are compared in their normal forms
    (`comparing.comparable`), words whole that a line end breaks. Pieces of one or two words prove
    nothing and are skipped unless there are no others. A piece of at least 20 characters may have
    copying errors, down to an indel similarity of 95%.
    """
    return _supported(quote, _Text(document_text))


def quote_support(evidence: Iterable[Evidence], documents: Mapping[str, Document]) -> Support:
    """The support of many quotes, in documents given by their ids.

    The title of a document is part of its text; quotes from others count for nothing.
    """
    texts: dict[str, _Text] = {}
    found = quoted = 0
    for one in evidence:
        if one.doc_id not in documents:
            continue
        if one.doc_id not in texts:
            document = documents[one.doc_id]
            texts[one.doc_id] = _Text(f"{document.title}\n{document.text}")
        there, pieces = _supported(one.text, texts[one.doc_id])
        found += there
        quoted += pieces
    return Support(found, quoted)


class _Text:
    """A text, as `plain` compares it, and `loose`, without hyphens between letters."""

    def __init__(self, text: str) -> None:
        self._text = comparable(text)
        self.is_broken = is_broken(self._text)
        self.plain = _unmarked(self._text)

    @cached_property
    def loose(self) -> str:
        return _unmarked(unhyphenated(self._text))

    def holds(self, piece: _Text) -> bool:
        """Whether a piece is in the text."""
        if _within(piece.plain.strip(_EDGES), self.plain):
            return True
        broken = self.is_broken or piece.is_broken
        return broken and _within(piece.loose.strip(_EDGES), self.loose)


def _supported(quote: str, text: _Text) -> tuple[int, int]:
    pieces = _pieces(quote)
    return sum(map(text.holds, pieces)), len(pieces)


def _pieces(quote: str) -> list[_Text]:
    pieces = [piece for part in _GAP.split(quote) if (piece := _Text(part)).plain.strip(_EDGES)]
    return [piece for piece in pieces if _is_telling(piece.plain.strip(_EDGES))] or pieces


def _is_telling(piece: str) -> bool:
    return len(piece.split()) >= MIN_WORDS or len(piece) >= MIN_CHARACTERS


def _unmarked(text: str) -> str:
    return " ".join(text.translate(_MARKS).split())


def _within(piece: str, text: str) -> bool:
    if len(piece) < FUZZY_CHARACTERS:
        # A short piece must be whole words: "art" is not quoted from "party".
        found = re.finditer(re.escape(piece), text)
        return any(_is_edge(text, one.start()) and _is_edge(text, one.end()) for one in found)
    if piece in text:
        return True
    # The ratio finds the shorter text in the longer one, but a document is not part of a quote.
    if not len(piece) <= min(len(text), FUZZY_MAX):
        return False
    return fuzz.partial_ratio(piece, text, score_cutoff=SIMILARITY) >= SIMILARITY


def _is_edge(text: str, at: int) -> bool:
    """Whether no word goes on over a place of a text."""
    before, after = text[at - 1 : at] if at else "", text[at : at + 1]
    if is_unparted(before) or is_unparted(after):
        return True
    return not (_in_word(before) and _in_word(after))


def _in_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"
