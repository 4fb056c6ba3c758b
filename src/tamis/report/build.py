"""Functions from which the benchmarks build their tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from tamis.inputs.json_records import shipped_json
from tamis.measures.measure import Measure
from tamis.report.card import money
from tamis.report.columns import Chosen, every
from tamis.report.elements import Cell, Column, Row, Table
from tamis.report.runs import Run
from tamis.report.scored import BY_READER, NOT_BEGUN
from tamis.stats import FEW, FEWEST, Estimate
from tamis.types import OUTCOMES

Measuring = Callable[[Run], dict[str, Cell]]

N = Column("n", "n")
"""The number of samples that were asked: what the headline figures of a row rest on."""

UNREAD = Column("unread", "Unread", "down")
READ = Column("read", "Read, whole or in part")
OF_READ = " of those read"


def variants(runs: Iterable[Run]) -> list[str]:
    """The scoring variants that the runs carry, in the order of the first run."""
    return listed(runs, "variants")


def listed(runs: Iterable[Run], key: str) -> list[str]:
    """The values of a list in the runs' identity, each once, in the order of the first run."""
    found = [v for run in runs for v in run.identity.get(key, "").split(",") if v]
    return list(dict.fromkeys(found))


def estimate(run: Run, key: str, chosen: Chosen = every) -> Estimate:
    """The mean of one figure over the chosen samples, clustered.

    Samples for which the figure is undefined (NaN) are counted as excluded. Headline figures are
    over all that were asked, and `read_…` over those that were read, in a run that is complete.
    """
    return run.columns.estimate(key, chosen)


def measuring(measures: Iterable[Measure], chosen: Chosen = every, variant: str = "") -> Measuring:
    """A function from a run to its cells, those of the measures in a variant.

    `n` counts the samples asked and `unread` those without an answer. Where there are any, `read_…`
    are the headline figures of the others, and `read` is what these rest on.
    """
    return partial(_cells, {one.name: one.figure(variant) for one in measures}, chosen)


def _cells(keys: Mapping[str, str], chosen: Chosen, run: Run) -> dict[str, Cell]:
    cells: dict[str, Cell] = {name: estimate(run, key, chosen) for name, key in keys.items()}
    of_read = {
        f"read_{name}": estimate(run, f"read_{key}", chosen)
        for name, key in keys.items()
        if run.columns.has(f"read_{key}")
    }
    return {**cells, **counted(run, chosen), **of_read, **_read_by(of_read.values())}


def counted(run: Run, chosen: Chosen = every) -> dict[str, Cell]:
    """How many of the chosen samples were asked (`n`), and how many of these were not read."""
    asked, unread = run.columns.counts(chosen)
    return {"n": asked, "unread": unread}


def _read_by(found: Iterable[Estimate]) -> dict[str, Cell]:
    """How many samples the figures of what was read rest on: the most of any of them."""
    rests_on = [one.n for one in found]
    return {READ.key: max(rests_on)} if rests_on else {}


def columns(
    headline: Sequence[Measure | Column],
    rows: Iterable[Row],
    others: Sequence[Measure | Column] = (),
    unread: Column = UNREAD,
    of_read: str = OF_READ,
) -> tuple[Column, ...]:
    """The columns of a table: the headline figures, what they are over, and other figures.

    If a reply of these rows was not read, or not whole, the headline figures of those read follow;
    `of_read` ends their labels.
    """
    cells = [row.cells for row in rows]
    leading = [*map(_column, headline)]
    first = (*leading, unread, N, *map(_column, others))
    if not any(each.get(UNREAD.key) for each in cells):
        return first
    beside = [
        replace(column, key=f"read_{column.key}", label=column.label + of_read)
        for column in leading
        if any(f"read_{column.key}" in each for each in cells)
    ]
    return (*first, *beside, *([READ] if beside else []))


def _column(one: Measure | Column) -> Column:
    return one if isinstance(one, Column) else Column.of(one)


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


def by_condition(
    runs: Sequence[Run], conditions: Iterable[str], measure: Measuring
) -> tuple[Row, ...]:
    """The rows of the runs, a group for each condition in which some run has figures."""
    return tuple(
        row for name in conditions for row in with_published(runs, name, name, measure, [])
    )


