"""What both variants of clustering use: pairs of similar texts, and groups made of pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_ROWS = 256


def near(texts: Sequence[str], at_least: float) -> Iterator[tuple[int, int]]:
    """Pairs of positions whose ratio (2·M/T, 0 to 100) is at least `at_least`.

    Each pair is given once, in no particular order. Only texts whose lengths allow the ratio are
    compared, a block of them at a time, so that little memory is used.
    """
    if len(texts) < 2:
        return
    import numpy as np
    from rapidfuzz.fuzz import ratio
    from rapidfuzz.process import cdist

    order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
    lengths = [len(texts[i]) for i in order]
    # 2·M/T is at most 2·short/(short + long).
    reach = 200 / at_least - 1
    stop = 0
    for start in range(0, len(order), _ROWS):
        rows = order[start : start + _ROWS]
        longest = lengths[start + len(rows) - 1] * reach + 1e-9
        stop = max(stop, start + len(rows))
        while stop < len(order) and lengths[stop] <= longest:
            stop += 1
        columns = order[start:stop]
        scores = cdist(
            [texts[i] for i in rows],
            [texts[i] for i in columns],
            scorer=ratio,
            score_cutoff=at_least,
            dtype=np.float32,
        )
        for row, column in np.argwhere(scores > 0):
            if column > row:
                yield rows[row], columns[column]


class Union:
    """Groups of 0 … n-1 that are joined by pairs (union-find)."""

    def __init__(self, n: int) -> None:
        self._parent = list(range(n))

    def find(self, i: int) -> int:
        """The representative of the group of `i`: its smallest member."""
        parent = self._parent
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    def join(self, i: int, j: int) -> None:
        """Join the groups of `i` and `j`."""
        i, j = self.find(i), self.find(j)
        self._parent[max(i, j)] = min(i, j)

    def groups(self) -> list[list[int]]:
        """The groups, sorted by their first members; members are sorted too."""
        found: dict[int, list[int]] = {}
        for i in range(len(self._parent)):
            found.setdefault(self.find(i), []).append(i)
        return list(found.values())
