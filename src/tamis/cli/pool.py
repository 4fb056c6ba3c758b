"""`tamis pool`: candidate answers of several runs, to rate, and what the golds lack by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.cli._common import give_records, records_options
from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.benchmarks.quest.ratings import PoolRow
    from tamis.collect.pooling import RunAnswers

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=_FILE,
    help="The file of the pool: CSV, or JSON Lines if the name ends in .jsonl.",
)
@click.option("--add", is_flag=True, help="Add to the existing pool; its ratings are kept.")
@click.option(
    "--estimate",
    is_flag=True,
    help="Write no pool: estimate from the systems' overlaps how many answers the golds lack.",
)
@click.option(
    "--ratings",
    multiple=True,
    type=_FILE,
    help="With --estimate: a pool that a person has rated; may be given several times.",
)
@records_options
def pool(
    logs: tuple[Path, ...],
    out: Path | None,
    add: bool,
    estimate: bool,
    ratings: tuple[Path, ...],
    as_json: bool,
    csv_file: Path | None,
) -> None:
    """Collect the candidates of LOGS (files or folders) and the golden answers, with evidence.

    The pool has every candidate of a run, judged TRUE or FALSE, except those of the baselines
    whole_corpus, nothing and oracle. Rate it with `tamis gold rate` or in a spreadsheet; several
    people rate a copy each.

    With --estimate --ratings FILE it says how many right answers the golds lack, found or not,
    with a 95% interval (capture-recapture). Systems that find the same easy answers make the
    estimate too low. Without ratings nothing beyond the golds can be estimated: only how well the
    method does on the golds themselves.
    """
    if estimate:
        if out or add:
            raise InputError("--estimate writes no pool; leave out --out and --add.")
        _estimate(logs, ratings, as_json, csv_file)
        return
    if ratings or as_json or csv_file:
        raise InputError("--ratings, --json and --csv belong to --estimate; add it.")
    if out is None:
        raise InputError("a pool needs --out FILE, the file to write; or give --estimate.")
    _write(logs, out, add)


def _estimate(
    logs: tuple[Path, ...], ratings: tuple[Path, ...], as_json: bool, csv_file: Path | None
) -> None:
    from tamis.benchmarks.quest.ratings import read_pool
    from tamis.cli._pool_estimate import notes, records, report
    from tamis.collect.completeness import completeness
    from tamis.collect.pooling import read_answers
    from tamis.report.render import terminal

    found = completeness(read_answers(logs), [read_pool(path) for path in ratings])
    if as_json:
        for note in notes(found):
            click.echo(note, err=True)
    give_records(records(found), as_json, csv_file, lambda: terminal.print_report(report(found)))


def _write(logs: tuple[Path, ...], out: Path, add: bool) -> None:
    from tamis.benchmarks.quest.ratings import read_pool, write_pool
    from tamis.collect import pooling

    before: Sequence[PoolRow] = read_pool(out).rows if out.exists() else ()
    if not add and (rated := sum(bool(row.rating or row.comment) for row in before)):
        raise InputError(
            f"{out} already has ratings of {rated} candidates; add to it with --add, or give "
            f"another --out."
        )
    runs = pooling.read_answers(logs)
    rows = pooling.pool(runs)
    if not rows:
        raise InputError(
            "the logs have no answers, so there is nothing to pool; finish a run first."
        )
    kept = len(before) if add else 0
    if add:
        try:
            rows = pooling.merge(before, rows)
        except InputError as error:
            raise InputError(f"{out} does not fit the logs: {error}") from error
    write_pool(out, rows)
    for line in _counts(runs):
        click.echo(line)
    candidates = [row for row in rows if row.title]
    click.echo(
        f"written: {out}, {len(candidates)} candidates for {len({row.qid for row in rows})} "
        f"questions, {sum(row.in_original for row in candidates)} of them original golds"
        + (f"; {len(rows) - kept} new" if add else "")
    )


def _counts(runs: Sequence[RunAnswers]) -> list[str]:
    """A line for each run: how many questions it answered, and what could not be used."""
    answered: Counter[str] = Counter()
    unscored: Counter[str] = Counter()
    unread: dict[str, Counter[str]] = {}
    for run in (run for run in runs if not run.left_out):
        answered[run.label] += len(run.answers)
        unscored[run.label] += run.unscored
        unread.setdefault(run.label, Counter()).update(run.unread)
    lines = []
    for label, count in answered.items():
        notes = [f"{n} {outcome}" for outcome, n in unread[label].items()]
        notes += [f"{unscored[label]} without a score"] if unscored[label] else []
        lines.append(f"{label}: {count} answers" + (f" ({', '.join(notes)})" if notes else ""))
    left_out = dict.fromkeys(run.label for run in runs if run.left_out)
    return [*lines, *(f"{label}: left out, as it makes no choice" for label in left_out)]
