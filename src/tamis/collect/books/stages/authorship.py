"""Stage 8: books whose author Wikidata does not contradict (KITAB, §C.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tamis.collect.books.entities import Listed
from tamis.collect.books.filters import Filtered, filter_records
from tamis.text.normalised import plain_words


def authorship(
    works: Iterable[Listed], qid: str, known: Mapping[str, Iterable[str]]
) -> Filtered[Listed]:
    """Keep the works whose titles Wikidata does not have, or has as this author's too.

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
