"""All pairs of one author's constraints, in the groups from which pairs are drawn (KITAB, §C.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from tamis.collect.kitab.draws import Draw
from tamis.types import Constraint

Masked = tuple[Constraint, int]
"""A constraint with a bit mask of the books that satisfy it."""

GROUPS = ("none", "one", "two", "many", "easy")
"""By how many books satisfy both: none, one, two, more. `easy` are the pairs of a first letter and
a range of years that more than one book satisfies."""


class Pairs:
    """All pairs of constraints of different families, in a fixed order, each in its group."""

    def __init__(self, single: Sequence[Masked], books: int) -> None:
        self._single = single
        families = np.array([constraint.family for constraint, _ in single], dtype=object)
        size = (books + 7) // 8
        packed = b"".join(bits.to_bytes(size, "little") for _, bits in single)
        rows = np.frombuffer(packed, np.uint8).reshape(len(single), size)
        # Floats, as matrix products are fast for them; they hold counts of books exactly.
        held = np.unpackbits(rows, axis=1).astype(np.float32)
        first, second = np.triu_indices(len(single), 1)
        apart = families[first] != families[second]
        first, second = first[apart], second[apart]
        both = (held @ held.T)[first, second].astype(np.int64)
        group = np.minimum(both, GROUPS.index("many"))
        starts, years = families == "starts-with", families == "publishing-year"
        easy = (starts[first] & years[second]) | (years[first] & starts[second])
        group[easy & (both > 1)] = GROUPS.index("easy")
        self._pairs: tuple[Any, Any] = (first, second)
        self._group = group

    def counts(self) -> dict[str, int]:
        """The number of pairs in each group."""
        counted = np.bincount(self._group, minlength=len(GROUPS))
        return {name: int(number) for name, number in zip(GROUPS, counted, strict=True)}

    def drawn(self, draws: Mapping[str, Draw]) -> Iterator[tuple[Constraint, Constraint]]:
        """The pairs that are drawn, each group by its own draw, in order."""
        positions: list[int] = []
        for code, name in enumerate(GROUPS):
            there = np.flatnonzero(self._group == code)
            positions += [int(there[rank]) for rank in draws[name].among(len(there))]
        first, second = self._pairs
        for position in sorted(positions):
            yield self._single[first[position]][0], self._single[second[position]][0]
