"""The steps of `tamis retrieve`: open the corpus, build the ranker, search, evaluate."""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis.inputs.files import write_text
from tamis.inputs.spreadsheets import plain_csv
from tamis.measures.retrieval import retrieval_scores
from tamis.report.document import Report
from tamis.report.elements import Cell, Column, Row, Table
from tamis.stats import Estimate, mean
from tamis.types import Document, InputError

if TYPE_CHECKING:
    from tamis.retrieve import Retriever
    from tamis.retrieve._vectors import Embedder
    from tamis.retrieve.folders import Skipped
    from tamis.retrieve.queries import Catalogue, Query

CUTS = (20, 40, 100)
"""The ranks of Recall, unless others are chosen; those of QUEST-LOFT, Appendix A."""

MRECALL = 3

Rankings = Mapping[str, Sequence[tuple[str, float]]]
"""For each query id the ids of the documents found and their scores, best first."""

Judged = Mapping[str, Mapping[str, int]]
"""For each query id the grades of documents; above 0 is relevant."""

ByQuery = Mapping[str, Mapping[str, float | None]]
"""For each query id its measures: NaN where a query has none, None where no query can have one."""


@dataclass(frozen=True)
class Searchable:
    """A corpus to search, which can be read once.

    When it has been read, `catalogue` has the ids and titles of its documents, and `skipped` the
    files that could not be read. `pages` maps the ids of merged passages to the ids of their pages.
    """

    catalogue: Catalogue
    documents: Iterable[Document] = ()
    pages: Mapping[str, str] | None = None
    skipped: Sequence[Skipped] = ()

    def __len__(self) -> int:
        return len(self.catalogue.ids)

    @property
    def notes(self) -> list[str]:
        """Notes on what was read."""
        notes = []
        if self.skipped:
            first = min(self.skipped)
            partly = ", or not whole" if any(one.place for one in self.skipped) else ""
            count = f"Files of the corpus that could not be read{partly}: {len(self.skipped):,}"
            notes.append(f"{count}. The first, {first.named}, {first.reason}.")
        if self.pages is not None:
            notes.append(f"{len(self.pages):,} passages were merged to {len(self):,} pages.")
        return notes


@dataclass(frozen=True)
class Found:
    """Rankings of a system: the best `depth` documents each, or all that it finds if `whole`."""

    system: str
    rankings: Rankings
    depth: int
    whole: bool = False


@dataclass(frozen=True)
class Choice:
    """The ranker to use: its kind, its options, and where its index is saved.

    `chunk` is the length of the searched chunks in characters; None for whole documents.
    """

    kind: str
    variant: str = "lucene"
    embedder: str | None = None
    chunk: int | None = None
    index: str | None = None


def corpus(spec: str, *, follow_links: bool = False) -> Searchable:
    """Open a corpus; LOFT's passages are read, and merged to pages."""
    from tamis.retrieve.corpora import merge_passages, stream_corpus
    from tamis.retrieve.queries import Catalogue, is_loft

    opened, catalogue = stream_corpus(spec, follow_links=follow_links), Catalogue()
    documents: Iterable[Document] = opened.documents
    pages: Mapping[str, str] | None = None
    if is_loft(Path(spec).expanduser()):
        documents, pages = merge_passages(documents)
    return Searchable(catalogue, catalogue.noting(documents), pages, opened.skipped)


def search(
    searched: Searchable, queries: Sequence[Query], depth: int | None, choice: Choice
) -> Found:
    """The best `depth` documents for each query, None for all; a document ranks by its best chunk.

    An index that is not kept lies in a temporary folder meanwhile.
    """
    documents = searched.documents
    if choice.chunk:
        from tamis.retrieve.chunks import chunks_of

        size = choice.chunk
        documents = (part for one in documents for part in chunks_of(one, size))
    with tempfile.TemporaryDirectory() as folder:
        made = ranker(documents, choice, Path(folder))
        depth = depth or len(searched)
        ids = searched.catalogue.ids
        return Found(
            f"{made.name}, chunks of {choice.chunk:,}" if choice.chunk else made.name,
            {query.id: _ranking(made, query.text, depth, ids) for query in queries},
            depth,
            whole=depth >= len(ids),
        )


