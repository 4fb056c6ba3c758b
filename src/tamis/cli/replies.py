"""`tamis replies`: what went wrong in a run, reply by reply."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli._common import of_sound_runs, readable_runs, tell_damage
from tamis.types import OUTCOMES, InputError

if TYPE_CHECKING:
    from tamis.report.replies import ShownReply, ShownSample
    from tamis.report.runs import Run
    from tamis.report.scored import Scored

_STYLES: dict[str, dict[str, Any]] = {
    "right": {"fg": "green", "bold": True},
    "wrong": {"fg": "red", "bold": True},
    "answer": {"fg": "cyan", "bold": True},
    "verdict": {"fg": "cyan", "bold": True},
    "first": {"fg": "blue"},
    "unclear": {"fg": "yellow"},
    "rejected": {"dim": True, "strikethrough": True},
    "thoughts": {"dim": True},
    "next task": {"dim": True, "italic": True},
}
_SIGNS = {
    "right": "[+ ",
    "wrong": "[x ",
    "answer": "[= ",
    "verdict": "[= ",
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
    help="Only samples that ended so; may be given several times.",
)
@click.option("--wrong", is_flag=True, help="Only samples whose answer is not wholly right.")
@click.option("--id", "ids", multiple=True, help="Only this sample; may be given several times.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="At most so many samples of each run are shown, the worst; a page has ten times as many.",
)
@click.option(
    "--html",
    "page",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page that opens offline, with a filter, instead.",
)
def replies(
    run: Path,
    outcomes: tuple[str, ...],
    wrong: bool,
    ids: tuple[str, ...],
    limit: int,
    page: Path | None,
) -> None:
    """Show the samples of RUN, a log or a folder of logs, the worst first, with their replies.

    Of the answer in a reply green is right and red is not; what is missing stands beside it. Cyan
    was read as the answer where that is not known, blue is the list before it; crossed out is what
    a cross or a line through it takes out; dim are thoughts and invented tasks. Where colours are
    not shown the marks are [+ …], [x …], [= …], [1 …], [- …] and [? …]. Replies are read anew by
    this version; how samples ended is what the log says.
    """
    from tamis.benchmarks import load_benchmark
    from tamis.benchmarks.run_pages import shown_of
    from tamis.cli.report import one_benchmark
    from tamis.inputs.files import write_text
    from tamis.report import build
    from tamis.report import replies as shown

    runs, left_out = readable_runs([run])
    chosen = load_benchmark(one_benchmark(runs))
    most = limit if page is None else 10 * limit

    def shown_in(runs: Sequence[Run]) -> list[tuple[tuple[Scored, ...], str, list[ShownSample]]]:
        pages = []
        for one in runs:
            samples = [
                sample
                for sample in one.samples
                if (not outcomes or sample.outcome in outcomes) and (not ids or sample.id in ids)
            ]
            # Whether an answer is wholly right is known when its sample has been read.
            found = shown_of(chosen, one, samples, len(samples) if wrong else most)
            kept = [sample for sample in found if not wrong or sample.state != "right"][:most]
            heading = f"{one.label}, {one.identity.get('condition', one.task)}"
            pages.append((one.asked, heading, kept))
        return pages

    models = [one for one in runs if one.kind != "baseline"]
    made = of_sound_runs(models, shown_in, left_out)
    asked = [sample for samples, _, _ in made for sample in samples]
    pages = [(heading, kept) for _, heading, kept in made]
    if not asked:
        raise InputError(f"{run} has no replies of a model; baselines have none.")
    tell_damage(runs)
    said = " ".join((shown.counted_outcomes(asked), *build.damage(runs)))
    if page is not None:
        write_text(page, shown.page(pages, said))
        click.echo(f"written: {page} ({sum(len(kept) for _, kept in pages)} samples; {said})")
        return
    for heading, kept in pages:
        click.secho(heading, bold=True)
        for sample in kept:
            _show(sample)
    click.echo(f"{len(asked)} samples: {said}")


def _show(sample: ShownSample) -> None:
    """One sample in the terminal."""
    from tamis.text.shown import clean

    click.secho(f"── {sample.id}  {sample.state}", fg="blue")
    compared = sample.compared
    for line in compared.question.splitlines():
        click.secho(clean(line), dim=True)
    for name, titles, colour in (
        ("right", compared.right, "green"),
        ("wrong", compared.wrong, "red"),
        ("missing", compared.missing, "yellow"),
    ):
        if titles:
            click.secho(f"{name}: {clean('; '.join(titles))}", fg=colour)
    for reply in sample.replies:
        _show_reply(reply)


def _show_reply(reply: ShownReply) -> None:
    import sys

    colours = sys.stdout.isatty()
    read = reply.read
    why = f": {read.why}" if read.why else ""
    told = read.label or (f"{len(read.items)} items" if read.items else "")
    click.secho(f"   reply {read.outcome}{why}{f'  ({told})' if told else ''}", fg="blue")
    for text, role in reply.parts():
        if role is None:
            click.echo(text, nl=False)
        elif colours:
            click.secho(text, nl=False, **_STYLES[role])
        else:
            sign = _SIGNS.get(role)
            click.echo(f"{sign}{text}]" if sign else text, nl=False)
    click.echo("\n")
