"""KITAB's tables and figures from runs (Tables 1 and 3 to 7, Figures 2 to 4 and 7 to 10)."""

from __future__ import annotations

from collections.abc import Sequence

from tamis.benchmarks.kitab import published
from tamis.benchmarks.kitab.domain import BOOKS, subject
from tamis.benchmarks.kitab.options import CONDITIONS, Condition
from tamis.benchmarks.kitab.score import (
    ACCURACY,
    FIRST_COMPLETENESS,
    FIRST_IRRELEVANT,
    HEADLINE,
    IRRELEVANT,
    SHARES,
)
from tamis.measures.measure import Measure, meanings, over
from tamis.report import build
from tamis.report.build import Measuring, data_names, some, variants, with_published
from tamis.report.columns import Group, every, having, having_any
from tamis.report.elements import Row, Table
from tamis.report.runs import Run

MEASURES = (*SHARES, *HEADLINE)
TYPES = {
    "starts-with": "starts-with",
    "ends-with": "ends-with",
    "word-count": "word-count",
    "human-name": "human",
    "no-human-name": "no-human",
    "city-name": "city",
    "no-city-name": "no-city",
    "publishing-year": "pub-year",
}
"""The names of the types in the data, and in the paper's tables."""

OTHER_TYPES = ("category", "no-category", "number")
"""The types that only collected tables have, not the paper."""


def tables(runs: Sequence[Run]) -> tuple[Table, ...]:
    """Every table that these runs have figures for."""
    found: list[Table] = []
    for variant in variants(runs):
        for number in (1, 2):
            found += some(overall(runs, variant, number))
        found += some(all_books(runs, variant))
        found += some(self_retrieval(runs, variant))
        for number in (1, 2):
            for condition in CONDITIONS[:3]:
                found += some(by_type(runs, variant, number, condition))
    return (*found, *some(single_item(runs)))


def overall(runs: Sequence[Run], variant: str, number: int) -> Table:
    """Table 1 (one book constraint) or 5 (two), a group for each condition."""
    rows: list[Row] = []
    for condition in CONDITIONS[:3]:
        chosen, paper = with_constraints(number), published.overall(number, condition)
        rows += _with_paper_rows(runs, condition, condition, _measuring(variant, chosen), paper)
    return Table(
        id=f"overall-{number}-{variant}",
        title=f"{constraint_count(runs, number).capitalize()}, all types ({variant})",
        caption=_caption(runs, variant, "Tables 1, 3 and 4" if number == 1 else "Table 5"),
        columns=build.columns(HEADLINE, rows, SHARES),
        rows=tuple(rows),
        variant=variant,
        paper="Table 1" if number == 1 else "Table 5",
    )


def by_type(runs: Sequence[Run], variant: str, number: int, condition: Condition) -> Table:
    """Tables 3 and 4 (one book constraint) or 6 and 7 (two), a group for each type.

    A query counts for every type that it has, as the paper's tables count.
    """
    rows: list[Row] = []
    for type, printed in TYPES.items():
        chosen = with_constraints(number, type)
        paper = published.by_type(number, printed, condition, type)
        measuring = _measuring(variant, chosen)
        rows += _with_paper_rows(runs, condition, named(type, runs), measuring, paper)
    for type in OTHER_TYPES:
        chosen = with_constraints(number, type)
        rows += with_published(runs, condition, type, _measuring(variant, chosen), [])
    return Table(
        id=f"types-{number}-{condition}-{variant}",
        title=f"By constraint type, {constraint_count(runs, number)}, {condition} ({variant})",
        caption=_caption(runs, variant, "Tables 3 and 4" if number == 1 else "Tables 6 and 7"),
        columns=build.columns(HEADLINE, rows, SHARES),
        rows=tuple(rows),
        variant=variant,
        paper="Tables 3 and 4" if number == 1 else "Tables 6 and 7",
    )