def ranker(documents: Iterable[Document], choice: Choice, folder: Path) -> Retriever:
    """Open the ranker saved in the index, else build it there; without an index, in `folder`.

    `documents` are read once, in any case. Raises InputError if the saved one is of another kind,
    variant, embedder or corpus.
    """
    from tamis.retrieve import rankers, saved_index

    embeds = _embedder(choice)
    if choice.kind == "lance":
        return _lance(documents, choice, embeds)
    index = Path(choice.index).expanduser() if choice.index else folder
    if not (index / saved_index.INDEX).exists():
        return rankers.write(index, documents, choice.kind, choice.variant, embeds)
    opened = saved_index.open_index(index, embeds)
    # A hybrid's first ranker is its BM25.
    first: Any = getattr(opened, "retrievers", [opened])[0]
    if type(opened).__name__.lower() != choice.kind or not _is_variant(first, choice.variant):
        raise InputError(
            f"{index} holds the index {opened.name}, which is not what --ranker and --variant "
            "ask for; change these, or give another --index."
        )
    # The digest of the index's own documents was taken when they were written.
    if first.documents.digest != saved_index.corpus_digest(documents):
        raise InputError(
            f"{index} is an index of other documents ({len(opened):,} of them); give the same "
            "--corpus and --chunk, or another --index."
        )
    return opened


def _lance(documents: Iterable[Document], choice: Choice, embeds: Embedder | None) -> Retriever:
    """The LanceDB table of --index; it is built if it does not exist."""
    from tamis.retrieve.lance import Lance

    if choice.index is None:
        raise InputError(
            "--ranker lance needs --index, where its table is kept: a folder or an object store, "
            "such as s3://bucket/path."
        )
    if not Lance.exists(choice.index):
        return Lance.build(documents, choice.index, embeds)
    opened = Lance.open(choice.index, embeds)
    if not opened.holds(documents):
        raise InputError(
            f"{choice.index} is a table of other documents ({len(opened):,} of them); give the "
            "same --corpus and --chunk, or another --index."
        )
    return opened


def _ranking(
    retriever: Retriever, query: str, depth: int, ids: Collection[str]
) -> Sequence[tuple[str, float]]:
    asked = depth
    while True:
        hits = retriever.search(query, asked)
        best: dict[str, float] = {}
        for hit in hits:
            id = hit.document.id
            best.setdefault(id if id in ids else id.rpartition("#")[0], hit.score)
        if len(best) >= depth or len(hits) < asked:
            return list(best.items())[:depth]
        # Several chunks belong to one document: retrieve more to get enough documents.
        asked *= 4


def paged(rankings: Rankings, pages: Mapping[str, str] | None) -> Rankings:
    """Rankings of passages as rankings of pages; a page ranks by its first passage."""
    if not pages:
        return rankings
    found: dict[str, dict[str, float]] = {query: {} for query in rankings}
    for query, ranking in rankings.items():
        for doc, score in ranking:
            found[query].setdefault(pages.get(doc, doc), score)
    return {query: list(docs.items()) for query, docs in found.items()}


def measured(found: Found, judged: Judged, cuts: Sequence[int] | None) -> ByQuery:
    """The measures of each judged query; one without a ranking has found nothing.

    Recall and nDCG are at the ranks `cuts`; None is Recall at `CUTS` and nDCG at the retrieved
    depth. A measure at a rank beyond the depth has no figure.
    """

    def known(name: str) -> bool:
        _, _, rank = name.partition("@")
        return found.whole or not rank or int(rank) <= found.depth

    return {
        query: {
            name: value if known(name) else None
            for name, value in retrieval_scores(
                [doc for doc, _ in found.rankings.get(query, ())][: found.depth],
                grades,
                cuts or CUTS,
                mrecall_k=MRECALL,
                ndcg_ks=cuts or [found.depth],
            ).items()
        }
        for query, grades in judged.items()
    }


