"""The protocol of an embedder, and the check of its vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from tamis.types import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Maps texts to vectors whose dot product is their similarity.

    Only vectors of the same `name` and `version` may be compared.
    """

    name: str
    """The name in reports: `all-MiniLM-L6-v2`."""

    version: str
    """Distinguishes embedders of the same name; empty if unknown."""

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """The float32 vectors of passages, (n, dimension); n may be 0 only after another call."""
        ...

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """The float32 vectors of queries, (n, dimension)."""
        ...


def checked_vectors(vectors: Any, number: int, dimension: int | None, name: str) -> Vectors:
    """`vectors` as a float32 array (number, dimension); InputError for another shape or NaN."""
    import numpy as np

    try:
        array = np.ascontiguousarray(vectors, dtype=np.float32)
    except (ValueError, TypeError) as error:
        raise InputError(
            f"The embedder {name} gave vectors of different lengths, or something that is no "
            "number; check which model it serves."
        ) from error
    if array.ndim != 2 or len(array) != number or not array.shape[1]:
        raise InputError(
            f"The embedder {name} gave an array of the shape {array.shape} for {number} texts; "
            "it must give one vector for each."
        )
    if dimension is not None and array.shape[1] != dimension:
        raise InputError(
            f"The embedder {name} gave vectors of {array.shape[1]} dimensions where earlier ones "
            f"have {dimension}; check that it still serves the same model."
        )
    if not np.isfinite(array).all():
        raise InputError(
            f"The embedder {name} gave a vector with NaN or infinity in it; use another model or "
            "precision."
        )
    return array
