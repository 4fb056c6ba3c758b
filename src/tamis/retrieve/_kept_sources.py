"""What the passages of a kept index are of: the files of a folder, or the documents of a corpus.

The record lies in the data folder of the index, and takes effect together with it: whatever is
killed, an index says itself what is in it.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tamis.inputs.json_records import own_record
from tamis.retrieve import saved_index
from tamis.retrieve.folders import FileStamp
from tamis.types import Document, InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FILES, _PASSAGES = "files.json", "passages.npy"


@dataclass
class Sources:
    """The documents of an index in order: how many passages each has, and the files they are of.

    `files` is empty where the corpus is not a folder; else it has as many entries as `documents`,
    which is how many documents each file has. Paths are relative to `corpus`.
    """

    corpus: str
    passages: array[int] = field(default_factory=lambda: array("i"))
    files: list[FileStamp] = field(default_factory=list)
    documents: list[int] = field(default_factory=list)

    def save(self, data: Path) -> None:
        """Write the record into the data folder of an index."""
        import numpy as np

        np.save(data / _PASSAGES, np.array(self.passages, dtype=np.int32))
        files = [
            [file.path, file.size, file.mtime_ns, number]
            for file, number in zip(self.files, self.documents, strict=True)
        ]
        record = {"corpus": self.corpus, "files": files}
        (data / _FILES).write_text(json.dumps(record), encoding="ascii")


class Indexed(NamedTuple):
    """The positions of a file's passages in an index, and how many each of its documents has."""

    positions: range
    passages: tuple[int, ...]


def indexed_files(index: Path, corpus: str) -> dict[FileStamp, Indexed]:
    """The files that the index of `corpus` has, in order, each with its passages.

    Empty where there is no index, or one of another corpus.
    """
    import numpy as np

    try:
        data = saved_index.data_folder(index)
    except InputError:
        return {}
    record = own_record(data / _FILES)
    if record is None or record.get("corpus") != corpus:
        return {}
    try:
        counts = np.load(data / _PASSAGES).tolist()
        found, document, start = {}, 0, 0
        for *file, number in record["files"]:
            passages = tuple(counts[document : document + number])
            end = start + sum(passages)
            found[FileStamp(*file)] = Indexed(range(start, end), passages)
            document, start = document + number, end
        return found
    except (OSError, ValueError, TypeError, KeyError):
        return {}


def sources_of(index: Path, passages: Sequence[Document]) -> NDArray[np.int32]:
    """The number of the document of each passage, from 0, (passages,)."""
    import numpy as np

    path = saved_index.data_folder(index) / _PASSAGES
    if path.exists():
        with saved_index.reading(index):
            counts = np.load(path)
            return np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    # An index of an older version. Its chunks have the id of their document, # and a number.
    found, number, before = array("i"), -1, ""
    for passage in passages:
        document, _, nth = passage.id.rpartition("#")
        whole = not document or not nth.isdecimal()
        number += whole or nth == "0" or document != before
        before = "" if whole else document
        found.append(number)
    return np.array(found, dtype=np.int32)
