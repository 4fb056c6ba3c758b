"""`tamis kiwi`: analyse writing sessions, and label their turns with a model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli._common import max_connections_option, show_report
from tamis.cli._progress import status_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.benchmarks.kiwi.data import Dataset
    from tamis.types import Chat

_FILE = click.Path(dir_okay=False, path_type=Path)
_FOLDER = click.Path(file_okay=False, path_type=Path)
_data = click.argument("data", default="mini")


@click.group()
def kiwi() -> None:
    """Analyse writing sessions: what users ask for, how well models follow, what they change.

    DATA is mini, released, or a folder or a JSONL file in the released format, such as an export
    of the studio.
    """


@kiwi.command()
@_data
@click.option(
    "--labels",
    type=_FILE,
    help="Kinds and types, instead of the labels.jsonl next to DATA.",
)
@click.option("--html", type=_FILE, help="Write one HTML page.")
@click.option("--csv", type=_FOLDER, help="A folder for CSV files, one per table and figure.")
@click.option("--figures", type=_FOLDER, help="A folder for SVG files, one per figure.")
def analyse(
    data: str, labels: Path | None, html: Path | None, csv: Path | None, figures: Path | None
) -> None:
    """Show ratings, types, edits and kept references of the sessions in DATA (KIWI, §4)."""
    from tamis.benchmarks.kiwi.analysis import analyse as made_of
    from tamis.benchmarks.kiwi.data import load

    show_report(made_of(load(data), labels), html, csv, figures)


@kiwi.command()
@_data
@click.option(
    "--model", required=True, help="The model, by its Inspect name, such as openai/gpt-4o."
)
@click.option("--out", type=_FILE, required=True, help="The JSONL file of labels to write.")
@max_connections_option()
def label(data: str, model: str, out: Path, max_connections: int) -> None:
    """Label the turns of DATA with a model: kinds and types of instruction, types of error, use of
    passages.

    The agreement with labels by people is reported too, for those of DATA, if it has any, and for
    some of ours that are not examples in the prompts: the kinds of the 60 mini turns, 40
    instructions and 22 comments. The file next to OUT that ends in .about.json keeps the latter,
    and `tamis kiwi analyse` prints them. A reply that
    cannot be read gives no label and is counted. Replies are saved next to the file as they
    arrive, so the same command continues after a stop. Exit code 1: calls failed; an existing
    file is then not changed.
    """
    import asyncio

    from tamis.benchmarks.kiwi.data import load
    from tamis.benchmarks.kiwi.label_files import write_labels
    from tamis.benchmarks.kiwi.model_labels import about, summary
    from tamis.models import open_chat
    from tamis.reading.kept_replies import Replies
    from tamis.report.render import terminal

    dataset = load(data)
    chat = Replies.next_to(out).keep(open_chat(model, 512, max_connections), model)
    with status_line() as say:
        records = asyncio.run(_both(dataset, chat, max_connections, say))
    found, held = records
    terminal.print_report(summary(dataset, found, held, model))
    reasons = found.reasons + held.reasons
    for reason, count in reasons.most_common(3):
        click.echo(f"failed ×{count}: {reason}", err=True)
    if not reasons or not out.exists():
        write_labels(out, found.records, about(dataset, held, model))
        click.echo(f"written: {out}")
    if reasons:
        click.echo("Run the same command again to repeat only these calls.", err=True)
        raise SystemExit(1)


async def _both(
    dataset: Dataset, chat: Chat, at_once: int, say: Callable[[str], None]
) -> tuple[Any, Any]:
    from tamis.benchmarks.kiwi.model_labels import label_held_out, label_turns

    found = await label_turns(dataset, chat, at_once, say)
    return found, await label_held_out(chat, at_once, say)
