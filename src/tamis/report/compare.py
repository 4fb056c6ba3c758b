"""Two runs on the same samples: paired differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tamis.report.elements import Cell, Column, Report, Row, Table
from tamis.report.runs import Run, Scored
from tamis.stats import mean, paired_difference

COLUMNS = (
    Column("a", "A"),
    Column("b", "B"),
    Column("difference", "B - A"),
    Column("interval", "95% interval"),
    Column("pairs", "Pairs"),
    Column("left_out", "Left out"),
)


def comparison(a: Sequence[Run], b: Sequence[Run], measures: Mapping[str, str]) -> Report:
    """A table for each pair of runs of one condition, over the samples that both have.

    If both sides have a single run, they are paired even when their conditions differ.

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
        subtitle="Paired differences on the same samples, clustered by what they share",
        identity={},
        tables=tuple(tables),
        notes=tuple(notes),
    )


def _pairs(a: Sequence[Run], b: Sequence[Run]) -> Iterator[tuple[Run, Run]]:
    alike = [(x, y) for x in a for y in b if _condition(x) == _condition(y)]
    if not alike and len(a) == len(b) == 1:
        alike = [(a[0], b[0])]
    yield from alike


def _condition(run: Run) -> str:
    return run.identity.get("condition", "")


def _table(a: Run, b: Run, measures: Mapping[str, str]) -> Table | None:
    ours, theirs = _answered(a), _answered(b)
    both = [key for key in ours if key in theirs]
    clusters = {key: ours[key].cluster for key in both}
    rows = []
    for measure, label in measures.items():
        first = {k: ours[k].values[measure] for k in both if measure in ours[k].values}
        second = {k: theirs[k].values[measure] for k in both if measure in theirs[k].values}
        difference = paired_difference(first, second, clusters)
        if not difference.n:
            continue
        paired = [
            k for k in first if k in second and first[k] == first[k] and second[k] == second[k]
        ]
        low, high = difference.interval
        cells: dict[str, Cell] = {
            "a": mean((first[k], clusters[k]) for k in paired).value,
            "b": mean((second[k], clusters[k]) for k in paired).value,
            "difference": f"{difference.value:+.3f}",
            "interval": f"{low:+.3f} to {high:+.3f}" if low == low else "–",
            "pairs": difference.n,
            "left_out": difference.excluded,
        }
        rows.append(Row(label, "measure", cells))
    if not rows:
        return None
    condition = _condition(a)
    title = f"{condition}: A = {_named(a)}, B = {_named(b)}"
    if _condition(b) != condition:
        title = f"A = {condition}, {_named(a)}; B = {_condition(b)}, {_named(b)}"
    return Table(
        id=f"compare-{condition}-{a.label}-{b.label}",
        title=title,
        caption=f"Samples with the same question: {len(both):,} of {len(ours):,} in A and "
        f"{len(theirs):,} in B. Left out are pairs in which the measure is undefined on a side.",
        columns=COLUMNS,
        rows=tuple(rows),
    )


def _answered(run: Run) -> dict[tuple[str, int, str], Scored]:
    """The scored samples by id, epoch and question: in other data an id can be another question."""
    return {(s.id, s.epoch, str(s.about.get("question", ""))): s for s in run.samples if s.values}


def _named(run: Run) -> str:
    return f"{run.label} ({run.kind})"


def _differences(a: Run, b: Run) -> Iterator[str]:
    for key in ("data_version", "prompts", "scoring", "names"):
        if a.identity.get(key) != b.identity.get(key):
            yield (
                f"{a.label} and {b.label} differ in {key}: "
                f"{a.identity.get(key)} and {b.identity.get(key)}."
            )


def against(reference: Run, runs: Sequence[Run], measures: Mapping[str, str]) -> Table:
    """Paired differences of each run from one of them, a column for each measure.

    A cell is the difference with its 95% interval, over the samples that both have.
    """
    first = _answered(reference)
    rows = []
    for run in runs:
        if run is reference:
            continue
        second = _answered(run)
        both = [key for key in first if key in second]
        clusters = {key: first[key].cluster for key in both}
        cells: dict[str, Cell] = {"pairs": len(both)}
        for measure in measures:
            a = {k: first[k].values[measure] for k in both if measure in first[k].values}
            b = {k: second[k].values[measure] for k in both if measure in second[k].values}
            found = paired_difference(a, b, clusters)
            low, high = found.interval
            if found.n:
                span = f" ({low:+.2f} to {high:+.2f})" if low == low else ""
                cells[measure] = f"{found.value:+.3f}{span}"
        if both:
            rows.append(Row(run.label, run.kind, cells, _condition(run)))
    # "F1 (golds=revised, variant=paper)": what is common to all goes into the caption, once.
    said = {key: label.partition(" (") for key, label in measures.items()}
    of = dict.fromkeys(rest.rstrip(")") for _, _, rest in said.values() if rest)
    short = len(of) <= 1
    columns = [Column(k, said[k][0] if short else label) for k, label in measures.items()]
    of = of if short else {}
    return Table(
        id="differences",
        title=f"Differences from {reference.label}, {_condition(reference)}",
        caption=f"{'; '.join(of)}{'. ' if of else ''}Paired over the samples that both have, with "
        "95% intervals, clustered by what the samples share.",
        columns=(*columns, Column("pairs", "Pairs")),
        rows=tuple(rows),
    )
