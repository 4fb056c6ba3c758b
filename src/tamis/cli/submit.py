"""`tamis submit`: write the submission files of a benchmark's leaderboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tamis.cli._common import benchmark_argument


@click.command()
@benchmark_argument
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--name", help="The name of the system on the leaderboard.")
@click.option("--authors", help="The authors of the system.")
@click.option(
    "--type",
    metavar="KIND",
    help="The system: FOUNDATION (a model), FINETUNE, PROMPT (a prompting method) or OTHER.",
)
@click.option("--context", type=int, help="The length of the model's context in tokens.")
@click.option(
    "--function-calling/--no-function-calling",
    "is_trained_for_function_calling",
    default=None,
    help="Whether the model was trained to call functions.",
)
@click.option("--url", help="The address of a paper or of the system.")
@click.option("--citation", default="", help="A short citation, such as OpenAI, 2024.")
@click.option("--details", help="More on the system, such as the revision of the model.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("submission"),
    show_default=True,
    help="The folder to write to.",
)
def submit(benchmark: str, logs: tuple[Path, ...], out: Path, **fields: Any) -> None:
    """Write the leaderboard's files from LOGS, runs on the hidden test split (fanoutqa).

    Give one run per setting. If something is missing, the error names it and nothing is written.
    """
    from tamis.benchmarks import load_benchmark
    from tamis.report.logs import read_runs

    done = load_benchmark(benchmark).submit(read_runs(logs), fields, out)
    for path in done.files:
        click.echo(f"written: {path}")
    for note in done.notes:
        click.echo(note, err=True)
