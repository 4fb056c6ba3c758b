"""Saved indexes: a folder that always has either the old or the new index, and its description.

`index.json` names the data folder next to it (`data-…`) and the size of each file there. A new
index is written into a new data folder, and replaces the old one when `index.json` is renamed.
Only one process at a time may write to a folder.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import shutil
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from tamis._version import __version__
from tamis.inputs.files import is_there, opened
from tamis.inputs.json_records import read_json
from tamis.types import Document, InputError

if TYPE_CHECKING:
    from tamis.retrieve import Retriever
    from tamis.retrieve._vectors import Embedder

FORMAT = 1
"""The version of the format; increased when older versions of Tamis cannot read it."""

INDEX = "index.json"
DOCUMENTS = "documents.jsonl"
OFFSETS = "documents.offsets.npy"

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
) -> Retriever:
    """The saved index in `folder`, of whatever kind.

    `embedder` is needed by dense indexes and hybrids with a dense part; `storage_options` are
    passed to LanceDB. Raises InputError where there is no index, it was written in another format
    or with another embedder, or a file of it is missing or cut.
    """
    kind = _index(folder)["kind"]
    if kind not in _KINDS:
        raise InputError(f"{folder / INDEX} is of the unknown kind {kind!r:.60}; {_again(folder)}.")
    module, name = _KINDS[kind]
    given: dict[str, Any] = {"embedder": embedder} if kind in _WITH_EMBEDDER else {}
    if kind in ("hybrid", "lance"):
        given["storage_options"] = storage_options
    retriever: Retriever = getattr(import_module(module), name).load(folder, **given)
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


def write(
    folder: Path,
    kind: str,
    documents: Sequence[Document] | None,
    settings: Mapping[str, Any],
    fill: Callable[[Path], None] = lambda data: None,
) -> None:
    """Save an index; `fill` writes everything but the documents into the folder it is given.

    Raises InputError where `folder` is a file or cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        data = folder / f"data-{uuid.uuid4().hex[:12]}"
        data.mkdir()
        try:
            corpus = _write_documents(data, documents) if documents is not None else None
            fill(data)
            record = {
                "kind": kind,
                "format": FORMAT,
                "tamis": __version__,
                "settings": dict(settings),
                "corpus": corpus,
                "data": data.name,
                "files": {
                    path.relative_to(data).as_posix(): path.stat().st_size
                    for path in sorted(data.rglob("*"))
                    if path.is_file()
                },
            }
            part = folder / f"{INDEX}.part"
            part.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
            part.replace(folder / INDEX)
        except BaseException:
            shutil.rmtree(data, ignore_errors=True)
            raise
    except OSError as error:
        raise InputError(
            f"The index cannot be written to {folder}: {error.strerror or error}."
        ) from error
    for other in folder.glob("data-*"):
        if other.name != data.name:
            shutil.rmtree(other, ignore_errors=True)


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
                f"{path} is {'cut or altered' if path.is_file() else 'missing'}; {_again(folder)}."
            )
    corpus = record["corpus"]
    if not corpus:
        return Stored(data, record["settings"], "", ())
    return Stored(data, record["settings"], corpus["sha256"], Documents(data))


def _index(folder: Path) -> dict[str, Any]:
    path = folder / INDEX
    if not is_there(path):
        raise InputError(
            f"{folder} holds no index (no {INDEX}); build one there, or give the folder of one."
        )
    record = read_json(path, _again(folder))
    if not isinstance(record, dict) or "format" not in record:
        raise InputError(f"{path} is not the record of an index of Tamis; {_again(folder)}.")
    if record["format"] != FORMAT:
        raise InputError(
            f"{folder} holds an index in format {record['format']!r:.20}, written by Tamis "
            f"{record.get('tamis')!s:.20}, where this Tamis ({__version__}) reads format "
            f"{FORMAT}; {_again(folder)}."
        )
    shape = {"kind": str, "settings": dict, "data": str, "files": dict}
    if not all(isinstance(record.get(field), type) for field, type in shape.items()):
        raise InputError(f"{path} lacks one of {', '.join(shape)}; {_again(folder)}.")
    return record


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Turns any exception for a broken file of an index into an InputError."""
    try:
        yield
    except (OSError, ValueError, EOFError, KeyError, TypeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"The index in {folder} is broken ({type(error).__name__}: {error}); {_again(folder)}."
        ) from error


def _again(folder: Path) -> str:
    return f"build the index again into {folder}"


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
            f"{_again(folder)}."
        )
    return embedder


def corpus_digest(documents: Iterable[Document]) -> str:
    """The sha256, in hex, of the documents as lines of JSON: the identity of a corpus."""
    sha256 = hashlib.sha256()
    for document in documents:
        sha256.update(_line(document))
    return sha256.hexdigest()


def _line(document: Document) -> bytes:
    fields = {"id": document.id, "title": document.title, "text": document.text}
    return json.dumps(fields).encode("ascii") + b"\n"


def _write_documents(data: Path, documents: Iterable[Document]) -> dict[str, Any]:
    import numpy as np

    sha256, offsets = hashlib.sha256(), [0]
    with (data / DOCUMENTS).open("wb") as file:
        for document in documents:
            line = _line(document)
            sha256.update(line)
            file.write(line)
            offsets.append(offsets[-1] + len(line))
    np.save(data / OFFSETS, np.array(offsets, dtype=np.int64))
    return {"documents": len(offsets) - 1, "sha256": sha256.hexdigest()}


class Documents(Sequence[Document]):
    """The documents of a saved index, each read from its file when it is accessed."""

    def __init__(self, data: Path) -> None:
        import numpy as np

        self.path = data / DOCUMENTS
        with reading(data.parent):
            self._offsets = np.load(data / OFFSETS)
            with opened(self.path) as file:
                self._lines = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def __len__(self) -> int:
        return len(self._offsets) - 1

    @overload
    def __getitem__(self, at: int) -> Document: ...
    @overload
    def __getitem__(self, at: slice) -> list[Document]: ...
    def __getitem__(self, at: int | slice) -> Document | list[Document]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        at %= len(self)
        try:
            return Document(**json.loads(self._lines[self._offsets[at] : self._offsets[at + 1]]))
        except (ValueError, TypeError) as error:
            raise InputError(
                f"{self.path}, line {at + 1} is no document any more; "
                f"{_again(self.path.parent.parent)}."
            ) from error

    def __iter__(self) -> Iterator[Document]:
        return (self[i] for i in range(len(self)))
