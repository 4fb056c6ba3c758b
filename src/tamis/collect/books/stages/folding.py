"""A work of Open Library combined with its editions (KITAB, §3.1: the earliest English title)."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from tamis.collect.books.entities import Edition, Listed, Title, Work
from tamis.collect.books.sources.openlibrary import LONGEST_TITLE, texts_of

ENGLISH = "eng"


def folded(work: Work, editions: Iterable[Edition], birth_year: int | None, latest: int) -> Listed:
    """The work as an entry of its author's list.

    Its titles are those of its editions in English, the earliest first, then those of editions
    without a language, then the work's own; a title with a subtitle is given without and with it.
    Years up to the author's birth or after `latest` are impossible: they are not used, but kept
    for a person to check. Texts of more than 300 characters are not titles.
    """

    impossible: list[int] = []
    too_long = len(work.title) > LONGEST_TITLE

    def possible(year: int | None) -> int | None:
        if year is not None and (year > latest or (birth_year is not None and year <= birth_year)):
            impossible.append(year)
            return None
        return year

    found: dict[str, Title] = {}
    languages: dict[str, None] = {}
    untagged, count = False, 0
    years = [possible(work.year)]
    for edition in editions:
        count += 1
        languages.update(dict.fromkeys(edition.languages))
        untagged = untagged or not edition.languages
        year = possible(edition.year)
        years.append(year)
        if ENGLISH in edition.languages or not edition.languages:
            too_long = too_long or len(edition.title) > LONGEST_TITLE
            _add(found, edition.title, edition.subtitle, year, bool(edition.languages))
    _add(found, work.title, work.subtitle, None, False)
    return Listed(
        work.number,
        tuple(sorted(found.values(), key=attrgetter("rank"))),
        tuple(sorted(languages)),
        untagged,
        count,
        len(work.authors),
        min((year for year in years if year is not None), default=None),
        tuple(sorted(impossible)),
        too_long,
    )


def _add(
    found: dict[str, Title], title: str, subtitle: str, year: int | None, tagged: bool
) -> None:
    for text in texts_of(title, subtitle):
        if len(text) > LONGEST_TITLE:
            continue
        before = found.get(text)
        if before:
            years = [y for y in (before.year, year) if y is not None]
            found[text] = Title(text, min(years, default=None), before.tagged or tagged)
        else:
            found[text] = Title(text, year, tagged)
