"""Saved indexes: a folder that always has either the old or the new index, and its description.

`index.json` names the data folder next to it (`data-…`) and the size of each file there. A new
index is written into a new data folder, and replaces the old one when `index.json` is renamed.
Only one process at a time may write to a folder.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis._version import __version__
from tamis.bad_input import unwritable
from tamis.inputs.files import is_there
from tamis.inputs.json_records import read_json
from tamis.inputs.replacing import flush_path, replacing
from tamis.retrieve.stored_documents import (
    Documents,
    again,
    line_of,
    reading,
    write_documents,
)
from tamis.types import Document, InputError

if TYPE_CHECKING:
    from tamis.retrieve import ScoringRetriever
    from tamis.retrieve._vectors import Embedder

__all__ = [
    "Documents",
    "New",
    "Stored",
    "check_embedder",
    "corpus_digest",
    "data_folder",
    "open_index",
    "read",
    "reading",
    "write",
    "writing",
]

FORMAT = 1
"""The version of the format; increased when older versions of Tamis cannot read it."""

INDEX = "index.json"

_KINDS = {
    "whole": ("tamis.retrieve.static", "Whole"),
    "naive": ("tamis.retrieve.static", "Naive"),
    "bm25": ("tamis.retrieve.bm25", "BM25"),
    "dense": ("tamis.retrieve.dense", "Dense"),
    "hybrid": ("tamis.retrieve.hybrid", "Hybrid"),
    "lance": ("tamis.retrieve.lance", "Lance"),
}
_WITH_EMBEDDER = ("dense", "hybrid", "lance")


def open_index(
    folder: Path,
    embedder: Embedder | None = None,
    *,
    storage_options: Mapping[str, str] | None = None,
) -> ScoringRetriever:
    """The saved index in `folder`, of whatever kind.

    `embedder` is needed by dense indexes and hybrids with a dense part; `storage_options` are
    passed to LanceDB. Raises InputError where there is no index, it was written in another format
    or with another embedder, or a file of it is missing or cut.
    """
    kind = _index(folder)["kind"]
    if kind not in _KINDS:
        raise InputError(f"{folder / INDEX} is of the unknown kind {kind!r:.60}; {again(folder)}.")
    module, name = _KINDS[kind]
    given: dict[str, Any] = {"embedder": embedder} if kind in _WITH_EMBEDDER else {}
    if kind in ("hybrid", "lance"):
        given["storage_options"] = storage_options
    retriever: ScoringRetriever = getattr(import_module(module), name).load(folder, **given)
    return retriever


@dataclass(frozen=True)
class Stored:
    """A saved index: its data folder, its settings, and its documents, which stay on disk.

    `corpus` is the digest of the documents (`corpus_digest`); empty if they are stored elsewhere.
    """

    data: Path
    settings: Mapping[str, Any]
    corpus: str
    documents: Sequence[Document]


@dataclass
class New:
    """An index that is being written: its data folder, and what its record will say.

    `corpus` is the number of its documents and their digest, None where it has none of its own.
    """

    data: Path
    settings: Mapping[str, Any] = field(default_factory=dict)
    corpus: Mapping[str, Any] | None = None


@contextmanager
def writing(folder: Path, kind: str) -> Iterator[New]:
    """Save an index: its files are written into `data`; at the end of the block it is in place.

    Until then, and if the block raises, the old one is left. Raises InputError where `folder` is a
    file or cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        new = New(folder / f"data-{uuid.uuid4().hex[:12]}")
        new.data.mkdir()
        try:
            yield new
            record = {
                "kind": kind,
                "format": FORMAT,
                "tamis": __version__,
                "settings": dict(new.settings),
                "corpus": new.corpus,
                "data": new.data.name,
                "files": {
                    path.relative_to(new.data).as_posix(): path.stat().st_size
                    for path in sorted(new.data.rglob("*"))
                    if path.is_file()
                },
            }
            flush_path(new.data)
            with replacing(folder / INDEX) as part:
                part.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        except BaseException:
            shutil.rmtree(new.data, ignore_errors=True)
            raise
    except OSError as error:
        raise unwritable(f"the index in {folder}", error) from error
    for other in folder.glob("data-*"):
        if other.name != new.data.name:
            shutil.rmtree(other, ignore_errors=True)


