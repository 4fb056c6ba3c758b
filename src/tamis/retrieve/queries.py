"""Queries in the formats in which they are released, with their golds if they have any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from tamis.bad_input import twice
from tamis.inputs.files import text_lines
from tamis.inputs.json_records import read_json_lines
from tamis.inputs.rows import field
from tamis.types import Document, InputError

SHAPES = (
    '"_id" and "text" (BEIR), "qid" and "query_text" (LOFT), "query" and "docs" (QUEST) or "id" '
    'and "text"'
)
_A_QUERY = f"a query has {SHAPES}"
_TABLES = (".tsv", ".txt")


@dataclass(frozen=True)
class Query:
    """A query. `golds` are the ids or titles of the relevant documents, with grades.

    They are None where the file does not have them, and empty where no document is relevant.
    """

    id: str
    text: str
    golds: Mapping[str, int] | None = None


def read_queries(path: Path) -> list[Query]:
    """The queries in the file `path`, in order.

    JSON lines (also gzipped), each recognised by its fields: BEIR; LOFT, whose golds are its
    qrels, else its answers; QUEST, whose golds are titles and whose id is the line number; or a
    plain `{"id", "text"}`. A file named `.tsv` or `.txt` has an id, a tab and the text on each
    line. Raises InputError for a broken line, a repeated id or no query at all.
    """
    queries: dict[str, Query] = {}
    for where, query in _tabbed(path) if path.suffix in _TABLES else _json(path):
        if not query.id.strip() or not query.text.strip():
            missing = "text" if query.id.strip() else "id"
            raise InputError(f"{where}: the query has no {missing}; a query has {SHAPES}.")
        if query.id in queries:
            raise twice("id", query.id, where)
        queries[query.id] = query
    if not queries:
        raise InputError(f"{path} holds no query; a query has {SHAPES}.")
    return list(queries.values())


class Catalogue:
    """The ids and the titles of a corpus, without its texts."""

    def __init__(self, documents: Iterable[Document] = ()) -> None:
        self.ids: set[str] = set()
        # None for a title of several documents.
        self._titled: dict[str, str | None] = {}
        for _ in self.noting(documents):
            pass

    def noting(self, documents: Iterable[Document]) -> Iterator[Document]:
        """The documents as they come, each of them noted."""
        for document in documents:
            self.ids.add(document.id)
            title = document.title
            self._titled[title] = None if title in self._titled else document.id
            yield document

    def has_title(self, title: str) -> bool:
        """Whether a document has this title."""
        return title in self._titled

    def titled(self, title: str) -> str | None:
        """The id of the document with this title; None where none or several have it."""
        return self._titled.get(title)


def in_corpus(
    golds: Mapping[str, Mapping[str, int]],
    corpus: Catalogue,
    pages: Mapping[str, str] | None = None,
) -> tuple[dict[str, dict[str, int]], int]:
    """Golds of queries as grades of documents, and how many golds are not in the corpus.

    A gold is the id of a document, else the id of a passage that `pages` maps to a document, else
    the title of a document. Any other gold is kept, so that it counts as not found. A page has the
    best grade of its passages. Raises InputError where several documents have that title.
    """
    found: dict[str, dict[str, int]] = {}
    unknown = 0
    for query, grades in golds.items():
        found[query] = {}
        for gold, grade in grades.items():
            id = gold if gold in corpus.ids else (pages or {}).get(gold)
            if id is None and corpus.has_title(gold):
                id = corpus.titled(gold)
                if id is None:
                    raise InputError(
                        f"The gold {gold!r:.100} of the query {query!r:.100} is the title of "
                        "several documents; give ids as golds, with --qrels."
                    )
            unknown += id is None and grade > 0
            id = gold if id is None else id
            found[query][id] = max(grade, found[query].get(id, grade))
    return found, unknown


def is_loft(path: Path) -> bool:
    """Whether `path`, or the `corpus.jsonl` in it, begins with a passage of LOFT."""
    names = ("corpus.jsonl", "corpus.jsonl.gz")
    files = [path / name for name in names] if path.is_dir() else [path]
    lines = next((f for f in files if f.is_file() and ".jsonl" in f.suffixes), None)
    return lines is not None and any(
        "passage_text" in record for _, record in islice(read_json_lines(lines), 1)
    )


def _tabbed(path: Path) -> Iterator[tuple[str, Query]]:
    for where, line in text_lines(path):
        id, tab, text = line.partition("\t")
        if not tab:
            raise InputError(
                f"{where} has no tab; each line must be an id, a tab and the text of the query."
            )
        yield where, Query(id.strip(), text.strip())


def _json(path: Path) -> Iterator[tuple[str, Query]]:
    for number, record in read_json_lines(path):
        where = f"{path}, line {number}"
        if "query_text" in record:
            golds = _loft_golds(record, where)
            yield (
                where,
                Query(
                    _id(record, "qid", where),
                    field(record, "query_text", str, where, _A_QUERY),
                    golds,
                ),
            )
        elif "docs" in record:
            golds = _grades(record["docs"], f'{where}: "docs"')
            yield where, Query(str(number), field(record, "query", str, where, _A_QUERY), golds)
        else:
            key = next((key for key in ("_id", "id", "qid") if key in record), "id")
            text = "text" if "text" in record else "query"
            yield where, Query(_id(record, key, where), field(record, text, str, where, _A_QUERY))


def _loft_golds(record: Mapping[str, Any], where: str) -> Mapping[str, int] | None:
    metadata = record.get("metadata")
    if isinstance(metadata, dict) and metadata.get("qrels") is not None:
        return _grades(metadata["qrels"], f'{where}: "qrels"')
    if record.get("answers") is not None:
        return _grades(record["answers"], f'{where}: "answers"')
    return None


def _grades(golds: Any, where: str) -> dict[str, int]:
    """Golds as LOFT and QUEST write them: a list of strings, or of pairs of a string and a grade.

    QUEST's documents may also be objects with a title.
    """
    found: dict[str, int] = {}
    for gold in golds if isinstance(golds, list) else [None]:
        match gold:
            case str(name) | {"title": str(name)}:
                found[name] = 1
            case [str(name), int(grade)]:
                found[name] = grade
            case _:
                raise InputError(
                    f"{where} is no list of titles or of pairs of an id and a grade "
                    f"({gold if gold is not None else golds!r:.60})."
                )
    return found


def _id(record: Mapping[str, Any], key: str, where: str) -> str:
    value = record.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InputError(f"{where} is no query with an id; a query has {SHAPES}.")
    return str(value)
