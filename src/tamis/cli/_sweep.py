"""Several jobs of one benchmark with one report."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import click

from tamis.bad_input import unknown
from tamis.benchmarks import load_benchmark
from tamis.cli import _runner
from tamis.cli._common import write_page
from tamis.cli._evaluating import REPLIES
from tamis.cli._job import NOT_IN_IDENTITY, Job
from tamis.cli._runner import Done
from tamis.cli._stopping import Stop, until_stopped
from tamis.report import card
from tamis.report.compare import against as differences_from
from tamis.report.document import Report
from tamis.report.runs import Run, with_distinct_labels
from tamis.types import InputError


def sweep(jobs: Sequence[Job], against: str | None, out: Path | None) -> int:
    """Carry out the jobs one after another; returns the exit code, as `run` does."""
    chosen = load_benchmark(jobs[0].benchmark)
    # Every parameter, and the data, is checked before the first call is paid for.
    plans = [chosen.plan(job.values, job.model, job.bound) for job in jobs]
    names = [options.heading for options in plans[0]]
    if against is not None:
        folded = {name.casefold(): name for name in names}
        if against.casefold() not in folded:
            raise unknown("method", against, names, where="--against")
        against = folded[against.casefold()]
    sizes = [
        sum(_runner.size(chosen, options, job) for options in planned)
        for job, planned in zip(jobs, plans, strict=True)
    ]
    folder = out or _folder(jobs)

    def work(stop: Stop) -> int:
        own = [replace(job, out=folder / "logs" / job.who) for job in jobs]
        done = _carried_out(own, sizes, folder, stop)
        runs = [run for one in done for run in one.runs]
        if not runs and not any(one.interrupted or one.limited for one in done):
            return _runner.REFUSED
        if not runs:
            return _runner.before_the_first_sample(done, stop)
        prices = {name: price for job in jobs for name, price in job.prices().items()}
        given = any(job.price_file is not None for job in jobs)
        report = chosen.report(card.priced(runs, prices, before_log=given))
        # The report gives runs with equal labels distinct ones; the differences must use the same.
        compared = with_distinct_labels(_in_order(chosen.completed(runs), names))
        if reference := _reference(compared, against or names[0]):
            report = _with_differences(report, reference, compared, chosen.measures(runs))
        return _runner.conclude(chosen, report, done, folder, stop)

    return until_stopped(work)


def run_models(
    jobs: Sequence[Job], out: Path | None, processes: int = 1, published: bool = True
) -> int:
    """One job with each of its models in turn, in folders of their own; one report of all.

    Returns the exit code, as `run` does. The folder of all does not depend on the models, so that
    another one can be added later.
    """
    chosen = load_benchmark(jobs[0].benchmark)
    # Every parameter, and the data, is checked before the first call is paid for.
    plans = [chosen.plan(job.values, job.model, job.bound) for job in jobs]
    sizes = [sum(_runner.size(chosen, one, jobs[0]) for one in planned) for planned in plans]
    folder = out or _folder([replace(jobs[0], model=None)], "models")
    names = _folder_names(jobs)

    def work(stop: Stop) -> int:
        def finish(done: Done) -> None:
            if done.runs:
                write_page(chosen.report(done.runs), done.folder / "report.html")

        done = _carried_out(
            [replace(job, out=folder / names[str(job.model)]) for job in jobs],
            sizes,
            folder,
            stop,
            processes,
            finish,
        )
        runs = [run for one in done for run in one.runs]
        if not runs and not any(one.interrupted or one.limited for one in done):
            return _runner.REFUSED
        if not runs:
            return _runner.before_the_first_sample(done, stop)
        report = chosen.report(runs)
        compared = with_distinct_labels(chosen.completed(runs))
        if len(jobs) > 1 and (reference := _reference(compared, plans[0][0].heading)):
            report = _with_differences(report, reference, compared, chosen.measures(runs))
        shown = report if published else report.without_published()
        return _runner.conclude(chosen, shown, done, folder, stop)

    return until_stopped(work)


def _carried_out(
    jobs: Sequence[Job],
    sizes: Sequence[int],
    folder: Path,
    stop: Stop,
    processes: int = 1,
    finish: Callable[[Done], None] = lambda done: None,
) -> list[Done]:
    """The results of the jobs, up to one that was stopped; `finish` sees each as it ends."""
    done: list[Done] = []
    for job, size in zip(jobs, sizes, strict=True):
        # The limits of spending are those of all jobs, so their calls are in one folder.
        own = replace(job, replies=folder / REPLIES)
        try:
            done.append(_runner.carry_out(own, stop, processes))
            finish(done[-1])
        except InputError as error:
            # One model's error (such as a missing key) must not stop the other models.
            click.echo(f"Error: {error}", err=True)
            done.append(Done((), folder, size, failed=True))
        if done[-1].interrupted or done[-1].limited:
            break
    return [*done, *(Done((), folder, size) for size in sizes[len(done) :])]


def _folder_names(jobs: Sequence[Job]) -> dict[str, str]:
    """The folder of each model: its name in letters and digits, told apart where it must be."""
    alike = Counter(job.who for job in jobs)
    return {
        str(job.model): f"{job.who}-{_digest(job.model)}" if alike[job.who] > 1 else job.who
        for job in jobs
    }


def _folder(jobs: Sequence[Job], what: str = "sweep") -> Path:
    """The folder of these jobs: the same for the same jobs, so that they can be resumed."""
    parts = [{k: v for k, v in asdict(job).items() if k not in NOT_IN_IDENTITY} for job in jobs]
    return Path("runs") / f"{jobs[0].benchmark}-{what}-{_digest(parts)}"


def _digest(of: object) -> str:
    text = json.dumps(of, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _in_order(runs: Sequence[Run], conditions: Sequence[str]) -> list[Run]:
    """The runs in the order of the conditions (logs have none); unknown conditions last."""
    order = {name: nth for nth, name in enumerate(conditions)}
    return sorted(runs, key=lambda run: order.get(run.identity.get("condition", ""), len(order)))


def _reference(runs: Sequence[Run], against: str) -> Run | None:
    """The run of that condition by the first model."""
    asked = (run for run in runs if run.kind == "model")
    return next((run for run in asked if run.identity.get("condition") == against), None)


def _with_differences(
    report: Report, reference: Run, runs: Sequence[Run], measures: Mapping[str, str]
) -> Report:
    """The report with the differences after its first table."""
    first = dict(list(measures.items())[:5])
    table = differences_from(reference, runs, first)
    return replace(report, tables=(report.tables[0], table, *report.tables[1:]))
