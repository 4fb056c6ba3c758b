"""The stages that keep an author's works or not: 5, 7 and 8; stage 6 is `language`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tamis.collect.books.entities import Listed
from tamis.collect.books.filters import Filtered, filter_records
from tamis.collect.books.stages.folding import ENGLISH
from tamis.text.normalised import plain_words
from tamis.text.shown import counted


def english(works: Iterable[Listed]) -> Filtered[Listed]:
    """Stage 5 (KITAB, §3.1 and §C.1): works with an edition in English, or without a language.

    Works without any edition are kept too.
    """

    def reason(work: Listed) -> str | None:
        if not work.editions or work.untagged or ENGLISH in work.languages:
            return None if work.titles else "title too long" if work.too_long else "no title"
        return "in other languages only"

    return filter_records(
        works, reason, lambda work: f"{work.shown} {' '.join(work.languages)}".strip()
    )


def few_authors(works: Iterable[Listed], most: int = 2) -> Filtered[Listed]:
    """Stage 7 (KITAB, §C.1): works of at most `most` authors; others are collections by many."""
    return filter_records(
        works,
        lambda work: f"more than {counted(most, 'author')}" if work.authors > most else None,
        lambda work: f"{work.shown}: {work.authors} authors",
    )


def authorship(
    works: Iterable[Listed], qid: str, known: Mapping[str, Iterable[str]]
) -> Filtered[Listed]:
    """Stage 8 (KITAB, §C.1): works whose author Wikidata does not contradict.

    Those are kept whose titles Wikidata does not have, or has as this author's too.

    `known` has, by the `plain_words` of a title, the authors of the works that Wikidata has under
    it. A work is dropped where Wikidata has some of its titles, all of them for other authors only.
    """

    def reason(work: Listed) -> str | None:
        authors = [known[key] for t in work.titles if (key := plain_words(t.text)) in known]
        if authors and not any(qid in others for others in authors):
            return "another's in Wikidata"
        return None

    def shown(work: Listed) -> str:
        others = {q for t in work.titles for q in known.get(plain_words(t.text), ())}
        return f"{work.shown}: {', '.join(sorted(others)[:3])}"

    return filter_records(works, reason, shown)
