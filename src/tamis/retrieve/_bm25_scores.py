"""The scores of postings in the variants of BM25, for many postings at once.

The formulas are those of bm25s (Kamphuis et al., ECIR 2020), computed in its types and its order
of operations, so that the scores are its to the last bit. bm25s itself goes document by document
over token ids that are all in memory, five kilobytes for a passage of a hundred words.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Formula:
    """A variant with its parameters; `dtype` is that of the scores, float32 or float64."""

    variant: str
    k1: float
    b: float
    delta: float
    dtype: str

    @property
    def method(self) -> str:
        """The name of the formula; `lv-zhai` is that of `bm25+`, applied to fewer documents."""
        return "bm25+" if self.variant == "lv-zhai" else self.variant

    def weights(self, frequencies: NDArray[np.int64], documents: int) -> NDArray[np.float64]:
        """The IDF of terms that are in `frequencies` (each from 1) of so many documents."""
        import numpy as np

        distinct, where = np.unique(frequencies, return_inverse=True)
        # The logarithm of numpy may differ from that of math in the last bit.
        found = [self._idf(int(df), documents) for df in distinct]
        weights: NDArray[np.float64] = np.array(found, dtype=np.float64)[where]
        return weights

    def absent(self, weights: NDArray[np.float64], mean: float) -> NDArray[Any] | None:
        """What a document without the term scores for it; None where that is nothing.

        `mean` is the mean length of the documents in words.
        """
        if self.method not in ("bm25l", "bm25+"):
            return None
        import numpy as np

        nothing = np.zeros(1)
        length = np.full(1, mean)
        saturated = self._saturated(nothing, length, mean)[0]
        found: NDArray[Any] = (weights * saturated).astype(self.dtype)
        return found

    def scores(
        self,
        weights: NDArray[np.float64],
        absent: NDArray[Any] | None,
        counts: NDArray[Any],
        lengths: NDArray[np.int32],
        mean: float,
    ) -> NDArray[Any]:
        """The scores of n postings: their terms' weights and absent scores, counts, lengths.

        Less the score of absence, which each document gets anyway; but for `lv-zhai`, in which a
        document without the term gets nothing.
        """
        saturated = self._saturated(counts.astype(self.dtype), lengths, mean)
        found: NDArray[Any] = weights.astype(self.dtype) * saturated
        if absent is None:
            return found.astype(self.dtype)
        found -= absent
        found = found.astype(self.dtype)
        return found + absent if self.variant == "lv-zhai" else found

    def _idf(self, df: int, documents: int) -> float:
        match self.method:
            case "robertson":
                return math.log(max((documents - df + 0.5) / (df + 0.5), 1))
            case "lucene":
                return math.log(1 + (documents - df + 0.5) / (df + 0.5))
            case "atire":
                return math.log(documents / df)
            case "bm25l":
                return math.log((documents + 1) / (df + 0.5))
        return math.log((documents + 1) / df)

    def _saturated(self, counts: NDArray[Any], lengths: NDArray[Any], mean: float) -> NDArray[Any]:
        """The part of the score that grows with the count, less and less."""
        k1, b = self.k1, self.b
        norm = 1 - b + b * lengths / mean
        found: NDArray[Any]
        match self.method:
            case "robertson" | "lucene":
                found = counts / (k1 * norm + counts)
            case "atire":
                found = (counts * (k1 + 1)) / (counts + k1 * norm)
            case "bm25l":
                share = counts / norm
                found = ((k1 + 1) * (share + self.delta)) / (k1 + share + self.delta)
            case _:
                found = ((k1 + 1) * counts) / (k1 * norm + counts) + self.delta
        return found
