"""`tamis prompts`: write the prompts, to answer them with another system, or import a paper's."""

from __future__ import annotations

import json
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from tamis.cli._common import benchmark_argument, key_values, task_options
from tamis.cli._completing import benchmarks_complete

LONGEST_SHOWN = 10_000
"""Of a longer prompt, so many characters are shown."""

_AS_TEXT = "give a copy of the paper as text in UTF-8, such as pdftotext writes"


class _OfSamples(click.Group):
    """A group whose default command is `samples`: `tamis prompts BENCHMARK`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = ["samples", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        found = benchmarks_complete(ctx, click.Argument(["benchmark"]), incomplete)
        return [*found, *super().shell_complete(ctx, incomplete)]


@click.group(cls=_OfSamples, subcommand_metavar="[import] BENCHMARK …")
def prompts() -> None:
    """Write the prompts of a benchmark, or import those that its paper prints.

    `tamis prompts BENCHMARK` writes the prompt of each sample; it takes the options of `tamis
    prompts samples`.
    """


@prompts.command()
@benchmark_argument
@task_options
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N samples.")
def samples(
    benchmark: str,
    settings: tuple[str, ...],
    data: str | None,
    data_dir: str | None,
    limit: int | None,
) -> None:
    """Write the prompt of each sample as a line of JSON (id, prompt, max_tokens) to stdout.

    Answer them with any system, and score the answers with `tamis score`. For a method with
    several calls per sample, these are the prompts of the first call.
    """
    from tamis.benchmarks import load_benchmark
    from tamis.cli._job import Job, task_values

    job = Job(benchmark, "elsewhere", task_values(benchmark, settings, data, data_dir))
    job.check()
    chosen = load_benchmark(benchmark)
    for options in chosen.plan(job.values, job.model):
        requests = chosen.requests_of_first(options, limit)
        for request in (request for request in requests if not request.follow_up):
            record = {"id": request.id, "prompt": request.prompt, "max_tokens": request.max_tokens}
            click.echo(json.dumps(record, ensure_ascii=False))


@prompts.command("import")
@benchmark_argument
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--as", "name", metavar="NAME", help="The template that it is, such as judge.")
@click.option(
    "--from",
    "begins",
    multiple=True,
    metavar="LINE",
    help="The line after which the prompt begins, such as D.1: its beginning, a part of it, or its "
    "number; given twice, the second is looked for after the first.",
)
@click.option("--to", "end", metavar="LINE", help="The line before which it ends.")
@click.option(
    "--variable",
    "variables",
    multiple=True,
    metavar="PAPER=OURS",
    help="A placeholder of the paper, and the variable of ours that it is.",
)
@click.option(
    "--replace",
    "replaced",
    multiple=True,
    nargs=2,
    metavar="TEXT OURS",
    help="A text of the paper, and the piece of a template to put there, such as "
    "'{{ question }}'; a … at the end of TEXT is the rest of its line.",
)
@click.option(
    "--out",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder for the template; several imports may fill one.",
)
def import_(
    benchmark: str,
    file: Path,
    name: str | None,
    begins: tuple[str, ...],
    end: str | None,
    variables: tuple[str, ...],
    replaced: tuple[tuple[str, str], ...],
    folder: Path,
) -> None:
    """Cut a prompt out of FILE, a copy of the paper as text or Markdown, for -T prompts=DIR.

    Tamis's own prompts are in other words than the papers', whose sentences are not ours to ship.
    The cut is shown, and the prompt as it is filled for a sample of the mini data. Without --from
    and --to it is the whole file, for prompts that a paper has released as files.
    """
    from tamis.bad_input import unknown
    from tamis.benchmarks import load_benchmark
    from tamis.benchmarks import paper_prompts as paper
    from tamis.inputs.files import digest, read_text
    from tamis.types import InputError

    known = load_benchmark(benchmark).paper_prompts()
    if name is None and len(known) == 1:
        (name,) = known
    if name is None:
        raise InputError(f"{benchmark}: say which prompt it is, --as {' or '.join(known)}.")
    if name not in known:
        raise unknown("prompt of the paper", name, known, where=f"{benchmark}, --as")
    prompt = known[name]
    found = paper.cut(read_text(file, remedy=_AS_TEXT), begins, end, str(file))
    click.echo(f"cut out of {file}, lines {found.first} to {found.last}:\n\n{found.text}\n")
    given = dict(key_values(variables, "--variable"))
    made, left = paper.as_templates(found.text, name, prompt, given, replaced)
    filled = paper.shown(prompt, made)
    about = {
        "file": file.name,
        "sha256": digest(file),
        "from": list(begins),
        "to": end,
        "lines": [found.first, found.last],
        "variables": given,
        "replaced": [list(pair) for pair in replaced],
    }
    paper.write(folder, benchmark, made, about)
    click.echo(f"as the prompt of a sample of the mini data:\n\n{_shortened(filled)}\n")
    if left:
        click.echo(f"left as text: {', '.join(dict.fromkeys(left))}")
    for one in made:
        click.echo(f"written: {folder / f'{one}.j2'}")


def _shortened(prompt: str) -> str:
    """A prompt without the middle of its documents, where it is very long."""
    left = len(prompt) - LONGEST_SHOWN
    if left <= 0:
        return prompt
    half = LONGEST_SHOWN // 2
    return f"{prompt[:half]}\n[… {left:,} characters …]\n{prompt[-half:]}"