def write(
    folder: Path,
    kind: str,
    documents: Iterable[Document] | None,
    settings: Mapping[str, Any],
    fill: Callable[[Path], None] = lambda data: None,
) -> None:
    """Save an index of `documents`, which are read once, as `writing` does.

    `fill` writes everything but the documents into the folder it is given.
    """
    with writing(folder, kind) as new:
        new.settings = settings
        new.corpus = write_documents(new.data, documents) if documents is not None else None
        fill(new.data)


def read(folder: Path, kind: str) -> Stored:
    """What `write` saved; InputError where it has another kind or format, or is incomplete."""
    record = _index(folder)
    if record["kind"] != kind:
        raise InputError(
            f"{folder} holds an index of the kind {record['kind']!r:.60}, not {kind!r}; open it "
            f"with tamis.retrieve.saved_index.open_index, or give another folder."
        )
    data = folder / str(record["data"])
    for name, size in record["files"].items():
        path = data / name
        if not path.is_file() or path.stat().st_size != size:
            raise InputError(
                f"{path} is {'cut or altered' if path.is_file() else 'missing'}; {again(folder)}."
            )
    corpus = record["corpus"]
    if not corpus:
        return Stored(data, record["settings"], "", ())
    return Stored(data, record["settings"], corpus["sha256"], Documents(data, corpus["sha256"]))


def data_folder(folder: Path) -> Path:
    """Where the files of a saved index lie; InputError where there is no index."""
    return folder / str(_index(folder)["data"])


def settings(folder: Path) -> Mapping[str, Any]:
    """The settings of a saved index; InputError where there is no index."""
    found: Mapping[str, Any] = _index(folder)["settings"]
    return found


def _index(folder: Path) -> dict[str, Any]:
    path = folder / INDEX
    if not is_there(path):
        raise InputError(
            f"{folder} holds no index (no {INDEX}); build one there, or give the folder of one."
        )
    record = read_json(path, again(folder))
    if not isinstance(record, dict) or "format" not in record:
        raise InputError(f"{path} is not the record of an index of Tamis; {again(folder)}.")
    if record["format"] != FORMAT:
        raise InputError(
            f"{folder} holds an index in format {record['format']!r:.20}, written by Tamis "
            f"{record.get('tamis')!s:.20}, where this Tamis ({__version__}) reads format "
            f"{FORMAT}; {again(folder)}."
        )
    shape = {"kind": str, "settings": dict, "data": str, "files": dict}
    if not all(isinstance(record.get(field), type) for field, type in shape.items()):
        raise InputError(f"{path} lacks one of {', '.join(shape)}; {again(folder)}.")
    return record


def check_embedder(
    folder: Path, settings: Mapping[str, Any], embedder: Embedder | None
) -> Embedder:
    """The given embedder; InputError where the index needs one and none or another is given."""
    name, version = settings["embedder"], settings["embedder_version"]
    built = f"{name} {version}".strip()
    if embedder is None:
        raise InputError(
            f"{folder} was built with the embedder {built}; give that embedder to search in it."
        )
    if (embedder.name, embedder.version) != (name, version):
        given = f"{embedder.name} {embedder.version}".strip()
        raise InputError(
            f"{folder} was built with the embedder {built}, not with {given}; give that one, or "
            f"{again(folder)}."
        )
    return embedder


def corpus_digest(documents: Iterable[Document]) -> str:
    """The sha256, in hex, of the documents as lines of JSON: the identity of a corpus."""
    sha256 = hashlib.sha256()
    for document in documents:
        sha256.update(line_of(document))
    return sha256.hexdigest()
