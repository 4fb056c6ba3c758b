"""Runs and qrels in the files that trec_eval and ir_measures read.

A run has on each line `query Q0 document rank score tag`, ranks counted from 1; qrels have
`query 0 document grade`. Columns are separated by white space, so white space in an id is
percent-encoded ("%20"), as is a "%" that could be misread as such; reading decodes it. BEIR's
qrels are read too, with ids as they are: three columns separated by tabs under a header, or JSON
lines with the same names (`{"query-id": …, "corpus-id": …, "score": …}`), as MTEB releases them.

Other readers sort by score and ignore our order, so scores must not rise from one rank to the
next. Equal scores are written as equal. trec_eval puts tied documents in the reverse order of
their ids, so its figures may differ from ours where there are ties; `write_run` returns how many.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote, unquote

from tamis.inputs.files import text_lines, write_text
from tamis.inputs.json_records import read_json_lines
from tamis.inputs.rows import wrong_value
from tamis.types import Hit, InputError

Run = dict[str, list[tuple[str, float]]]
"""For each query id its (document id, score), best first."""

Qrels = dict[str, dict[str, int]]
"""For each query id the grade of each judged document; above 0 is relevant."""

# U+3000 is the last white space of Unicode; a brace would begin a line of JSON.
_SPECIAL = "".join(c for c in map(chr, range(0x3001)) if c.isspace()) + "{"
_ENCODED = "|".join(map(quote, (*_SPECIAL, "%")))
_TO_ENCODE = re.compile(rf"[{re.escape(_SPECIAL)}]|%(?={_ENCODED.replace('%', '')})")
_TO_DECODE = re.compile(_ENCODED)
_BEIR_HEADERS = ("query-id", "query_id", "qid")


def read_run(path: Path) -> Run:
    """The rankings in the file `path`: by score, the highest first; ties by rank, then by line.

    Raises InputError with file and line for a line of another form, a rank or score that is not a
    number, or a document that is repeated for a query.
    """
    found: dict[str, dict[str, tuple[float, int]]] = {}
    for where, line in _lines(path):
        columns = line.split()
        if len(columns) != 6:
            raise InputError(
                f"{where} has {len(columns)} columns, where a line of a run has six: query, Q0, "
                "document, rank, score and tag."
            )
        query, doc = _decode(columns[0]), _decode(columns[2])
        rank, score = _whole(columns[3], "rank", where), _score(columns[4], where)
        if doc in found.setdefault(query, {}):
            raise InputError(
                f"{where}: the document {doc!r:.100} was ranked for the query {query!r:.100} "
                "before; each document may come once for a query."
            )
        found[query][doc] = score, rank
    return {
        query: [
            (doc, score)
            for doc, (score, rank) in sorted(docs.items(), key=lambda e: (-e[1][0], e[1][1]))
        ]
        for query, docs in found.items()
    }


def write_run(
    path: Path, run: Mapping[str, Sequence[Hit | tuple[str, float]]], tag: str = "tamis"
) -> int:
    """Write rankings, best first; returns how many documents tie with the one before them.

    `tag` names the system, its white space written as "-". A query without documents has no line.
    Raises ValueError where scores rise within a ranking or are not finite, InputError for an empty
    id or where the file cannot be written.
    """
    name, ties = "-".join(tag.split()) or "tamis", 0
    lines = []
    for query, ranking in run.items():
        before = math.inf
        for rank, hit in enumerate(ranking, 1):
            doc, score = (hit.document.id, hit.score) if isinstance(hit, Hit) else hit
            if not math.isfinite(score) or score > before:
                raise ValueError(
                    f"query {query!r:.100}, rank {rank}: the score is {score}, after {before}; "
                    "scores must be finite and must not rise"
                )
            ties += score == before
            before = score
            lines.append(f"{_encode(query)} Q0 {_encode(doc)} {rank} {float(score)!r} {name}\n")
    write_text(path, lines)
    return ties


def read_qrels(path: Path) -> Qrels:
    """The judgements in the file `path`: JSON lines, TREC's or BEIR's columns, by its first line.

    Raises InputError with file and line for a line of another form, a grade that is not a whole
    number, or two different grades of a document for a query.
    """
    found: Qrels = {}
    for where, query, doc, grade in _judgements(path):
        if found.setdefault(query, {}).setdefault(doc, grade) != grade:
            raise InputError(
                f"{where}: the document {doc!r:.100} has the grade {grade} for the query "
                f"{query!r:.100}, but {found[query][doc]} before; keep one of them."
            )
    return found


def _judgements(path: Path) -> Iterator[tuple[str, str, str, int]]:
    """Each judgement with its location: query, document, grade."""
    beir: bool | None = None
    for where, line in _lines(path):
        if line.lstrip().startswith("{") and beir is None:
            yield from _json_judgements(path)
            return
        if beir is None:
            beir = line.count("\t") == 2
            if beir and line.split("\t")[0].strip().lower() in _BEIR_HEADERS:
                continue
        columns = [c.strip() for c in line.split("\t")] if beir else line.split()
        if len(columns) != (3 if beir else 4) or "" in columns:
            raise InputError(
                f"{where} has {len(list(filter(None, columns)))} columns, where a line of qrels "
                + (
                    "has three, separated by tabs: query-id, corpus-id and score."
                    if beir
                    else "has four: query, 0, document and grade."
                )
            )
        query, doc = (columns[0], columns[-2]) if beir else map(_decode, (columns[0], columns[2]))
        yield where, query, doc, _whole(columns[-1], "grade", where)


def _json_judgements(path: Path) -> Iterator[tuple[str, str, str, int]]:
    for number, record in read_json_lines(path):
        where = f"{path}, line {number}"
        # A score of 1.0 is a grade of 1.
        match record:
            case {
                "query-id": str() | int() as query,
                "corpus-id": str() | int() as doc,
                "score": int() | float() as score,
            } if score == score // 1:
                yield where, str(query), str(doc), int(score)
            case _:
                raise InputError(
                    f'{where} is no judgement: "query-id", "corpus-id" and "score", a whole '
                    "number, are needed."
                )


def write_qrels(path: Path, qrels: Mapping[str, Mapping[str, int]]) -> None:
    """Write judgements in TREC's format; a query without any has no line, so it is lost.

    Raises InputError for an empty id, or where the file cannot be written.
    """
    write_text(
        path,
        (
            f"{_encode(query)} 0 {_encode(doc)} {grade}\n"
            for query, docs in qrels.items()
            for doc, grade in docs.items()
        ),
    )


def _encode(id: str) -> str:
    if not id:
        raise InputError("An id of a query or document is empty; a run or qrels need one for each.")
    return _TO_ENCODE.sub(lambda found: quote(found[0]), id)


def _decode(text: str) -> str:
    return _TO_DECODE.sub(lambda found: unquote(found[0]), text)


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    """The lines that are not blank, each with its location; InputError where there are none."""
    some = False
    for where, line in text_lines(path):
        some = True
        yield where, line
    if not some:
        raise InputError(f"{path} is empty: it holds no line.")


def _whole(text: str, what: str, where: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise wrong_value(text, what, "a whole number", where) from error


def _score(text: str, where: str) -> float:
    try:
        score = float(text)
    except ValueError:
        score = math.nan
    if not math.isfinite(score):
        raise wrong_value(text, "score", "a finite number", where)
    return score
