"""`tamis fanout`: validate, convert and filter fan-out questions, count topics, grade answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli._common import (
    max_connections_option,
    max_tokens_option,
    model_args_option,
    typed_values,
)
from tamis.cli._progress import status_line
from tamis.inputs.files import read_text
from tamis.types import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.collect.fanout.flags import FilterRun, Flag
    from tamis.collect.fanout.question_files import QuestionFile
    from tamis.collect.fanout.validation import Authored

_FILE = click.Path(dir_okay=False, path_type=Path)
_min_pages = click.option(
    "--min-pages",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    help="How many different pages a question must need.",
)


@click.group()
def fanout() -> None:
    """Validate, convert and filter questions whose answer needs many pages (FanOutQA)."""


@fanout.command()
@click.argument("file", type=_FILE)
@_min_pages
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def validate(file: Path, min_pages: int, strict: bool, as_json: bool) -> None:
    """Check the questions that an author has written, and list every problem.

    FILE has one question or several, as JSON or as Python dictionaries: question, answer, and
    either evidence (the link of one page) or a strategy: a list of sub-questions in the same
    form. Exit code 1: a question is not valid; 2: the file cannot be read.
    """
    from tamis.collect.fanout.question_files import validate as check

    authored = check(file, min_pages)
    wrong = _wrong(authored, strict)
    if as_json:
        click.echo(json.dumps(_validated(file, authored), ensure_ascii=False, indent=1))
    else:
        _show_problems(authored)
        valid = len(authored) - len(wrong)
        click.echo(f"{valid} of {len(authored)} questions are valid.")
    if wrong:
        raise SystemExit(1)


@fanout.command()
@click.argument("file", type=_FILE)
@click.option("--out", type=_FILE, required=True, help="The JSON file to write.")
@_min_pages
def convert(file: Path, out: Path, min_pages: int) -> None:
    """Convert an author's questions to FanOutQA's released format.

    Ids are computed from the content. A page's title is taken from its link; its id and revision
    are unknown and stay null. Exit code 1: a question is not valid, and nothing was written.
    """
    from tamis.collect.fanout.question_files import convert as released
    from tamis.collect.fanout.question_files import validate as check
    from tamis.collect.fanout.question_files import write_questions

    authored = check(file, min_pages)
    _show_problems(authored)
    if wrong := _wrong(authored, strict=False):
        click.echo(f"Nothing was written: {len(wrong)} of {len(authored)} questions are not valid.")
        raise SystemExit(1)
    if out.exists() and out.samefile(file):
        raise InputError(f"--out {out} is FILE itself; give another name.")
    write_questions(out, released(authored))
    click.echo(f"{out}: {len(authored)} questions.")


@fanout.command("filter")
@click.argument("file", type=_FILE)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="The folder for flags.csv, flags.json and the result of your decisions.",
)
@click.option(
    "--steps",
    metavar="STEPS",
    help="Step numbers or names, separated by commas  [all whose --wiki or --model is given].",
)
@click.option(
    "--wiki",
    metavar="WIKI",
    help="Where pages are read: mini, a folder or parquet file of pages, a .zim file, or live.",
)
@click.option("--date", metavar="DATE", help="Read pages as they were on this date: 2023-11-20.")
@click.option(
    "--embedder",
    metavar="NAME",
    help="The embedding model of steps 4 and 5: st:NAME, openai:MODEL or hashing.",
)
@click.option(
    "--model",
    metavar="MODEL",
    help="The model of steps 6 and 7, by its Inspect name: openai/gpt-4o.",
)
@click.option("--nearest", type=click.IntRange(min=1), default=30, show_default=True)
@click.option("--cosine", type=click.FloatRange(0, 1), default=0.9, show_default=True)
@click.option(
    "--prompts",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder with templates used instead of Tamis's own: objective.j2, wording.j2.",
)
@max_tokens_option()
@max_connections_option()
@model_args_option
@click.option(
    "--decisions",
    type=_FILE,
    help="flags.csv or flags.json with your decisions, which are then applied.",
)
@click.option(
    "--undecided",
    type=click.Choice(["ask", "keep"]),
    default="ask",
    show_default=True,
    help="What happens with flagged questions that have no decision: ask stops with an error.",
)
@_min_pages
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def filter_(
    file: Path,
    out: Path,
    decisions: Path | None,
    undecided: str,
    min_pages: int,
    as_json: bool,
    **options: Any,
) -> None:
    """Flag questions that may be unsuitable, each with a reason; you decide.

    FILE has questions in an author's form or in the released format. The steps (FanOutQA,
    Appendix C): 1 composed: is the answer made of the sub-answers? 2 articles: is one article
    used twice? 3 on-page: is each answer on its page? 4 one-page: does a single page answer
    everything? 5 duplicates; 6 objective and 7 wording, which a model judges.

    Write keep, remove, remove other (for duplicates: the question in the column other) or
    rewrite into the column decision of flags.csv; then run again with --decisions. Exit code 1:
    calls to the model failed.
    """
    from tamis.collect.fanout.question_files import read_questions

    questions = read_questions(file, min_pages)
    if decisions is not None:
        _carry_out(questions, decisions, out, undecided == "keep", as_json)
        return
    ran, flags = _run(questions, out, **options)
    if as_json:
        click.echo(read_text(out / "flags.json"), nl=False)
    else:
        _show_steps(questions, ran, flags, out)
    if any(one.outcomes["failed"] for one in ran):
        raise SystemExit(1)


@fanout.command()
@click.argument("file", type=_FILE)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for questions.json with the topics, and for merge.csv, where you merge them.",
)
@click.option("--model", metavar="MODEL", help="Who suggests topics, by its Inspect name.")
@click.option("--top", type=click.IntRange(min=1), default=25, show_default=True)
@click.option("--csv", type=_FILE, help="Write the table as CSV too.")
@click.option("--prompts", type=click.Path(exists=True, file_okay=False, path_type=Path))
@max_tokens_option()
@max_connections_option()
@model_args_option
def topics(
    file: Path,
    out: Path | None,
    model: str | None,
    top: int,
    csv: Path | None,
    prompts: Path | None,
    max_tokens: int,
    max_connections: int,
    model_args: tuple[str, ...],
) -> None:
    """Count the topics of the questions in FILE (FanOutQA, Table 1); with --model, suggest them.

    Edit the column merged_into of OUT/merge.csv and run the same command again: "Film Studies"
    into "Film", or nothing to leave a topic out. Replies are kept, so nothing is asked twice.
    """
    from tamis.collect.fanout.question_files import read_questions, write_questions
    from tamis.collect.fanout.released_format import released
    from tamis.collect.fanout.topics import merged, read_merges, suggest, table_1
    from tamis.inputs.files import write_text
    from tamis.report.render import delimited, terminal

    if (model is None) != (out is None):
        raise InputError("--model and --out go together: suggested topics are written to --out.")
    questions = read_questions(file)
    if model is None or out is None:
        of_each = [tuple(raw.get("categories") or ()) for raw in questions.raws]
    else:
        import asyncio

        from tamis.models import open_chat
        from tamis.reading.kept_replies import Replies

        chat = open_chat(model, max_tokens, max_connections, typed_values(model_args, "-M"))
        own = None if prompts is None else str(prompts)
        with status_line() as say:
            found = asyncio.run(
                suggest(
                    questions.questions,
                    chat,
                    model,
                    replies=Replies(out / "replies.jsonl"),
                    folder=own,
                    say=say,
                )
            )
        given = [found.topics[question.id] for question in questions.questions]
        merges = read_merges(out / "merge.csv", [name for names in given for name in names])
        of_each = [merged(names, merges) for names in given]
        records = [
            {**(raw if questions.is_released else released(question)), "categories": list(names)}
            for raw, question, names in zip(
                questions.raws, questions.questions, of_each, strict=True
            )
        ]
        write_questions(out / "questions.json", records)
        counts = ", ".join(f"{n} {outcome}" for outcome, n in found.outcomes.items())
        click.echo(f"{out / 'questions.json'}: {counts}; merge topics in {out / 'merge.csv'}")
    made = table_1(of_each, file.name, top)
    terminal.print_report(made)
    if csv is not None:
        write_text(csv, delimited.to_csv(made.tables[0]))


@fanout.command("sheet")
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", type=_FILE, required=True, help="The CSV file to write.")
def grading_sheet(logs: tuple[Path, ...], out: Path) -> None:
    """Write the answers of LOGS with their reference strings, for a person to grade (§4.5).

    People's answers become a log by `tamis score fanoutqa`. In the column `right` write yes where
    the answer gives the reference, however it is put, else no; then `tamis fanout graded FILE`.
    The column `key` says which reference it is where one stands twice: 1 and 2 are the first two,
    and "2 (Brannoc)" is the value of the second row of a table, Brannoc's.
    """
    from tamis.benchmarks.fanoutqa import grading
    from tamis.inputs.answer_sheets import write_sheet
    from tamis.report.logs import read_runs

    runs = [run for run in read_runs(logs) if run.task.rpartition("/")[2] == "fanoutqa"]
    if not runs:
        raise InputError("the logs have no run of fanoutqa.")
    lines = grading.to_grade(runs)
    write_sheet(out, lines)
    asked = len({(line.run, line.condition, line.id) for line in lines})
    click.echo(f"written: {out}, {len(lines)} references of {asked} answers to grade")


@fanout.command()
@click.argument("sheets", nargs=-1, required=True, type=_FILE)
def graded(sheets: tuple[Path, ...]) -> None:
    """Show the accuracy by a person's grades, from SHEETS that were filled in."""
    from tamis.benchmarks.fanoutqa.grading import Line, report
    from tamis.inputs.answer_sheets import read_sheets
    from tamis.report.render import terminal

    lines = read_sheets(sheets, Line, "right", "tamis fanout sheet", optional=("note", "key"))
    terminal.print_report(report(lines))


