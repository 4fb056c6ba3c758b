"""What is shown of pages: their chunks by BM25+ against the question, as many as fit (§4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tamis.answer.fanout.settings import Settings, Variant
from tamis.retrieve import bm25
from tamis.retrieve.chunks import chunk_documents
from tamis.types import Document, InputError

_NAMES: dict[Variant, bm25.Variant] = {"reference": "bm25+", "lv-zhai": "lv-zhai"}


def ranked(question: str, pages: Sequence[Document], settings: Settings) -> list[Document]:
    """All chunks of `pages`, ranked together, best first; a page that is given twice counts once.

    They are ranked by their text alone, as in the published code. Those that share no word with
    the question come last, in the order of the pages.
    """
    chunks = chunk_documents({page.id: page for page in pages}.values(), settings.chunk)
    if not chunks:
        return []
    by_id = {chunk.id: chunk for chunk in chunks}
    try:
        index = bm25.BM25.build(
            [replace(chunk, title="") for chunk in chunks], _NAMES[settings.variant]
        )
    except InputError:
        # Nothing in the pages is a word, and nothing can be ranked.
        return chunks
    found = [hit.document.id for hit in index.search(question, None)]
    return [*map(by_id.pop, found), *by_id.values()]


def fitting(chunks: Sequence[Document], room: int, around: int) -> list[Document]:
    """The first chunks that fit `room` characters, each with `around` more and its title.

    The first that does not fit ends it, as in the published code: what follows would be short
    rather than good. The best chunk is cut where it alone is too long.
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
