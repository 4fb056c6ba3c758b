"""`tamis train`: train your own models."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.cli._progress import status_line

if TYPE_CHECKING:
    from tamis.benchmarks.kiwi.options import By
    from tamis.writing.revision.finetuned.training_record import Epoch


@click.group()
def train() -> None:
    """Train your own models; needs the extra `train`."""


@train.command("kiwi-judge")
@click.option(
    "--data",
    required=True,
    metavar="DATA",
    help="Rated sessions: mini, released, or a file or folder in KIWI's released format.",
)
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for the trained judge, used by `tamis run kiwi -T judge=DIR`.",
)
@click.option(
    "--base",
    default="t5-large",
    show_default=True,
    help="The T5 model to fine-tune: a name on the Hugging Face hub, or a folder.",
)
@click.option(
    "--by",
    type=click.Choice(["turn", "session", "question"]),
    default="turn",
    show_default=True,
    help="What the split into training, validation and test data keeps together, as in `tamis run "
    "kiwi`.",
)
@click.option("--split-seed", default=0, show_default=True, help="The seed of that split.")
@click.option(
    "--seed", default=0, show_default=True, help="The seed of the order of turns and of dropout."
)
@click.option(
    "--epochs",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    help="Passes over the training data.",
)
@click.option(
    "--batch", type=click.IntRange(min=1), default=16, show_default=True, help="Turns per step."
)
@click.option(
    "--lr",
    type=click.FloatRange(min=0, max=1, min_open=True, max_open=True),
    default=1e-4,
    show_default=True,
    help="The learning rate of the first step; it decreases to 0.",
)
@click.option(
    "--max-source-tokens",
    type=click.IntRange(min=64),
    default=2048,
    show_default=True,
    help="Most tokens of the input; longer turns lose the middle of their answers.",
)
@click.option(
    "--at-once",
    type=click.IntRange(min=1),
    default=4,
    show_default=True,
    help="Turns of a batch that are processed together; halved when a GPU runs out of memory.",
)
@click.option("--device", help="cpu, cuda:1, mps, …  [a CUDA GPU if there is one, else cpu].")
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
    """Fine-tune a model that judges whether a revision follows its instruction (KIWI, A.5.2).

    The judge has the weights of the epoch with the best accuracy on the validation turns; the
    test turns are not used. If it is stopped, the same command continues after the last finished
    epoch.
    """
    from tamis.benchmarks.kiwi.data import load, turns
    from tamis.writing.revision.finetuned.libraries import libraries
    from tamis.writing.revision.finetuned.training import train as fine_tune
    from tamis.writing.revision.finetuned.training_record import Settings

    with status_line() as say:
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
        click.echo(f"{out} is already trained; its epochs:")
        for epoch in trained.epochs:
            click.echo(_line(epoch))
    for which, counts in trained.record["turns"].items():
        click.echo(
            f"{which}: {counts['turns']} turns, {counts['good']} good; {counts['cut']} "
            f"shortened to {max_source_tokens} tokens"
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