def _run(
    file: QuestionFile,
    out: Path,
    steps: str | None,
    wiki: str | None,
    date: str | None,
    embedder: str | None,
    model: str | None,
    nearest: int,
    cosine: float,
    prompts: Path | None,
    max_tokens: int,
    max_connections: int,
    model_args: tuple[str, ...],
) -> tuple[list[FilterRun], list[Flag]]:
    import asyncio

    from tamis.collect.fanout.filtering import (
        NEEDS_MODEL,
        NEEDS_WIKI,
        Tools,
        choose_steps,
        run_steps,
    )
    from tamis.collect.fanout.sheets import write_flags

    chosen = choose_steps(steps, wiki=wiki is not None, model=model is not None)
    arguments = typed_values(model_args, "-M")
    tools: dict[str, Any] = {"nearest": nearest, "cosine": cosine, "replies": out / "replies.jsonl"}
    if prompts is not None:
        tools["prompts"] = str(prompts)
    if date is not None:
        tools["date"] = date
    if wiki is not None and set(chosen) & set(NEEDS_WIKI):
        from tamis.retrieve.wiki import open_wiki

        tools["wiki"] = open_wiki(wiki, date)
    if embedder is not None and set(chosen) & {"one-page", "duplicates"}:
        from tamis.downloads import cache_home
        from tamis.retrieve.rankers import cached_embedder

        # An encyclopaedia has millions of titles: none is embedded twice.
        tools["embedder"] = cached_embedder(embedder, cache_home() / "embeddings")
    if model is not None and set(chosen) & set(NEEDS_MODEL):
        from tamis.models import open_chat

        tools["chat"] = open_chat(model, max_tokens, max_connections, arguments)
        tools["model"] = model
    with status_line() as say:
        ran = asyncio.run(run_steps(file.questions, chosen, Tools(**tools), say))
    return ran, write_flags(out, file, ran)


