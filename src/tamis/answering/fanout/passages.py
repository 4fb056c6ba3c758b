"""The chunks of pages to show: ranked by BM25+ against the question, as many as fit (§4.3)."""

from __future__ import annotations

from collections.abc import Sequence

from tamis.answering.fanout.settings import Settings, Variant
from tamis.retrieve.chunks import chunk_documents
from tamis.retrieve.unindexed_bm25 import Plus, rank_once
from tamis.types import Document

_NAMES: dict[Variant, Plus] = {"reference": "bm25+", "lv-zhai": "lv-zhai"}


def ranked(question: str, pages: Sequence[Document], settings: Settings) -> list[Document]:
    """All chunks of `pages`, ranked together, best first; a repeated page counts once.

    They are ranked by their text alone, as in the published code. Chunks that share no word with
    the question come last, in the order of the pages.
    """
    chunks = chunk_documents({page.id: page for page in pages}.values(), settings.chunk)
    found = rank_once(question, [chunk.text for chunk in chunks], _NAMES[settings.variant])
    rest = set(range(len(chunks))).difference(found)
    return [chunks[at] for at in (*found, *sorted(rest))]


def fitting(chunks: Sequence[Document], room: int, around: int) -> list[Document]:
    """The first chunks that fit `room` characters, each with `around` more and its title.

    The first chunk that does not fit ends the list, as in the published code: later ones would be
    chosen for being short, not for being relevant. The best chunk is cut if it alone is too long.
    """
    kept: list[Document] = []
    left = room
    for chunk in chunks:
        size = len(chunk.title) + len(chunk.text) + around
        if size > left:
            break
        kept.append(chunk)
        left -= size
    if not kept and chunks:
        best = chunks[0]
        text = best.text[: max(0, room - len(best.title) - around)]
        return [Document(best.id, best.title, text)] if text else []
    return kept
