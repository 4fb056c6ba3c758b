"""`tamis retrieve`: measure how well a ranker finds relevant documents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.cli._common import give_records, records_options
from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.cli._retrieval import Found, Judged
    from tamis.retrieve.queries import Query

FILE = click.Path(dir_okay=False, path_type=Path)
PLACE = click.Path(path_type=Path)
QUERIES = ("queries.jsonl", "queries.jsonl.gz")
QRELS = ("qrels/test.tsv", "qrels/test.jsonl", "test.tsv", "test.jsonl", "qrels.jsonl")
"""Where a folder in BEIR's layout has its files."""


@click.command()
@click.option(
    "--corpus", metavar="PATH", help="The documents to search: a folder, a file or hub:NAME."
)
@click.option(
    "--follow-links", is_flag=True, help="Also read what links lead to outside of the folder."
)
@click.option(
    "--queries",
    type=PLACE,
    help="Queries in the format of BEIR (a file or the folder), LOFT or QUEST, or lines of id, "
    "tab, text.",
)
@click.option(
    "--qrels",
    type=PLACE,
    help="The relevant documents, in the format of TREC or BEIR, the latter also as JSON lines; or "
    "BEIR's folder, of which qrels/test is read.",
)
@click.option(
    "--ranker",
    type=click.Choice(["bm25", "dense", "hybrid", "naive", "whole", "lance"]),
    default="bm25",
    show_default=True,
    help="bm25 ranks by words, dense by embeddings, hybrid by both; naive returns the first "
    "documents; whole returns all; lance is a LanceDB table.",
)
@click.option("--variant", default="lucene", show_default=True, help="The variant of BM25.")
@click.option(
    "--embedder",
    metavar="NAME",
    help="The embedding model of dense, hybrid and lance: lsa, st:NAME, openai:MODEL or hashing; "
    "lsa is fitted on the corpus, and not for lance.",
)
@click.option(
    "--k",
    type=click.IntRange(min=1),
    help="How many documents to retrieve  [40, or the highest of --cutoffs; all for whole and for "
    "--run].",
)
@click.option(
    "--chunk",
    type=click.IntRange(min=1),
    metavar="N",
    help="Search chunks of N characters; a document ranks by its best chunk.",
)
@click.option(
    "--cutoffs",
    metavar="K,K",
    help="The ranks at which Recall and nDCG are measured  [Recall at 20, 40, 100; nDCG at k].",
)
@click.option("--run", type=FILE, help="Evaluate this TREC run instead of searching.")
@click.option("--run-out", type=FILE, help="Write the rankings as a TREC run.")
@click.option("--qrels-out", type=FILE, help="Write the relevant documents as TREC qrels.")
@click.option(
    "--by-query",
    type=FILE,
    help="Write the figures of each query too, as .csv, .json or .jsonl.",
)
@click.option(
    "--index",
    metavar="PLACE",
    help="Where the index is saved; it is built if there is none: a folder, for lance also an "
    "object store, such as s3://bucket/path.",
)
@records_options
def retrieve(
    corpus: str | None,
    follow_links: bool,
    queries: Path | None,
    qrels: Path | None,
    ranker: str,
    variant: str,
    embedder: str | None,
    k: int | None,
    chunk: int | None,
    cutoffs: str | None,
    run: Path | None,
    run_out: Path | None,
    qrels_out: Path | None,
    by_query: Path | None,
    index: str | None,
    as_json: bool,
    csv_file: Path | None,
) -> None:
    """Search a corpus for each query, and measure how many relevant documents are found.

    The relevant documents come with the queries (LOFT, QUEST) or from --qrels. LOFT's passages
    are merged into pages. --run evaluates the rankings of another system with the same measures.
    """
    from tamis.cli import _retrieval as work
    from tamis.report.render import terminal
    from tamis.retrieve import trec
    from tamis.retrieve.queries import Catalogue, in_corpus, read_queries

    if run and (extra := [o for o, v in (("--index", index), ("--chunk", chunk)) if v]):
        raise InputError(f"--run searches nothing, so it cannot be used with {extra[0]}.")
    if not run and not (corpus and queries):
        raise InputError("give --corpus and --queries to search, or a TREC run with --run.")
    if embedder and ranker not in ("dense", "hybrid", "lance"):
        click.echo(f"--embedder {embedder} has no effect on the ranker {ranker}.", err=True)
    queries, qrels = _in_folder(queries, "--queries", QUERIES), _in_folder(qrels, "--qrels", QRELS)
    cuts = _cuts(cutoffs)
    asked = read_queries(queries) if queries else []
    golds: Judged = {query.id: query.golds for query in asked if query.golds is not None}
    if qrels:
        golds = trec.read_qrels(qrels)
    if not golds and not run_out:
        raise InputError(
            f"there are no relevant documents{f' in {queries}' if queries else ''}; give --qrels"
            f"{'' if run else ', or --run-out to keep the rankings'}."
        )
    searched = (
        work.corpus(corpus, follow_links=follow_links) if corpus else work.Searchable(Catalogue())
    )
    if run:
        for _ in searched.documents:
            pass
        rankings = work.paged(trec.read_run(run), searched.pages)
        # What a run does not rank its system has not found, as in trec_eval.
        deepest = max(map(len, rankings.values()))
        found = work.Found(run.name, rankings, k or deepest, whole=k is None)
    else:
        wanted = asked if run_out or not golds else [query for query in asked if query.id in golds]
        depth = k or (None if ranker == "whole" else max(cuts or (40,)))
        choice = work.Choice(ranker, variant, embedder, chunk, index)
        found = work.search(searched, wanted, depth, choice)
    unknown = 0
    if corpus:
        golds, unknown = in_corpus(golds, searched.catalogue, searched.pages)
    notes = [*searched.notes, *_write(found, golds, run_out, qrels_out)]
    if not golds:
        click.echo("Without relevant documents there are no figures; give them with --qrels.")
        return
    judged, more = _judged(found, golds, asked, searching=not run)
    if not judged:
        raise InputError(
            f"{qrels} judges none of the queries in {queries or run}; their ids differ."
        )
    if unknown:
        notes.append(f"Golds that are not in the corpus: {unknown:,}; they count as not found.")
    identity = {
        "corpus": f"{corpus}, {len(searched):,} documents" if corpus else "",
        "queries": str(queries or ""),
        "golds": str(qrels or queries),
        "run": str(run or ""),
        "retrieved": f"the first {found.depth:,} for each query",
    }
    measures = work.measured(found, judged, cuts)
    if by_query:
        work.write_by_query(by_query, measures)
        click.echo(f"written: {by_query}", err=True)
    report = work.evaluate(found, judged, measures, identity, [*notes, *more])
    give_records(work.records(report), as_json, csv_file, lambda: terminal.print_report(report))


