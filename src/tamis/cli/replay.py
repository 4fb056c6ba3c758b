"""`tamis replay`: repeat recorded writing sessions with another model."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli._common import (
    cost_limit_option,
    generation_options,
    max_connections_option,
    max_tokens_option,
    model_args_option,
    prices_option,
    retry_options,
    spending_limits,
    token_limit_option,
    told_cost,
    typed_values,
)
from tamis.cli._progress import Failures, Progress
from tamis.inputs.json_records import write_json_lines
from tamis.types import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tamis.retrieve.papers import Paper
    from tamis.writing.author import Author
    from tamis.writing.replay import Mode, Replayed
    from tamis.writing.session_steps import Searcher
    from tamis.writing.sessions import Session

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("data", default="mini")
@click.option(
    "--model", help="The model, by its Inspect name; without one a simple program answers."
)
@click.option("--out", type=_FILE, required=True, help="The JSONL file of sessions to write.")
@click.option(
    "--previous",
    type=click.Choice(["recorded", "own"]),
    default="recorded",
    show_default=True,
    help="Which answer an instruction revises: the recorded one, or the model's own last one.",
)
@click.option(
    "--papers",
    type=click.Path(exists=True, path_type=Path),
    help="The papers to search: a folder or file in which papers are found by title, or JSON Lines "
    "of questions with their papers (longform_sciqa)  [the recorded passages].",
)
@click.option(
    "--labels",
    type=_FILE,
    help="Kinds of instructions that DATA does not record, from `tamis kiwi label`  [the "
    "labels.jsonl next to DATA].",
)
@click.option(
    "--retriever",
    default="auto",
    show_default=True,
    help="How --papers is searched: bm25, dense:MODEL, …",
)
@click.option(
    "--temperature",
    type=click.FloatRange(0, 2),
    default=0.7,
    show_default=True,
    help="The temperature of the model.",
)
@max_tokens_option(2048)
@max_connections_option("Sessions")
@retry_options()
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N sessions.")
@token_limit_option
@cost_limit_option
@prices_option(", for --cost-limit.")
@model_args_option
@click.option(
    "--prompts", help="A folder with templates used instead of Tamis's own: draft.j2, revise.j2, …"
)
@generation_options(but=("temperature", "max_tokens"))
def replay(
    data: str,
    model: str | None,
    out: Path,
    previous: Mode,
    papers: Path | None,
    labels: Path | None,
    retriever: str,
    temperature: float,
    max_tokens: int,
    max_connections: int,
    max_retries: int,
    attempt_timeout: int,
    limit: int | None,
    token_limit: int | None,
    cost_limit: float | None,
    prices: Path | None,
    model_args: tuple[str, ...],
    prompts: str | None,
    generation: Mapping[str, Any],
) -> None:
    """Give the recorded instructions of DATA to another model, and measure what it changes.

    DATA is mini, released, or a folder or a file in the released format. The new sessions are
    written in that format, without ratings: a model judges them (`tamis run kiwi --data OUT
    --model MODEL`), or people rate them in the studio. Replies are saved next to OUT as they
    arrive, so the same command continues after a stop. Exit code 1: turns failed, or a limit of
    spending was reached.
    """
    import asyncio

    from tamis.benchmarks.kiwi.analysis.analysed_turns import read_labels, with_kinds
    from tamis.benchmarks.kiwi.data import load
    from tamis.benchmarks.kiwi.replay_report import report
    from tamis.models import open_author
    from tamis.reading.kept_replies import Replies
    from tamis.report.render import terminal
    from tamis.spending import Spending
    from tamis.writing.author import ModelAuthor, Respondent
    from tamis.writing.prompts import WRITING
    from tamis.writing.sessions import as_row

    arguments = typed_values(model_args, "-M")
    limits = spending_limits(token_limit, cost_limit, prices, model)
    spending = Spending(limits, max_tokens)
    dataset = load(data)
    given = read_labels(dataset, labels)
    sessions = with_kinds(dataset, given)[:limit]
    if papers is not None and not given.kinds:
        _check_kinds(sessions, dataset.given)
    author: Author = Respondent()
    asked = {}
    if model is not None:
        settings = {
            "temperature": f"{temperature:g}",
            "max_tokens": str(max_tokens),
            **{name: str(value) for name, value in generation.items()},
        }
        speaker = open_author(
            model,
            max_tokens,
            temperature,
            arguments,
            max_retries,
            attempt_timeout,
            max_connections,
            generation,
            on_failure=Failures(),
            streams=False,
        )
        # One that is stored costs nothing.
        kept = Replies.next_to(out).keep_speaker(
            spending.limit_speaker(speaker), f"{model}, {json.dumps({**settings, **arguments})}"
        )
        author = ModelAuthor(model, kept, prompts)
        asked = {**settings, "prompts": WRITING.fingerprint(prompts)}
    elif prompts is not None:
        raise InputError("--prompts has no effect without --model.")
    searchers = _searchers(sessions, papers, retriever)
    with Progress(len(sessions)) as progress:
        work = _replay(sessions, author, searchers, previous, max_connections, progress.advance)
        replayed = asyncio.run(work)
    if any(turn.kind is None for one in dataset.sessions for turn in one.session.turns):
        asked["kinds"] = given.origin("instruction_kind") if given.kinds else "not known"
    rows = (
        as_row(one.session, unrated=True) | {"settings": {"replay": previous, **asked}}
        for one in replayed
        if one.session.draft is not None
    )
    write_json_lines(out, rows)
    terminal.print_report(report(dataset, replayed, previous, asked))
    click.echo(f"written: {out}")
    if spending.tokens_in or spending.tokens_out:
        used = f"tokens: {spending.tokens_in:,} in, {spending.tokens_out:,} out"
        click.echo(used + told_cost(spending.cost, limits), err=True)
    if spending.limited:
        again = "Run the same command again with a higher limit to go on; replies are kept"
        click.echo(f"STOPPED: {spending.limited}. {again}.", err=True)
    click.echo(f"to have it judged: tamis run kiwi --data {shlex.quote(str(out))} --model MODEL")
    if any(one.failed for one in replayed):
        raise SystemExit(1)


def _check_kinds(sessions: list[Session], data: str) -> None:
    """Refuse a search of papers where it is not known which instructions need one."""
    asked = [turn for one in sessions for turn in one.turns if turn.instruction.strip()]
    if unknown := sum(turn.kind is None and not turn.sought for turn in asked):
        raise InputError(
            f"the kind of {unknown} of {len(asked)} instructions is not recorded, and the papers "
            "are searched for an information-seeking one alone: have a model label them (tamis "
            f"kiwi label {data} --model MODEL --out labels.jsonl) and give --labels labels.jsonl, "
            "or leave out --papers."
        )


async def _replay(
    sessions: list[Session],
    author: Author,
    searchers: list[Searcher | None],
    mode: Mode,
    at_once: int,
    advance: Callable[[int], None],
) -> list[Replayed]:
    import asyncio

    from tamis.writing.replay import replay as put_again

    room = asyncio.Semaphore(at_once)

    async def one(session: Session, searcher: Searcher | None) -> Replayed:
        async with room:
            made = await put_again(session, author, searcher, mode)
        advance(1)
        return made

    return await asyncio.gather(*map(one, sessions, searchers))


def _searchers(
    sessions: list[Session], papers: Path | None, retriever: str
) -> list[Searcher | None]:
    """A searcher over each session's papers; InputError if a paper is missing."""
    if papers is None:
        return [None] * len(sessions)
    from tamis.retrieve.papers import open_searcher, passages

    shelf = _shelf(papers)
    return [open_searcher(passages(shelf(session)), retriever) for session in sessions]