def all_books(runs: Sequence[Run], variant: str) -> Table:
    """The author constraint alone (Figure 4, left)."""
    rows = with_published(runs, "all_books", "", _measuring(variant, every), [])
    return Table(
        id=f"all-books-{variant}",
        title=f"{_all_items(runs)} ({variant})",
        caption=_caption(runs, variant, "the paper prints Figure 4 only"),
        columns=build.columns(HEADLINE, rows, (IRRELEVANT,)),
        rows=tuple(rows),
        variant=variant,
    )


def self_retrieval(runs: Sequence[Run], variant: str) -> Table:
    """The first list of self_context: the share that is irrelevant (§4.2, decoupling)."""
    measuring = _measuring(variant, every, (FIRST_COMPLETENESS, FIRST_IRRELEVANT))
    rows = _with_paper_rows(runs, "self_context", "", measuring, published.first_list())
    return Table(
        id=f"self-retrieval-{variant}",
        title=f"The list that self_context retrieves first ({variant})",
        caption=_caption(runs, variant, "§4.2"),
        columns=build.columns((FIRST_COMPLETENESS,), rows, (FIRST_IRRELEVANT,)),
        rows=tuple(rows),
        variant=variant,
    )


def single_item(runs: Sequence[Run]) -> Table:
    """Accuracy on one title at a time, by type (first column of Tables 3 and 4)."""
    rows: list[Row] = []
    for type, printed in {**TYPES, **dict.fromkeys(OTHER_TYPES, ""), "": "Summary"}.items():
        group = named(type, runs) or "all types"
        paper = published.single_item(printed, group) if printed else []
        measuring = build.measuring((ACCURACY,), _of_type(type))
        rows += _with_paper_rows(runs, "single_item", group, measuring, paper)
    return Table(
        id="single-item",
        title="Single items",
        caption=f"data={data_names(runs)}. {meanings((ACCURACY,))}. {over((ACCURACY,))}. "
        + _source(runs, "Tables 3 and 4"),
        columns=build.columns((ACCURACY,), rows),
        rows=tuple(rows),
        paper="Tables 3 and 4",
    )


def _measuring(variant: str, chosen: Group, measures: Sequence[Measure] = MEASURES) -> Measuring:
    return build.measuring(measures, chosen, variant)


def with_constraints(number: int, *types: str) -> Group:
    """Samples with `number` book constraints and, if types are given, any of these types."""
    return having("constraints", str(number)) & _of_type(*types)


def named(type: str, runs: Sequence[Run]) -> str:
    """The name of a constraint type in a report: only books have a publishing year."""
    return "year" if type == "publishing-year" and subject(runs) is not BOOKS else type


def _of_type(*types: str) -> Group:
    """Samples with any of the types; all of them where no type is named."""
    wanted = [type for type in types if type]
    return having_any("types", *wanted) if wanted else every


def _caption(runs: Sequence[Run], variant: str, published: str) -> str:
    said = f"variant={variant}, data={data_names(runs)}. {over((*HEADLINE, *SHARES))}. "
    return said + _source(runs, published)


def _source(runs: Sequence[Run], published: str) -> str:
    about = subject(runs)
    clustered = f"Mean ± standard error clustered by {about.anchor}"
    if about is not BOOKS:
        return f"{clustered}."
    return f"{clustered}; published: KITAB, {published}, on the released data."


def _with_paper_rows(
    runs: Sequence[Run], condition: str, group: str, measuring: Measuring, paper: Sequence[Row]
) -> list[Row]:
    """The rows of the runs of a condition, then the paper's rows where the runs are about books."""
    return with_published(
        runs, condition, group, measuring, paper if subject(runs) is BOOKS else []
    )


def constraint_count(runs: Sequence[Run], number: int) -> str:
    """One or two constraints, in the words of the data: "two book constraints"."""
    constraint = subject(runs).constraint
    return f"one {constraint}" if number == 1 else f"two {constraint}s"


def _all_items(runs: Sequence[Run]) -> str:
    about = subject(runs)
    if about is BOOKS:
        return "All books of an author"
    return f"All {about.items}: no constraint besides the {about.anchor}"
