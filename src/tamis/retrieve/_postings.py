"""The postings of an index of words, built in bounded memory.

Token ids come in document by document and are sorted in blocks, which lie on disk where a folder
is given. The blocks are then merged a range of terms at a time. So neither the token ids of a
corpus nor its postings are ever in memory at once: what is, is a few arrays of `BLOCK` numbers, and
one number for each document and each term. The postings of an older index are a block like any
other, whose documents have moved; so what has not changed is never split into words again.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis.retrieve._arrays import OnDisk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLOCK = 2_000_000
"""The most token ids in one block, and the most postings that are merged at once, roughly."""


@dataclass(frozen=True)
class Block:
    """Postings sorted by term, then by document.

    `terms` (u,) are distinct and rise; the postings of terms[i] are `documents` and `counts` (how
    often the term is in the document) from starts[i] to starts[i + 1]. With `moved`, `documents`
    are positions in `moved`, which has their numbers, -1 for those that are gone.
    """

    terms: NDArray[np.int32]
    starts: NDArray[np.int64]
    documents: NDArray[np.int32] | OnDisk
    counts: NDArray[Any] | OnDisk
    moved: NDArray[np.int32] | None = None

    def part(
        self, first: int, after: int
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[Any]]:
        """Terms, documents and counts of the postings of the terms from `first` to `after`."""
        import numpy as np

        low, high = np.searchsorted(self.terms, [first, after])
        start, end = self.starts[low], self.starts[high]
        terms = np.repeat(self.terms[low:high], np.diff(self.starts[low : high + 1]))
        documents, counts = self.documents[start:end], self.counts[start:end]
        if self.moved is None:
            return terms, documents, counts
        documents = self.moved[documents]
        there = documents >= 0
        return terms[there], documents[there], counts[there]


class Postings:
    """Collects the token ids of documents, then gives the postings in the order of the terms.

    `folder` is where blocks are written, and must be removed afterwards; without one they stay in
    memory.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._blocks: list[Block] = []
        self._ids = array("i")
        self._sizes = array("i")
        self._numbers = array("i")
        self._lengths = array("i")

    def __len__(self) -> int:
        """The number of documents so far."""
        return len(self._lengths)

    def add(self, ids: Sequence[int]) -> None:
        """The next document: its token ids.

        -1 does not count; an id below stands for -2 - id, a token that has no part in the length.
        """
        self._numbers.append(len(self._lengths))
        # Put right in `_flush`, where it costs less.
        self._lengths.append(0)
        self._ids.extend(ids)
        self._sizes.append(len(ids))
        if len(self._ids) >= BLOCK:
            self._flush()

    def skip(self, lengths: NDArray[np.int32]) -> None:
        """The next documents are in a block that is added later; their lengths in words."""
        self._lengths.frombytes(lengths.astype("i", copy=False).tobytes())

    def include(self, block: Block) -> None:
        """Add the postings of the documents that were skipped."""
        self._blocks.append(block)

    def lengths(self) -> NDArray[np.int32]:
        """The length of each document in words, (documents,)."""
        import numpy as np

        self._flush()
        return np.array(self._lengths, dtype=np.int32)

    def frequencies(self, terms: int) -> NDArray[np.int64]:
        """In how many documents each of the terms 0 to `terms` - 1 is."""
        import numpy as np

        self._flush()
        found = np.zeros(terms, dtype=np.int64)
        for block in self._blocks:
            if block.moved is None:
                found[block.terms] += np.diff(block.starts)
                continue
            for first, after in _ranges(np.diff(block.starts)):
                here, _, _ = block.part(first, after)
                found += np.bincount(here, minlength=terms)
        return found

    @property
    def count_type(self) -> np.dtype[Any]:
        """The type that holds every count."""
        import numpy as np

        self._flush()
        return np.result_type(np.uint8, *(block.counts.dtype for block in self._blocks))

    def merged(
        self, frequencies: NDArray[np.int64]
    ) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32], NDArray[Any]]]:
        """Terms, documents and counts of all postings, by term, then document; piece by piece."""
        import numpy as np

        self._flush()
        for first, after in _ranges(frequencies):
            parts = [part for block in self._blocks if len((part := block.part(first, after))[0])]
            terms, documents, counts = (
                np.concatenate([part[i] for part in parts]) if parts else np.empty(0, np.int32)
                for i in range(3)
            )
            if len(parts) > 1:
                # Stable, which is fast where long runs are in order already.
                order = np.argsort(_keys(terms, documents), kind="stable")
                terms, documents, counts = terms[order], documents[order], counts[order]
            yield terms, documents, counts

    def _flush(self) -> None:
        """Sort the token ids that have come in since the last block."""
        import numpy as np

        if not self._numbers:
            return
        ids = np.array(self._ids, dtype=np.int32)
        numbers = np.array(self._numbers, dtype=np.int32)
        sizes = np.array(self._sizes, dtype=np.int32)
        self._ids, self._sizes, self._numbers = array("i"), array("i"), array("i")
        local = np.repeat(np.arange(len(numbers), dtype=np.int32), sizes)
        lengths = np.frombuffer(self._lengths, dtype="i")
        lengths[numbers] = np.bincount(local[ids >= 0], minlength=len(numbers))
        del lengths
        counted = ids != -1
        ids, local = ids[counted], local[counted]
        np.subtract(-2, ids, out=ids, where=ids < 0)
        keys = _keys(ids, numbers[local])
        keys.sort()
        first = _changes(keys)
        counts = np.diff(first, append=len(keys))
        keys = keys[first]
        every = (keys >> 32).astype(np.int32)
        starts = _changes(every)
        documents = (keys & 0xFFFFFFFF).astype(np.int32)
        small = counts.astype(np.min_scalar_type(int(counts.max(initial=0))))
        self._blocks.append(
            Block(
                every[starts],
                np.append(starts, len(every)).astype(np.int64),
                self._stored(documents, "documents"),
                self._stored(small, "counts"),
            )
        )

    def _stored(self, values: NDArray[Any], name: str) -> NDArray[Any] | OnDisk:
        if self._folder is None:
            return values
        path = self._folder / f"{name}-{len(self._blocks)}"
        values.tofile(path)
        return OnDisk(path, values.dtype)


def _keys(terms: NDArray[np.int32], documents: NDArray[np.int32]) -> NDArray[np.int64]:
    import numpy as np

    keys: NDArray[np.int64] = terms.astype(np.int64) << 32
    keys |= documents
    return keys


def _changes(values: NDArray[Any]) -> NDArray[np.intp]:
    """Where a sorted array has another value than before; its beginning is such a place."""
    import numpy as np

    if not len(values):
        return np.empty(0, dtype=np.intp)
    return np.concatenate([[0], np.flatnonzero(values[1:] != values[:-1]) + 1])


def _ranges(frequencies: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """The terms in ranges that have `BLOCK` postings each, or one term."""
    import numpy as np

    ends, first = np.cumsum(frequencies), 0
    while first < len(ends):
        before = ends[first - 1] if first else 0
        after = max(first + 1, int(np.searchsorted(ends, before + BLOCK, side="right")))
        yield first, after
        first = after
