"""Several jobs of one benchmark, and the one report of them all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import click

from tamis.benchmarks import suite
from tamis.cli import _runner
from tamis.cli._runner import Done, Job
from tamis.report.compare import against as differences_from
from tamis.report.logs import Run, told_apart
from tamis.report.tables import Report
from tamis.types import InputError


def sweep(jobs: Sequence[Job], against: str | None, out: Path | None) -> int:
    """Carry out the jobs one after another; returns the exit code, as `run` does."""
    chosen = suite(jobs[0].benchmark)
    for job in jobs:
        # Every parameter is checked before the first call is paid for.
        planned = _runner.plan(job, chosen)
        if against is not None and job is jobs[0]:
            names = [str(values.get("method", values.get("condition", ""))) for values in planned]
            if against not in names:
                raise InputError(f"--against {against}: the sweep has {', '.join(names)}.")
    folder = out or _folder(jobs)
    done: list[Done] = []
    for job in jobs:
        done.append(_runner.carry_out(replace(job, out=folder / "logs" / job.who)))
        if done[-1].interrupted:
            break
    runs = [run for one in done for run in one.runs]
    if not runs:
        click.echo("Interrupted before anything was asked.", err=True)
        return _runner.INTERRUPTED
    report = chosen.report(runs)
    # The table of differences needs the labels that the report has given to like runs.
    if reference := _reference(told_apart(runs), against):
        report = _with_differences(report, reference, told_apart(runs), chosen.measures(runs))
    return _runner.conclude(chosen, report, done, folder)


def _folder(jobs: Sequence[Job]) -> Path:
    """The same for the same grid, so that it can be resumed."""
    parts = [{k: v for k, v in asdict(job).items() if k not in _runner.HOW} for job in jobs]
    digest = hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()
    return Path("runs") / f"{jobs[0].benchmark}-sweep-{digest[:8]}"


def _reference(runs: Sequence[Run], against: str | None) -> Run | None:
    asked = [run for run in runs if run.kind == "model"]
    if against is not None:
        asked = [run for run in asked if run.identity.get("condition") == against]
    return asked[0] if asked else None


def _with_differences(
    report: Report, reference: Run, runs: Sequence[Run], measures: Mapping[str, str]
) -> Report:
    """The report with the differences after its first table."""
    first = dict(list(measures.items())[:5])
    table = differences_from(reference, runs, first)
    return replace(report, tables=(report.tables[0], table, *report.tables[1:]))
