"""`tamis retrieve`: how well a ranker finds what is relevant."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.cli._retrieval import Found, Judged
    from tamis.retrieve.queries import Query

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.option("--corpus", metavar="PATH", help="What to search in: a folder, a file or hub:NAME.")
@click.option("--queries", type=FILE, help="Of BEIR, LOFT or QUEST, or lines of id, tab, text.")
@click.option("--qrels", type=FILE, help="What is relevant, as TREC or BEIR write it.")
@click.option(
    "--ranker",
    type=click.Choice(["bm25", "dense", "hybrid", "naive", "whole", "lance"]),
    default="bm25",
    show_default=True,
)
@click.option("--variant", default="lucene", show_default=True, help="The variant of BM25.")
@click.option(
    "--embedder",
    metavar="NAME",
    help="For dense, hybrid and lance: hashing, openai:MODEL or st:NAME.",
)
@click.option(
    "--k",
    type=click.IntRange(min=1),
    help="How many documents to retrieve [40; of whole and of a run: all].",
)
@click.option(
    "--chunk",
    type=click.IntRange(min=1),
    metavar="N",
    help="Search chunks of N characters; a document ranks as its best chunk.",
)
@click.option("--run", type=FILE, help="Search nothing, and evaluate this TREC run.")
@click.option("--run-out", type=FILE, help="Write the rankings as a TREC run.")
@click.option("--qrels-out", type=FILE, help="Write what is relevant as TREC qrels.")
@click.option(
    "--index",
    metavar="PLACE",
    help="Where the index is saved, built there where there is none: a folder; for lance also an "
    "object store, such as s3://bucket/path.",
)
def retrieve(
    corpus: str | None,
    queries: Path | None,
    qrels: Path | None,
    ranker: str,
    variant: str,
    embedder: str | None,
    k: int | None,
    chunk: int | None,
    run: Path | None,
    run_out: Path | None,
    qrels_out: Path | None,
    index: str | None,
) -> None:
    """Search a corpus for each query, and say how much of what is relevant is found.

    What is relevant comes with the queries (LOFT, QUEST) or from --qrels. LOFT's passages are
    merged to pages. --run evaluates the rankings of any other system by the same measures.
    """
    from tamis.cli import _retrieval as work
    from tamis.report.render import terminal
    from tamis.retrieve import trec
    from tamis.retrieve.queries import in_corpus, read_queries

    if run and (extra := [o for o, v in (("--index", index), ("--chunk", chunk)) if v]):
        raise InputError(f"--run searches nothing, so {extra[0]} has no meaning beside it.")
    if not run and not (corpus and queries):
        raise InputError("give --corpus and --queries to search, or a TREC run with --run.")
    asked = read_queries(queries) if queries else []
    golds: Judged = {query.id: query.golds for query in asked if query.golds is not None}
    if qrels:
        golds = trec.read_qrels(qrels)
    if not golds and not run_out:
        raise InputError(
            f"there are no golds{f' in {queries}' if queries else ''}; give --qrels"
            f"{'' if run else ', or --run-out to keep the rankings'}."
        )
    searched = work.corpus(corpus) if corpus else work.Searchable("")
    unknown = 0
    if corpus:
        golds, unknown = in_corpus(golds, searched.documents, searched.pages)
    if run:
        rankings = work.paged(trec.read_run(run), searched.pages)
        found = work.Found(run.name, rankings, k or max(map(len, rankings.values())))
    else:
        wanted = asked if run_out or not golds else [query for query in asked if query.id in golds]
        depth = k or (len(searched.documents) if ranker == "whole" else 40)
        choice = work.Choice(ranker, variant, embedder, chunk, index)
        found = work.search(searched, wanted, depth, choice)
    notes = [*searched.notes, *_write(found, golds, run_out, qrels_out)]
    if not golds:
        click.echo("No golds were given, so there are no figures; --qrels gives some.")
        return
    judged, more = _judged(found, golds, asked, searching=not run)
    if not judged:
        raise InputError(
            f"{qrels} judges none of the queries in {queries or run}; their ids differ."
        )
    if unknown:
        notes.append(f"Golds that are not in the corpus: {unknown:,}; they count as not found.")
    identity = {
        "corpus": f"{corpus}, {len(searched.documents):,} documents" if corpus else "",
        "queries": str(queries or ""),
        "golds": str(qrels or queries),
        "run": str(run or ""),
        "retrieved": f"the first {found.depth:,} for each query",
    }
    terminal.print_report(work.evaluate(found, judged, identity, [*notes, *more]))


def _write(found: Found, golds: Judged, run_out: Path | None, qrels_out: Path | None) -> list[str]:
    """Write what was asked for; returns what a reader of the files must know."""
    from tamis.retrieve import trec

    notes = []
    if run_out:
        ties = trec.write_run(run_out, found.rankings, found.system)
        click.echo(f"written: {run_out}", err=True)
        if ties:
            notes.append(
                f"Documents in {run_out} with the score of the one before: {ties:,}; programs that "
                "order these in another way print other figures."
            )
    if qrels_out:
        trec.write_qrels(qrels_out, golds)
        click.echo(f"written: {qrels_out}", err=True)
        if lost := sum(not grades for grades in golds.values()):
            notes.append(f"Queries without any gold, which {qrels_out} cannot hold: {lost:,}.")
    return notes


def _judged(
    found: Found, golds: Judged, asked: list[Query], *, searching: bool
) -> tuple[Judged, list[str]]:
    """The judgements that count, and how many queries are left out for want of them."""
    notes = []
    if unjudged := len(({query.id for query in asked} | set(found.rankings)) - set(golds)):
        notes.append(f"Queries without judgements, left out: {unjudged:,}.")
    if not searching:
        return golds, notes
    judged = {id: grades for id, grades in golds.items() if id in found.rankings}
    if unasked := len(golds) - len(judged):
        notes.append(f"Judged queries that were not asked, left out: {unasked:,}.")
    return judged, notes
