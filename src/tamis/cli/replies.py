"""`tamis replies`: the replies of a run, with what was read of each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.types import OUTCOMES, InputError

if TYPE_CHECKING:
    from tamis.benchmarks.benchmark import AnyBenchmark
    from tamis.reading.replies import Read
    from tamis.report.replies import ShownReply
    from tamis.report.runs import Run
    from tamis.types import Reply

_STYLES: dict[str, dict[str, Any]] = {
    "answer": {"fg": "green", "bold": True},
    "verdict": {"fg": "green", "bold": True},
    "first": {"fg": "cyan"},
    "unclear": {"fg": "yellow"},
    "rejected": {"fg": "red", "strikethrough": True},
    "thoughts": {"dim": True},
    "next task": {"dim": True, "italic": True},
}
_SIGNS = {
    "answer": "[+ ",
    "verdict": "[+ ",
    "first": "[1 ",
    "unclear": "[? ",
    "rejected": "[- ",
}


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--outcome",
    "outcomes",
    multiple=True,
    type=click.Choice(OUTCOMES),
    help="Only replies that were read so; may be given several times.",
)
@click.option("--id", "ids", multiple=True, help="Only the replies of this sample.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="At most so many replies of each run are shown; a page has ten times as many.",
)
@click.option(
    "--html",
    "page",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page that opens offline, with a filter by outcome, instead.",
)
def replies(
    run: Path, outcomes: tuple[str, ...], ids: tuple[str, ...], limit: int, page: Path | None
) -> None:
    """Show each reply of RUN, a log or a folder of logs, with what was read of it marked.

    It is read anew by this version. Green is what was read as the answer, cyan the list before it;
    crossed out is what a cross or a line through it takes out; dim are thoughts and invented
    tasks. Where colours are not shown the marks are [+ …], [1 …], [- …] and [? …].
    """
    from collections import Counter

    from tamis.benchmarks import load_benchmark
    from tamis.cli.report import one_benchmark
    from tamis.inputs.files import write_text
    from tamis.report import replies as shown
    from tamis.report.logs import read_runs

    runs = read_runs([run])
    chosen = load_benchmark(one_benchmark(runs))
    counts: Counter[str] = Counter()
    most = limit if page is None else 10 * limit
    pages: list[tuple[str, list[shown.ShownReply]]] = []
    for one in runs:
        if one.kind == "baseline":
            continue
        kept: list[shown.ShownReply] = []
        for reply in shown.shown_replies(one, _reads(chosen, one)):
            counts[reply.outcome] += 1
            wanted = (not outcomes or reply.outcome in outcomes) and (not ids or reply.id in ids)
            if wanted and len(kept) < most:
                kept.append(reply)
        pages.append((f"{one.label}, {one.identity.get('condition', one.task)}", kept))
    if not counts:
        raise InputError(f"{run} has no replies of a model; baselines have none.")
    said = ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome])
    if page is not None:
        write_text(page, shown.page(pages, said))
        click.echo(f"written: {page} ({sum(len(kept) for _, kept in pages)} replies; {said})")
        return
    for heading, kept in pages:
        click.secho(heading, bold=True)
        for reply in kept:
            _show(reply)
    click.echo(f"{counts.total()} replies: {said}")


def _reads(chosen: AnyBenchmark, run: Run) -> Callable[[str, Reply], Read]:
    """How the replies of a run are read: by program, with a word where a model read more."""
    from dataclasses import replace

    from tamis.report.scored import BY_READER
    from tamis.types import READ

    known = chosen.samples_of(run)
    by_model = {sample.id for sample in run.samples if sample.values.get(BY_READER)}

    def reads(id: str, reply: Reply) -> Read:
        found = chosen.reads(run, known.get(id), reply)
        if id in by_model and found.outcome not in READ:
            return replace(found, why=f"{found.why}; the model of the role reader has read it")
        return found

    return reads


def _show(reply: ShownReply) -> None:
    """One reply in the terminal."""
    import sys

    colours = sys.stdout.isatty()
    why = f": {reply.read.why}" if reply.read.why else ""
    told = reply.read.label or (f"{len(reply.read.items)} items" if reply.read.items else "")
    click.secho(f"── {reply.id}  {reply.outcome}{why}{f'  ({told})' if told else ''}", fg="blue")
    for text, role in reply.parts():
        if role is None:
            click.echo(text, nl=False)
        elif colours:
            click.secho(text, nl=False, **_STYLES[role])
        else:
            sign = _SIGNS.get(role)
            click.echo(f"{sign}{text}]" if sign else text, nl=False)
    click.echo("\n")
