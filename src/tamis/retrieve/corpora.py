"""Corpora in the forms in which they are released, and `stream_corpus`, which picks the reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tamis.bad_input import absent
from tamis.documents import office
from tamis.documents.apart import ReadingProcesses
from tamis.documents.formats import SUFFIXES
from tamis.inputs.json_records import read_json_lines
from tamis.retrieve._records import documents_of
from tamis.retrieve.folders import MAX_BYTES, Skipped, documents_in, read_file, scan
from tamis.retrieve.tabular_corpora import is_saved_dataset, read_csv, read_hub, read_parquet
from tamis.types import Document, InputError

_HUB = "hub:"
_KINDS = (
    "give a folder of documents, a .jsonl, .jsonl.gz, .csv or .parquet file, a folder in the "
    "layout of BEIR, or hub:NAME:SPLIT"
)
_PASSAGE = re.compile(r"(?P<page>.+)_(?P<number>[0-9]{1,18})", re.S)


def read_jsonl(path: Path, *, loft_identical: bool = False) -> Iterator[Document]:
    """The documents of a file of JSON lines (`.jsonl`, `.jsonl.gz`), in order, one at a time.

    Each line is recognised by its fields: BEIR, LOFT (stripped of outer white space), QUEST (the
    title is the id) or a plain `{"id", "title", "text"}`. `loft_identical` also deletes the phrase
    that LOFT's own loader deletes from its records, for identical prompts. Raises InputError,
    while iterating, for a broken line, a repeated id or no document.
    """
    return documents_of(read_json_lines(path), str(path), loft_identical=loft_identical)


def merge_passages(documents: Iterable[Document]) -> tuple[list[Document], dict[str, str]]:
    """One document per page from its passages, and the page id of each passage id.

    A passage's id is that of its page, `_` and a number; an id without them is a page of one
    passage. The texts of a page are joined by a blank line in the order of the numbers, the pages
    come in the order of their first passages (QUEST-LOFT, §3.1). Raises InputError where passages
    of one page have different titles, or a page id is also that of a document.
    """
    passages: dict[str, list[tuple[int, Document]]] = {}
    pages: dict[str, str] = {}
    for document in documents:
        found = _PASSAGE.fullmatch(document.id)
        page, number = (found["page"], int(found["number"])) if found else (document.id, -1)
        passages.setdefault(page, []).append((number, document))
        pages[document.id] = page
    return [_merged(page, parts) for page, parts in passages.items()], pages


def _merged(page: str, parts: list[tuple[int, Document]]) -> Document:
    parts = sorted(parts, key=lambda part: part[0])
    first = parts[0][1]
    if parts[0][0] < 0 and len(parts) > 1:
        raise InputError(
            f"The document {page!r:.100} is also the page of the passage {parts[1][1].id!r:.100}; "
            "give one of them another id, or do not merge passages."
        )
    for _, other in parts:
        if other.title != first.title:
            raise InputError(
                f"The passages {first.id!r:.100} and {other.id!r:.100} are of one page but have "
                f"different titles, {first.title!r:.100} and {other.title!r:.100}; correct one, "
                "or do not merge passages."
            )
    return Document(page, first.title, "\n\n".join(document.text for _, document in parts))


@dataclass(frozen=True)
class CorpusStream:
    """Documents to search, to be read once, with a name for reports, and the files left out.

    `skipped` are files that could not be read, with the reason, complete when `documents` has come
    to its end; `others` are the paths of files of other kinds. Both are empty where the corpus is
    not a folder of files.
    """

    name: str
    documents: Iterator[Document]
    skipped: list[Skipped] = field(default_factory=list)
    others: tuple[str, ...] = ()


def stream_corpus(
    spec: str | Path,
    *,
    max_bytes: int = MAX_BYTES,
    loft_identical: bool = False,
    follow_links: bool = False,
) -> CorpusStream:
    """The corpus that `spec` names, read document by document.

    It is a folder with a `corpus.jsonl` (BEIR, LOFT), a folder that `save_to_disk` wrote, a folder
    of files (or one such file), a `.jsonl`, `.jsonl.gz`, `.csv` or `.parquet` file, or
    `hub:NAME[:SPLIT[:CONFIGURATION]]`. `follow_links` is for a folder, see `folders.scan`. Raises
    InputError for anything else, and, also while the
    documents are read, as the reader of its kind does.
    """
    if str(spec).startswith(_HUB):
        name, split, config = (*str(spec).removeprefix(_HUB).split(":", 2), "", "")[:3]
        named = ":".join(part for part in (name, split, config) if part)
        return CorpusStream(named, read_hub(name, split or None, config or None))
    path = Path(spec).expanduser()
    name = path.name or path.resolve().name
    if path.is_dir():
        corpora = (path / "corpus.jsonl", path / "corpus.jsonl.gz")
        if lines := next((file for file in corpora if file.is_file()), None):
            return CorpusStream(name, read_jsonl(lines, loft_identical=loft_identical))
        if is_saved_dataset(path):
            return CorpusStream(name, read_hub(path))
        listing = scan(path, follow_links=follow_links)
        skipped = [*listing.skipped]
        documents = documents_in(path, listing.files, skipped, max_bytes=max_bytes)
        return CorpusStream(name, documents, skipped, listing.others)
    if not path.exists():
        raise absent(f"the corpus {spec}", _KINDS)
    if name.endswith((".jsonl", ".jsonl.gz")):
        return CorpusStream(name, read_jsonl(path, loft_identical=loft_identical))
    if path.suffix == ".parquet":
        return CorpusStream(name, read_parquet(path))
    if path.suffix.lower() == ".csv":
        return CorpusStream(name, read_csv(path))
    if path.is_file() and (advice := office.advice(path.suffix.lower())):
        raise InputError(f"{spec} {advice}.")
    if not path.is_file() or path.suffix.lower() not in SUFFIXES:
        raise InputError(f"{spec} is no corpus of a kind that is read; {_KINDS}.")
    with ReadingProcesses() as processes:
        one = read_file(path.parent, name, max_bytes=max_bytes, read=processes.read)
    if not one.documents:
        raise InputError(f"{spec} {one.skipped[0].reason}.")
    return CorpusStream(name, iter(one.documents), list(one.skipped))
