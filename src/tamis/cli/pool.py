"""`tamis pool`: candidate answers of several runs, to rate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

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
    required=True,
    help="The file of the pool: CSV, or JSON Lines if the name ends in .jsonl.",
)
@click.option("--add", is_flag=True, help="Add to the existing pool; its ratings are kept.")
def pool(logs: tuple[Path, ...], out: Path, add: bool) -> None:
    """Collect the candidates of LOGS (files or folders) and the golden answers, with evidence.

    The pool has every candidate of a run, judged TRUE or FALSE, except those of the baselines
    whole_corpus, nothing and oracle. Rate it with `tamis gold rate` or in a spreadsheet; several
    people rate a copy each.
    """
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
