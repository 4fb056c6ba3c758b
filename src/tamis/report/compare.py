"""Two runs on the same samples: paired differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tamis.report.logs import Run
from tamis.report.tables import Cell, Column, Report, Row, Table
from tamis.stats import mean, paired_difference

COLUMNS = (
    Column("a", "A"),
    Column("b", "B"),
    Column("difference", "B - A"),
    Column("interval", "95% interval"),
    Column("pairs", "Pairs"),
)

CLUSTER = "author"


def comparison(a: Sequence[Run], b: Sequence[Run], measures: Mapping[str, str]) -> Report:
    """A table for each pair of runs of one condition, over the samples that both have.

    `measures` maps the keys of the figures to their labels. Both means are over the pairs
    alone, so that the difference is the difference of the means shown. Runs on other data or
    with other scoring are paired all the same, and a note says so.
    """
    tables: list[Table] = []
    notes: list[str] = []
    for first, second in _pairs(a, b):
        if table := _table(first, second, measures):
            tables.append(table)
            notes += _differences(first, second)
    return Report(
        title="Comparison",
        subtitle="Paired differences on the same samples, clustered by author",
        identity={},
        tables=tuple(tables),
        notes=tuple(notes),
    )


def _pairs(a: Sequence[Run], b: Sequence[Run]) -> Iterator[tuple[Run, Run]]:
    for first in a:
        for second in b:
            if first.identity.get("condition") == second.identity.get("condition"):
                yield first, second


def _table(a: Run, b: Run, measures: Mapping[str, str]) -> Table | None:
    clusters = {f"{s.id}#{s.epoch}": s.about.get(CLUSTER) for s in (*a.samples, *b.samples)}
    rows = []
    for key, label in measures.items():
        ours, theirs = a.value(key), b.value(key)
        difference = paired_difference(ours, theirs, clusters)
        if not difference.n:
            continue
        both = [k for k in ours if k in theirs and ours[k] == ours[k] and theirs[k] == theirs[k]]
        low, high = difference.interval
        cells: dict[str, Cell] = {
            "a": mean((ours[k], clusters[k]) for k in both).value,
            "b": mean((theirs[k], clusters[k]) for k in both).value,
            "difference": f"{difference.value:+.3f}",
            "interval": f"{low:+.3f} to {high:+.3f}" if low == low else "–",
            "pairs": difference.n,
        }
        rows.append(Row(label, "model", cells))
    if not rows:
        return None
    condition = a.identity.get("condition", "")
    return Table(
        id=f"compare-{condition}-{a.label}-{b.label}",
        title=f"{condition}: A = {a.label}, B = {b.label}",
        caption="Means over the pairs in which the measure is defined on both sides.",
        columns=COLUMNS,
        rows=tuple(rows),
    )


def _differences(a: Run, b: Run) -> Iterator[str]:
    for key in ("data_version", "prompts", "scoring", "names"):
        if a.identity.get(key) != b.identity.get(key):
            yield (
                f"{a.label} and {b.label} differ in {key}: "
                f"{a.identity.get(key)} and {b.identity.get(key)}."
            )