def _shelf(place: Path) -> Callable[[Session], list[Paper]]:
    """A function from a session to its papers: by its question if the file has questions, else by
    the titles of the papers."""
    from tamis.retrieve.papers import read_papers
    from tamis.retrieve.papers.sciqa import read_sciqa

    by_question: dict[str, list[Paper]] = {}
    if place.is_file():
        for one in read_sciqa(place, bad=[]):
            by_question[" ".join(one.question.casefold().split())] = list(one.papers)
    library = None if by_question else read_papers(place)
    by_title = {paper.title.casefold(): paper for paper in library.papers} if library else {}
    for skipped in library.skipped if library else ():
        click.echo(f"left out: {skipped.named}: {skipped.reason}", err=True)

    def found(session: Session) -> list[Paper]:
        question, titles = session.opened.question, session.opened.papers
        if by_question:
            if (there := by_question.get(" ".join(question.casefold().split()))) is None:
                raise InputError(f"{place} has no papers for the question {question!r:.100}.")
            return there
        if not titles:
            raise InputError(
                "the sessions do not name their papers: give --papers as JSON Lines of questions "
                "with their papers (longform_sciqa), or leave it out."
            )
        if missing := [title for title in titles if title.casefold() not in by_title]:
            raise InputError(f"{place} does not have the paper {missing[0]!r} of a session.")
        return [by_title[title.casefold()] for title in titles]

    return found
