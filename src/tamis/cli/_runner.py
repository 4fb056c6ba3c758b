"""Runs a job: resumes earlier runs, shows progress, and reports every failed sample."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import click

from tamis.bad_input import unwritable
from tamis.benchmarks import load_benchmark
from tamis.benchmarks.benchmark import AnyBenchmark
from tamis.benchmarks.options import BASELINE_ROWS, BenchmarkOptions
from tamis.cli._common import AUTO, write_page
from tamis.cli._evaluating import evaluate
from tamis.cli._job import Job
from tamis.cli._progress import Progress
from tamis.cli._run_folder import alone, set_aside
from tamis.cli._shards import evaluate_in_shards, worthwhile
from tamis.cli._stopping import Stop, came_while_loading, until_stopped
from tamis.report import card
from tamis.report.document import Report
from tamis.report.joined_logs import join
from tamis.report.logs import planned_key, read_runs, write_planned
from tamis.report.runs import Run
from tamis.types import InputError

REFUSED = 2
"""The exit code for input that cannot be used."""

_HIGHER = "Run the same command again with a higher limit to go on."


@dataclass(frozen=True)
class Done:
    """The result of a job: its runs, their folder, and how many samples were planned.

    `limited` is the limit of spending that has stopped it, if one has.
    """

    runs: tuple[Run, ...]
    folder: Path
    planned: int
    interrupted: bool = False
    failed: bool = False
    limited: str = ""


def run(job: Job, processes: int = 1, published: bool = True) -> int:
    """Run the job, print and write its report; returns the exit code.

    0 if every sample was answered and its reply read, 1 for failures and where a limit of spending
    was reached, 128 and the signal's number after Ctrl-C (130), SIGTERM (143) or SIGHUP (129).
    """

    def work(stop: Stop) -> int:
        done = carry_out(job, stop, processes)
        if not done.runs:
            return before_the_first_sample([done], stop)
        chosen = load_benchmark(job.benchmark)
        given = job.price_file is not None
        report = chosen.report(card.priced(done.runs, job.prices(), before_log=given))
        shown = report if published else report.without_published()
        return conclude(chosen, shown, [done], done.folder, stop)

    return until_stopped(work)


def before_the_first_sample(jobs: Sequence[Done], stop: Stop) -> int:
    """Say why nothing was asked; returns the exit code."""
    if limited := next((done.limited for done in jobs if done.limited), ""):
        click.echo(f"STOPPED before the first sample: {limited}. {_HIGHER}", err=True)
        return 1
    click.echo("Interrupted before the first sample.", err=True)
    return stop.code


def carry_out(job: Job, stop: Stop, processes: int = 1) -> Done:
    """Run what earlier runs of the job have not answered."""
    chosen = load_benchmark(job.benchmark)
    # Wrong parameters or data are reported before the first call.
    planned = chosen.plan(job.values, job.model, job.bound)
    sizes = [size(chosen, options, job) for options in planned]
    versions = sorted({chosen.run_version(options) for options in planned})
    folder = job.folder(versions)
    _check_writable(folder)
    failed: list[str] = []
    interrupted, limited = False, ""
    with ExitStack() as stack:
        stack.enter_context(alone(folder))
        set_aside(folder / "logs")
        before = _runs(folder, versions)
        click.echo(f"{job.benchmark}: {_described(planned, sizes)} → {folder}", err=True)
        done = sum(run.answered for run in before)
        if processes == AUTO:
            processes = worthwhile(job, folder / "logs", sum(sizes) - done)
        progress = stack.enter_context(Progress(sum(sizes), done))
        try:
            if processes == 1:
                limited = evaluate(job, folder, folder / "logs", progress.advance)
            else:
                shards = min(processes, *sizes)
                write_planned(folder / "logs", _ids(chosen, planned, job))
                failed, limited = evaluate_in_shards(job, folder, shards, progress.advance, stop)
            if not failed and not limited:
                join(folder / "logs")
        except KeyboardInterrupt as stopped:
            if came_while_loading(stopped):
                raise  # The report may need what was not loaded whole.
            interrupted = True
    runs = _runs(folder, versions)
    if failed and not any(run.answered for run in runs):
        raise InputError(failed[0])
    for message in failed:
        click.echo(f"a part of the run failed: {message}", err=True)
    return Done(tuple(runs), folder, sum(sizes), interrupted, bool(failed), limited)


def conclude(
    chosen: AnyBenchmark, report: Report, jobs: Sequence[Done], folder: Path, stop: Stop
) -> int:
    """Print the tables, write the page and report missing samples; returns the exit code."""
    from tamis.report.render import terminal

    terminal.print_brief(report)
    page = folder / "report.html"
    unwritten: InputError | None = None
    try:
        write_page(report, page)
    except InputError as error:
        unwritten = error
    # Several models have a folder each, with their logs in it.
    logs = folder / "logs" if (folder / "logs").is_dir() else folder
    reported = "" if unwritten else f"\nreport: {page}"
    click.echo(f"{reported}\nlogs:   {logs} (tamis view {folder})")
    code = _tell_missing(chosen, jobs, stop)
    if unwritten:
        # What the samples met comes first: they may lack for the same reason.
        raise unwritten
    return code


def _tell_missing(chosen: AnyBenchmark, jobs: Sequence[Done], stop: Stop) -> int:
    """Say which samples are missing, and why; returns the exit code."""
    runs = [run for done in jobs for run in done.runs]
    # A shard that never started has no log, so its samples are only in `planned`.
    expected = sum(max(done.planned, sum(run.expected for run in done.runs)) for done in jobs)
    answered = sum(run.answered for run in runs)
    again = "Run the same command again to run only the missing ones."
    if limited := next((done.limited for done in jobs if done.limited), ""):
        click.echo(
            f"STOPPED: {limited}; {answered} of {expected} samples answered. {_HIGHER}", err=True
        )
        return 1
    if any(done.interrupted for done in jobs) or any(run.interrupted for run in runs):
        click.echo(f"INTERRUPTED: {answered} of {expected} samples answered. {again}", err=True)
        return stop.code
    if answered == 0:
        message = f"FAILED: none of {expected} samples was answered. {_cause(runs)}"
    elif answered < expected:
        missing = expected - answered
        message = f"INCOMPLETE: {missing} of {expected} samples failed. {_cause(runs)} {again}"
    elif all(run.unread == run.answered for run in runs):
        message = f"FAILED: none of {expected} replies could be read; {chosen.why_unread(runs)}."
    else:
        return int(any(done.failed for done in jobs))
    click.echo(message, err=True)
    return 1


def _ids(
    chosen: AnyBenchmark, planned: Sequence[BenchmarkOptions], job: Job
) -> dict[str, list[str]]:
    """The samples of each run, as `write_planned` wants them."""
    return {
        planned_key(options.heading, options.baseline): [
            sample.id for sample in chosen.load(options)[1][: job.limit]
        ]
        for options in planned
    }


def _runs(folder: Path, versions: Sequence[str]) -> list[Run]:
    """The runs in the folder that have one of these versions (--out may hold others)."""
    if not any((folder / "logs").rglob("*.eval")):
        return []
    return [run for run in read_runs([folder / "logs"]) if run.version in versions]


def _check_writable(folder: Path) -> None:
    try:
        (folder / "logs").mkdir(parents=True, exist_ok=True)
        probe = folder / ".tamis"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise unwritable(f"the run in {folder}", error, "choose a folder with --out") from error


def size(chosen: AnyBenchmark, options: BenchmarkOptions, job: Job) -> int:
    """How many samples one task of the job has."""
    samples = chosen.size(options)
    return min(samples, job.limit or samples) * (job.epochs or 1)


def _described(planned: Sequence[BenchmarkOptions], sizes: Sequence[int]) -> str:
    asked: dict[str, None] = {}
    for options in planned:
        if options.predictions is not None:
            asked[f"answers from {Path(options.predictions).name}"] = None
        elif options.heading != BASELINE_ROWS:
            asked[options.heading] = None
    baselines = dict.fromkeys(options.baseline for options in planned if options.baseline)
    who = [f"baselines {', '.join(baselines)}"] if baselines else []
    return ", ".join([f"{sum(sizes):,} samples", *filter(None, asked), *who])


def _cause(runs: Sequence[Run]) -> str:
    causes = [text for run in runs for text, _ in run.failures.most_common(1)]
    return f"First cause: {causes[0].rstrip('.')}." if causes else ""