def _in_folder(path: Path | None, option: str, names: tuple[str, ...]) -> Path | None:
    """The file itself, or that of a folder in BEIR's layout; InputError where it has none."""
    if path is None or not path.is_dir():
        return path
    for name in names:
        if (path / name).is_file():
            return path / name
    raise InputError(f"{option} {path}: the folder has none of {', '.join(names)}; give the file.")


def _cuts(given: str | None) -> list[int] | None:
    """The ranks of --cutoffs, rising; None where it is not given."""
    if given is None:
        return None
    if not all(part.strip().isdecimal() and int(part) for part in given.split(",")):
        raise InputError(f"--cutoffs {given}: give whole numbers from 1, such as 5,10,100.")
    return sorted({int(part) for part in given.split(",")})


def _write(found: Found, golds: Judged, run_out: Path | None, qrels_out: Path | None) -> list[str]:
    """Write the files asked for; returns notes on them."""
    from tamis.retrieve import trec

    notes = []
    if run_out:
        ties = trec.write_run(run_out, found.rankings, found.system)
        click.echo(f"written: {run_out}", err=True)
        if ties:
            notes.append(
                f"Documents in {run_out} with the same score as the one before: {ties:,}; programs "
                "that order these differently compute other figures."
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
    """The judgements to evaluate with, and notes on the queries that are left out."""
    notes = []
    if unjudged := len(({query.id for query in asked} | set(found.rankings)) - set(golds)):
        notes.append(f"Queries without judgements, left out: {unjudged:,}.")
    if not searching:
        return golds, notes
    judged = {id: grades for id, grades in golds.items() if id in found.rankings}
    if unasked := len(golds) - len(judged):
        notes.append(f"Judged queries that were not asked, left out: {unasked:,}.")
    return judged, notes
