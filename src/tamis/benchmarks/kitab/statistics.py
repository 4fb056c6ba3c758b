"""Statistics of the data, whoever collected it: Table 2, Figures 1, 5 and 6 (KITAB, §3, App. A)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from tamis.benchmarks.kitab.data import Dataset
from tamis.benchmarks.kitab.domain import BOOKS, Subject
from tamis.benchmarks.kitab.figures import CONSTRAINEDNESS, POPULARITY, Bin
from tamis.benchmarks.kitab.query import Query
from tamis.benchmarks.kitab.tables import OTHER_TYPES, TYPES
from tamis.report.build import published
from tamis.report.document import Report
from tamis.report.elements import Cell, Column, Figure, Row, Series, Table
from tamis.stats import Estimate

PARTS = {1: "one", 2: "two"}
UNSATISFIABLE = {1: "7.99% of all queries", 2: "0.76%, over both constraints jointly"}
"""What the paper prints (§3.1)."""


def statistics(dataset: Dataset) -> Report:
    """How many queries the data has, of which types, how constrained, about how popular authors.

    Beside the paper's own figures where the data is about books.
    """
    domain = dataset.domain
    about = BOOKS if domain is None else Subject(domain.items, domain.anchor)
    of = {number: [q for q in dataset.queries if len(q.constraints) == number] for number in PARTS}
    shown = {
        "data": dataset.name,
        "data_version": dataset.version,
        "revision": dataset.revision,
        "licence": dataset.licence,
    }
    return Report(
        f"Statistics of {dataset.name}",
        f"{len(dataset.queries):,} queries about {len(_anchors(dataset.queries)):,} "
        f"{about.anchor}s",
        {key: value for key, value in shown.items() if value},
        (_types(of, about),),
        tuple(_figures(of, about)),
        tuple(_notes(of, about)),
    )


def _types(of: dict[int, list[Query]], about: Subject) -> Table:
    """Table 2. A query of two types counts for both, but once in the summary."""
    paper = published("kitab")["dataset_statistics"] if about is BOOKS else {}
    rows: list[Row] = []
    for type in (*TYPES, *OTHER_TYPES, "Summary"):
        cells: dict[str, Cell] = {}
        for number, queries in of.items():
            own = [q.constrainedness for q in queries if type in (*q.types, "Summary")]
            cells |= {f"n{number}": len(own), f"kappa{number}": fmean(own) if own else None}
        if cells["n1"] or cells["n2"]:
            rows.append(Row("this data", "measure", cells, type))
            if type in paper:
                rows.append(Row("KITAB", "published", _printed(paper[type]), type))
    return Table(
        id="types",
        title="Queries by constraint type",
        caption="κ is the mean constrainedness, 1 less the share of the items that satisfy (§2). A "
        "query with constraints of two types counts for both, but once in the summary."
        + (" Published: KITAB, Table 2." if paper else ""),
        columns=tuple(
            column
            for number, part in PARTS.items()
            for column in (
                Column(f"n{number}", f"Queries, {part} {about.constraint}{'s'[: number - 1]}"),
                Column(f"kappa{number}", "κ"),
            )
        ),
        rows=tuple(rows),
    )


def _printed(figures: dict[str, dict[str, float]]) -> dict[str, Cell]:
    return {
        f"{key}{number}": figures[part][name]
        for number, part in PARTS.items()
        for key, name in (("n", "queries"), ("kappa", "constrainedness"))
    }


def _figures(of: dict[int, list[Query]], about: Subject) -> Iterable[Figure]:
    """Shares in bins; none where no query of that number has a value."""
    sitelinks = f"Sitelinks of the {about.anchor} on Wikidata"
    anchors = {number: _anchors(queries).values() for number, queries in of.items()}
    yield _shares(
        "anchors",
        f"{about.anchor.capitalize()}s by popularity",
        "as the paper's Figure 1",
        sitelinks,
        POPULARITY,
        {number: list(values) for number, values in anchors.items()},
    )
    yield _shares(
        "popularity",
        f"Queries by popularity of the {about.anchor}",
        "as the paper's Figure 5",
        sitelinks,
        POPULARITY,
        {number: [query.sitelinks for query in queries] for number, queries in of.items()},
    )
    yield _shares(
        "constrainedness",
        "Queries by constrainedness",
        "as the paper's Figure 6",
        "Constrainedness κ",
        CONSTRAINEDNESS,
        {number: [query.constrainedness for query in queries] for number, queries in of.items()},
    )


def _shares(
    id: str,
    title: str,
    source: str,
    x_label: str,
    bins: Sequence[Bin],
    values: Mapping[int, Sequence[float | None]],
) -> Figure:
    series = []
    for number, found in values.items():
        known = [value for value in found if value is not None]
        counts = [sum(low <= value < high for value in known) for _, low, high in bins]
        label = f"{PARTS[number]} constraint{'s'[: number - 1]} ({len(known):,})"
        if known:
            shares = (Estimate(count / len(known), n=count) for count in counts)
            series.append(Series(label, tuple(shares)))
    return Figure(
        id=id,
        title=title,
        caption=f"Shares of those in brackets, {source}.",
        x_label=x_label,
        ticks=tuple(name for name, _, _ in bins),
        series=tuple(series),
    )


def _notes(of: dict[int, list[Query]], about: Subject) -> Iterable[str]:
    for number, queries in of.items():
        none = sum(not query.gold for query in queries)
        if queries:
            yield (
                f"Queries with {PARTS[number]} {about.constraint}{'s'[: number - 1]} that nothing "
                f"satisfies: {none:,} of {len(queries):,} ({none / len(queries):.2%})."
                + (f" The paper has {UNSATISFIABLE[number]}." if about is BOOKS else "")
            )
    unknown = sum(query.sitelinks is None for queries in of.values() for query in queries)
    if unknown:
        yield f"Queries without a number of sitelinks, in no bin of popularity: {unknown:,}."


def _anchors(queries: Iterable[Query]) -> dict[tuple[str, int | None], int | None]:
    """The sitelinks of each author, by name and year of birth."""
    return {(query.author, query.birth_year): query.sitelinks for query in queries}