def _carry_out(file: QuestionFile, decisions: Path, out: Path, keep: bool, as_json: bool) -> None:
    from tamis.collect.fanout.decisions import DECIDED, KEPT, REMOVED, apply_decisions

    decided = apply_decisions(file, decisions, out, undecided_keep=keep)
    if as_json:
        click.echo(read_text(out / DECIDED), nl=False)
        return
    click.echo(f"{out / KEPT}: {len(decided.kept)} of {len(file.questions)} questions.")
    click.echo(f"{out / REMOVED}: {len(decided.removed)} removed, with the reasons.")
    if decided.reworded:
        click.echo(f"{out / DECIDED}: {len(decided.reworded)} reworded, before and after.")


def _show_steps(
    file: QuestionFile, ran: Sequence[FilterRun], flags: Sequence[Flag], out: Path
) -> None:
    from tamis.text.shown import clean

    for one in ran:
        outcomes = ", ".join(f"{count} {outcome}" for outcome, count in one.outcomes.items())
        click.echo(f"{one.step}: {outcomes or 'nothing to check'}  [{clean(one.method)}]")
        for reason, count in one.reasons.most_common():
            click.echo(f"  {count}  {clean(reason)}")
    flagged = len({flag.id for flag in flags})
    click.echo(f"{out / 'flags.csv'}: {flagged} of {len(file.questions)} questions flagged.")
    if flags:
        click.echo(
            f"Write a decision for each, then run again with --decisions {out / 'flags.csv'}."
        )


def _wrong(authored: Sequence[Authored], strict: bool) -> list[Authored]:
    return [one for one in authored if not one.valid or (strict and one.problems)]


def _show_problems(authored: Sequence[Authored]) -> None:
    from tamis.collect.fanout.validation import line_of
    from tamis.text.shown import clean

    for one in authored:
        for problem in one.problems:
            click.echo(clean(line_of(problem)))


def _validated(file: Path, authored: Sequence[Authored]) -> dict[str, Any]:
    return {
        "file": str(file),
        "questions": [
            {
                "question": one.number,
                "text": "" if one.tree is None else one.tree.question,
                "id": one.tree.id if one.tree is not None and one.valid else None,
                "valid": one.valid,
                "problems": [
                    {"path": p.path, "severity": p.severity, "message": p.message}
                    for p in one.problems
                ],
            }
            for one in authored
        ],
    }
