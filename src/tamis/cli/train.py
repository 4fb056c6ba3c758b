"""`tamis train`: models of your own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.cli._progress import saying

if TYPE_CHECKING:
    from tamis.benchmarks.kiwi.options import By
    from tamis.writing.revision.finetuned.training_record import Epoch


@click.group()
def train() -> None:
    """Train models of your own; needs the extra `train`."""


@train.command("kiwi-judge")
@click.option(
    "--data",
    required=True,
    metavar="DATA",
    help="mini, released, or a file or folder of rated sessions in KIWI's released format.",
)
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder that becomes the judge, for `tamis run kiwi -T judge=DIR`.",
)
@click.option(
    "--base", default="t5-large", show_default=True, help="A T5 of the hub, or a folder of one."
)
@click.option(
    "--by",
    type=click.Choice(["turn", "session", "question"]),
    default="turn",
    show_default=True,
    help="What is split into training, validation and test data, as in `tamis run kiwi`.",
)
@click.option(
    "--split-seed", default=0, show_default=True, help="The seed of that split, as there."
)
@click.option("--seed", default=0, show_default=True, help="Of the order of turns and of dropout.")
@click.option("--epochs", type=click.IntRange(min=1), default=5, show_default=True)
@click.option("--batch", type=click.IntRange(min=1), default=16, show_default=True)
@click.option(
    "--lr",
    type=click.FloatRange(min=0, max=1, min_open=True, max_open=True),
    default=1e-4,
    show_default=True,
    help="The learning rate of the first step; it falls to 0.",
)
@click.option(
    "--max-source-tokens",
    type=click.IntRange(min=64),
    default=2048,
    show_default=True,
    help="Of longer turns the middle of the answers is left out.",
)
@click.option(
    "--at-once",
    type=click.IntRange(min=1),
    default=4,
    show_default=True,
    help="Turns of a batch that are on the device together; halved where a GPU's memory is full.",
)
@click.option("--device", help="cpu, cuda:1, mps …; else a GPU of CUDA where there is one.")
def kiwi_judge(
    data: str,
    out: Path,
    base: str,
    by: By,
    split_seed: int,
    seed: int,
    epochs: int,
    batch: int,
    lr: float,
    max_source_tokens: int,
    at_once: int,
    device: str | None,
) -> None:
    """Fine-tune a judge of whether a revision follows its instruction (KIWI, A.5.2).

    The weights of the epoch with the best accuracy on the validation turns become the judge; the
    test turns are not touched. Stopped at any moment, the same command goes on from the last
    finished epoch.
    """
    from tamis.benchmarks.kiwi.data import load, turns
    from tamis.writing.revision.finetuned.libraries import libraries
    from tamis.writing.revision.finetuned.training import train as fine_tune
    from tamis.writing.revision.finetuned.training_record import Settings

    with saying() as say:
        say("loading torch")
        libraries()
        say(f"reading {data}")
        read = load(data)
        trained = fine_tune(
            turns(data, split="train", by=by, seed=split_seed),
            turns(data, split="validation", by=by, seed=split_seed),
            out,
            Settings(base, seed, epochs, batch, lr, max_source_tokens, at_once),
            split={"data": read.name, "version": read.version, "by": by, "seed": split_seed},
            device=device,
            say=say,
            finished=lambda epoch: click.echo(_line(epoch)),
        )
    if trained.resumed == len(trained.epochs):
        click.echo(f"{out} is trained already; its epochs:")
        for epoch in trained.epochs:
            click.echo(_line(epoch))
    for which, counts in trained.record["turns"].items():
        click.echo(
            f"{which}: {counts['turns']} turns, {counts['good']} good; {counts['cut']} longer "
            f"than {max_source_tokens} tokens, and cut"
        )
    if read.unrated:
        click.echo(f"left out: {read.unrated} turns without a rating")
    click.echo(
        f"The judge is that of epoch {trained.best.number}: `tamis run kiwi -T judge={out}`."
    )


def _line(epoch: Epoch) -> str:
    unparsed = f", {epoch.unparsed} unparsed" if epoch.unparsed else ""
    return (
        f"epoch {epoch.number}: loss {epoch.loss:.3f}, validation accuracy {epoch.accuracy:.1%} "
        f"({epoch.right} of {epoch.turns}{unparsed})"
    )