def confusions(
    runs: Sequence[Run], labels: tuple[str, str, str, str], title: str, what: str
) -> Table:
    """How often each verdict met each label, from the figures read_tp, … of samples.

    `labels` are the columns' for those four, in that order; `what` is counted.
    """
    columns = tuple(Column(key, label) for key, label in zip(_COUNTS, labels, strict=True))
    rows = []
    for run in (run for run in runs if run.asked):
        values = [sample.values for sample in run.asked]
        cells: dict[str, Cell] = {
            key: sum(v.get(f"read_{key}") == 1 for v in values) for key in _COUNTS
        }
        decided = sum(v.get(f"read_{key}") == 1 for v in values for key in _COUNTS)
        cells |= {"undecided": len(values) - decided, "n": len(values)}
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
    """The table of outcomes: how every sample ended; those that were asked have just one.

    `columns` are figures that are counted besides; `order` is that of the conditions.
    """
    rows = []
    for run in runs:
        ended = Counter(sample.outcome for sample in run.samples)
        counts: dict[str, Cell] = {
            column.key: sum(sample.values.get(column.key, 0) >= 1 for sample in run.samples)
            for column in columns
        }
        counts |= {str(outcome): ended[outcome] for outcome in OUTCOMES}
        counts |= {
            "asked": len(run.asked),
            "not_begun": run.failures[NOT_BEGUN],
            "withheld": ended[None],
        }
        rows.append(Row(run.label, run.kind, counts, run.identity.get("condition", "")))
    shown = [
        column
        for column in (*_OUTCOMES, *columns)
        if column.key in _ALWAYS or any(row.cells[column.key] for row in rows)
    ]
    return Table(
        id="outcomes",
        title="Outcomes",
        caption=" ".join(
            filter(None, (_ON_OUTCOMES, *(_ON[c.key] for c in shown if c.key in _ON), caption))
        ),
        columns=tuple(shown),
        rows=tuple(sorted(rows, key=lambda row: [*order, row.group].index(row.group))),
    )


_OUTCOMES = (
    Column("asked", "Asked"),
    Column("ok", "OK"),
    *(Column(outcome, outcome.replace("_", " ").capitalize()) for outcome in OUTCOMES[1:]),
    Column("not_begun", "Not begun"),
    Column("withheld", "Withheld"),
)
_ALWAYS = ("asked", "ok")
_ON_OUTCOMES = (
    "Counts of samples. Each that was asked has one outcome; all but OK and empty (the answer that "
    "nothing qualifies) count 0 in the headline figures."
)
_ON = {
    "not_begun": "Not begun are among the failed.",
    "withheld": "Withheld were not asked.",
}


@cache
def published(name: str) -> dict[str, Any]:
    """The figures of a paper or of a leaderboard, as data: `report/published/NAME.json`."""
    return dict(shipped_json("tamis.report", "published", f"{name}.json"))


def data_names(runs: Sequence[Run]) -> str:
    """The data sets of the runs, for a caption."""
    return ", ".join(sorted({run.identity.get("data", "?") for run in runs}))


def _most_first(counts: Counter[str]) -> list[tuple[str, int]]:
    """Those of equal count by name: the order in which samples end differs from run to run."""
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))


def notes(runs: Sequence[Run], worth: Callable[[Run], str]) -> list[str]:
    """For each run the samples without an answer, what they are worth, and the tokens used."""
    said = []
    for run in runs:
        condition = run.identity.get("condition", "")
        name = f"{run.label} ({condition})" if condition else run.label
        ended: Counter[str] = Counter(one.outcome or "" for one in run.asked if not one.read)
        if ended:
            outcomes = ", ".join(f"{o.replace('_', ' ')} ×{n}" for o, n in _most_first(ended))
            causes = "; ".join(f"{text} ×{n}" for text, n in _most_first(run.failures)[:3])
            said.append(
                f"{name}: {ended.total()} of {len(run.asked)} that were asked {worth(run)} "
                f"({outcomes}{f'; causes: {causes}' if causes else ''})."
                + (" Run the same command again to ask the failed ones." if causes else "")
                + (f" {_ON_CUT}" if ended["truncated"] else "")
            )
        if by_reader := sum(bool(sample.values.get(BY_READER)) for sample in run.samples):
            said.append(
                f"{name}: {by_reader} of its replies were read by the model of the role reader; "
                "the table 'Replies read by a model' has the figures without them."
            )
        if unknown := sum(not sample.about for sample in run.asked):
            said.append(
                f"{name}: {unknown} of these were not begun, and the data of the run is not here: "
                "they are in no table by group."
            )
        if run.usage:
            spent = ", ".join(f"{n:,} {what}" for what, n in run.usage.items())
            cost = "" if run.cost is None else f"; cost {money(run.cost)}"
            said.append(f"{name}: {spent}{cost}.")
    return said


def damage(runs: Iterable[Run]) -> list[str]:
    """What of the logs of the runs could not be read, each sentence once."""
    return list(dict.fromkeys(said for run in runs for said in run.damage))


_ON_CUT = "Replies are cut at their limit of tokens; --max-tokens N allows longer ones."


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
