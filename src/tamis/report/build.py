"""Functions from which the benchmarks build their tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from tamis.inputs.json_records import shipped_json
from tamis.report.elements import Cell, Column, Row, Table
from tamis.report.runs import Run, Scored
from tamis.stats import FEW, FEWEST, Estimate, mean

Chosen = Callable[[Scored], bool]
Measuring = Callable[[Run], dict[str, Cell]]

N = Column("n", "n")
ASKED = (
    Column("expected", "Asked"),
    Column("answered", "Scored"),
    Column("failed", "Failed"),
    Column("timed_out", "Timed out"),
)
"""The first columns of a table of outcomes; later columns count samples whose figure is 1."""


def every(sample: Scored) -> bool:
    """All samples."""
    return True


def variants(runs: Iterable[Run]) -> list[str]:
    """The scoring variants that the runs carry, in the order of the first run."""
    return listed(runs, "variants")


def listed(runs: Iterable[Run], key: str) -> list[str]:
    """The values of a list in the runs' identity, each once, in the order of the first run."""
    found = [v for run in runs for v in run.identity.get(key, "").split(",") if v]
    return list(dict.fromkeys(found))


def estimate(run: Run, key: str, chosen: Chosen = every) -> Estimate:
    """The mean of one figure over the chosen samples, clustered.

    Unparsed and missing replies, whose figures are NaN, are counted as excluded.
    """
    return mean(
        (sample.values[key], sample.cluster)
        for sample in run.samples
        if key in sample.values and chosen(sample)
    )


def measuring(keys: Mapping[str, str], chosen: Chosen = every) -> Measuring:
    """A function from a run to its cells: `keys` maps columns to figures; `n` counts samples."""
    return partial(_cells, keys, chosen)


def _cells(keys: Mapping[str, str], chosen: Chosen, run: Run) -> dict[str, Cell]:
    cells: dict[str, Cell] = {name: estimate(run, key, chosen) for name, key in keys.items()}
    cells["n"] = sum(1 for sample in run.samples if sample.values and chosen(sample))
    return cells


def with_published(
    runs: Sequence[Run],
    condition: str,
    group: str,
    measure: Measuring,
    printed: Sequence[Row],
) -> list[Row]:
    """The runs of a condition, followed by the published rows; nothing if no run has figures."""
    own = [
        Row(run.label, run.kind, measure(run), group)
        for run in runs
        if run.identity.get("condition") == condition
    ]
    return [*own, *printed] if any(row.cells["n"] for row in own) else []


def confusions(
    runs: Sequence[Run], labels: tuple[str, str, str, str], title: str, what: str
) -> Table:
    """How often each verdict met each label, from the figures tp, fn, tn and fp of samples.

    `labels` are the columns' for those four, in that order; `what` is counted.
    """
    columns = tuple(Column(key, label) for key, label in zip(_COUNTS, labels, strict=True))
    rows = []
    for run in (run for run in runs if run.answered):
        values = [sample.values for sample in run.samples if sample.values]
        cells: dict[str, Cell] = {key: sum(v[key] == 1 for v in values) for key in _COUNTS}
        decided = sum(v[key] == 1 for v in values for key in _COUNTS)
        cells |= {"undecided": run.answered - decided, "n": run.answered}
        rows.append(Row(run.label, run.kind, cells, run.identity.get("condition", "")))
    return Table(
        id="confusion",
        title=title,
        caption=f"data={data_names(runs)}. Counts of {what}.",
        columns=(*columns, Column("undecided", "No verdict"), N),
        rows=tuple(rows),
    )


_COUNTS = ("tp", "fn", "tn", "fp")


def baselines_once(runs: Sequence[Run]) -> list[Run]:
    """The runs with each baseline once, since several sets of runs can contain the same one."""
    found: dict[object, Run] = {}
    for run in runs:
        baseline = (run.label, run.version, tuple(sorted(run.identity.items())), run.expected)
        found.setdefault(baseline if run.kind == "baseline" else id(run), run)
    return list(found.values())


def outcomes(
    runs: Sequence[Run], columns: Sequence[Column], order: Sequence[str], caption: str
) -> Table:
    """The table of outcomes: how every sample ended.

    `columns` are counted figures, shown after ASKED; `order` is that of the conditions.
    """
    rows = []
    for run in runs:
        counts: dict[str, Cell] = {
            column.key: sum(int(s.values.get(column.key, 0) == 1) for s in run.samples)
            for column in columns
        }
        counts |= {
            "expected": run.expected,
            "answered": run.answered,
            "timed_out": sum(n for text, n in run.failures.items() if "timeout" in text.lower()),
            "failed": sum(bool(s.failure) for s in run.samples) + run.expected - len(run.samples),
        }
        rows.append(Row(run.label, run.kind, counts, run.identity.get("condition", "")))
    return Table(
        id="outcomes",
        title="Outcomes",
        caption=caption,
        columns=(*ASKED, *columns),
        rows=tuple(sorted(rows, key=lambda row: [*order, row.group].index(row.group))),
    )


@cache
def published(name: str) -> dict[str, Any]:
    """The figures of a paper or of a leaderboard, as data: `report/published/NAME.json`."""
    return dict(shipped_json("tamis.report", "published", f"{name}.json"))


def data_names(runs: Sequence[Run]) -> str:
    """The data sets of the runs, for a caption."""
    return ", ".join(sorted({run.identity.get("data", "?") for run in runs}))


def identity(runs: Sequence[Run], shown: Sequence[str]) -> dict[str, str]:
    """The shown keys of the runs' identities; where runs differ, all values."""
    found = {}
    for key in shown:
        if values := dict.fromkeys(r.identity[key] for r in runs if key in r.identity):
            found[key] = ", ".join(values)
    return found


def notes(runs: Sequence[Run]) -> list[str]:
    """For each run the samples without figures and the tokens used."""
    said = []
    for run in runs:
        name = f"{run.label} ({run.identity.get('condition', '?')})"
        if missing := run.expected - run.answered:
            causes = "; ".join(f"{text} ×{n}" for text, n in run.failures.most_common(3))
            said.append(
                f"{name}: {missing} of {run.expected} samples have no figures"
                f"{f' ({causes})' if causes else ''}. Run the same command again to ask only those."
            )
        if run.usage:
            spent = ", ".join(f"{n:,} {what}" for what, n in run.usage.items())
            said.append(f"{name}: {spent}.")
    return said


def on_few_clusters(tables: Sequence[Table]) -> list[str]:
    """A note where figures rest on few independent groups of samples."""
    found = [
        cell.clusters
        for table in tables
        for row in table.rows
        for cell in row.cells.values()
        if isinstance(cell, Estimate) and 0 < cell.clusters < FEW
    ]
    if not found:
        return []
    few = min(found)
    groups = "group" if few == 1 else "groups"
    said = (
        f"Some figures rest on as few as {few} independent {groups} of samples (the captions say "
        "what a group is), so their intervals are rough."
    )
    if few < FEWEST:
        said += (
            f" Below {FEWEST} nothing is known of the spread: there is no standard error and no "
            "interval."
        )
    return [said]


def some(table: Table) -> list[Table]:
    """The table, if it has rows."""
    return [table] if table.rows else []