def evaluate(
    found: Found,
    judged: Judged,
    measures: ByQuery,
    identity: Mapping[str, str],
    notes: Sequence[str] = (),
) -> Report:
    """The report of rankings against judgements: means of the `measures` of the judged queries."""
    notes = list(notes)
    names = list(next(iter(measures.values())))
    cells: dict[str, Cell] = {}
    for name in names:
        values = [(one[name], query) for query, one in measures.items()]
        kept = [(value, query) for value, query in values if value is not None]
        cells[name] = mean(kept) if kept else None
    empty = sum(not any(grade > 0 for grade in grades.values()) for grades in judged.values())
    cells |= {"n": len(judged), "empty": empty}
    if empty:
        notes.append(
            f"Queries without a relevant document: {empty:,}; their recall and MRecall are 1."
        )
    if lacking := [name for name in names if cells[name] is None]:
        notes.append(
            f"{', '.join(lacking)}: only {found.depth:,} documents were retrieved; give a higher "
            "--k."
        )
    if absent := sum(not found.rankings.get(query) for query in judged):
        notes.append(
            f"Queries for which nothing was retrieved: {absent:,}; they count as not found."
        )
    table = Table(
        id="retrieval",
        title="Retrieval",
        caption="Means over queries, as in QUEST-LOFT, Appendix A: MRecall@k is 1 if all relevant "
        "documents, or k of them, are among the first k; if none is relevant, recall and MRecall "
        f"are 1. nDCG uses the grades as gains. MAP and MRR are over the ranks down to "
        f"{found.depth:,}; nDCG, MAP and MRR leave out queries where none is relevant.",
        columns=(
            Column("n", "Queries"),
            Column("empty", "None relevant"),
            *(Column(name, name, "up") for name in names),
        ),
        rows=(Row(found.system, "measure", cells),),
    )
    shown = {key: value for key, value in identity.items() if value}
    return Report(f"Retrieval: {found.system}", "", shown, (table,), notes=tuple(notes))


def records(report: Report) -> list[dict[str, Any]]:
    """The measures of `evaluate` as data, one record for each: mean, error, interval, queries."""
    return [
        {
            "system": row.label,
            "measure": measure,
            "value": _known(cell.value),
            **cell.spread(),
            "queries": cell.n,
        }
        for row in report.tables[0].rows
        for measure, cell in row.cells.items()
        if isinstance(cell, Estimate)
    ]


def write_by_query(path: Path, measures: ByQuery) -> None:
    """Write the measures of each query, as CSV or JSON by the file's suffix.

    What a query has no figure for is an empty cell, or null.
    """
    rows: list[dict[str, Any]] = [
        {"query": query, **{name: _known(value) for name, value in one.items()}}
        for query, one in measures.items()
    ]
    match path.suffix:
        case ".csv":
            cells = (["" if cell is None else cell for cell in row.values()] for row in rows)
            write_text(path, plain_csv(rows[0], cells))
        case ".json":
            write_text(path, json.dumps(rows, ensure_ascii=False, indent=1) + "\n")
        case ".jsonl":
            write_text(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
        case _:
            raise InputError(f"--by-query {path}: name the file .csv, .json or .jsonl.")


def _known(value: float | None) -> float | None:
    return None if value is None or math.isnan(value) else value


def _embedder(choice: Choice) -> Embedder | None:
    if choice.kind == "lance" and choice.embedder is None:
        return None
    if choice.kind not in ("dense", "hybrid", "lance"):
        return None
    if choice.embedder is None:
        raise InputError(
            f"--ranker {choice.kind} needs an --embedder: lsa (fitted on the corpus), st:NAME, "
            "openai:MODEL or hashing (to try it)."
        )
    from tamis.downloads import cache_home
    from tamis.retrieve import rankers

    return rankers.cached_embedder(choice.embedder, cache_home() / "embeddings")


def _is_variant(retriever: Retriever, variant: str) -> bool:
    """False for a BM25 of another variant, which can be told only by its name."""
    from tamis.retrieve import rankers

    if type(retriever).__name__ != "BM25":
        return True
    return retriever.name == rankers.build([Document("word", "", "word")], "bm25", variant).name
