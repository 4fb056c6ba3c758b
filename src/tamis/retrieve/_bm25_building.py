"""From postings to the arrays of a BM25 index, piece by piece; and from an old index to a new one.

The data folder of an index that was built here also has `counts.npy` (how often each posting's term
is in its document) and `lengths.npy` (the documents' lengths in words). With them the postings of
documents that have not changed are used again; their scores are not, as these depend on all others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from tamis.inputs.json_records import read_json
from tamis.retrieve import saved_index
from tamis.retrieve._arrays import Array, OnDisk
from tamis.retrieve._bm25_scores import Formula
from tamis.retrieve._postings import Block, Postings
from tamis.retrieve.stems import VERSION
from tamis.retrieve.stored_documents import Documents
from tamis.types import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tamis.retrieve.stems import Words

_SCORES, _DOCUMENTS, _STARTS = "data.npy", "indices.npy", "indptr.npy"
_COUNTS, _LENGTHS, _STEMS, ABSENT = "counts.npy", "lengths.npy", "stems.json", "absent.npy"


class Scored:
    """The postings of a corpus, with their scores.

    `settings` are those of the index; `starts` (terms + 1,) says where the postings of each term
    begin; `absent` is that of `Formula`. Terms that no document has any more are taken out of
    `words`. Raises InputError where no document holds a word.
    """

    def __init__(self, words: Words, postings: Postings, settings: Mapping[str, Any]) -> None:
        import numpy as np

        self._postings, self.lengths = postings, postings.lengths()
        self._frequencies = postings.frequencies(len(words.stems))
        there = self._frequencies > 0
        if not there.any():
            raise InputError(
                f"None of the {len(postings):,} documents holds a word to index; BM25 needs text."
            )
        words.keep(there.tolist())
        self._numbers = np.cumsum(there, dtype=np.int32) - 1
        held = self._frequencies[there]
        self.starts = np.concatenate([[0], np.cumsum(held)]).astype(np.int64)
        self._formula = Formula(
            *(settings[key] for key in ("variant", "k1", "b", "delta", "dtype"))
        )
        # The mean is 0 where all texts have only words of one letter.
        self._mean = float(self.lengths.mean(dtype=np.float64)) or 1.0
        self._weights = self._formula.weights(held, len(postings))
        self._absent = self._formula.absent(self._weights, self._mean)
        self.absent = None if self._formula.variant == "lv-zhai" else self._absent
        self._settings, self._positive = dict(settings), True

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the index, once all postings were scored.

        `positive`: whether every document that matches scores above 0, which an IDF of 0 prevents.
        """
        return {**self._settings, "positive": self._positive}

    def pieces(self) -> Iterator[tuple[NDArray[Any], NDArray[np.int32], NDArray[Any]]]:
        """Scores, documents and counts of all postings by term, then document, piece by piece."""
        import numpy as np

        for terms, documents, counts in self._postings.merged(self._frequencies):
            at = self._numbers[terms]
            absent = None if self._absent is None else self._absent[at]
            # A text that has only words of one letter is as short as one of one word.
            lengths = np.maximum(self.lengths[documents], 1)
            scores = self._formula.scores(self._weights[at], absent, counts, lengths, self._mean)
            self._positive = self._positive and bool((scores > 0).all())
            yield scores, documents, counts

    def save(self, data: Path, words: Words) -> None:
        """Write the arrays of the index, and its words, into its data folder."""
        import numpy as np

        number = int(self.starts[-1])
        dtype = np.dtype(self._formula.dtype)
        with (
            Array(data / _SCORES, dtype, (number,)) as scores,
            Array(data / _DOCUMENTS, np.dtype(np.int32), (number,)) as documents,
            Array(data / _COUNTS, self._postings.count_type, (number,)) as counts,
        ):
            for piece in self.pieces():
                for array, values in zip((scores, documents, counts), piece, strict=True):
                    array.add(values)
        np.save(data / _STARTS, self.starts)
        np.save(data / _LENGTHS, self.lengths)
        if self.absent is not None:
            np.save(data / ABSENT, self.absent)
        write_stems(data, [*words.stems])

    def arrays(self) -> dict[str, Any]:
        """The arrays of the index in memory, as bm25s has them."""
        import numpy as np

        pieces = [*self.pieces()]
        return {
            "data": np.concatenate([scores for scores, _, _ in pieces]),
            "indices": np.concatenate([documents for _, documents, _ in pieces]),
            "indptr": self.starts,
            "num_docs": len(self.lengths),
        }


def save_arrays(data: Path, arrays: Mapping[str, Any]) -> None:
    """Write the arrays of `Scored.arrays`."""
    import numpy as np

    for name in (_SCORES, _DOCUMENTS, _STARTS):
        np.save(data / name, arrays[name.removesuffix(".npy")])


def load_arrays(data: Path, documents: int) -> dict[str, Any]:
    """The arrays in a data folder, memory-mapped."""
    import numpy as np

    names = (_SCORES, _DOCUMENTS, _STARTS)
    found: dict[str, Any] = {
        name.removesuffix(".npy"): np.asarray(np.load(data / name, mmap_mode="r")) for name in names
    }
    return {**found, "num_docs": documents}


def write_stems(data: Path, stems: Sequence[str]) -> None:
    """Write the words of an index, by their numbers."""
    (data / _STEMS).write_text(json.dumps(stems), encoding="ascii")


def read_stems(data: Path) -> list[str]:
    """The words of an index, by their numbers."""
    found: list[str] = read_json(data / _STEMS)
    return found


@dataclass(frozen=True)
class Reusable:
    """What of an index can be used in the one that takes its place."""

    documents: Documents
    stems: Sequence[str]
    lengths: NDArray[np.int32]
    _starts: NDArray[np.int64]
    _data: Path

    @classmethod
    def load(cls, folder: Path) -> Self | None:
        """The index that `BM25.write` wrote into `folder`; None where it is absent or broken.

        An older version of Tamis, and `BM25.save`, have not written what is needed.
        """
        import numpy as np

        try:
            stored = saved_index.read(folder, "bm25")
            with saved_index.reading(folder):
                if stored.settings.get("words") != VERSION:
                    return None
                if not (stored.data / _COUNTS).exists():
                    return None
                documents = stored.documents
                lengths = np.load(stored.data / _LENGTHS)
                starts = np.load(stored.data / _STARTS)
                stems = read_stems(stored.data)
                if len(lengths) != len(documents) or len(starts) != len(stems) + 1:
                    return None
                assert isinstance(documents, Documents)
                return cls(documents, stems, lengths, starts, stored.data)
        except InputError:
            return None

    def block(self, moved: NDArray[np.int32]) -> Block:
        """Its postings, of which `moved` says where each document is now, -1 for nowhere."""
        import numpy as np

        return Block(
            np.arange(len(self.stems), dtype=np.int32),
            self._starts,
            OnDisk.of_npy(self._data / _DOCUMENTS),
            OnDisk.of_npy(self._data / _COUNTS),
            moved,
        )
