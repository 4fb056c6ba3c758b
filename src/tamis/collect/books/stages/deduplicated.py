"""Stage 9: works that are the same book are merged (KITAB, §C.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from tamis.collect.books.entities import Listed
from tamis.collect.books.filters import Filtered, drops
from tamis.collect.books.titles import CLUSTERS, Dedup


@dataclass(frozen=True)
class Merged:
    """One book: the works merged into it, its first title, the other titles, the first year."""

    works: tuple[Listed, ...]
    title: str
    variants: tuple[str, ...]
    year: int | None


def deduplicated(works: Sequence[Listed], dedup: Dedup = "strict") -> Filtered[Merged]:
    """The works merged into books, in the order of their titles.

    A book's title is the earliest one of an edition in English, the others are kept as variants
    (but for differences of case alone), and its year is the earliest of them all.
    """
    kept, merged = [], []
    for group in CLUSTERS[dedup]([[title.text for title in work.titles] for work in works]):
        members = tuple(works[i] for i in group)
        titles = sorted(
            (title for work in members for title in work.titles), key=attrgetter("rank")
        )
        texts = list({title.text.casefold(): title.text for title in reversed(titles)}.values())
        first = titles[0].text
        others = [text for text in reversed(texts) if text.casefold() != first.casefold()]
        year = min((work.year for work in members if work.year is not None), default=None)
        kept.append(Merged(members, first, tuple(others), year))
        merged += [f"{work.shown} with {first[:80]}" for work in members if work is not members[0]]
    kept.sort(key=lambda book: (book.title, book.works[0].work))
    return Filtered(tuple(kept), drops({"the same book as another": merged} if merged else {}))
