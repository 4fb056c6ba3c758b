"""Whether what a model quotes is in the document that it names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rapidfuzz import fuzz

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
    quotation marks and dashes are ignored. Pieces of one or two words prove nothing and are
    skipped unless there are no others. A piece of at least 20 characters may have copying errors,
    down to an indel similarity of 95%.
    """
    return _supported(quote, _normalised(document_text))


def quote_support(evidence: Iterable[Evidence], documents: Mapping[str, Document]) -> Support:
    """The support of many quotes, in documents given by their ids.

    The title of a document is part of its text; quotes from others count for nothing.
    """
    texts: dict[str, str] = {}
    found = quoted = 0
    for one in evidence:
        if one.doc_id not in documents:
            continue
        if one.doc_id not in texts:
            document = documents[one.doc_id]
            texts[one.doc_id] = _normalised(f"{document.title}\n{document.text}")
        there, pieces = _supported(one.text, texts[one.doc_id])
        found += there
        quoted += pieces
    return Support(found, quoted)


def _supported(quote: str, text: str) -> tuple[int, int]:
    pieces = _pieces(quote)
    return sum(_within(piece, text) for piece in pieces), len(pieces)


def _pieces(quote: str) -> list[str]:
    pieces = [_normalised(piece).strip(_EDGES) for piece in _GAP.split(quote)]
    pieces = [piece for piece in pieces if piece]
    telling = [p for p in pieces if len(p.split()) >= MIN_WORDS or len(p) >= MIN_CHARACTERS]
    return telling or pieces


def _normalised(text: str) -> str:
    text = unicodedata.normalize("NFC", text).translate(_MARKS).casefold()
    return " ".join(text.split())


def _within(piece: str, text: str) -> bool:
    if len(piece) < FUZZY_CHARACTERS:
        # A short piece must be whole words: "art" is not quoted from "party".
        return re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", text) is not None
    if piece in text:
        return True
    # The ratio finds the shorter text in the longer one, but a document is not part of a quote.
    if not len(piece) <= min(len(text), FUZZY_MAX):
        return False
    return fuzz.partial_ratio(piece, text, score_cutoff=SIMILARITY) >= SIMILARITY
