"""The documents of a saved index: lines of JSON, read by position when they are needed.

`documents.jsonl` has them in corpus order, `documents.offsets.npy` where each line begins and, at
last, where the file ends.
"""

from __future__ import annotations

import hashlib
import json
import mmap
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, overload

from tamis.inputs.files import opened
from tamis.types import Document, InputError, Mark

DOCUMENTS = "documents.jsonl"
OFFSETS = "documents.offsets.npy"

_COPIED = 8_000_000


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Turns any exception for a broken file of an index into an InputError."""
    try:
        yield
    except (OSError, ValueError, EOFError, KeyError, TypeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"The index in {folder} is broken ({type(error).__name__}: {error}); {again(folder)}."
        ) from error


def again(folder: Path) -> str:
    """What to do about a broken index."""
    return f"build the index again into {folder}"


def line_of(document: Document) -> bytes:
    """A document as a line of JSON, in ASCII, with its end."""
    fields: dict[str, Any] = {"id": document.id, "title": document.title, "text": document.text}
    if document.marks:
        fields["marks"] = document.marks
    return json.dumps(fields).encode("ascii") + b"\n"


def document_of(fields: Mapping[str, Any]) -> Document:
    """A document from the fields of its line; TypeError where they are none."""
    marks = tuple(Mark(*mark) for mark in fields.get("marks", ()))
    return Document(**{**fields, "marks": marks})


class Documents(Sequence[Document]):
    """The documents of a saved index, each read from its file when it is accessed.

    `digest` is that of all of them, as `saved_index.corpus_digest` gives it; empty if not known.
    """

    def __init__(self, data: Path, digest: str = "") -> None:
        import numpy as np

        self.path, self.digest = data / DOCUMENTS, digest
        with reading(data.parent):
            self.offsets = np.load(data / OFFSETS)
            with opened(self.path) as file:
                self._lines = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def __len__(self) -> int:
        return len(self.offsets) - 1

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
        return self._document(at, self._lines[self.offsets[at] : self.offsets[at + 1]])

    def __iter__(self) -> Iterator[Document]:
        # Read as a file: of a memory map, every page that was seen would count as memory.
        with opened(self.path) as file:
            for at in range(len(self)):
                size = int(self.offsets[at + 1] - self.offsets[at])
                yield self._document(at, file.read(size))

    def lines(self, part: range) -> Iterator[bytes]:
        """The bytes of the lines of neighbouring documents, in pieces of any length."""
        with opened(self.path) as file:
            file.seek(int(self.offsets[part.start]))
            left = int(self.offsets[part.stop] - self.offsets[part.start])
            while left and (piece := file.read(min(left, _COPIED))):
                left -= len(piece)
                yield piece

    def _document(self, at: int, line: bytes) -> Document:
        try:
            return document_of(json.loads(line))
        except (ValueError, TypeError) as error:
            raise InputError(
                f"{self.path}, line {at + 1} is no document any more; "
                f"{again(self.path.parent.parent)}."
            ) from error


class Writer:
    """Writes the documents of an index, one after the other, into its data folder.

    `old` are the documents of an index that this one takes the place of, of which parts can be
    copied.
    """

    def __init__(self, data: Path, old: Documents | None = None) -> None:
        self._data, self._old = data, old
        self._file = (data / DOCUMENTS).open("wb")
        self._sha256, self._sizes = hashlib.sha256(), array("q", [0])
        self._sizes_before: list[Any] = []

    def add(self, document: Document) -> None:
        """Write one more."""
        line = line_of(document)
        self._put(line)
        self._sizes.append(len(line))

    def copy(self, part: range) -> None:
        """Write these of the old ones, as they are."""
        import numpy as np

        if not part or self._old is None:
            return
        for piece in self._old.lines(part):
            self._put(piece)
        self._shelve()
        self._sizes_before.append(np.diff(self._old.offsets[part.start : part.stop + 1]))

    def finish(self) -> dict[str, Any]:
        """Close the file; their number and their digest, as the record of an index has them."""
        import numpy as np

        self._file.close()
        self._shelve()
        offsets = np.cumsum(np.concatenate(self._sizes_before), dtype=np.int64)
        np.save(self._data / OFFSETS, offsets)
        return {"documents": len(offsets) - 1, "sha256": self._sha256.hexdigest()}

    def _put(self, piece: bytes) -> None:
        self._sha256.update(piece)
        self._file.write(piece)

    def _shelve(self) -> None:
        import numpy as np

        self._sizes_before.append(np.array(self._sizes, dtype=np.int64))
        self._sizes = array("q")


def write_documents(data: Path, documents: Iterable[Document]) -> dict[str, Any]:
    """Write all of them; their number and digest."""
    writer = Writer(data)
    for document in documents:
        writer.add(document)
    return writer.finish()
