"""`tamis ask`: answer a question from a folder of documents."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import click

from tamis.cli._answer_table import TableOptions, scores_as_json, scores_in_words, table_options
from tamis.cli._common import (
    cost_limit_option,
    generation_options,
    max_connections_option,
    model_args_option,
    prices_option,
    retry_options,
    spending_limits,
    token_limit_option,
    told_cost,
    typed_values,
)
from tamis.cli._everything import Everything, everything_options
from tamis.cli._progress import Failures, status_line
from tamis.inputs.files import write_text
from tamis.types import InputError


@click.command()
@click.argument("question")
@click.option(
    "--corpus",
    required=True,
    metavar="PATH",
    help="A folder of documents (text, Markdown, HTML, PDF, office files, tables, e-mail); or a "
    ".jsonl, .csv or .parquet file, of which each row is a document.",
)
@click.option(
    "--model",
    metavar="MODEL",
    help="The model, by its Inspect name (openai/gpt-4o); without one, only the best passages are "
    "shown.",
)
@click.option(
    "--verifier",
    metavar="MODEL",
    help="Another model that verifies the answers  [that of --model].",
)
@click.option(
    "--method",
    default="RAG Justified QA + Verification",
    show_default=True,
    help="How to retrieve, answer and verify: a method of `tamis run quest -T method=…`.",
)
@click.option("--no-verify", is_flag=True, help="Do not verify the answers.")
@click.option(
    "--k",
    type=click.IntRange(min=1),
    default=40,
    show_default=True,
    help="How many passages to read.",
)
@click.option(
    "--chunk",
    type=click.IntRange(min=200),
    default=2000,
    show_default=True,
    help="Length of a passage in characters.",
)
@click.option(
    "--ranker",
    type=click.Choice(["bm25", "dense", "hybrid"]),
    default="bm25",
    show_default=True,
    help="How passages are found: bm25 by words, dense by embeddings, hybrid by both.",
)
@click.option(
    "--embedder",
    metavar="NAME",
    help="The embedding model of dense and hybrid: lsa, st:NAME or openai:MODEL.",
)
@click.option(
    "--index",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the index  [in Tamis's cache].",
)
@click.option(
    "--follow-links", is_flag=True, help="Also read what links lead to outside of the folder."
)
@click.option(
    "--context-tokens", type=click.IntRange(min=1), help="Most tokens of passages in one prompt."
)
@everything_options
@table_options
@token_limit_option
@cost_limit_option
@prices_option()
@max_connections_option()
@retry_options(3)
@model_args_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), help="Also write an HTML page."
)
@generation_options()
def ask(
    question: str,
    corpus: str,
    model: str | None,
    verifier: str | None,
    method: str,
    no_verify: bool,
    k: int,
    chunk: int,
    ranker: str,
    embedder: str | None,
    index: Path | None,
    follow_links: bool,
    context_tokens: int | None,
    everything: Everything,
    tabular: TableOptions,
    token_limit: int | None,
    cost_limit: float | None,
    prices: Path | None,
    max_connections: int,
    max_retries: int,
    attempt_timeout: int,
    model_args: tuple[str, ...],
    generation: Mapping[str, Any],
    as_json: bool,
    html: Path | None,
) -> None:
    """Answer QUESTION from your own documents; each answer comes with its evidence.

    The documents are indexed on first use; later only new and changed files are read and indexed.

    Exit code 0: it was answered, with --recall as certainly as was asked for. 1: there is no
    answer, or the model fails. 2: the input cannot be used. 3: less is certified than was asked
    for.
    """
    from tamis.answering import asking
    from tamis.cli import _findings, _unread_files
    from tamis.results import as_json as to_json

    if verifier is not None and model is None:
        raise InputError("--verifier verifies the answers of a model, so it needs --model.")
    limits = spending_limits(token_limit, cost_limit, prices, model, verifier)
    arguments = typed_values(model_args, "-M")
    everything.check(model, verify=not no_verify)
    tabular.check(model)
    if tabular.columns is not None:
        everything.besides = "The table takes one further call for each answer."
    told = Failures()
    with status_line() as say:
        found = everything.run(
            partial(
                asking.ask,
                question,
                corpus,
                model=model,
                verifier=verifier,
                method=method,
                verify=not no_verify,
                k=k,
                chunk=chunk,
                ranker=ranker,
                embedder=embedder,
                index=index,
                follow_links=follow_links,
                context_tokens=context_tokens,
                limits=limits,
                model_args=arguments,
                generation=generation,
                max_connections=max_connections,
                max_retries=max_retries,
                attempt_timeout=attempt_timeout,
                columns=tabular.columns,
                on_failure=told,
                on_wait=told.waits,
            ),
            say,
            as_json=as_json,
        )
    if found is None:
        return
    cost = told_cost(found.cost, limits)
    _unread_files.tell(found)
    scores = None if found.table is None else tabular.scores(found.table)
    if as_json:
        scored = {} if scores is None else {"scores": scores_as_json(scores)}
        click.echo(to_json({**found.to_dict(), **scored}))
    else:
        _findings.show(found, cost)
        if scores is not None:
            click.echo(scores_in_words(scores, tabular.gold))
    if html is not None:
        write_text(html, _findings.as_html(found, cost))
        click.echo(f"written: {html}", err=True)
    if found.table is not None:
        tabular.write(found.table)
    code = 0 if found.coverage is None else everything.exit_code(found.coverage)
    rows = () if found.table is None else found.table.rows
    nothing = bool(rows) and all(row.outcome != "ok" for row in rows)
    if code in (0, 3) and (nothing or found.none_found or found.outcome in _NO_ANSWER):
        code = 1
    if code:
        raise SystemExit(code)


_NO_ANSWER = ("failed", "unparsed", "missing", "refused")
