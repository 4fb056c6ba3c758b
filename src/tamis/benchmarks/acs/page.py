"""The ACS report: runs in, one `Report` out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tamis.benchmarks.acs import errors, panel, shares
from tamis.benchmarks.acs.data import Dataset
from tamis.benchmarks.acs.details import Detail, has_a_panel, has_errors, read_details
from tamis.benchmarks.acs.options import Options
from tamis.benchmarks.acs.samples import Sample
from tamis.benchmarks.acs.shares import Verdicts
from tamis.benchmarks.acs.tables import tables
from tamis.benchmarks.benchmark import Benchmark, condition_of
from tamis.benchmarks.judging import is_blind, rows_of
from tamis.measures.classification import decided
from tamis.report import build
from tamis.report.document import Report
from tamis.report.runs import Run, with_distinct_labels

OF_THE_DATA = (
    "data", "data_version", "revision", "licence", "majority", "epochs", "samples", "order",
)  # fmt: skip
"""The parts of a run's identity that describe the data, not the judge."""


def report(
    benchmark: Benchmark[Options, Dataset, Sample], runs: Sequence[Run], path: Path | None = None
) -> Report:
    """The report of the runs; with `path`, including the error labels of that CSV file."""
    runs = with_distinct_labels(benchmark.in_order(benchmark.completed(runs)))
    read = {
        id(run): read_details(run)
        for run in runs
        if has_a_panel(run) or (has_errors(run) and not is_blind(run))
    }
    judged = [(run, read[id(run)]) for run in runs if id(run) in read]
    found = [one for run, details in judged for one in errors.of(run, details)]
    said: list[str] = []
    if path is not None:
        found, said = errors.with_labels(found, path)
    if len(found) > errors.MOST:
        said.append(
            f"Of {len(found)} wrong verdicts the first {errors.MOST} are shown with their texts."
        )
    shared, warnings = shares.table(list(_verdicts(runs, read)))
    others = tables(runs)
    return benchmark.assembled(
        runs,
        tables=(
            *others[:1],
            *build.some(panel.each(judged)),
            *build.some(shared),
            *others[1:],
            *build.some(errors.table(runs, found)),
            *build.some(panel.disagreements(judged)),
            *benchmark.reader_tables(runs),
            benchmark.outcome_table(runs),
        ),
        notes=(*benchmark.notes(runs), *warnings, *said),
        cases=map(errors.case, found[: errors.MOST]),
    )


def _verdicts(runs: Sequence[Run], read: Mapping[int, Sequence[Detail]]) -> Iterator[Verdicts]:
    """The verdicts of each judge and panel member."""
    for run in runs:
        if is_blind(run) or not run.asked:
            continue
        asked = {k: v for k, v in run.identity.items() if k not in OF_THE_DATA}
        found = {"": rows_of(run), **panel.members(run, read.get(id(run), ()))}
        for member, rows in found.items():
            yield Verdicts(
                label=f"{member} (of {run.label})" if member else run.label,
                kind=run.kind,
                condition=condition_of(run),
                data=run.identity.get("data", "?"),
                # The label in a report may have the data's name; that in the log has not.
                asked=(run.model, member, asked),
                rows=decided(rows),
            )
