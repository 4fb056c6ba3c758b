"""Stage 5: books in English, or without a language (KITAB, §3.1 and §C.1)."""

from __future__ import annotations

from collections.abc import Iterable

from tamis.collect.books.entities import Listed
from tamis.collect.books.filters import Filtered, filter_records
from tamis.collect.books.stages.folding import ENGLISH


def english(works: Iterable[Listed]) -> Filtered[Listed]:
    """Keep the works with an edition in English or without a language, or without any edition."""

    def reason(work: Listed) -> str | None:
        if not work.editions or work.untagged or ENGLISH in work.languages:
            return None if work.titles else "title too long" if work.too_long else "no title"
        return "in other languages only"

    return filter_records(
        works, reason, lambda work: f"{work.shown} {' '.join(work.languages)}".strip()
    )
